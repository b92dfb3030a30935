/** Twice as long, with the same begin. */
export function grown<Numbers extends Uint8Array | Uint16Array | Uint32Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
