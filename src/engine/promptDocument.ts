import { itemCount } from '../broker/changesText.ts';
import { formatTokens } from '../broker/formatTokens.ts';
import { positions, type Position } from '../broker/table.ts';
import type { BlockTrace, Trace } from '../broker/trace.ts';
import type { TurnText } from './api.ts';
import { comparisonTable, type WindowColumn } from './windowComparison.ts';

/** A part of the document that can be folded: 0-based lines, the heading first. */
export interface PromptSection {
  readonly name: string;
  readonly detail: string;
  readonly from: number;
  readonly to: number;
}

export interface PromptDocument {
  readonly text: string;
  readonly sections: readonly PromptSection[];
}

/** Marks the headings, so that they are told from what a block says. */
const mark = '════';

/** The whole prompt for a reader: what it comes to, what was left out, then every block under a heading with its tokens, in the order sent. */
export function promptDocument(trace: Trace, { messages, blocks }: TurnText, columns: readonly WindowColumn[] = []): PromptDocument {
  const page = new Page();
  page.write(summaryOf(trace));
  if (columns.length > 0) page.section('The same request in other windows', '', comparisonTable(columns));
  const out = leftOut(trace);
  if (out !== '') page.section('Left out', '', out);
  const inOrder = positions.flatMap((position) => trace.blocks.filter((block) => block.admitted && block.position === position));
  for (const block of inOrder) {
    const { sent = '', beside } = blocks.find(({ name }) => name === block.name) ?? {};
    const text = block.position === 'history' ? historyText(messages, trace) : sent;
    page.section(block.name, detailOf(block, trace), beside === undefined ? text : `${text}\n${beside}`);
  }
  return page.document;
}

class Page {
  readonly #lines: string[] = [];
  readonly #sections: PromptSection[] = [];

  write(text: string): void {
    this.#lines.push(...text.replace(/\n$/u, '').split('\n'));
  }

  section(name: string, detail: string, text: string): void {
    this.#lines.push('');
    const from = this.#lines.length;
    this.#lines.push(`${mark} ${name}${detail === '' ? '' : ` · ${detail}`} ${mark}`);
    this.write(text);
    this.#sections.push({ name, detail, from, to: this.#lines.length - 1 });
  }

  get document(): PromptDocument {
    return { text: `${this.#lines.join('\n')}\n`, sections: this.#sections };
  }
}

function summaryOf({ request, model, window, budget, admittedTotal, messageOverhead, estimator, contextHash, degraded }: Trace): string {
  const tokens = `${estimator.approximate ? '~' : ''}${formatTokens(admittedTotal + messageOverhead)}`;
  return [
    `Context for: ${request.split('\n')[0] ?? ''}`,
    `${tokens} of ${formatTokens(budget)} tokens, ${formatTokens(messageOverhead)} of them around the messages · window ${formatTokens(window.tokens)} · ${model.vendor}/${model.id} · context ${contextHash}`,
    ...degraded.map((what) => `Degraded: ${what}`),
    '',
  ].join('\n');
}

function detailOf({ name, tokens, originalTokens, position, items }: BlockTrace, { estimator }: Trace): string {
  const about = estimator.approximate ? '~' : '';
  const of = tokens === originalTokens ? '' : ` of ${formatTokens(originalTokens)}`;
  const parts =
    items.collected > 1
      ? [items.sent === items.collected ? itemCount(name, items.sent) : `${String(items.sent)} of ${itemCount(name, items.collected)}`]
      : [];
  return [`${about}${formatTokens(tokens)}${of} tokens`, ...parts, position].join(' · ');
}

const leftOut = ({ blocks }: Trace): string =>
  blocks
    .filter(({ tokens, originalTokens }) => tokens < originalTokens)
    .map(({ name, tokens, originalTokens, reason }) => `${name}: ${formatTokens(originalTokens - tokens)} tokens, ${reason}\n`)
    .join('');

/** The messages between what stands before the history and the request, each under its role. */
function historyText(messages: TurnText['messages'], { blocks }: Trace): string {
  const has = (...some: readonly Position[]): boolean => blocks.some(({ admitted, position }) => admitted && some.includes(position));
  const before = (has('system', 'tools') ? 1 : 0) + (has('context') ? 1 : 0);
  const inside = messages.slice(before, has('user') ? -1 : undefined);
  return inside.map(({ role, content }) => `── ${role} ──\n${content}\n`).join('');
}
