import type { Layer } from './layers.ts';

/** Where a block stands in the prompt, in render order. */
export const positions = ['system', 'tools', 'context', 'history', 'user'] as const;
export type Position = (typeof positions)[number];

/** `yes`: always whole; `least`: always, at worst in its smallest version; `no`: may be dropped. */
export type Mandatory = 'yes' | 'least' | 'no';

export interface ContributorRow {
  readonly name: string;
  readonly layer: Layer;
  /** 0 to 100; higher is admitted first. */
  readonly priority: number;
  readonly mandatory: Mandatory;
  readonly position: Position;
}

const row = (name: string, layer: Layer, priority: number, mandatory: Mandatory, position: Position): ContributorRow => ({
  name,
  layer,
  priority,
  mandatory,
  position,
});

/** Our own contributors. The order of this table breaks ties of priority and is the order within a position. */
export const contributorTable = [
  row('persona', 'system', 100, 'yes', 'system'),
  row('user', 'user', 100, 'yes', 'user'),
  row('references', 'references', 95, 'least', 'context'),
  row('tools', 'system', 90, 'yes', 'tools'),
  row('skills', 'system', 85, 'least', 'system'),
  row('task', 'task', 80, 'yes', 'context'),
  row('instructions', 'mission', 78, 'no', 'context'),
  row('workingState', 'mission', 76, 'yes', 'context'),
  row('mission', 'mission', 75, 'no', 'context'),
  row('plan', 'plan', 74, 'no', 'context'),
  row('taskPack', 'task', 72, 'no', 'context'),
  row('artifacts', 'artifacts', 66, 'no', 'context'),
  row('code', 'semantic', 65, 'no', 'context'),
  row('ast', 'ast', 64, 'no', 'context'),
  row('threadSummary', 'history', 62, 'yes', 'context'),
  row('semantic', 'semantic', 58, 'no', 'context'),
  row('warmSymbols', 'graph', 55, 'no', 'context'),
  row('sessionDigest', 'memory', 52, 'no', 'context'),
  row('graph', 'graph', 50, 'no', 'context'),
  row('modelProfile', 'system', 40, 'no', 'system'),
  row('projectMap', 'graph', 30, 'no', 'context'),
  row('history', 'history', 30, 'no', 'history'),
] as const;

/** Never counted as injected on top of the stable prompt. */
export const stablePrompt: ReadonlySet<string> = new Set(['persona', 'team', 'tools', 'user', 'history', 'threadSummary', 'references']);

/** In which order projection sheds; contributed blocks go before all of these. What is missing here is never shed. */
export const shedOrder = [
  'projectMap',
  'learned',
  'semantic',
  'warmSymbols',
  'graph',
  'ast',
  'code',
  'consolidated',
  'personaMemory',
  'memory',
  'sessionDigest',
  'artifacts',
  'modelProfile',
  'skills',
  'taskPack',
  'plan',
  'mission',
  'instructions',
] as const;

export const neverShed: ReadonlySet<string> = new Set(['workingState', 'alwaysMemory', 'task']);

export const memoryContributors: ReadonlySet<string> = new Set([
  'alwaysMemory',
  'memory',
  'personaMemory',
  'consolidated',
  'learned',
  'sessionDigest',
]);

/** Without these there is no request: they cannot be excluded. */
export const essential: ReadonlySet<string> = new Set(['persona', 'tools', 'user']);

/** Names of ours, of contributors to come too: they decide how a block is treated, and nobody else may have them. */
export const ownNames: ReadonlySet<string> = new Set([
  ...contributorTable.map(({ name }) => name),
  ...stablePrompt,
  ...shedOrder,
  ...neverShed,
  ...memoryContributors,
]);
