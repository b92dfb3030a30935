import { statOf } from './readFile.ts';

/** So many files are looked at without asking what time it is. */
export const fewFiles = 32;

/** Time and size of each file on the disk, one after the other; NaN where there is no file. */
export async function stampsOf(
  files: readonly string[],
  located: (file: string) => string,
  pause: () => Promise<void>,
): Promise<Float64Array> {
  const stamps = new Float64Array(2 * files.length);
  for (let place = 0; place < files.length; place += fewFiles) {
    await pause();
    stampSome(files.slice(place, place + fewFiles), located, stamps.subarray(2 * place));
  }
  return stamps;
}

function stampSome(files: readonly string[], located: (file: string) => string, stamps: Float64Array): void {
  let place = 0;
  for (const file of files) {
    const stat = statOf(located(file));
    stamps[place++] = stat?.mtimeMs ?? NaN;
    stamps[place++] = stat?.size ?? NaN;
  }
}
