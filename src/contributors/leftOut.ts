/** What is said of a file that a contributor leaves out; undefined where it can be read and has at most `most` characters. */
export function leftOutNote(path: string, text: string | undefined, most: number): string | undefined {
  if (text === undefined) return `${path} could not be read`;
  return text.length > most ? `${path} is larger than ${String(most / 1024)} KB` : undefined;
}

/** Whether a note says that a file is left out. */
export const isLeftOutNote = (note: string): boolean => / (?:could not be read|is larger than \d+ KB)$/u.test(note);
