import { budgetFor } from '../broker/budget.ts';
import type { TokenCounter } from '../broker/tokens.ts';
import type { FileChanges, Files, ResolvedReference, TurnRequest, WarmSymbol, Working } from '../contributors/request.ts';
import { parseQuery } from '../signals/query.ts';
import { rankFiles } from '../signals/rank.ts';
import { warmSymbols } from '../signals/symbols/warmSymbols.ts';
import { currentBranch } from '../workspace/branch.ts';
import type { AssembleRequest, Reference, WarmPlace, WorkingState } from './api.ts';
import { fingerprintOf, type TurnCache } from './packCache.ts';
import { previousSession } from './previousSession.ts';
import type { ThreadView } from './threadView.ts';
import { windowOf } from './window.ts';
import type { WorkspaceIndex } from './workspaceIndex.ts';
import type { WorkspaceState } from './workspaceState.ts';

/** Places are warm for minutes: more than so many say nothing new. */
const mostWarm = 50;

/** Turns what the editor or the command line sent into what contributors see: relative paths, resolved references, ranked files. */
export function turnRequestOf(
  request: AssembleRequest,
  index: WorkspaceIndex,
  counter: TokenCounter,
  cache: TurnCache,
  state: WorkspaceState,
  thread: ThreadView,
  churn?: ReadonlyMap<string, FileChanges>,
): TurnRequest {
  const references = distinct(request.references).map((reference) => resolve(reference, index));
  const working = workingOf(request.workingState, index);
  const query = parseQuery(request.text);
  const attached = references.flatMap(({ kind, path, problem }) =>
    path === undefined || kind === 'folder' || problem !== undefined ? [] : [path],
  );
  const active = working.active === undefined ? {} : { active: working.active.path };
  const version = index.graphs.version;
  const edited = (request.edited ?? []).flatMap((path) => visiblePath(path, index) ?? []);
  const asked = { attached, edited, ...active };
  const targets = cache.get(['ranking', version, request.text, asked], () =>
    rankFiles(index.code, index.graphs.imports, { query, ...asked }),
  );
  const wholes = references.map(({ kind, path, text }) => [kind, path, text]);
  const fingerprint = fingerprintOf([version, request.command, request.text, targets.map(({ path, score }) => [path, score]), wholes]);
  const window = windowOf(request);
  const { budget } = budgetFor(window, request.settings.budget.reserve);
  const { planStep } = state;
  return {
    text: request.text,
    command: request.command,
    model: request.model,
    window,
    budget,
    counter,
    references,
    working,
    tools: toolsOf(request, thread),
    history: thread.turns,
    isHistoryLimited: request.isHistoryLimited ?? !request.settings.history.isAutomatic,
    ...(thread.summary === undefined ? {} : { threadSummary: thread.summary }),
    previousSession: (most) => previousSession({ state: state.folder, session: request.session, begun: thread.begun }, most, counter),
    settings: request.settings,
    targets,
    query,
    files: filesOf(index),
    graph: index.graphs.symbols,
    warm: warmSymbolsOf(request.warm ?? [], index),
    cached: (part, compute) => cache.get([part, budget, counter.name, fingerprint], compute),
    ...(churn === undefined ? {} : { churn }),
    ...(request.task === undefined ? {} : { task: request.task }),
    skillUse: state.skillUse,
    ...(planStep === undefined ? {} : { planStep }),
    artifacts: state.artifactsOf(request.session),
  };
}

/** What the summary of a thread leaves out can be asked for. */
function toolsOf({ tools, archiveTool }: AssembleRequest, { summary }: ThreadView): AssembleRequest['tools'] {
  const isNamed = tools.some(({ name }) => name === archiveTool?.name);
  return summary === undefined || archiveTool === undefined || isNamed ? tools : [...tools, archiveTool];
}

/** The workspace as contributors see it. */
export const filesOf = (index: WorkspaceIndex): Files => ({
  paths: index.paths,
  roots: index.roots.prefixes,
  vocabulary: index.code.vocabulary,
  signals: (path) => index.code.get(path)?.signals,
  text: (path) => index.text(path),
  named: (path) => index.named(path),
  realPath: (path) => index.realPath(path),
  byImportance: () => index.graphs.byImportance,
});

/** The same thing attached twice is attached once. */
function distinct(references: readonly Reference[]): Reference[] {
  const key = ({ kind, path, label, range }: Reference): string => JSON.stringify([kind, path ?? label, range]);
  return references.filter((one, place) => references.findIndex((other) => key(other) === key(one)) === place);
}

function resolve(reference: Reference, index: WorkspaceIndex): ResolvedReference {
  const { kind, label, path: absolute, range } = reference;
  const base = { kind, label, ...(range === undefined ? {} : { range }) };
  if (absolute === undefined)
    return { ...base, ...(reference.text === undefined ? { problem: 'has nothing to read' } : { text: reference.text }) };
  const placed = { ...base, path: index.roots.placeOf(absolute) };
  if (index.roots.isPrivate(absolute)) return { ...placed, problem: 'is kept out by .contextignore' };
  if (kind === 'folder') return placed;
  const content = reference.text === undefined ? index.content(absolute) : { text: reference.text };
  if ('problem' in content) return { ...placed, problem: content.problem };
  if (content.text.includes('\0')) return { ...placed, problem: 'is not text' };
  return { ...placed, text: range === undefined || reference.text !== undefined ? content.text : linesOf(content.text, range) };
}

const linesOf = (text: string, [from, to]: readonly [number, number]): string =>
  text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');

/** Workspace-relative; undefined outside the workspace and for what is never sent. */
const visiblePath = (absolute: string, index: WorkspaceIndex): string | undefined =>
  index.roots.isPrivate(absolute) ? undefined : index.roots.relative(absolute);

/** The declarations that warm places lie in, the warmest first. */
function warmSymbolsOf(places: readonly WarmPlace[], index: WorkspaceIndex): WarmSymbol[] {
  return warmSymbols(
    places.slice(0, mostWarm).flatMap(({ path: absolute, ...place }) => {
      const path = visiblePath(absolute, index);
      return path === undefined ? [] : [{ ...place, path }];
    }),
    (path) => index.code.get(path)?.signals,
  );
}

function workingOf(state: WorkingState, index: WorkspaceIndex): Working {
  const visible = (absolute: string): string | undefined => visiblePath(absolute, index);
  const active = state.active === undefined ? undefined : visible(state.active.path);
  const root = index.roots.all[0]?.path;
  const branch = state.branch ?? (root === undefined ? undefined : currentBranch(root));
  return {
    ...(state.active === undefined || active === undefined ? {} : { active: { ...state.active, path: active } }),
    unsaved: state.unsaved.flatMap((path) => visible(path) ?? []),
    diagnostics: state.diagnostics.flatMap((one) => {
      const path = visible(one.path);
      return path === undefined ? [] : [{ ...one, path }];
    }),
    ...(branch === undefined ? {} : { branch }),
  };
}
