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
  for (let match = pattern.exec(lines); match !== null; match = pattern.exec(lines)) {
    if (isFrame(lines, match.index) && !isValue(lines, match.index)) continue;
    places.push(lines.lastIndexOf('\n', match.index) + 1);
    const end = lines.indexOf('\n', match.index);
    if (end === -1) break;
    pattern.lastIndex = end;
  }
  return places;
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

/** What tools were asked, and what they gave that is no text, may have fields of any name. */
function isValue(lines: string, at: number): boolean {
  const line = lines.lastIndexOf('\n', at) + 1;
  for (const key of ['"input":', '"value":']) {
    for (let from = lines.lastIndexOf(key, at); from > line; from = lines.lastIndexOf(key, from - 1)) {
      if (!endsBefore(lines, from + key.length, at)) return true;
    }
  }
  return false;
}

/** Whether a value of JSON that begins at `from` has ended before a place. */
function endsBefore(lines: string, from: number, place: number): boolean {
  let depth = 0;
  for (let at = from; at < place; at++) {
    const unit = lines[at] ?? '';
    if (unit === '"') at = closingQuote(lines, at);
    else if ('{['.includes(unit)) depth++;
    else if ('}]'.includes(unit)) depth--;
    if (depth <= 0 && '}],'.includes(unit)) return true;
  }
  return false;
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
