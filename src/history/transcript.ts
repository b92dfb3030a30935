import type { ThreadMessage, ToolResult } from './threadEvent.ts';

type ToText = (value: unknown) => string;

/** What messages say, calls and results included, for a person or a model; results longer than `most` characters are shortened. */
export function transcript(messages: readonly ThreadMessage[], most = Infinity): string {
  return messages.map((message) => messageText(message, json, most)).join('');
}

/** The same with what is quoted or escaped in JSON as it was said: for whoever looks for a text. */
export const plainTranscript = (messages: readonly ThreadMessage[]): string =>
  messages.map((message) => messageText(message, plainJson, Infinity)).join('');

const json: ToText = (value) => (value === undefined ? '' : JSON.stringify(value));

const plainJson: ToText = (value) => json(value).replace(/\\(?:u[\da-f]{4}|.)/giu, (escape) => JSON.parse(`"${escape}"`) as string);

function messageText({ role, content, toolCalls = [], toolResults = [] }: ThreadMessage, toText: ToText, most: number): string {
  const said = content === '' ? '' : `${role === 'user' ? 'User' : 'Assistant'}: ${content}\n\n`;
  const calls = toolCalls.map(({ name, input }) => `Tool call ${name}: ${shortened(toText(input), most)}\n\n`);
  const results = toolResults.map((result) => `Tool result of ${result.name}: ${shortened(resultText(result, toText), most)}\n\n`);
  return said + calls.join('') + results.join('');
}

const resultText = ({ parts }: ToolResult, toText: ToText): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'data' ? `[${part.mimeType}]` : toText(part.value))).join('');

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
  return `${cut}… (${String(text.length - cut.length)} characters more)`;
}
