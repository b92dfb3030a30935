import * as vscode from 'vscode';
import type { ToolDeclaration } from '../../engine/api.ts';
import type { ToolCall } from '../../history/threadEvent.ts';
import { orCancelled, untilCancelled } from './cancellation.ts';
import { servedUsage, usageType, type Served } from './servedUsage.ts';

/** What a model said to one request, as far as it came. */
export class Reply {
  /** In their order, without the usage: they are replayed as they came, those too that only the provider can read. */
  readonly parts: object[] = [];
  /** As it is recorded. */
  readonly message: { readonly role: 'assistant'; content: string; readonly toolCalls: ToolCall[] } = {
    role: 'assistant',
    content: '',
    toolCalls: [],
  };
  served: Served | undefined;

  get calls(): vscode.LanguageModelToolCallPart[] {
    return this.parts.filter((part) => part instanceof vscode.LanguageModelToolCallPart);
  }

  take(part: unknown): void {
    if (part instanceof vscode.LanguageModelTextPart) this.#takeText(part);
    else if (part instanceof vscode.LanguageModelDataPart && part.mimeType === usageType) this.served ??= servedUsage(part);
    else if (typeof part === 'object' && part !== null) {
      this.parts.push(part);
      if (part instanceof vscode.LanguageModelToolCallPart)
        this.message.toolCalls.push({ id: part.callId, name: part.name, input: part.input });
    }
  }

  /** Text comes in chunks. */
  #takeText({ value }: vscode.LanguageModelTextPart): void {
    this.message.content += value;
    const last = this.parts.at(-1);
    if (last instanceof vscode.LanguageModelTextPart)
      this.parts[this.parts.length - 1] = new vscode.LanguageModelTextPart(last.value + value);
    else this.parts.push(new vscode.LanguageModelTextPart(value));
  }
}

interface Wanted {
  readonly model: vscode.LanguageModelChat;
  readonly messages: vscode.LanguageModelChatMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly onText: (text: string) => void;
}

/** One request; what comes is in the reply at once, so that a failure loses none of it. */
export async function receive({ model, messages, tools, onText }: Wanted, reply: Reply, token: vscode.CancellationToken): Promise<void> {
  const options = { justification: 'Answers your question to @broker.', ...(tools.length === 0 ? {} : { tools: tools.map(toChatTool) }) };
  const response = await orCancelled(model.sendRequest(messages, options, token), token);
  for await (const part of untilCancelled(response.stream, token)) {
    reply.take(part);
    if (part instanceof vscode.LanguageModelTextPart) onText(part.value);
  }
}

const toChatTool = ({ name, description, inputSchema }: ToolDeclaration): vscode.LanguageModelChatTool => ({
  name,
  description,
  ...(inputSchema === undefined ? {} : { inputSchema: inputSchema as object }),
});
