import type { Assembled, Engine } from '../../engine/api.ts';
import type { ThreadMessage } from '../../history/threadEvent.ts';
import type { Answer } from './ask.ts';
import type { Thread } from './turnMetadata.ts';

/** The turn's event in the record of its thread, and the thread's head after it. */
export interface Recorded {
  readonly turn?: string;
  readonly head?: string;
  /** Why it could not be recorded. */
  readonly problem?: string;
}

/** What was asked, by whom and of whom. */
export interface Asked {
  readonly command: string;
  readonly request: string;
  readonly isCancelled: boolean;
}

/** Records all that was said in a turn. Never rejects: a record that cannot be written leaves the thread where it was. */
export async function recordTurn(
  engine: Pick<Engine, 'recordTurn'>,
  { session, head }: Thread,
  { command, request, isCancelled }: Asked,
  answer: Answer,
  { trace }: Pick<Assembled, 'trace'>,
): Promise<Recorded> {
  const said = answer.messages.flatMap(withoutNothing);
  const before = head === undefined ? {} : { head };
  try {
    const turn = await engine.recordTurn({
      session,
      ...(head === undefined ? {} : { parent: head }),
      time: new Date().toISOString(),
      command,
      request,
      model: trace.model,
      messages: [{ role: 'user', content: request }, ...said],
      complete: answer.error === undefined && answer.text !== '' && !isCancelled,
      traceId: trace.id,
      ...(trace.usage === undefined
        ? {}
        : { tokens: { input: trace.usage.input, output: trace.usage.output, estimated: trace.usage.estimated } }),
    });
    return turn === undefined ? before : { turn, head: turn };
  } catch (error) {
    return { ...before, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The message without empty lists; nothing where nothing was said. */
function withoutNothing({ role, content, toolCalls = [], toolResults = [] }: ThreadMessage): ThreadMessage[] {
  if (content === '' && toolCalls.length + toolResults.length === 0) return [];
  return [{ role, content, ...(toolCalls.length === 0 ? {} : { toolCalls }), ...(toolResults.length === 0 ? {} : { toolResults }) }];
}
