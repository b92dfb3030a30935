import { formatTokens } from '../broker/formatTokens.ts';
import type { AssembleRequest, AssembleResult, Engine } from './api.ts';

/** Windows of common models, in tokens. */
export const comparedWindows = [8_192, 32_768, 128_000, 1_000_000] as const;

/** The same request in a window of another size. */
export interface WindowColumn {
  readonly window: number;
  /** All that is sent, messages around the blocks included; absent where nothing could be sent. */
  readonly total?: number;
  /** Tokens by block, those of 0 left out. */
  readonly blocks: Readonly<Record<string, number>>;
}

/** Assembles a request once for each window. Nothing is recorded. */
export async function compareWindows(
  engine: Pick<Engine, 'assemble'>,
  request: AssembleRequest,
  signal?: AbortSignal,
): Promise<WindowColumn[]> {
  const columns: WindowColumn[] = [];
  for (const tokens of comparedWindows) {
    const window = { tokens, kind: request.window?.kind ?? 'total', source: 'compared' } as const;
    columns.push(columnOf(tokens, await engine.assemble({ ...request, window }, signal === undefined ? {} : { signal })));
  }
  return columns;
}

function columnOf(window: number, result: AssembleResult): WindowColumn {
  if (result.kind === 'ContextOverflowError') return { window, blocks: {} };
  const { blocks, admittedTotal, messageOverhead } = result.trace;
  const sent = blocks.filter(({ tokens }) => tokens > 0).map(({ name, tokens }) => [name, tokens] as const);
  return { window, total: admittedTotal + messageOverhead, blocks: Object.fromEntries(sent) };
}

export const windowName = (tokens: number): string =>
  tokens >= 1_000_000 ? `${String(tokens / 1_000_000)}M` : `${String(Math.floor(tokens / 1_000))}k`;

/** A table in plain text: a row a block, a column a window. */
export function comparisonTable(columns: readonly WindowColumn[]): string {
  const names = [...new Set(columns.flatMap(({ blocks }) => Object.keys(blocks)))];
  const rows = [
    ['', ...columns.map(({ window }) => windowName(window))],
    ...names.map((name) => [name, ...columns.map(({ blocks }) => cell(blocks[name]))]),
    ['all', ...columns.map(({ total }) => (total === undefined ? 'too small' : formatTokens(total)))],
  ];
  const widths = rows.reduce<number[]>((most, row) => row.map((text, at) => Math.max(most[at] ?? 0, text.length)), []);
  const line = (row: readonly string[]): string =>
    row.map((text, at) => (at === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[at] ?? 0))).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

const cell = (tokens: number | undefined): string => (tokens === undefined ? '-' : formatTokens(tokens));
