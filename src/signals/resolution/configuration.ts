import { ts } from 'ts-morph';
import { folderOf } from './places.ts';

const { flattenDiagnosticMessageText, parseConfigFileTextToJson } = ts;

/** Where configuration comes from. Both are as they were when the resolver was made. */
export interface ConfigurationPort {
  /** All files of the workspace, sorted. */
  readonly paths: readonly string[];
  text(path: string): string | undefined;
}

/** A configuration file that was ignored, in whole or in part; the problem is a phrase that follows its name. */
export interface ConfigurationProblem {
  readonly path: string;
  readonly problem: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Files that decide where imports lead, beside those that they extend. */
export const isConfiguration = (path: string): boolean =>
  /(?:^|\/)(?:package\.json|[jt]sconfig[\w.-]*\.json|pnpm-workspace\.yaml)$/u.test(path);

/** Parsed configuration files, each read once; what is broken is noted once and taken as missing. */
export class Configuration {
  readonly paths: ReadonlySet<string>;
  readonly #port: ConfigurationPort;
  readonly #problems = new Map<string, string>();
  #inFolder: Map<string, string[]> | undefined;
  readonly #parsed = new Map<string, Fields | undefined>();

  constructor(port: ConfigurationPort) {
    this.#port = port;
    this.paths = new Set(port.paths);
  }

  /** Sorted by path. */
  get problems(): ConfigurationProblem[] {
    return [...this.#problems].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, problem]) => ({ path, problem }));
  }

  /** Only the first problem of a file is kept. */
  note(path: string, problem: string): void {
    if (!this.#problems.has(path)) this.#problems.set(path, problem);
  }

  text(path: string): string | undefined {
    return this.paths.has(path) ? this.#port.text(path) : undefined;
  }

  /** Names of the configuration files that stand in a folder, sorted. */
  filesIn(folder: string): readonly string[] {
    return (this.#inFolder ??= this.#byFolder()).get(folder) ?? [];
  }

  /** Whether something depends on what stands in this file, or on its not being JSON. */
  hasRead(path: string): boolean {
    return this.#parsed.has(path);
  }

  /** A file of JSON with comments and trailing commas. */
  json(path: string): Fields | undefined {
    if (!this.#parsed.has(path)) this.#parsed.set(path, this.#parse(path));
    return this.#parsed.get(path);
  }

  #byFolder(): Map<string, string[]> {
    const all = new Map<string, string[]>();
    for (const path of this.paths) {
      if (!isConfiguration(path)) continue;
      const folder = folderOf(path);
      const names = all.get(folder) ?? [];
      all.set(folder, [...names, path.slice(path.lastIndexOf('/') + 1)]);
    }
    return all;
  }

  #parse(path: string): Fields | undefined {
    const text = this.text(path);
    if (text === undefined) return undefined;
    try {
      const { config, error } = parseConfigFileTextToJson(path, text) as { readonly config?: unknown; readonly error?: ts.Diagnostic };
      if (error === undefined) return fieldsIn(config);
      this.note(path, `is ignored: ${flattenDiagnosticMessageText(error.messageText, ' ').replace(/\.$/u, '')}`);
    } catch {
      this.note(path, 'is ignored: it is nested too deeply');
    }
    return undefined;
  }
}

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});

export const stringIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A list of strings, or one string alone; what is something else is left out. */
export const stringsIn = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string');
