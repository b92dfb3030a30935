import type { BlockTrace, ShapingTrace, Trace } from '../broker/trace.ts';
import { formatTokens } from '../broker/formatTokens.ts';

const count = (tokens: number): string => formatTokens(tokens);

/** What went in, what stayed out and why, for a reader. */
export function traceMarkdown(trace: Trace): string {
  const { budget, reserve, margin, window, estimator, blocks, admittedTotal, messageOverhead, projection, degraded, ranking, shaping } =
    trace;
  const about = estimator.approximate ? 'about ' : '';
  const share = projection === undefined ? '' : `- Injected: ${count(projection.used)} of ${count(projection.budget)} tokens\n`;
  return `# Context for: ${trace.request.split('\n')[0] ?? ''}

- Sent: ${about}${count(admittedTotal)} tokens of ${count(budget)}, and ${count(messageOverhead)} for the messages around them (${estimator.name})
- Window: ${count(window.tokens)} tokens (${window.kind}, ${window.source}), reserve ${count(reserve)}, margin ${count(margin)}
${share}${shaping.map(shapingLine).join('')}${degraded.map((what) => `- Degraded: ${what}\n`).join('')}
## In

| block | tokens | of | version | why |
|---|---:|---:|---|---|
${rows(blocks.filter(({ admitted }) => admitted))}
## Left out

${leftOut(blocks)}
## Files, best first

${
  ranking
    .slice(0, 15)
    .map(({ path, rank, why }) => `${String(rank)}. ${path}: ${why}\n`)
    .join('') || 'None.\n'
}`;
}

const shapingLine = ({ request, what, count: many, before, after }: ShapingTrace): string =>
  `- Shaped: request ${String(request)} of the turn, ${what} ${String(many)}, ${count(before)} to ${count(after)} tokens\n`;

const rows = (blocks: readonly BlockTrace[]): string =>
  blocks
    .map(
      ({ name, tokens, originalTokens, version, reason, source }) =>
        `| ${name} | ${count(tokens)} | ${count(originalTokens)} | ${version} | ${cell(reason)} (${cell(source)}) |\n`,
    )
    .join('');

function leftOut(blocks: readonly BlockTrace[]): string {
  const lines = blocks
    .filter(({ tokens, originalTokens }) => tokens < originalTokens)
    .map(({ name, tokens, originalTokens, reason }) => `- ${name}: ${count(originalTokens - tokens)} tokens, ${reason}\n`);
  return lines.join('') || 'Nothing.\n';
}

const cell = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text).replaceAll('|', '\\|').replaceAll('\n', ' ');
