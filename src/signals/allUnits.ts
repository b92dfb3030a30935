/** Each UTF-16 unit at its own place. Spreading the numbers into `String.fromCharCode` would leave megabytes of garbage at every start. */
export const allUnits = Buffer.from(new Uint16Array(65_536).map((_, unit) => unit).buffer).toString('utf16le');
