import type { Form, Group, Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { reservationsFor } from '../broker/layers.ts';
import { relevantDeclarations, type RelevantDeclaration } from '../signals/relevantDeclarations.ts';
import { fenceFor, fenceLanguage, oneLine } from './fence.ts';
import type { TurnRequest } from './request.ts';

const mostFiles = 15;
const mostDeclarations = 200;

/**
 * The declarations of the ranked files that matter for the request, whole, file by file with their lines. The least fitting leave first; of
 * every file the one that fits best stays as a signature until no body is left.
 */
export const code: Contributor<TurnRequest> = {
  name: 'code',
  collect: ({ targets, files, references, query, budget, counter }) => {
    const attached = attachedWhole(references, budget, counter);
    const readable = targets.slice(0, mostFiles).flatMap(({ path, score }) => {
      const [signals, text] = [files.signals(path), files.text(path)];
      return signals === undefined || text === undefined || attached.has(path) ? [] : [{ path, score, signals, text }];
    });
    const best = relevantDeclarations(readable, query)
      .map((one, place) => ({ one, place }))
      .sort((a, b) => b.one.score - a.one.score || a.place - b.place)
      .slice(0, mostDeclarations);
    if (best.length === 0) return undefined;
    const items = itemsOf(best.map(({ one }) => one));
    const shown = best.map((_, rank) => rank).sort((a, b) => (best[a]?.place ?? 0) - (best[b]?.place ?? 0));
    return {
      source: [...new Set(items.map(({ path }) => path))].join(', '),
      reason: 'declarations that fit the request best',
      head: '## Code\n',
      items: shown.flatMap((rank) => items[rank] ?? []),
      ladder: ladderOf(items).map((rank) => shown.indexOf(rank)),
    };
  },
};

/** Attached files that will stand whole in the references block. Where all of them do not fit its layer, their declarations are offered here. */
function attachedWhole(references: TurnRequest['references'], budget: number, counter: TurnRequest['counter']): ReadonlySet<string> {
  const whole = references.filter(({ kind, path, text }) => kind === 'file' && path !== undefined && text !== undefined);
  const tokens = whole.reduce((sum, { text = '' }) => sum + counter.count(text), 0);
  const fits = tokens <= reservationsFor(budget).reservations.references;
  return new Set(fits ? whole.flatMap(({ path }) => path ?? []) : []);
}

/** In the order given, in groups with a heading and a code fence for each file. */
function itemsOf(declarations: readonly RelevantDeclaration[]): Item[] {
  const groups = new Map<string, Group>();
  return declarations.map((declaration) => {
    const { path } = declaration;
    const group = groups.get(path) ?? groupOf(path, declarations);
    groups.set(path, group);
    return itemOf(declaration, group);
  });
}

function groupOf(path: string, declarations: readonly RelevantDeclaration[]): Group {
  const fence = fenceFor(declarations.flatMap((one) => (one.path === path ? [one.text] : [])).join('\n'));
  return { head: `### ${path}\n${fence}${fenceLanguage(path)}\n`, tail: `${fence}\n` };
}

function itemOf({ path, name, container, signatures, range, text }: RelevantDeclaration, group: Group): Item {
  const [from, to] = range;
  const lines = from === to ? String(from) : `${String(from)}-${String(to)}`;
  const body: Form = {
    name: 'body',
    text: `… ${lines}${container === undefined ? '' : ` in ${oneLine(container)}`}\n${text}\n`,
    ranges: [range],
  };
  const short: Form = { name: 'signature', text: `… ${lines} ${oneLine(signatures.join('; '))}\n` };
  return { label: `${name} (${path}:${String(from)})`, path, group, forms: short.text.length < body.text.length ? [body, short] : [body] };
}

/** Of items that come best first: each leaves whole, last first, but for the first of each file, which stays as a signature to the end. */
function ladderOf(items: readonly Item[]): number[] {
  const firsts = new Set(items.map(({ path }) => items.findIndex((other) => other.path === path)));
  const lastFirst = items.map(({ forms }, index) => ({ index, forms: forms.length })).reverse();
  const steps = ({ index, forms }: { index: number; forms: number }, left: number): number[] =>
    Array.from({ length: forms - left }, () => index);
  const leaving = lastFirst.flatMap((one) => steps(one, firsts.has(one.index) ? 1 : 0));
  return [...leaving, ...lastFirst.flatMap(({ index }) => (firsts.has(index) ? [index] : []))];
}
