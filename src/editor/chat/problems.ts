import * as vscode from 'vscode';
import type { ContextOverflowError } from '../../broker/admission.ts';
import { isContextOverflow } from '../../history/contextOverflow.ts';
import type { ModelIdentity, Trace } from '../../broker/trace.ts';
import { commandIds, editorCommands } from '../ids.ts';
import { formatTokens } from '../views/format.ts';
import { errorText } from './errorText.ts';

/** What is told where there is no answer: what happened, what to do, and the buttons that do it. */
export interface Problem {
  readonly kind: 'noModel' | 'noPermission' | 'quota' | 'blocked' | 'overflow' | 'contextOverflow' | 'engine' | 'elsewhere' | 'failed';
  readonly message: string;
  readonly buttons: readonly vscode.Command[];
}

const chooseModel: vscode.Command = { command: editorCommands.chooseModel, title: 'Choose another model' };
const manageModels: vscode.Command = { command: editorCommands.manageModels, title: 'Manage models' };

/** The most telling class an error of the model belongs to. */
export function modelProblem(error: unknown, model: vscode.LanguageModelChat): Problem {
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  const said = sentence(error instanceof Error ? error.message : String(error));
  if (isContextOverflow(errorText(error))) {
    return {
      kind: 'contextOverflow',
      message: `${model.name} says that the request is too long for it: ${said} What came until then is kept. See in the trace what was sent, spend less, or choose a model with a larger window.`,
      buttons: [
        { command: commandIds.showTrace, title: 'Show trace' },
        { command: commandIds.tweakBudgets, title: 'Tweak budgets' },
        chooseModel,
      ],
    };
  }
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

const mostNamed = 4;
const blockNames: Readonly<Record<string, string>> = { user: 'your request', references: 'what you attached' };

/** What must go in and how much of it there is, the largest first. */
export function overflowText({ mandatoryTokens, largest, budget }: ContextOverflowError): string {
  return `what must go in needs ${formatTokens(mandatoryTokens)} tokens, and the input budget is ${formatTokens(budget)}. The largest: ${named(largest)}.`;
}

/** The largest blocks of a prompt by name, with what they would take uncut. */
export const largestText = ({ blocks }: Pick<Trace, 'blocks'>): string =>
  named(
    [...blocks]
      .sort((a, b) => b.originalTokens - a.originalTokens)
      .slice(0, mostNamed)
      .map(({ name, originalTokens: tokens, pinned }) => ({ name, tokens, pinned })),
  );

const named = (blocks: ContextOverflowError['largest']): string =>
  blocks
    .map(({ name, tokens, pinned }) => `${blockNames[name] ?? `the ${name} block`} ${formatTokens(tokens)}${pinned ? ' (pinned)' : ''}`)
    .join(', ');

/** A turn goes on with the model that it was begun with: another one has not been sent this context. */
export const otherModelProblem = ({ vendor, id }: ModelIdentity): Problem => ({
  kind: 'noModel',
  message: `The turn that waits was begun with ${vendor}/${id}. Choose this model, and resume again.`,
  buttons: [chooseModel],
});

/** The state of the turn cannot be read: nothing that could be done with it is left. */
export const damagedProblem: Problem = {
  kind: 'failed',
  message: 'The turn that waits cannot be gone on with: its record is damaged. It was given up; ask again.',
  buttons: [],
};

/** Its chat was left waiting while another window went on with the turn. */
export const elsewhereProblem: Problem = {
  kind: 'elsewhere',
  message: 'This turn was gone on with elsewhere, or given up, while it waited here: it ends here without having run its tool.',
  buttons: [],
};

export const toolsGoneProblem = (names: readonly string[]): Problem => ({
  kind: 'failed',
  message: `The turn that waits called ${names.join(', ')}, which is not there any more. Bring the tool back and resume again, or ask anew.`,
  buttons: [],
});

export function overflowProblem(error: ContextOverflowError): Problem {
  const pinned = error.largest.filter((one) => one.pinned);
  const unpin = pinned.map(({ name, tokens }): vscode.Command => ({
    command: commandIds.unpinBlock,
    title: `Unpin ${name} (${formatTokens(tokens)})`,
    arguments: [{ name }],
  }));
  const advice = `${pinned.length > 0 ? 'Unpin a contributor, attach' : 'Attach'} less, shorten the request, or choose a model with a larger window.`;
  const others: vscode.Command[] = [
    { command: commandIds.pinContributor, title: 'Change what is pinned' },
    { command: commandIds.excludeContributor, title: 'Exclude a contributor' },
  ];
  return { kind: 'overflow', message: `Nothing was sent: ${overflowText(error)} ${advice}`, buttons: [...unpin, chooseModel, ...others] };
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
