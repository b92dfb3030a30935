import * as vscode from 'vscode';
import type { Spot } from '../engine/symbolTypes.ts';

/** Nobody reads more in a list. */
const mostPlaces = 500;

/** What the editor's own reference provider says within a time; `late` where it takes longer. Rejects when cancelled, and as the provider does. */
export async function exactReferences(
  uri: vscode.Uri,
  at: vscode.Position,
  limitMs: number,
  signal: AbortSignal,
): Promise<Spot[] | 'late'> {
  const asked = vscode.commands.executeCommand<vscode.Location[] | undefined>('vscode.executeReferenceProvider', uri, at);
  const locations = await withinTime(asked, limitMs, signal);
  return locations === 'late' ? locations : spotsOf(locations ?? []);
}

/** One for each line, by path and line. */
function spotsOf(locations: readonly vscode.Location[]): Spot[] {
  const files = locations.filter(({ uri }) => uri.scheme === 'file');
  const spots = new Map(
    files.map(({ uri, range }) => [`${uri.fsPath}\0${String(range.start.line)}`, { path: uri.fsPath, line: range.start.line + 1 }]),
  );
  return [...spots.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)).slice(0, mostPlaces);
}

/** The provider cannot be stopped: what it still says is not waited for. */
async function withinTime<Value>(work: PromiseLike<Value>, limitMs: number, signal: AbortSignal): Promise<Value | 'late'> {
  signal.throwIfAborted();
  let end = (): void => undefined;
  const ended = new Promise<'late'>((resolve, reject) => {
    const timer = setTimeout(resolve, limitMs, 'late');
    const cancel = (): void => {
      reject(new DOMException('cancelled', 'AbortError'));
    };
    signal.addEventListener('abort', cancel, { once: true });
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    };
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    end();
  }
}
