import type { ThreadMessage, ToolResult } from './threadEvent.ts';

/** What messages say, calls and results included, for a person or a model; results longer than `most` characters are shortened. */
export function transcript(messages: readonly ThreadMessage[], most = Infinity): string {
  return messages.map((message) => messageText(message, most)).join('');
}

function messageText({ role, content, toolCalls = [], toolResults = [] }: ThreadMessage, most: number): string {
  const said = content === '' ? '' : `${role === 'user' ? 'User' : 'Assistant'}: ${content}\n\n`;
  const calls = toolCalls.map(({ name, input }) => `Tool call ${name}: ${shortened(JSON.stringify(input), most)}\n\n`);
  const results = toolResults.map((result) => `Tool result of ${result.name}: ${shortened(resultText(result), most)}\n\n`);
  return said + calls.join('') + results.join('');
}

const resultText = ({ parts }: ToolResult): string =>
  parts
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'data' ? `[${part.mimeType}]` : JSON.stringify(part.value)))
    .join('');

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
  return `${cut}… (${String(text.length - cut.length)} characters more)`;
}
