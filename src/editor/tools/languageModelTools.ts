import * as vscode from 'vscode';
import { oneLine } from '../../contributors/fence.ts';
import { approvalKey } from '../../session/approval.ts';
import { abortOn } from '../chat/cancellation.ts';
import { WentOnElsewhere } from '../chat/turnSession.ts';
import { toolNames } from '../ids.ts';
import { archivedTurns } from './archivedTurns.ts';
import { assembleContext } from './assembleContext.ts';
import type { BrokerTool, Mistake, ToolCall, ToolPorts } from './brokerTool.ts';
import { approvedRun, warningOf } from './approvedRun.ts';
import { callerCount } from './callerCount.ts';
import { completeTask } from './completeTask.ts';
import { fileSignals } from './fileSignals.ts';
import { findSymbol } from './findSymbol.ts';
import { lastTrace } from './lastTrace.ts';
import { loadSkill } from './loadSkill.ts';
import { symbolCallers } from './symbolCallers.ts';
import { whole, withinBudget, type Part } from './toolText.ts';

export type LanguageModelTools = Record<keyof typeof toolNames, Required<vscode.LanguageModelTool<object>>>;

/** Every language model tool of the manifest. */
export const languageModelTools = (ports: ToolPorts): LanguageModelTools => ({
  brokerContext: languageModelTool('brokerContext', assembleContext, ports),
  fileSignals: languageModelTool('fileSignals', fileSignals, ports),
  findSymbol: languageModelTool('findSymbol', findSymbol, ports),
  symbolCallers: languageModelTool('symbolCallers', symbolCallers, ports),
  lastTrace: languageModelTool('lastTrace', lastTrace, ports),
  loadSkill: languageModelTool('loadSkill', loadSkill, ports),
  archivedTurns: languageModelTool('archivedTurns', archivedTurns, ports),
  completeTask: languageModelTool('completeTask', completeTask, ports),
});

function languageModelTool<Input extends object>(
  name: keyof typeof toolNames,
  tool: BrokerTool<Input>,
  ports: ToolPorts,
): Required<vscode.LanguageModelTool<object>> {
  return {
    prepareInvocation: async ({ input }) => {
      const parsed = tool.parse(fieldsOf(input));
      if (isMistake(parsed)) return { invocationMessage: 'Context Broker: a call that cannot be understood' };
      const { doing, title, reads, changes } = tool.tell(parsed);
      const effect = changes === undefined ? 'Nothing in the workspace is changed.' : `Changes ${plainMarkdown(oneLine(changes))}.`;
      const warning = tool.writes === true ? await warningOf(toolNames[name], input, ports) : '';
      const message = new vscode.MarkdownString(
        `${reads === undefined ? '' : `Reads ${plainMarkdown(oneLine(reads))}. `}${effect}${warning}`,
      );
      return { invocationMessage: oneLine(doing), confirmationMessages: { title: `Context Broker: ${title}`, message } };
    },
    invoke: async ({ input, tokenizationOptions }, token) => {
      if ((await ports.turns.live.calling(approvalKey(toolNames[name], input))?.isElsewhere()) === true) throw new WentOnElsewhere();
      const budget = tokenizationOptions?.tokenBudget;
      const count = callerCount(tokenizationOptions, ports, token);
      const parts = await partsOf(name, tool, fieldsOf(input), ports, { token, count, ...(budget === undefined ? {} : { budget }) });
      const text = budget === undefined ? whole(parts) : await withinBudget(parts, budget, count);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** What a model made up is shown as it is; `appendText` would keep the line from being broken. */
const plainMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-!<>|~$&]/gu, '\\$&');

/** What goes wrong is told to the model in words: it may know another way. Only cancelling throws. */
async function partsOf<Input extends object>(
  name: keyof typeof toolNames,
  tool: BrokerTool<Input>,
  input: Readonly<Record<string, unknown>>,
  ports: ToolPorts,
  call: Omit<ToolCall, 'signal'>,
): Promise<readonly Part[]> {
  const parsed = tool.parse(input);
  if (isMistake(parsed)) return failure(`The input cannot be used: ${parsed.mistake}.`);
  const { signal, dispose } = abortOn(call.token);
  try {
    await ports.host.flush();
    const run = (): Promise<readonly Part[]> => tool.run(parsed, ports, { ...call, signal });
    return await (tool.writes === true ? approvedRun(toolNames[name], input, ports, run) : run());
  } catch (error) {
    if (call.token.isCancellationRequested) throw new vscode.CancellationError();
    ports.log.error(error instanceof Error ? error : String(error));
    return failure(`The tool failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    dispose();
  }
}

/** Cut like prose: the beginning of a message is better than none. */
const failure = (text: string): Part[] => [{ text: `${text}\n`, cut: 'prose' }];

const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};

const isMistake = (parsed: object): parsed is Mistake => 'mistake' in parsed;
