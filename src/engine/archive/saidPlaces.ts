import { inJson } from './findText.ts';

const specials = /[\\^$.*+?()[\]{}|/]/gu;
const keys = new Set([
  ...['timestamp', 'session', 'source', 'messages', 'turn', 'role', 'content', 'toolCalls', 'toolResults'],
  ...['id', 'name', 'input', 'parts', 'kind', 'text', 'mimeType', 'base64', 'value'],
]);
/** What no person reads as said. */
const fields = /"(?:timestamp|session|source|turn|role|id|kind|mimeType|base64)":$/u;
const longestField = 12;

/**
 * The lines of JSON in which a text is said, by where they begin, in their order. A text that stands in the frame of an event alone (its keys,
 * ids and roles) is not said. What is found must still be verified: this looks at lines without parsing them.
 */
export function saidPlaces(lines: string, wanted: string): number[] {
  const places: number[] = [];
  const pattern = patternOf(wanted);
  let [start, end] = [0, -1];
  let values: ReturnType<typeof valuesIn> | undefined;
  for (let match = pattern.exec(lines); match !== null; match = pattern.exec(lines)) {
    const at = match.index;
    if (at > end) {
      start = lines.lastIndexOf('\n', at) + 1;
      end = endOfLine(lines, at);
      values = undefined;
    }
    if (isFrame(lines, at)) {
      values ??= valuesIn(lines.slice(start, end));
      if (!values.some(([from, until]) => from <= at - start && at - start < until)) continue;
    }
    places.push(start);
    pattern.lastIndex = end;
  }
  return places;
}

function endOfLine(lines: string, from: number): number {
  const end = lines.indexOf('\n', from);
  return end === -1 ? lines.length : end;
}

/** As a text in JSON, or as it is, inside tool calls: there, as in every line, no end of a line stands. */
function patternOf(wanted: string): RegExp {
  const forms = new Set([inJson(wanted), ...(wanted.includes('\n') ? [] : [wanted])]);
  return new RegExp([...forms].map((form) => form.replace(specials, '\\$&')).join('|'), 'giu');
}

function isFrame(lines: string, at: number): boolean {
  const open = openingQuote(lines, at);
  if (open === -1) return false;
  const close = lines.indexOf('"', open + 1);
  const isKey = lines[close + 1] === ':' && keys.has(lines.slice(open + 1, close));
  return isKey || fields.test(lines.slice(Math.max(0, open - longestField), open));
}

/** Where, in a line, what tools were asked stands, and what they gave that is no text: there fields may have any name. */
function valuesIn(line: string): (readonly [from: number, end: number])[] {
  return ['"input":', '"value":'].flatMap((key) => {
    const values: [number, number][] = [];
    for (let at = line.indexOf(key); at !== -1; at = line.indexOf(key, values.at(-1)?.[1]))
      values.push([at + key.length, endOfValue(line, at + key.length)]);
    return values;
  });
}

/** Where a value of JSON that begins at `from` ends. */
function endOfValue(line: string, from: number): number {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    const unit = line.charAt(at);
    if (unit === '"') at = closingQuote(line, at);
    else if (unit === '{' || unit === '[') depth++;
    else if (unit === '}' || unit === ']') depth--;
    if (depth < 0 || (depth === 0 && line.charAt(at + 1) === ',')) return at + 1;
  }
  return line.length;
}

function closingQuote(lines: string, open: number): number {
  let close = lines.indexOf('"', open + 1);
  while (close !== -1 && isEscaped(lines, close)) close = lines.indexOf('"', close + 1);
  return close === -1 ? lines.length : close;
}

/** The quote that begins the string around a place. */
function openingQuote(lines: string, at: number): number {
  let open = lines.lastIndexOf('"', at);
  while (open > 0 && isEscaped(lines, open)) open = lines.lastIndexOf('"', open - 1);
  return open;
}

function isEscaped(lines: string, at: number): boolean {
  let slashes = 0;
  while (lines[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}
