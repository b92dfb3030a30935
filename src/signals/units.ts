import type { LineRange } from '../broker/block.ts';
import { closureParts } from './closureParts.ts';
import { withConflicts } from './conflictUnits.ts';
import type { Declaration, FileSignals, FunctionSignal, Import } from './fileSignals.ts';

/** What a file is taken apart into: a whole declaration, or a list of re-exports. */
export interface Unit {
  /** With its container: `Class.method`. */
  readonly name: string;
  /** What it declares or exports, without container. */
  readonly names: readonly string[];
  readonly container?: string;
  /** One line each. */
  readonly signatures: readonly string[];
  readonly range: LineRange;
}

/** A container of more lines is offered member by member. */
const largestWhole = 80;
/** A function of more lines is offered by the functions in it: it would take a third of what fits. */
const longestFunction = 250;
/** Lists of re-exports are cut into pieces of so many lines. */
const longestList = 30;
/** Lines between two re-exports of one list. */
const widestGap = 2;

/** The units of a file in source order: its top-level declarations, of large ones the members or parts, and lists of re-exports; of a document its sections. */
export function unitsOf({ declarations, functions, imports }: FileSignals, lines: readonly string[]): Unit[] {
  const top = declarations.filter(({ container, kind }) => container === undefined || kind === 'section');
  const chosen = top.flatMap((one) => {
    if (one.to - one.from < largestWhole) return [one];
    const members = declarations.filter((other) => other.container !== undefined && other.from >= one.from && other.to <= one.to);
    return members.length === 0 ? [one] : outermost(members);
  });
  const declared = withoutTwins(chosen.sort((a, b) => a.from - b.from || a.to - b.to))
    .map(unitOf)
    .flatMap((unit) => partsOf(unit, functions, lines));
  const lists = listed(imports.filter(({ kind }) => kind === 'export').map((one) => reExportOf(one, lines)));
  return withConflicts([...declared, ...lists], lines)
    .sort((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1])
    .map((unit) => withBlankLines(unit, lines));
}

/** Blank lines belong to what stands before them, so that neighbours join. */
function withBlankLines(unit: Unit, lines: readonly string[]): Unit {
  let to = unit.range[1];
  while (to < lines.length - 1 && lines[to]?.trim() === '') to++;
  return { ...unit, range: [unit.range[0], to] };
}

/** `export … from` ends with its specifier. */
function reExportOf({ specifier, names, line }: Import, lines: readonly string[]): Unit {
  const end = lines.findIndex((text, index) => index >= line - 1 && text.includes(specifier));
  const listed = names.filter((name) => name !== '*');
  return {
    name: `exports of ${specifier}`,
    names: listed,
    signatures: [`export ${listed.length === 0 ? '*' : `{ ${listed.join(', ')} }`} from '${specifier}'`],
    range: [line, Math.max(line, end + 1)],
  };
}

/** Members that do not lie inside another one. `members` come in source order, outer ones first. */
function outermost(members: readonly Declaration[]): Declaration[] {
  const kept: Declaration[] = [];
  let last: Declaration | undefined;
  for (const one of [...members].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const isInside = last !== undefined && one.to <= last.to && one.to - one.from < last.to - last.from;
    if (isInside) continue;
    kept.push(one);
    last = one;
  }
  return kept;
}

/** Overloads and patterns give several declarations of the same lines. */
const withoutTwins = (sorted: readonly Declaration[]): Declaration[] =>
  sorted.filter((one, place) => sorted[place - 1]?.from !== one.from || sorted[place - 1]?.to !== one.to);

function unitOf({ name, container, signature, from, to }: Declaration): Unit {
  return {
    name: container === undefined ? name : `${container}.${name}`,
    names: [name],
    ...(container === undefined ? {} : { container }),
    signatures: [signature],
    range: [from, to],
  };
}

/** A long function that holds others, by those. */
function partsOf(unit: Unit, functions: readonly FunctionSignal[], lines: readonly string[]): Unit[] {
  const [from, to] = unit.range;
  const parts = to - from < longestFunction ? [] : closureParts({ from, to }, functions, lines);
  if (parts.length === 0) return [unit];
  const { name, names } = unit;
  return parts.flatMap(({ name: own, signature, from: first, to: last }) => {
    const part = { container: name, signatures: [signature], range: [first, last] as const };
    return own === undefined ? [{ ...part, name, names }] : partsOf({ ...part, name: `${name}.${own}`, names: [own] }, functions, lines);
  });
}

/** Neighbouring re-exports in lists. */
function listed(units: readonly Unit[]): Unit[] {
  const lists: Unit[] = [];
  for (const unit of units) {
    const last = lists.at(-1);
    const joins = last !== undefined && unit.range[0] - last.range[1] <= widestGap + 1 && unit.range[1] - last.range[0] < longestList;
    if (joins) lists[lists.length - 1] = join(last, unit);
    else lists.push(unit);
  }
  return lists;
}

const join = (last: Unit, next: Unit): Unit => ({
  ...last,
  names: [...last.names, ...next.names],
  signatures: [...last.signatures, ...next.signatures],
  range: [last.range[0], Math.max(last.range[1], next.range[1])],
});
