import { documentSections } from './documentSections.ts';
import { extractSignals } from './extractSignals.ts';
import { isCode, isGenerated, unreadableText } from './fileKind.ts';
import { noSignals, type FileSignals } from './fileSignals.ts';
import type { DerivedFile, Stamp } from './fileStore.ts';
import type { EditedTree } from './parseSource.ts';
import type { Vocabulary } from './terms.ts';

/** Goes up whenever the same text would give other signals or other words, or more is stored: what was stored before is derived anew. */
export const extractorVersion = 13;

export interface SignalOptions {
  readonly tracesTag: string;
  readonly traceId: string;
}

/** What the reader of a file found: its text, or why there is none. */
export type FileContent = { readonly text: string } | { readonly problem: string };

/** All that the index keeps of a file. */
export function deriveFile(
  path: string,
  content: FileContent,
  hash: string,
  options: SignalOptions,
  vocabulary: Vocabulary,
  stamp?: Stamp,
  edited?: EditedTree,
): DerivedFile {
  const text = 'text' in content ? content.text : '';
  const problem = 'problem' in content ? content.problem : unreadableText(text);
  const base = { path, hash, ...(stamp === undefined ? {} : { stamp }) };
  if (problem !== undefined) {
    return { ...base, generated: true, lines: 0, problem, signals: noSignals, ...wordsIn(vocabulary, path, noSignals, '') };
  }
  const signals = isCode(path) ? extractSignals(path, text, options, edited) : documentSections(text);
  return {
    ...base,
    generated: isGenerated(text),
    lines: lineCount(text),
    ...(signals.notes.length > 0 ? { problem: signals.notes.join('; ') } : {}),
    signals,
    ...wordsIn(vocabulary, path, signals, text),
  };
}

function wordsIn(vocabulary: Vocabulary, path: string, signals: FileSignals, text: string): Pick<DerivedFile, 'terms' | 'lengths'> {
  const terms = {
    path: vocabulary.scan(path).slice(),
    names: vocabulary.scan(distinctNames(signals).join(' ')).slice(),
    body: vocabulary.scan(text),
  };
  return { terms, lengths: { path: terms.path.length, names: terms.names.length, body: terms.body.length } };
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** What the file declares, each name once. */
export const distinctNames = ({ declarations }: FileSignals): string[] => [...new Set(declarations.map(({ name }) => name))];
