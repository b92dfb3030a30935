import { contributorTable } from '../broker/table.ts';
import type { Assembled, ToolDeclaration } from '../engine/api.ts';
import { UsageError } from './options.ts';

/** Contributors whose blocks go with every turn, whatever is asked. */
const always: ReadonlySet<string> = new Set(['persona', 'tools', 'skills', 'instructions', 'alwaysMemory']);

/** All the others: they need not be asked. */
export const notAlwaysOn = contributorTable.map(({ name }) => name).filter((name) => !always.has(name));

export interface AlwaysOn {
  readonly blocks: readonly { readonly name: string; readonly tokens: number; readonly source: string }[];
  readonly total: number;
  readonly limit?: number;
}

/** What goes with every turn, in its full size, the largest first. */
export function alwaysOn({ trace }: Assembled, limit: number | undefined): AlwaysOn {
  const blocks = trace.blocks
    .filter(({ name }) => always.has(name))
    .map(({ name, originalTokens, source }) => ({ name, tokens: originalTokens, source }))
    .sort((a, b) => b.tokens - a.tokens);
  const total = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  return { blocks, total, ...(limit === undefined ? {} : { limit }) };
}

/** A list of tools, or `{ tools }`, as a tool server lists them. */
export function parseTools(json: string): ToolDeclaration[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
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
