import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AssembleResult, Engine, IndexProgress, SignalsReport } from '../engine/api.ts';
import { isInMemory } from '../engine/isInMemory.ts';
import { problemRows } from '../engine/problemRows.ts';
import { promptDocument } from '../engine/promptDocument.ts';
import { compareWindows } from '../engine/windowComparison.ts';
import { stateFiles } from '../engine/workspaceState.ts';
import { settingsFrom, type Settings, type SettingSchemas } from '../engine/settings.ts';
import { estimators } from '../tokens/counter.ts';
import { alwaysOn, notAlwaysOn, parseTools, type RequestInWindow } from './alwaysOn.ts';
import { runArchive } from './archive.ts';
import { alwaysOnMarkdown, assemblyMarkdown, signalsMarkdown } from './markdown.ts';
import { choiceOption, commands, parseCommandLine, tokenOption, usage, UsageError, type CommandLine } from './options.ts';
import { leadsOut } from '../workspace/leadsOut.ts';

/** What of package.json the command line needs: its version and the defaults of the settings. */
export interface Manifest {
  readonly version: string;
  readonly contributes: { readonly configuration: readonly { readonly properties: object }[] };
}

export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether `err` goes to a screen. */
  readonly isWatched?: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  readonly manifest: Manifest;
  /** Nothing is asked of it where there is nothing to read. */
  readonly engine: Engine;
}

const oldestNode = 20;
const done = 0;
const failed = 1;
const wrongUsage = 2;

/** Runs one command line; resolves with the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    if (Number(process.versions.node.split('.')[0]) < oldestNode) {
      throw new UsageError(`Node ${String(oldestNode)} or newer is needed, this is ${process.versions.node}`);
    }
    return await dispatch(parseCommandLine(args), terminal);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.err(`context-broker: ${error instanceof Error ? error.message : String(error)}\n`);
    if (isUsage) terminal.err('Run with --help to see the options.\n');
    return isUsage ? wrongUsage : failed;
  }
}

async function dispatch(line: CommandLine, terminal: Terminal): Promise<number> {
  const { values, positionals } = line;
  const [name, ...rest] = positionals;
  if (values.help) terminal.out(usage);
  else if (values.version) terminal.out(`${terminal.manifest.version}\n`);
  else if (name === 'assemble' && rest.length === 0) return await runAssemble(values, terminal);
  else if (name === 'signals') return await runSignals(values, rest, terminal);
  else if (name === 'check' && rest.length === 0) return await runCheck(values, terminal);
  else if (name === 'archive') return archive(values, rest, terminal);
  else if (name === undefined) throw new UsageError('say what to do: assemble, signals, check or archive');
  else if (name === 'assemble') throw new UsageError(`assemble takes the task with --task, not ${rest.join(' ')}`);
  else if (name === 'check') throw new UsageError(`check takes options alone, not ${rest.join(' ')}`);
  else throw new UsageError(`${name} is not a command; there are assemble, signals, check and archive`);
  return done;
}

async function archive(values: CommandLine['values'], rest: readonly string[], terminal: Terminal): Promise<number> {
  const workspace = path.resolve(terminal.cwd, values.workspace);
  const format = choiceOption('format', values.format, ['markdown', 'json']);
  const state = path.resolve(terminal.cwd, values.state ?? defaultState(workspace, terminal));
  return (await runArchive(rest, state, format === 'json', terminal)) ? done : failed;
}

/** The manifest's defaults, but for what the command line says. */
function settingsOf({ manifest }: Terminal, given: Readonly<Record<string, unknown>> = {}): Settings {
  const schemas = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as SettingSchemas;
  return settingsFrom(schemas, (name) => given[name]).settings;
}

async function openWorkspace(
  { engine }: Terminal,
  workspace: string,
  { tracesTag, traceId, maxFileKilobytes }: Settings,
  state?: string,
): Promise<void> {
  if (!isFolder(workspace)) throw new UsageError(`--workspace ${workspace} is not a folder`);
  await engine.open({
    roots: [{ name: path.basename(workspace), path: workspace }],
    exclude: state === undefined ? [] : globsOf(path.relative(workspace, state)),
    tracesTag,
    traceId,
    maxFileKilobytes,
    ...(state === undefined ? {} : { state }),
  });
}

/** The state folder is no part of the workspace, even where it lies in it. */
function globsOf(state: string): string[] {
  const inside = state.split(path.sep).join('/');
  if (leadsOut(inside)) return [];
  return inside === '' ? ['traces*.jsonl', 'index-*.db*', ...stateFiles.map((name) => `${name}*.jsonl`)] : [inside, `${inside}/**`];
}

async function runAssemble(values: CommandLine['values'], terminal: Terminal): Promise<number> {
  const started = performance.now();
  const workspace = path.resolve(terminal.cwd, values.workspace);
  const format = choiceOption('format', values.format, ['markdown', 'json']);
  const request = requestOf(values, workspace, terminal);
  const state = path.resolve(terminal.cwd, values.state ?? defaultState(workspace, terminal));
  const { engine } = terminal;
  await openWorkspace(terminal, workspace, request.settings, state);
  const { problems } = await engine.index({ onProgress: progressTo(terminal) });
  for (const { problem } of problems.filter(isInMemory)) terminal.err(`context-broker: the index is ${problem}\n`);
  const indexed = performance.now();
  const result = await engine.assemble(request);
  if (result.kind === 'ContextOverflowError') throw new Error(overflowMessage(result));
  const elapsedMs = Math.round(performance.now() - started);
  if (values.command !== 'preview') await record(result, elapsedMs, terminal);
  const timing = values.timing ? { timing: { indexMs: Math.round(indexed - started), elapsedMs } } : {};
  const { messages, trace, files, cache } = result;
  const isPreview = values.command === 'preview';
  const columns = isPreview ? await compareWindows(engine, request) : [];
  const windows = isPreview ? { windows: columns } : {};
  if (format === 'json') terminal.out(`${JSON.stringify({ messages, trace, files, cache, ...windows, ...timing })}\n`);
  else terminal.out(isPreview ? promptDocument(trace, result, columns).text : assemblyMarkdown(result));
  return done;
}

/** The gate: fails where what every turn carries has grown over a limit. Records nothing. */
async function runCheck(values: CommandLine['values'], terminal: Terminal): Promise<number> {
  const workspace = path.resolve(terminal.cwd, values.workspace);
  const format = choiceOption('format', values.format, ['markdown', 'json']);
  const given = values['max-always-on'];
  const limit = given === undefined ? undefined : tokenOption('max-always-on', given, 0);
  const tools = values.tools === undefined ? [] : parseTools(readOption('tools', path.resolve(terminal.cwd, values.tools)));
  const request = requestOf({ ...values, task: '' }, workspace, terminal, { 'contributors.excluded': notAlwaysOn });
  const { engine } = terminal;
  await openWorkspace(terminal, workspace, request.settings, path.resolve(terminal.cwd, values.state ?? defaultState(workspace, terminal)));
  await engine.index({ onProgress: progressTo(terminal) });
  const { degraded, ...report } = await alwaysOn((one) => engine.assemble(one), { ...request, tools }, limit);
  for (const what of degraded) terminal.err(`context-broker: ${what}\n`);
  terminal.out(format === 'json' ? `${JSON.stringify(report)}\n` : alwaysOnMarkdown(report));
  return report.problems.length > 0 || (limit !== undefined && report.total > limit) ? failed : done;
}

function readOption(name: string, file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A trace that cannot be written never costs the answer. */
async function record(
  result: Extract<AssembleResult, { kind: 'assembled' }>,
  elapsedMs: number,
  { engine, now, err }: Terminal,
): Promise<void> {
  const { trace, messages, blocks, cache } = result;
  try {
    await engine.record({ timestamp: now().toISOString(), elapsedMs, cache, trace, messages, blocks });
  } catch (error) {
    err(`context-broker: the trace was not recorded: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

const overflowMessage = ({ block, tokens, mandatoryTokens, budget }: Extract<AssembleResult, { kind: 'ContextOverflowError' }>): string =>
  `ContextOverflowError: ${block} needs ${String(tokens)} tokens, all mandatory blocks together ${String(mandatoryTokens)}, the budget has ${String(budget)}. ` +
  'Shorten the task, attach less or choose a larger --window.';

function requestOf(
  values: CommandLine['values'],
  workspace: string,
  terminal: Terminal,
  given: Readonly<Record<string, unknown>> = {},
): RequestInWindow {
  if (values.task === undefined) throw new UsageError('say what is to be done with --task TEXT');
  const absolute = (file: string): string => path.resolve(workspace, file);
  const settings = settingsOf(terminal, {
    estimator: choiceOption('estimator', values.estimator, estimators),
    'projection.tokens': values.projection === undefined ? undefined : tokenOption('projection', values.projection, 0),
    ...given,
  });
  return {
    text: values.task === '-' ? fs.readFileSync(0, 'utf8') : values.task,
    command: choiceOption('command', values.command.replace(/^\//u, ''), commands),
    session: 'command line',
    model: { id: 'any', vendor: 'command line', family: '' },
    window: { tokens: tokenOption('window', values.window, 1), kind: 'total', source: '--window' },
    settings,
    workingState: {
      ...(values.active === undefined || !fs.existsSync(absolute(values.active))
        ? {}
        : { active: { path: absolute(values.active), line: 1 } }),
      unsaved: [],
      diagnostics: [],
    },
    references: (values.reference ?? []).map((label) => ({
      label,
      path: absolute(label),
      kind: isFolder(absolute(label)) ? 'folder' : 'file',
    })),
    tools: [],
    history: [],
    degraded: values.active !== undefined && !fs.existsSync(absolute(values.active)) ? [`--active ${values.active} does not exist`] : [],
  };
}

/** What cannot be looked at is taken for a file: reading it says why. */
function isFolder(absolute: string): boolean {
  try {
    return fs.statSync(absolute).isDirectory();
  } catch {
    return false;
  }
}

/** One folder a workspace below the user's cache. */
function defaultState(workspace: string, { env }: Terminal): string {
  const cache =
    env['XDG_CACHE_HOME'] ??
    (process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined) ??
    path.join(os.homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  return path.join(cache, 'context-broker', workspace.replaceAll(/[^\w.-]+/gu, '-').replace(/^-/u, ''));
}

async function runSignals(values: CommandLine['values'], files: readonly string[], terminal: Terminal): Promise<number> {
  const workspace = path.resolve(terminal.cwd, values.workspace);
  const format = choiceOption('format', values.format, ['markdown', 'json']);
  await openWorkspace(terminal, workspace, settingsOf(terminal));
  const wanted = files.map((file) => relativeTo(workspace, file));
  const report = await terminal.engine.signals(wanted, { onProgress: progressTo(terminal) });
  const { problems } = await terminal.engine.index({});
  // Those of files that are in the answer stand there.
  const others = problems.filter((one) => !isInMemory(one) && !report.files.some(({ path: found }) => found === one.path));
  for (const row of problemRows(others)) terminal.err(`context-broker: ${row}\n`);
  const missing = wanted.filter((file) => !report.files.some(({ path: found }) => found === file));
  for (const file of missing)
    terminal.err(`context-broker: ${file} is not a code file of the workspace, or its ignore files leave it out\n`);
  terminal.out(format === 'json' ? `${JSON.stringify(signalsJson(report))}\n` : signalsMarkdown(report));
  return missing.length > 0 ? failed : done;
}

const relativeTo = (workspace: string, file: string): string =>
  path.relative(workspace, path.resolve(workspace, file)).split(path.sep).join('/');

const signalsJson = ({ files }: SignalsReport): object => ({
  files: files.map(({ path: file, partial, notes, problem, signatures, functions, missingTraces, imports, calls }) => ({
    path: file,
    partial,
    ...(problem === undefined && notes.length === 0 ? {} : { problem: problem ?? notes.join('; ') }),
    signatures,
    functions,
    missingTraces,
    imports,
    calls,
  })),
});

/** A line on standard error for long indexing, where somebody is watching. */
function progressTo({ err, isWatched = false }: Terminal): (progress: IndexProgress) => void {
  let next = performance.now() + 1_000;
  return ({ done: files, total }) => {
    if (!isWatched || performance.now() < next) return;
    next = performance.now() + 1_000;
    err(`indexing: ${String(files)} of ${String(total)} files\n`);
  };
}
