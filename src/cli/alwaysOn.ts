import { contributorTable } from '../broker/table.ts';
import { formatTokens } from '../broker/formatTokens.ts';
import type { Assembled, AssembleRequest, AssembleResult, ToolDeclaration } from '../engine/api.ts';
import { isLeftOutNote } from '../contributors/leftOut.ts';
import { mostTokens, UsageError } from './options.ts';

/** Contributors whose blocks go with every turn, whatever is asked. */
const always: ReadonlySet<string> = new Set(['persona', 'tools', 'skills', 'instructions', 'alwaysMemory']);

/** All the others: they need not be asked. */
export const notAlwaysOn = contributorTable.map(({ name }) => name).filter((name) => !always.has(name));

export interface AlwaysOn {
  readonly blocks: readonly CarriedBlock[];
  readonly total: number;
  readonly limit?: number;
  /** Why the sum cannot be relied on, or no turn is possible: the gate fails. */
  readonly problems: readonly string[];
}

export type RequestInWindow = AssembleRequest & Required<Pick<AssembleRequest, 'window'>>;

interface CarriedBlock {
  readonly name: string;
  readonly tokens: number;
  readonly source: string;
  readonly reason: string;
}

/** What goes with every turn, in its full size, the largest first; and what could not be had for it. */
export async function alwaysOn(
  assemble: (request: RequestInWindow) => Promise<AssembleResult>,
  request: RequestInWindow,
  limit: number | undefined,
): Promise<AlwaysOn & { readonly degraded: readonly string[] }> {
  const result = await assemble(request);
  const traces = result.kind === 'assembled' ? [result.trace] : await tracesWithoutLimit(assemble, request);
  const blocks = traces
    .flatMap((trace) => trace.blocks)
    .filter(({ name }) => always.has(name))
    .map(({ name, originalTokens, source, reason }) => ({ name, tokens: originalTokens, source, reason }))
    .sort((a, b) => b.tokens - a.tokens);
  const total = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  const degraded = traces[0]?.degraded ?? [];
  const problems = [
    ...(result.kind === 'assembled' ? [] : [overflowText(result, request)]),
    ...degraded.filter(isLeftOutNote).map((what) => `${what}: it is left out, and its size unknown`),
  ];
  return { blocks, total, ...(limit === undefined ? {} : { limit }), problems, degraded };
}

/** The same blocks in the same sizes, though they do not fit: what the window decides is read without tools, which have one size in all. */
async function tracesWithoutLimit(
  assemble: (request: RequestInWindow) => Promise<AssembleResult>,
  request: RequestInWindow,
): Promise<Assembled['trace'][]> {
  const roomy = await assemble({ ...request, window: { ...request.window, tokens: mostTokens } });
  if (roomy.kind !== 'assembled') throw new Error(overflowText(roomy, request));
  const bare = await assemble({ ...request, tools: [] });
  if (bare.kind !== 'assembled') return [roomy.trace];
  return [bare.trace, { ...roomy.trace, blocks: roomy.trace.blocks.filter(({ name }) => name === 'tools') }];
}

const overflowText = (
  { mandatoryTokens, budget }: Extract<AssembleResult, { kind: 'ContextOverflowError' }>,
  { window }: RequestInWindow,
): string =>
  `no turn fits a window of ${formatTokens(window.tokens)} tokens: ${formatTokens(budget)} are left of it, and what must go with every turn has ` +
  formatTokens(mandatoryTokens);

/** A list of tools, or `{ tools }`, as a tool server lists them. */
export function parseTools(json: string): ToolDeclaration[] {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/u, ''));
  } catch {
    throw new UsageError('--tools is no JSON');
  }
  const all = Array.isArray(value) ? (value as unknown[]) : (value as { readonly tools?: unknown } | null)?.tools;
  if (!Array.isArray(all)) throw new UsageError('--tools wants a list of tools, or { "tools": [...] }');
  return all.map((tool, place) => {
    const { name, description, inputSchema } = (tool ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string') throw new UsageError(`--tools: tool ${String(place + 1)} has no name`);
    return { name, description: typeof description === 'string' ? description : '', ...(inputSchema === undefined ? {} : { inputSchema }) };
  });
}
