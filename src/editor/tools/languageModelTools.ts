import * as vscode from 'vscode';
import { oneLine } from '../../contributors/fence.ts';
import { abortOn } from '../chat/cancellation.ts';
import type { toolNames } from '../ids.ts';
import { archivedTurns } from './archivedTurns.ts';
import { assembleContext } from './assembleContext.ts';
import type { BrokerTool, Mistake, ToolCall, ToolPorts } from './brokerTool.ts';
import { callerCount } from './callerCount.ts';
import { fileSignals } from './fileSignals.ts';
import { findSymbol } from './findSymbol.ts';
import { lastTrace } from './lastTrace.ts';
import { loadSkill } from './loadSkill.ts';
import { symbolCallers } from './symbolCallers.ts';
import { whole, withinBudget, type Part } from './toolText.ts';

export type LanguageModelTools = Record<keyof typeof toolNames, Required<vscode.LanguageModelTool<object>>>;

/** Every language model tool of the manifest. */
export const languageModelTools = (ports: ToolPorts): LanguageModelTools => ({
  brokerContext: languageModelTool(assembleContext, ports),
  fileSignals: languageModelTool(fileSignals, ports),
  findSymbol: languageModelTool(findSymbol, ports),
  symbolCallers: languageModelTool(symbolCallers, ports),
  lastTrace: languageModelTool(lastTrace, ports),
  loadSkill: languageModelTool(loadSkill, ports),
  archivedTurns: languageModelTool(archivedTurns, ports),
});

function languageModelTool<Input extends object>(tool: BrokerTool<Input>, ports: ToolPorts): Required<vscode.LanguageModelTool<object>> {
  return {
    prepareInvocation: ({ input }) => {
      const parsed = tool.parse(fieldsOf(input));
      if (isMistake(parsed)) return { invocationMessage: 'Context Broker: a call that cannot be understood' };
      const { doing, title, reads } = tool.tell(parsed);
      const message = new vscode.MarkdownString(`Reads ${plainMarkdown(oneLine(reads))}. Nothing in the workspace is changed.`);
      return { invocationMessage: oneLine(doing), confirmationMessages: { title: `Context Broker: ${title}`, message } };
    },
    invoke: async ({ input, tokenizationOptions }, token) => {
      const budget = tokenizationOptions?.tokenBudget;
      const count = callerCount(tokenizationOptions, ports, token);
      const parts = await partsOf(tool, fieldsOf(input), ports, { token, count, ...(budget === undefined ? {} : { budget }) });
      const text = budget === undefined ? whole(parts) : await withinBudget(parts, budget, count);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** What a model made up is shown as it is; `appendText` would keep the line from being broken. */
const plainMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-!<>|~$&]/gu, '\\$&');

/** What goes wrong is told to the model in words: it may know another way. Only cancelling throws. */
async function partsOf<Input extends object>(
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
    return await tool.run(parsed, ports, { ...call, signal });
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
