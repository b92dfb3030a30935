import { formsOf, segmentsOf, type Message } from './block.ts';
import type { Choice } from './choice.ts';
import { positions, type Position } from './table.ts';

/** Tokens that a chat format adds around each message; fixed, so that totals can be checked. */
export const messageOverhead = 4;

/**
 * RENDER: system, tools, context, history, user, always in that order; within a position in table order.
 * Text is the blocks' own, put end to end: separators belong to blocks.
 */
export function render(choices: readonly Choice[]): Message[] {
  const at = (position: Position): Choice[] =>
    choices.filter(({ measured, version }) => version !== undefined && measured.block.position === position);
  const text = (...some: Position[]): string => some.flatMap(at).flatMap(texts).join('');
  const messages: Message[] = [
    { role: 'system', content: text('system', 'tools') },
    { role: 'user', content: text('context') },
    ...at('history').flatMap(historyMessages),
    { role: 'user', content: text('user') },
  ];
  return messages.filter(({ content }) => content !== '');
}

const texts = ({ measured, version }: Choice): string[] => (version === undefined ? [] : segmentsOf(measured.block, version.selection));

const historyMessages = ({ measured, version }: Choice): readonly Message[] =>
  version === undefined ? [] : formsOf(measured.block, version.selection).flatMap((form) => form?.messages ?? []);

/** Upper bound of the overhead, fixed before admission: three messages and what history could add. */
export function overheadFor(choices: readonly Choice[]): number {
  const history = choices.filter(({ measured }) => measured.block.position === 'history');
  const messages = history.flatMap(({ measured }) =>
    formsOf(measured.block, measured.whole.selection).flatMap((form) => form?.messages ?? []),
  );
  return (positions.length - 2 + messages.length) * messageOverhead;
}
