import type { Form, Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { reservationsFor } from '../broker/layers.ts';
import { relevantDeclarations, type RelevantDeclaration } from '../signals/relevantDeclarations.ts';
import { fenced } from './fence.ts';
import type { TurnRequest } from './request.ts';

const mostFiles = 15;
const mostDeclarations = 60;

/** The declarations of the ranked files that matter for the request, whole, with path and lines. The least fitting shrink to their signature, then leave. */
export const code: Contributor<TurnRequest> = {
  name: 'code',
  collect: ({ targets, files, references, words, identifiers, budget, counter }) => {
    const attached = attachedWhole(references, budget, counter);
    const readable = targets.slice(0, mostFiles).flatMap(({ path, score }) => {
      const [signals, text] = [files.signals(path), files.text(path)];
      return signals === undefined || text === undefined || attached.has(path) ? [] : [{ path, score: Math.min(score, 2), signals, text }];
    });
    const found = relevantDeclarations(readable, words, identifiers);
    const best = found
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.range[0] - b.range[0]))
      .slice(0, mostDeclarations);
    if (best.length === 0) return undefined;
    const items = best.map(itemOf);
    return {
      source: [...new Set(best.map(({ path }) => path))].join(', '),
      reason: 'declarations that fit the request best',
      head: '## Code\n',
      items,
      ladder: ladderOf(items),
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

function itemOf({ path, name, signature, range, text }: RelevantDeclaration): Item {
  const [from, to] = range;
  const place = `### ${path}:${String(from)}-${String(to)} ${name}\n`;
  const body: Form = { name: 'body', text: place + fenced(text, path), ranges: [range] };
  const short: Form = { name: 'signature', text: `- ${path}:${String(from)} ${signature}\n` };
  return { label: `${name} (${path}:${String(from)})`, path, forms: short.text.length < body.text.length ? [body, short] : [body] };
}

/** From the least fitting up: three quarters shrink to signatures, then the last half leaves, then the rest shrinks and leaves. */
function ladderOf(items: readonly Item[]): number[] {
  const at = items.map(() => 0);
  const steps: number[] = [];
  const sweep = (from: number, until: number): void => {
    for (let index = items.length - 1; index >= Math.floor(items.length * from); index--) {
      const forms = items[index]?.forms.length ?? 0;
      const goal = Math.min(forms, until === 1 ? forms - 1 : forms);
      for (let form = at[index] ?? 0; form < goal; form++) {
        steps.push(index);
        at[index] = form + 1;
      }
    }
  };
  sweep(0.25, 1);
  sweep(0.5, 2);
  sweep(0, 1);
  sweep(0, 2);
  return steps;
}
