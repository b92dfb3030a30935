import type { BudgetSettings } from '../broker/turn.ts';
import { layers } from '../broker/layers.ts';
import type { DeclaredContributor } from '../contributors/declared.ts';
import type { ShapingSettings } from '../history/loop/shapingLimits.ts';
import type { Ceilings } from '../session/session.ts';
import { declaredContributors } from './declaredSettings.ts';

/** All settings, checked, frozen, passed as values. Names and defaults are the manifest's. */
export interface Settings {
  readonly estimator: string;
  readonly budget: BudgetSettings;
  /** Tokens, where a model does not say its window. */
  readonly fallbackWindow: number;
  readonly historyPairs: number;
  /** Most tokens for the summary of a thread. */
  readonly summaryTokens: number;
  readonly digestTokens: number;
  readonly history: HistorySettings;
  readonly workingStateTokens: number;
  /** Rows of each kind of signal. */
  readonly signalRows: number;
  /** Cyclomatic complexity from which a function is a hotspot. */
  readonly hotspot: number;
  /** Latest commits that weigh hotspots by how often their files changed; 0 for none. */
  readonly churn: number;
  readonly tracesTag: string;
  readonly traceId: string;
  /** Glob patterns. */
  readonly exclude: readonly string[];
  readonly maxFileKilobytes: number;
  /** Folders with skills, relative to a root. */
  readonly skillFolders: readonly string[];
  /** Of the window, for the skill catalogue. */
  readonly skillPercent: number;
  /** Glob patterns of files with a plan, the first to be looked into first. */
  readonly planFiles: readonly string[];
  /** Contributors that the settings declare, the checked ones. */
  readonly declared: readonly DeclaredContributor[];
  readonly toolRounds: number;
  /** What one chat may use in its life. */
  readonly session: Ceilings;
  readonly shownTurns: number;
}

/** Threshold and target are those of threads and of requests within a turn. */
export interface HistorySettings extends ShapingSettings {
  /** Whether a thread is compacted without being asked. */
  readonly isAutomatic: boolean;
  /** Latest turns that stay verbatim. */
  readonly keptTurns: number;
  readonly summaryModel: 'current' | 'cheapest';
  /** Milliseconds. */
  readonly summaryTimeLimit: number;
  /** Size from which the archive's file is set aside. */
  readonly archiveMegabytes: number;
  /** 0 for ever. */
  readonly retentionDays: number;
}

/** What the manifest says of one setting. */
export interface SettingSchema {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly properties?: Readonly<Record<string, SettingSchema>>;
  readonly additionalProperties?: SettingSchema;
  readonly items?: ItemSchema;
}

/** What the manifest says of an entry of a list. */
export interface ItemSchema {
  readonly type?: string;
  readonly anyOf?: readonly { readonly enum?: readonly unknown[] }[];
  readonly not?: { readonly enum: readonly unknown[] };
  readonly properties?: Readonly<Record<string, SettingSchema>>;
}

export type SettingSchemas = Readonly<Record<string, SettingSchema>>;

export const prefix = 'contextBroker.';

/**
 * Checks every setting against the manifest: a value of the wrong type becomes the default, a number out of range the nearest bound,
 * each with a warning that names it. `read` gets the name without the prefix.
 */
export function settingsFrom(schemas: SettingSchemas, read: (name: string) => unknown): { settings: Settings; warnings: string[] } {
  const warnings: string[] = [];
  const get = (name: string): unknown => {
    const schema = schemas[prefix + name];
    if (schema === undefined) throw new Error(`the manifest has no setting ${prefix}${name}`);
    const { value, warning } = schema.format === 'regex' ? checkedPattern(schema, read(name)) : checked(schema, read(name));
    if (warning !== undefined) warnings.push(`settings: ${prefix}${name} ${warning}`);
    return value;
  };
  const number = (name: string): number => get(name) as number;
  const text = (name: string): string => get(name) as string;
  const list = (name: string): string[] => get(name) as string[];
  const numbers = (name: string): Record<string, number> => get(name) as Record<string, number>;
  /** null for none; so it is below 0, because 0 is the strictest limit there is. */
  const limit = (name: string): number | null => {
    const raw = read(name);
    if (typeof raw !== 'number' || raw >= 0) return get(name) as number | null;
    warnings.push(`settings: ${prefix}${name} is ${shown(raw)}; no limit is used`);
    return null;
  };
  const { declared, problems } = declaredContributors(get('contributors.declared') as unknown[]);
  warnings.push(...problems.map((problem) => `settings: ${prefix}contributors.declared: ${problem}`));
  const projectionTokens = get('projection.tokens') as number | null;
  const settings: Settings = {
    estimator: text('estimator'),
    budget: {
      reserve: {
        minimum: number('budget.reserveMinimum'),
        percent: number('budget.reservePercent'),
        marginPercent: number('budget.marginPercent'),
      },
      projection: {
        codePercent: number('projection.percent'),
        otherPercent: number('projection.otherPercent'),
        minimum: number('projection.minimum'),
        ...(projectionTokens === null ? {} : { tokens: projectionTokens }),
      },
      layers: Object.fromEntries(layers.map((layer) => [layer, number(`layers.${layer}`)])),
      pinned: list('contributors.pinned'),
      excluded: list('contributors.excluded'),
      priorities: numbers('contributors.priorities'),
      limits: { own: number('contributors.timeLimit'), contributed: number('contributors.contributedTimeLimit') },
    },
    fallbackWindow: number('budget.fallbackWindow'),
    historyPairs: number('history.pairs'),
    summaryTokens: number('history.summaryTokens'),
    digestTokens: number('history.digestTokens'),
    history: {
      isAutomatic: text('history.compaction') === 'automatic',
      isShaped: text('history.compaction') !== 'off',
      threshold: number('history.threshold'),
      target: number('history.target'),
      keptTurns: number('history.keptTurns'),
      toolResultTokens: number('history.toolResultTokens'),
      keptRounds: number('history.keptRounds'),
      clearedTokens: number('history.clearedTokens'),
      summaryModel: text('history.summaryModel') as 'current' | 'cheapest',
      summaryTimeLimit: number('history.summaryTimeLimit'),
      archiveMegabytes: number('history.archiveMegabytes'),
      retentionDays: number('history.retentionDays'),
    },
    workingStateTokens: number('workingState.tokens'),
    signalRows: number('signals.rows'),
    hotspot: number('signals.hotspot'),
    churn: number('signals.churn'),
    tracesTag: text('signals.tracesTag'),
    traceId: text('signals.tracesId'),
    exclude: list('index.exclude'),
    maxFileKilobytes: number('index.maxFileKilobytes'),
    skillFolders: list('skills.folders'),
    skillPercent: number('skills.percent'),
    planFiles: list('plan.files'),
    declared,
    toolRounds: number('chat.toolRounds'),
    session: ceilings(limit('session.maxTokens'), limit('session.maxSteps')),
    shownTurns: number('trace.shownTurns'),
  };
  return { settings: Object.freeze(settings), warnings };
}

/** null stands for no limit; 0 is one. */
const ceilings = (tokens: number | null, steps: number | null): Ceilings => ({
  ...(tokens === null ? {} : { tokens }),
  ...(steps === null ? {} : { steps }),
});

function checked(schema: SettingSchema, raw: unknown): { value: unknown; warning?: string } {
  const value = raw ?? schema.default;
  const types = [schema.type ?? []].flat();
  const instead = `is ${shown(value)}; ${shown(schema.default)} is used`;
  if (raw === '' || !types.some((type) => isOfType(type, value))) return { value: schema.default, warning: instead };
  if (schema.enum !== undefined && !schema.enum.includes(value)) return { value: schema.default, warning: instead };
  if (typeof value === 'number') return clamped(schema, value);
  if (schema.properties !== undefined) return checkedNumbers(schema, value as Readonly<Record<string, unknown>>);
  if (Array.isArray(value) && schema.items?.type !== 'object') {
    const known = value.filter((item) => typeof item === 'string' && schema.items?.not?.enum.includes(item) !== true);
    return known.length === value.length ? { value } : { value: known, warning: `has entries that mean nothing: ${shown(value)}` };
  }
  return { value };
}

/** An object of numbers: what is unknown or no number is left out, what is out of range becomes the nearest bound. */
function checkedNumbers(
  { properties = {}, additionalProperties }: SettingSchema,
  values: Readonly<Record<string, unknown>>,
): { value: unknown; warning?: string } {
  const entries = Object.entries(values).map(([name, value]) => {
    const schema = properties[name] ?? additionalProperties;
    return typeof value === 'number' && Number.isFinite(value) && schema !== undefined
      ? { name, ...clamped(schema, Math.round(value)) }
      : { name, value: undefined, warning: `has ${shown(value)} for ${name}, which means nothing` };
  });
  const warnings = entries.flatMap(({ name, warning }) => (warning === undefined ? [] : [`${name}: ${warning}`]));
  const kept = entries.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  return { value: Object.fromEntries(kept), ...(warnings.length === 0 ? {} : { warning: warnings.join('; ') }) };
}

function checkedPattern(schema: SettingSchema, raw: unknown): { value: unknown; warning?: string } {
  const result = checked(schema, raw);
  try {
    new RegExp(String(result.value), 'u');
    return result;
  } catch {
    return { value: schema.default, warning: `is ${shown(raw)}, which is no regular expression; ${shown(schema.default)} is used` };
  }
}

function clamped({ minimum = -Infinity, maximum = Infinity }: SettingSchema, value: number): { value: number; warning?: string } {
  const inside = Math.min(Math.max(value, minimum), maximum);
  return inside === value ? { value } : { value: inside, warning: `is ${shown(value)}; ${shown(inside)} is used, the nearest it can be` };
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
