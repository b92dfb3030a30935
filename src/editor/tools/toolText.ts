import { tokens, type TokenCounter } from '../../broker/tokens.ts';
import { trimToBudget } from '../../broker/trim.ts';
import { fenced } from '../../contributors/fence.ts';

/** A piece of a tool's result. */
export interface Part {
  /** Without what stands around it. */
  readonly text: string;
  /** How it shrinks: not at all, to whole lines, or as prose: to whole paragraphs, sentences, words. */
  readonly cut: 'never' | 'lines' | 'prose';
  /** Text of files stands in a code fence, as data: the path, or '' for no file in particular. */
  readonly fence?: string;
  /** Says what the part behind it is, and goes in with that alone. */
  readonly leads?: boolean;
}

/** A line of ours. */
export const line = (text: string): Part => ({ text: `${text}\n`, cut: 'never' });

/** A line above the part behind it. */
export const heading = (text: string): Part => ({ ...line(text), leads: true });

/** Rows of which as many go in as fit; `fence` where they hold text of files. */
export const rows = (all: readonly string[], fence?: string): Part[] =>
  all.length === 0 ? [] : [{ text: all.map((row) => `${row}\n`).join(''), cut: 'lines', ...(fence === undefined ? {} : { fence }) }];

/** How tokens are counted: by the caller's model, which may take its time. */
export type Count = (text: string) => Promise<number>;

const rendered = ({ text, fence }: Part): string => (fence === undefined ? text : fenced(text, fence));

/** All parts as one text. */
export const whole = (parts: readonly Part[]): string => parts.map(rendered).join('');

/** Estimates are corrected this often before it is cut bluntly. */
const mostTries = 6;

/**
 * The parts as one text of at most `budget` tokens. What does not fit is cut at its own joints, and a last line says how much was; where not
 * even that line fits, it is left out. A budget of 0 or less gives ''.
 */
export async function withinBudget(parts: readonly Part[], budget: number, count: Count): Promise<string> {
  if (budget <= 0) return '';
  const all = whole(parts);
  const total = await count(all);
  if (total <= budget) return all;
  let perCharacter = total / Math.max(1, all.length);
  for (let tries = 0; tries < mostTries; tries++) {
    const counter = proportional(perCharacter);
    const text = cutParts(parts, budget, counter);
    const measured = await count(text);
    if (measured <= budget) return text;
    perCharacter *= (1.05 * measured) / Math.max(1, counter.count(text)); // this text is denser than the whole
  }
  return '';
}

/** Tokens in proportion to characters, for a start. */
const proportional = (perCharacter: number): TokenCounter => ({
  name: 'estimate',
  approximate: true,
  count: (text) => tokens(Math.ceil(text.length * perCharacter)),
});

/** Parts in their order, the first that does not fit cut, after it only those that fit. */
export function cutParts(parts: readonly Part[], budget: number, counter: TokenCounter): string {
  const all = whole(parts);
  const noteFor = (text: string): string => `(Cut to ${String(budget)} tokens: ${leftOf(all, text)} are left out.)\n`;
  const noteSize = counter.count(noteFor(''));
  const text = filled(parts, budget - noteSize, counter);
  const noted = text + noteFor(text);
  if (counter.count(noted) <= budget) return noted;
  const bare = filled(parts, budget, counter);
  return bare === '' && counter.count(nothing) <= budget ? nothing : bare;
}

const nothing = 'Nothing fits.\n';

function filled(parts: readonly Part[], budget: number, counter: TokenCounter): string {
  let [text, above] = ['', ''];
  let isCut = false;
  for (const part of parts) {
    if (part.leads === true) {
      above = part.text;
      continue;
    }
    const room = budget - counter.count(text + above);
    const all = rendered(part);
    const fits = counter.count(all) <= room;
    const next = fits ? all : isCut ? '' : shortened(part, room, counter);
    if (next !== '') text += above + next;
    isCut ||= !fits;
    above = '';
  }
  return text;
}

/** Cut inside its fence, which stays closed. */
function shortened(part: Part, room: number, counter: TokenCounter): string {
  if (part.cut === 'never') return '';
  const around = counter.count(rendered(part)) - counter.count(part.text) + 2; // the fence, and a line break
  const text = part.cut === 'prose' ? trimToBudget(part.text, room - around, counter) : wholeLines(part.text, room - around, counter);
  return text === '' ? '' : rendered({ ...part, text: text.endsWith('\n') ? text : `${text}\n` });
}

function wholeLines(text: string, room: number, counter: TokenCounter): string {
  let end = 0;
  for (const { index, 0: lineBreak } of text.matchAll(/\n|$/gu)) {
    const next = index + lineBreak.length;
    if (counter.count(text.slice(0, next)) > room) break;
    end = next;
  }
  return text.slice(0, end);
}

/** In lines; where less than a line is missing, in characters. */
function leftOf(all: string, text: string): string {
  const [lines, left] = [linesOf(all), linesOf(all) - linesOf(text)];
  return left > 0 ? `${String(left)} of ${String(lines)} lines` : `${String(all.length - text.length)} of ${String(all.length)} characters`;
}

const linesOf = (text: string): number => text.match(/\n/gu)?.length ?? 0;
