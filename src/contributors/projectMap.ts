import { dropLastFirst, type Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { oneLine } from './fence.ts';
import type { TurnRequest } from './request.ts';

const mostRows = 200;
const namesPerRow = 6;

/** The workspace in rows of one file each: ranked files first, then those that most others import, then by folder depth and name. */
export const projectMap: Contributor<TurnRequest> = {
  name: 'projectMap',
  collect: ({ targets, files }) => {
    const listed = new Set(files.paths);
    const ranked = targets.map(({ path }) => path).filter((path) => listed.has(path));
    const known = new Set(ranked);
    const rest = files.byImportance().filter((path) => !known.has(path));
    const shown = [...ranked, ...rest].slice(0, mostRows);
    if (shown.length === 0) return undefined;
    const items = shown.map((path): Item => ({
      label: path,
      path,
      forms: [{ name: 'mention', text: rowOf(path, files.signals(path)?.signatures ?? []) }],
    }));
    return {
      source: `${String(files.paths.length)} files`,
      reason: 'where things are, the files closest to the request first',
      head: `## Project map, ${String(items.length)} of ${String(files.paths.length)} files\n`,
      items,
      ladder: dropLastFirst(items),
    };
  },
};

const declaredName = /\b(?:class|interface|enum|namespace|type|function\*?|const|let|var|abstract class)\s+([\w$]+)/u;

function rowOf(path: string, signatures: readonly string[]): string {
  const names = [...new Set(signatures.flatMap((line) => declaredName.exec(line)?.[1] ?? []))];
  const shown = names.slice(0, namesPerRow).join(', ');
  const more = names.length > namesPerRow ? ', …' : '';
  return `- ${path}${shown === '' ? '' : `: ${oneLine(shown)}${more}`}\n`;
}
