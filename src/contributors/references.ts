import type { Form, Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { fenced } from './fence.ts';
import type { Files, ResolvedReference, TurnRequest } from './request.ts';

/** What the user attached: whole, then as an outline, at least its path and why. The last attached shrinks first. */
export const references: Contributor<TurnRequest> = {
  name: 'references',
  collect: ({ references: all, files }) => {
    if (all.length === 0) return undefined;
    const items = all.map((reference) => itemOf(reference, files));
    return {
      source: all.map(({ label }) => label).join(', '),
      reason: 'attached by the user',
      head: '## Attached by the user\n',
      items,
      ladder: shrinkLastFirst(items),
      degraded: all.flatMap(({ label, problem }) => (problem === undefined ? [] : [`${label} ${problem}`])),
    };
  },
};

/** Every item down to its smallest form, none out: first all to their second form from the last on, then to the third. */
function shrinkLastFirst(items: readonly Item[]): number[] {
  const depth = Math.max(...items.map(({ forms }) => forms.length));
  const steps: number[] = [];
  for (let form = 1; form < depth; form++) {
    for (let index = items.length - 1; index >= 0; index--) if ((items[index]?.forms.length ?? 0) > form) steps.push(index);
  }
  return steps;
}

function itemOf(reference: ResolvedReference, files: Files): Item {
  const { label, path, problem } = reference;
  const mention: Form = { name: 'mention', text: `- ${label}: attached${problem === undefined ? '' : `, but ${problem}`}\n` };
  const larger = problem === undefined ? largerForms(reference, files) : [];
  const sized = [...larger, mention].filter((form, place, all) => place === 0 || form.text.length < (all[place - 1]?.text.length ?? 0));
  return { label, ...(path === undefined ? {} : { path }), forms: sized as [Form, ...Form[]] };
}

function largerForms({ kind, label, path, range, text }: ResolvedReference, files: Files): Form[] {
  if (kind === 'folder') return folderForms(path ?? '', files);
  if (text === undefined) return [];
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const ranges = path === undefined || lines === 0 ? [] : [range ?? ([1, lines] as const)];
  const full: Form = { name: 'full', text: `### ${label}\n${fenced(text, path)}`, ranges };
  const signatures = path === undefined ? [] : (files.signals(path)?.signatures ?? []);
  const outline: Form[] =
    signatures.length === 0 ? [] : [{ name: 'outline', text: `### ${label}, outline\n${fenced(signatures.join('\n'), path)}` }];
  return [full, ...(kind === 'file' ? outline : [])];
}

function folderForms(folder: string, files: Files): Form[] {
  const inside = files.paths.filter((path) => folder === '' || path.startsWith(`${folder}/`));
  const listing: Form = { name: 'outline', text: `### ${folder}/, files\n${inside.map((path) => `- ${path}\n`).join('')}` };
  const outlines = inside.map((path) => ({ path, signatures: files.signals(path)?.signatures ?? [] }));
  const body = outlines.map(({ path, signatures }) => `// ${path}\n${signatures.map((line) => `${line}\n`).join('')}`).join('');
  return inside.length === 0 ? [] : [{ name: 'signatures', text: `### ${folder}/, outline\n${fenced(body, 'a.ts')}` }, listing];
}
