import * as vscode from 'vscode';
import { toolNames } from '../ids.ts';
import type { ToolPorts } from './brokerTool.ts';
import type { LanguageModelTools } from './languageModelTools.ts';

/** Registers every language model tool of the manifest. */
export function registerTools(ports: ToolPorts): vscode.Disposable {
  let loading: Promise<LanguageModelTools> | undefined;
  const tools = (): Promise<LanguageModelTools> =>
    (loading ??= import('../onDemand.ts').then(({ languageModelTools }) => languageModelTools(ports)));
  const names = Object.keys(toolNames) as (keyof typeof toolNames)[];
  const register = (name: keyof typeof toolNames): vscode.Disposable =>
    vscode.lm.registerTool<object>(toolNames[name], {
      prepareInvocation: async (options, token) => (await tools())[name].prepareInvocation(options, token),
      invoke: async (options, token) => (await tools())[name].invoke(options, token),
    });
  return vscode.Disposable.from(...names.map(register));
}
