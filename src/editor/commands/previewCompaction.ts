import type { CompactionPlan, CompactionRefusal } from '../../engine/compactionTypes.ts';
import { compactionRequestOf } from '../chat/compactionRequest.ts';
import { overflowProblem } from '../chat/problems.ts';
import { formatTokens, plural } from '../views/format.ts';
import type { CommandPorts } from './ports.ts';

/** Shows what a compaction of the current chat would replace now. Changes nothing. */
export async function previewCompaction({ host, turns, settings, documents }: CommandPorts): Promise<void> {
  const { asked, thread } = turns;
  if (asked === undefined || thread === undefined) throw new Error('ask @broker something first: there is no chat to compact yet');
  await host.opened();
  const { session, pairs: history, head } = thread;
  const request = {
    ...asked,
    session,
    history,
    settings: settings.read({ chat: session }).settings,
    text: '',
    references: [],
    ...(head === undefined ? {} : { head }),
  };
  const result = await host.engine.assemble(request);
  if (result.kind === 'ContextOverflowError') throw new Error(overflowProblem(result).message);
  const { pressure, trace } = result;
  const plan = await host.engine.planCompaction(compactionRequestOf(request, pressure, trace.budget, trace.window, { isForced: true }));
  await documents.openPreview(previewText(plan, request.settings.summaryTokens));
}

function previewText(plan: CompactionPlan | CompactionRefusal, summaryTokens: number): string {
  if (plan.kind === 'refused') return `# Nothing would be compacted\n\n${plan.reason}\n`;
  const { replaced, kept, before, messages } = plan;
  const sum = replaced.reduce((total, { tokens }) => total + tokens, 0);
  return `# What would be compacted now

${plural(replaced.length, 'turn')} with ${formatTokens(sum)} of ${formatTokens(before)} tokens would give way to a summary of at most ${formatTokens(summaryTokens)}; the last ${String(kept)} would stay as they are. Before that they would be archived in history_archive.jsonl. Nothing has been changed.

| Turn | Tokens |
|---|--:|
${replaced.map(({ request, tokens }) => `| ${cell(request)} | ${formatTokens(tokens)} |`).join('\n')}

# What a model would be asked

${messages.map(({ content }) => content).join('\n')}`;
}

const cell = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 120)
    .replace(/[|\\]/gu, '\\$&')
    .replace(/\p{Surrogate}/gu, '');
