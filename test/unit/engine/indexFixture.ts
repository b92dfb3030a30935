import path from 'node:path';
import { WorkspaceIndex } from '../../../src/engine/workspaceIndex.ts';

export const openIndex = (folder: string, state?: string, exclude: readonly string[] = []): WorkspaceIndex =>
  new WorkspaceIndex({
    roots: [{ name: path.basename(folder), path: folder }],
    exclude,
    tracesTag: 'traces',
    traceId: '[A-Z]+-\\d+',
    maxFileKilobytes: 1_024,
    ...(state === undefined ? {} : { state }),
  });

const words = ['observ', 'subscrib', 'retry', 'src', 'valu', 'timeout', 'export', 'schedul', 'nothing-has-it'];

/** Everything that an index answers, as text: two indexes with the same answers are equal byte for byte. */
export function answersOf(index: WorkspaceIndex): string {
  const { code } = index;
  const found = code.search(words);
  const matches = [found.matches.map(({ file, gains }) => [file.path, [...gains]]).sort(), [...found.inNames].sort()];
  const files = code.files.map((file) => [file.path, file.hash, file.kind, file.lines, file.problem, file.signals, file.imports]);
  const declaring = ['Observable', 'retry', 'a', '_'].map((name) => code.declaring(name).map((file) => file.path));
  const compound = code.declaringWords(['schedul', 'action']).map((file) => file.path);
  return JSON.stringify([code.version, matches, declaring, compound, files]);
}

export async function freshAnswers(folder: string, exclude: readonly string[] = [], state?: string): Promise<string> {
  const index = openIndex(folder, state, exclude);
  await index.ready();
  const answers = answersOf(index);
  index.close();
  return answers;
}
