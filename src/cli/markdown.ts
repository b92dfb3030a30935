import type { Assembled, SignalsReport } from '../engine/api.ts';
import { traceMarkdown } from '../engine/traceMarkdown.ts';
import { formatTokens } from '../broker/formatTokens.ts';
import { fenced } from '../contributors/fence.ts';
import type { AlwaysOn } from './alwaysOn.ts';

/** The whole prompt for a reader: what goes in and what stays out first, then every message. */
export function assemblyMarkdown({ trace, messages }: Assembled): string {
  const parts = messages.map(({ role, content }, place) => `## Message ${String(place + 1)}, ${role}\n\n${fenced(content, 'a.md')}`);
  return `${traceMarkdown(trace)}\n${parts.join('\n')}`;
}

export function signalsMarkdown({ files }: SignalsReport): string {
  return files
    .map(({ path, problem, signatures, functions }) => {
      const rows = functions.filter(({ cyclomatic }) => cyclomatic >= 5).sort((a, b) => b.cyclomatic - a.cyclomatic);
      const hotspots = rows
        .map(
          ({ name, line, cyclomatic, cognitive }) =>
            `- ${name}, line ${String(line)}: cyclomatic ${String(cyclomatic)}, cognitive ${String(cognitive)}\n`,
        )
        .join('');
      return `## ${path}\n${problem === undefined ? '' : `\n${problem}\n`}\n${signatures.map((line) => `- \`${line}\`\n`).join('')}${hotspots === '' ? '' : `\nHotspots:\n${hotspots}`}`;
    })
    .join('\n');
}

export function alwaysOnMarkdown({ blocks, total, limit, problems }: AlwaysOn): string {
  const rows = blocks.map(({ name, tokens, source, reason }) => `| ${name} | ${formatTokens(tokens)} | ${source} | ${reason} |\n`).join('');
  const failures = problems.map((problem) => `\nFails: ${problem}.\n`).join('');
  const verdict =
    limit === undefined
      ? ''
      : total > limit
        ? `, ${formatTokens(total - limit)} over the limit of ${formatTokens(limit)}`
        : ` of ${formatTokens(limit)}`;
  return `# What every turn carries\n\n| block | tokens | from | why |\n|---|---:|---|---|\n${rows}\n${formatTokens(total)} tokens${verdict}.\n${failures}`;
}
