import type { Form, Group, Item } from '../broker/block.ts';
import type { RelevantDeclaration } from '../signals/relevantDeclarations.ts';
import { fenceFor, fenceLanguage, oneLine } from './fence.ts';

/** Items as they are shown, and their places from the best on. */
export interface RankedItems {
  readonly items: readonly Item[];
  readonly bestFirst: readonly number[];
}

/** The best `most` of the declarations, whole where `isWhole` says so (asked from the best on), else as signatures, file by file in the order of lines, each file with a heading and a code fence of its own. */
export function declarationItems(
  declarations: readonly RelevantDeclaration[],
  most: number,
  isWhole: (declaration: RelevantDeclaration) => boolean = () => true,
): RankedItems {
  const ranked = declarations.map((declaration, place) => ({ declaration, place }));
  const best = ranked.sort((a, b) => b.declaration.score - a.declaration.score || a.place - b.place).slice(0, most);
  const shown = [...best].sort((a, b) => a.place - b.place);
  const whole = new Set(best.filter(({ declaration }) => isWhole(declaration)));
  const groups = new Map<string, Group>();
  const items = shown.map((one) => {
    const { declaration } = one;
    const { path } = declaration;
    const group =
      groups.get(path) ??
      groupOf(
        path,
        shown.flatMap((other) => (other.declaration.path === path ? [other.declaration.text] : [])),
      );
    groups.set(path, group);
    return itemOf(declaration, group, whole.has(one));
  });
  return { items, bestFirst: best.map((one) => shown.indexOf(one)) };
}

function groupOf(path: string, texts: readonly string[]): Group {
  const fence = fenceFor(texts.join('\n'));
  return { head: `### ${path}\n${fence}${fenceLanguage(path)}\n`, tail: `${fence}\n` };
}

function itemOf({ path, name, container, signatures, range, text }: RelevantDeclaration, group: Group, whole: boolean): Item {
  const [from, to] = range;
  const lines = from === to ? `line ${String(from)}` : `lines ${String(from)}-${String(to)}`;
  const body: Form = {
    name: 'body',
    text: `${lines}${container === undefined ? '' : ` in ${oneLine(container)}`}:\n${text}\n`,
    ranges: [range],
  };
  const short: Form = { name: 'signature', text: `${lines}: ${oneLine(signatures.join('; '))}\n` };
  const both = short.text.length < body.text.length ? ([body, short] as const) : ([body] as const);
  const forms = whole ? both : ([both.at(-1) ?? body] as const);
  return { label: `${name === '' ? 'beginning' : name} (${path}:${String(from)})`, path, group, forms };
}
