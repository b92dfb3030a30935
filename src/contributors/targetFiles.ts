import { reservationsFor } from '../broker/layers.ts';
import type { TargetFile } from '../signals/relevantDeclarations.ts';
import type { Target } from '../signals/rank.ts';
import type { TurnRequest } from './request.ts';

/** The targets that can be read and do not stand whole among the attachments. */
export function readableFiles(request: TurnRequest, targets: readonly Target[]): TargetFile[] {
  const attached = attachedWhole(request);
  return targets.flatMap(({ path, score }) => {
    if (attached.has(path)) return [];
    const [signals, text] = [request.files.signals(path), request.files.text(path)];
    return signals === undefined || text === undefined ? [] : [{ path, score, signals, text }];
  });
}

/** Attached files that will stand whole in the references block. Where all of them do not fit its layer, their declarations are offered here. */
function attachedWhole({ references, budget, counter }: TurnRequest): ReadonlySet<string> {
  const whole = references.filter(({ kind, path, text }) => kind === 'file' && path !== undefined && text !== undefined);
  const tokens = whole.reduce((sum, { text = '' }) => sum + counter.count(text), 0);
  const fits = tokens <= reservationsFor(budget).reservations.references;
  return new Set(fits ? whole.flatMap(({ path }) => path ?? []) : []);
}
