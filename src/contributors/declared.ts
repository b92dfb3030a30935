import type { Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import type { Layer } from '../broker/layers.ts';
import { headOf, settingsOrigin } from './contributed.ts';
import { fenced } from './fence.ts';
import { globMatcher } from './globMatcher.ts';
import type { Files, TurnRequest } from './request.ts';
import { insideRoot } from './workspaceRoot.ts';

/** A contributor that the settings declare. */
export interface DeclaredContributor {
  readonly name: string;
  readonly layer: Layer;
  readonly priority: number;
  readonly title?: string;
  readonly from: { readonly file: string } | { readonly glob: string } | { readonly command: string };
}

const mostFiles = 50;
/** Of one file, and of all files of a glob. */
const mostCharacters = 65_536;
const mostInAll = 262_144;

/** One file of the workspace, or those that match a glob, in path order, each an item. Undefined for commands, which do not run here. */
export function declared({ name, title, from }: DeclaredContributor): Contributor<TurnRequest> | undefined {
  if ('command' in from) return undefined;
  const [source, read] = 'file' in from ? [from.file, readFile] : [from.glob, readGlob];
  return {
    name,
    collect: ({ files }) => {
      const { items, degraded } = read(files, source);
      return {
        source: `${settingsOrigin}: ${source}`,
        reason: 'declared in the settings',
        head: headOf(title, name),
        items,
        degraded,
      };
    },
  };
}

interface Read {
  readonly items: readonly Item[];
  readonly degraded: readonly string[];
}

function readFile(files: Files, path: string): Read {
  const content = files.named(path);
  if ('problem' in content) return { items: [], degraded: [`${path} ${content.problem}`] };
  if (content.text.length > mostCharacters) return { items: [], degraded: [`${path} is larger than 64 KB`] };
  return { items: content.text.trim() === '' ? [] : [itemOf(path, content.text)], degraded: [] };
}

function readGlob(files: Files, glob: string): Read {
  const matches = globMatcher(glob);
  if (matches === undefined) return { items: [], degraded: [`${glob} is a pattern that cannot be used`] };
  const paths = files.paths.filter((path) => matches(insideRoot(path, files.roots).inside));
  const read = paths.slice(0, mostFiles).map((path) => readFile(files, path));
  let size = 0;
  const fitting = read.flatMap(({ items }) => items).filter(({ forms }) => (size += forms[0].text.length) <= mostInAll);
  const left = paths.length - read.length + read.flatMap(({ items }) => items).length - fitting.length;
  const degraded = [
    ...read.flatMap((one) => one.degraded),
    ...(paths.length === 0 ? [`no file matches ${glob}`] : []),
    ...(left === 0
      ? []
      : [`${String(left)} of ${String(paths.length)} files are left out: at most ${String(mostFiles)}, and 256 KB of text`]),
  ];
  return { items: fitting, degraded };
}

const itemOf = (path: string, text: string): Item => ({
  label: path,
  path,
  forms: [{ name: 'full', text: `### ${path}\n${fenced(text, path)}`, ranges: [[1, text.split('\n').length]] }],
});
