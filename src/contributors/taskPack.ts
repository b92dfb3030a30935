import type { Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { conventionsFor, type Conventions } from './conventions.ts';
import { oneLine } from './fence.ts';
import type { TurnRequest } from './request.ts';

type Told = 'tests' | 'style' | 'types' | 'commits';

/** What each kind of task is told of the conventions, and what to see to. */
const packs: Readonly<Record<string, { readonly told: readonly Told[]; readonly checks: readonly string[] }>> = {
  fix: {
    told: ['tests', 'style', 'types', 'commits'],
    checks: ['a test that fails without the fix', 'callers of what changes still hold'],
  },
  implement: {
    told: ['tests', 'style', 'types', 'commits'],
    checks: ['a test for each new behaviour', 'callers, types and documents that the change touches'],
  },
  review: {
    told: ['tests', 'style', 'types'],
    checks: ['each changed behaviour has a test', 'errors, empty input and limits are handled'],
  },
  plan: { told: ['tests', 'style'], checks: [] },
};

/** What this kind of task wants: the conventions around the first target file, and what to see to. Nothing for questions. */
export const taskPack: Contributor<TurnRequest> = {
  name: 'taskPack',
  collect: ({ command, targets, working, files }) => {
    const pack = packs[command];
    if (pack === undefined) return undefined;
    const conventions = conventionsFor(files, targets[0]?.path ?? working.active?.path);
    const lines = [
      ...pack.told.flatMap((name) => conventionLine(name, conventions)),
      ...pack.checks.map((check) => `- see to: ${check}\n`),
    ];
    const items = lines.map((text): Item => ({ label: text.slice(2, -1), forms: [{ name: 'line', text }] }));
    return {
      source: conventions.sources.join(', '),
      reason: `what /${command} wants, and how this project works`,
      head: '## For this task\n',
      items,
      degraded: conventions.degraded,
    };
  },
};

const conventionLine = (name: Told, conventions: Conventions): string[] => {
  const said = conventions[name];
  return said === undefined ? [] : [`- ${name}: ${oneLine(said)}\n`];
};
