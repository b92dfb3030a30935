import * as vscode from 'vscode';
import type { ContextOverflowError } from '../../broker/admission.ts';
import { commandIds, editorCommands } from '../ids.ts';
import { formatTokens } from '../views/format.ts';

/** What is told where there is no answer: what happened, what to do, and the buttons that do it. */
export interface Problem {
  readonly kind: 'noModel' | 'noPermission' | 'quota' | 'blocked' | 'overflow' | 'engine' | 'failed';
  readonly message: string;
  readonly buttons: readonly vscode.Command[];
}

const chooseModel: vscode.Command = { command: editorCommands.chooseModel, title: 'Choose another model' };
const manageModels: vscode.Command = { command: editorCommands.manageModels, title: 'Manage models' };

/** The most telling class an error of the model belongs to. */
export function modelProblem(error: unknown, model: vscode.LanguageModelChat): Problem {
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  const said = sentence(error instanceof Error ? error.message : String(error));
  if (/quota|rate.?limit|too many requests|exhausted|429/iu.test(said)) {
    return {
      kind: 'quota',
      message: `${model.name} has no quota left or is rate limited: ${said} Wait a while or choose another model.`,
      buttons: [chooseModel],
    };
  }
  if (code === 'NoPermissions') {
    return {
      kind: 'noPermission',
      message: `${model.name} may not be used by Context Broker: ${said} Allow it under language model access, or choose another model.`,
      buttons: [manageModels, chooseModel],
    };
  }
  if (code === 'NotFound') {
    return {
      kind: 'noModel',
      message: `${model.name} is not available any more: ${said} Choose another model.`,
      buttons: [chooseModel, manageModels],
    };
  }
  if (code === 'Blocked' || /filtered|content.?policy|responsible ai/iu.test(said)) {
    return {
      kind: 'blocked',
      message: `The request to ${model.name} was blocked: ${said} See in the trace what was sent, rephrase, or choose another model.`,
      buttons: [{ command: commandIds.showTrace, title: 'Show trace' }, chooseModel],
    };
  }
  return {
    kind: 'failed',
    message: `${model.name} failed: ${said} Try again or choose another model.`,
    buttons: [chooseModel, { command: commandIds.showTrace, title: 'Show trace' }],
  };
}

const blockNames: Readonly<Record<string, string>> = { user: 'your request', references: 'what you attached' };

export function overflowProblem({ block, tokens, mandatoryTokens, budget }: ContextOverflowError): Problem {
  const all = tokens === mandatoryTokens ? '' : `, all that must go in ${formatTokens(mandatoryTokens)}`;
  const message =
    `Nothing was sent: ${blockNames[block] ?? `the ${block} block`} needs ${formatTokens(tokens)} tokens${all}, and the input budget is ${formatTokens(budget)}. ` +
    'Attach less, shorten the request, unpin a contributor, or choose a model with a larger window.';
  const unpin: vscode.Command = { command: commandIds.pinContributor, title: 'Change what is pinned' };
  return {
    kind: 'overflow',
    message,
    buttons: [chooseModel, unpin, { command: commandIds.excludeContributor, title: 'Exclude a contributor' }],
  };
}

export function engineProblem(error: unknown): Problem {
  const said = sentence(error instanceof Error ? error.message : String(error));
  return {
    kind: 'engine',
    message: `Context could not be assembled: ${said} Rebuild the index and ask again.`,
    buttons: [{ command: commandIds.rebuildIndex, title: 'Rebuild index' }],
  };
}

/** Error messages come with and without a full stop. */
const sentence = (text: string): string => (/[.!?]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);
