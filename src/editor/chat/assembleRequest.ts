import * as vscode from 'vscode';
import type { Window } from '../../broker/budget.ts';
import type { Assembled, AssembleRequest, ToolDeclaration } from '../../engine/api.ts';
import type { Settings } from '../../engine/settings.ts';
import { toolNames } from '../ids.ts';
import { referencesOf } from './references.ts';
import type { Thread } from './turnMetadata.ts';
import type { WarmPlaces } from './warmPlaces.ts';
import { workingState } from './workingState.ts';

/** Milliseconds that a person waits for the index before the answer begins without the rest of it. */
const patience = 5_000;

/** Everything the engine must know of a chat turn, as plain data. */
export async function assembleRequestOf(
  request: Pick<vscode.ChatRequest, 'prompt' | 'command' | 'references' | 'toolReferences' | 'model'>,
  thread: Thread,
  settings: Settings,
  degraded: readonly string[],
  warm: Pick<WarmPlaces, 'places' | 'edited'>,
): Promise<AssembleRequest> {
  const { model } = request;
  const window = windowOf(model);
  return {
    text: request.prompt,
    command: request.command === 'preview' ? '' : (request.command ?? ''),
    session: thread.session,
    model: { id: model.id, vendor: model.vendor, family: model.family },
    ...(window === undefined ? {} : { window }),
    settings,
    workingState: workingState(),
    warm: warm.places(),
    edited: warm.edited(),
    references: await referencesOf(request.references),
    tools: toolsOf(request.toolReferences),
    ...archiveToolFor(model),
    history: thread.pairs,
    ...(thread.head === undefined ? {} : { head: thread.head }),
    ...(thread.previousHash === undefined ? {} : { previousHash: thread.previousHash }),
    degraded,
    patience,
  };
}

/** `maxInputTokens` is what may be sent: the output has room of its own. */
export function windowOf({ maxInputTokens }: vscode.LanguageModelChat): Window | undefined {
  const isKnown = Number.isSafeInteger(maxInputTokens) && maxInputTokens > 0;
  return isKnown ? { tokens: maxInputTokens, kind: 'input', source: 'the model' } : undefined;
}

/** The tools that the user's `#tool` references name. */
function toolsOf(references: readonly vscode.ChatLanguageModelToolReference[]): ToolDeclaration[] {
  const names = new Set(references.map(({ name }) => name));
  return vscode.lm.tools.filter(({ name }) => names.has(name)).map(declarationOf);
}

/** For a model that says that it calls tools: what the API's types do not name may be missing. */
function archiveToolFor(model: vscode.LanguageModelChat): Pick<AssembleRequest, 'archiveTool'> {
  const { capabilities } = model as { readonly capabilities?: { readonly supportsToolCalling?: unknown } };
  const tool = vscode.lm.tools.find(({ name }) => name === toolNames.archivedTurns);
  return Boolean(capabilities?.supportsToolCalling) && tool !== undefined ? { archiveTool: declarationOf(tool) } : {};
}

const declarationOf = ({ name, description, inputSchema }: vscode.LanguageModelToolInformation): ToolDeclaration => ({
  name,
  description,
  ...(inputSchema === undefined ? {} : { inputSchema }),
});

/** The name of that tool, where it was offered with a prompt. */
export const archiveToolIn = ({ blocks }: Pick<Assembled, 'blocks'>): string[] =>
  blocks.some(({ name, sent }) => name === 'tools' && sent.includes(toolNames.archivedTurns)) ? [toolNames.archivedTurns] : [];
