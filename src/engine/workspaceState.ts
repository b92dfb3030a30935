import type { Artifact } from '../contributors/request.ts';
import type { PlanStep } from '../contributors/planFile.ts';
import { JsonLines } from '../telemetry/jsonLines.ts';
import type { CommandResult } from './api.ts';

const artifacts = new JsonLines('artifacts', { rotateAt: 2 * 1_048_576, kept: 1 });
const skillUse = new JsonLines('skills', { rotateAt: 65_536, kept: 1 });
const planSteps = new JsonLines('plan-steps', { rotateAt: 65_536, kept: 1 });

/** What files of a state folder begin with that hold any of this. */
export const stateFiles = ['history_archive', 'artifacts', 'skills', 'plan-steps'] as const;

/** Of a thread, as many of the latest as may be asked for. */
const mostArtifacts = 200;
const mostUses = 2_000;
/** Of an artifact's text, in characters. */
const longestText = 16_000;

/** What each command produces; of others nothing is kept. */
const kinds: Readonly<Record<string, Artifact['kind']>> = {
  plan: 'plan',
  implement: 'diff summary',
  fix: 'diff summary',
  review: 'review findings',
  explain: 'answer',
};

/** What is remembered of a workspace from turn to turn. Only ever appended to, so that two windows do not overwrite each other; without a folder nothing is. */
export class WorkspaceState {
  readonly folder: string | undefined;

  constructor(folder: string | undefined) {
    this.folder = folder;
  }

  /** What commands of a thread produced, oldest first. */
  artifactsOf(thread: string): Artifact[] {
    const mine = (value: unknown): Artifact | undefined =>
      isRecord(value) && value['thread'] === thread ? parseArtifact(value) : undefined;
    return this.folder === undefined ? [] : artifacts.read(this.folder, mostArtifacts, mine, JSON.stringify(thread)).reverse();
  }

  /** Throws where it cannot be written. */
  addArtifact({ text, ...result }: CommandResult): void {
    const kind = kinds[result.command];
    if (this.folder === undefined || kind === undefined || text.trim() === '') return;
    artifacts.append(this.folder, { ...result, kind, text: text.slice(0, longestText).replace(/\p{Surrogate}/gu, '') });
  }

  /** When skills were loaded last, by name. */
  get skillUse(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    if (this.folder === undefined) return found;
    for (const { name, at } of skillUse.read(this.folder, mostUses, parseUse)) if ((found.get(name) ?? '') < at) found.set(name, at);
    return found;
  }

  useSkill(name: string, at: string): void {
    if (this.folder !== undefined) skillUse.append(this.folder, { name, at });
  }

  get planStep(): PlanStep | undefined {
    return this.folder === undefined ? undefined : planSteps.read(this.folder, 1, parseStep)[0];
  }

  setPlanStep({ file, task, occurrence }: PlanStep): void {
    if (this.folder !== undefined) planSteps.append(this.folder, { file, task, occurrence });
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** These fields, if all of them are text. */
function texts<Name extends string>(value: unknown, ...names: readonly Name[]): Record<Name, string> | undefined {
  if (!isRecord(value) || names.some((name) => typeof value[name] !== 'string')) return undefined;
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Record<Name, string>;
}

function parseArtifact(value: unknown): Artifact | undefined {
  const found = texts(value, 'command', 'request', 'text', 'timestamp');
  const kind = found === undefined ? undefined : kinds[found.command];
  return found && kind && { ...found, kind };
}

const parseUse = (value: unknown): { name: string; at: string } | undefined => texts(value, 'name', 'at');

function parseStep(value: unknown): PlanStep | undefined {
  const found = texts(value, 'file', 'task');
  const occurrence = isRecord(value) ? value['occurrence'] : undefined;
  return found && { ...found, ...(typeof occurrence === 'number' && occurrence >= 1 ? { occurrence } : {}) };
}
