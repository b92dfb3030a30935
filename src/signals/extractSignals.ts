import type { FileSignals } from './fileSignals.ts';
import { parseSource } from './parseSource.ts';
import { ReferenceCollector } from './references.ts';
import { walkSource } from './walkSource.ts';

export function extractSignals(path: string, text: string): FileSignals {
  const outcome = parseSource(path, text);
  if (outcome.kind === 'failed')
    return {
      partial: true,
      notes: [outcome.note],
      signatures: [],
      functions: [],
      declarations: [],
      missingTraces: [],
      imports: [],
      calls: [],
    };
  const source = outcome.source;
  const references = new ReferenceCollector(source);
  const functions = walkSource(source, { complexity: true, references });
  return {
    partial: source.notes.length > 0,
    notes: source.notes,
    signatures: [],
    functions,
    declarations: [],
    missingTraces: [],
    imports: references.imports(),
    calls: references.calls(),
  };
}
