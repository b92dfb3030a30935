import { plural } from '../broker/plural.ts';
import type { ArchiveEvent } from '../history/archiveEvent.ts';
import type { ThreadMessage } from '../history/threadEvent.ts';
import { wellFormedText } from '../history/wellFormed.ts';

/** An archived event for a person to read. */
export const archiveText = (id: string, event: ArchiveEvent): string =>
  archiveSections(id, event)
    .map(({ text }) => text)
    .join('');

/** What stands together in the text of an archived event: its head, then message by message. */
export interface ArchiveSection {
  readonly text: string;
  /** The turn of a message. */
  readonly turn?: string;
}

export function archiveSections(id: string, { timestamp, session, source, messages }: ArchiveEvent): ArchiveSection[] {
  const turns = new Set(messages.map(({ turn }) => turn)).size;
  const head = `# Archived ${timestamp}\n\n${plural(turns, 'turn')}, ${source}, session ${session}, address ${id}\n`;
  return [
    { text: wellFormedText(head) },
    ...messages.map((message) => ({ text: wellFormedText(messageText(message)), turn: message.turn })),
  ];
}

function messageText({ role, content, toolCalls = [], toolResults = [] }: ThreadMessage): string {
  const said = content === '' ? '' : `\n## ${role === 'user' ? 'User' : 'Assistant'}\n\n${content}\n`;
  const calls = toolCalls.map(({ name, input }) => `\n### Tool call ${name}\n\n${indented(JSON.stringify(input ?? {}, undefined, 2))}\n`);
  const results = toolResults.map(
    ({ name, parts }) =>
      `\n### Tool result of ${name}\n\n${parts.map((part) => indented(part.kind === 'text' ? part.text : JSON.stringify(part))).join('\n')}\n`,
  );
  return said + calls.join('') + results.join('');
}

/** Code to Markdown, whatever fences stand in it. */
const indented = (text: string): string => text.replace(/^/gmu, '    ');
