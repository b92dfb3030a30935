import * as vscode from 'vscode';
import { oneLine } from '../../contributors/fence.ts';
import type { Engine, SessionCounters } from '../../engine/api.ts';
import { ceilingOf, newSession, stopped, type Ceilings, type Session, type StopReason } from '../../session/session.ts';
import { editorCommands, settingsSection } from '../ids.ts';
import { formatTokens } from '../views/format.ts';
import type { Answer } from './ask.ts';
import type { TurnCapsule } from './capsule.ts';
import type { LiveTurns } from './liveTurns.ts';
import { parseCapsule } from './parseCapsule.ts';
import type { Problem } from './problems.ts';
import { restoredReply, restoredRound } from './savedRounds.ts';
import type { Thread } from './turnMetadata.ts';
import { TurnSession } from './turnSession.ts';

/**
 * A chat's session with a request under way; the note tells what of an earlier one is given up or was cut off. Throws where the turn that was to be
 * resumed waits no more.
 */
export async function begunSession(
  engine: Pick<Engine, 'findSession' | 'saveSession'>,
  id: string,
  ceilings: Ceilings,
  { command, prompt }: TurnCapsule['asked'],
  isResumed: boolean,
): Promise<{ readonly session: TurnSession; readonly note?: string }> {
  const session = await TurnSession.open(engine, id, ceilings);
  if (isResumed) {
    await session.resumed();
    return { session };
  }
  const { phase, queued } = session.now;
  await session.begin({ request: prompt, command, time: new Date().toISOString() });
  if (phase === 'awaitingEvent')
    return { session, note: 'An earlier turn of this chat waited for your approval. It was given up when you asked anew.' };
  const [lost] = phase === 'idle' ? queued : [];
  if (lost === undefined) return { session };
  const what = `“${oneLine(lost.request, 60)}” was not answered to its end: the window was closed.`;
  return { session, note: `${what} Ask it again if you still need it.` };
}

/** How a turn's session ends. */
export function endOf(
  { ceiling, stoppedAtLimit, error }: Answer,
  isCancelled: boolean,
  problem: Problem | undefined,
): 'done' | 'error' | StopReason {
  if (isCancelled) return 'cancelled';
  if (ceiling !== undefined) return ceiling;
  if (problem?.kind === 'contextOverflow') return 'context';
  if (stoppedAtLimit) return 'step';
  return error === undefined ? 'done' : 'error';
}

export type Waiting =
  | { readonly kind: 'waiting'; readonly capsule: TurnCapsule }
  | { readonly kind: 'damaged' }
  /** `live`: in another chat of this window, which is still at it; `elsewhere`: in another chat, and cut off. */
  | { readonly kind: 'live' | 'elsewhere'; readonly request: string };

/**
 * The turn that waits: of this chat, or, for a chat that has no turns yet (VS Code may have lost it with its window), the workspace's latest. One
 * that cannot be read is given up; one that is still under way is left to its own chat.
 */
export async function waitingTurn(
  engine: Pick<Engine, 'findSession' | 'findWaitingSession' | 'saveSession'>,
  live: Pick<LiveTurns, 'of'>,
  { session: id, pairs, head }: Thread,
): Promise<Waiting | undefined> {
  const own = await engine.findSession(id);
  // The turn that was cut off may stand there without an answer, and without a word of whose it was.
  const isNew = head === undefined && pairs.every(({ turn }) => turn === undefined);
  const found = own?.phase === 'awaitingEvent' ? { id, session: own } : await engine.findWaitingSession();
  if (found === undefined) return undefined;
  const request = found.session.queued[0]?.request ?? '';
  if (live.of(found.id) !== undefined) return { kind: 'live', request };
  if (found.id !== id && !isNew) return { kind: 'elsewhere', request };
  const capsule = parseCapsule(found.session.capsule);
  if (capsule !== undefined && capsule.thread.session === found.id && canBeRestored(capsule)) return { kind: 'waiting', capsule };
  await engine.saveSession(found.id, stopped(found.session, 'cancelled'));
  return { kind: 'damaged' };
}

/** What is said where no turn is gone on with. */
export function nothingToResume(found: { readonly kind: 'live' | 'elsewhere'; readonly request: string } | undefined): string {
  if (found === undefined) return 'Nothing waits for you: no turn of this workspace was cut off while it asked for an approval.';
  const what = `“${oneLine(found.request, 60)}”`;
  return found.kind === 'live'
    ? `That turn still waits in its own chat: ${what}. Allow or skip its tool there.`
    : `Nothing waits in this chat. A turn waits in another chat: ${what}. Ask /resume in a new chat to go on with it.`;
}

/** The turn that waits in a chat, if one does, goes on after a compaction that was asked for in the meantime. */
export async function followCompaction(engine: Pick<Engine, 'findSession' | 'saveSession'>, id: string, head: string): Promise<void> {
  const session = await engine.findSession(id);
  const capsule = session?.phase === 'awaitingEvent' ? parseCapsule(session.capsule) : undefined;
  if (session === undefined || capsule === undefined) return;
  await engine.saveSession(id, { ...session, capsule: { ...capsule, thread: { ...capsule.thread, head } } });
}

function canBeRestored({ loop }: TurnCapsule): boolean {
  try {
    return loop.rounds.map(restoredRound).length >= 0 && restoredReply(loop.reply).calls.length > 0;
  } catch {
    return false;
  }
}

/** Tools that the turn has called and that nobody offers now. */
export function missingTools({ loop }: TurnCapsule): string[] {
  const known = new Set(vscode.lm.tools.map(({ name }) => name));
  return restoredReply(loop.reply)
    .calls.map(({ name }) => name)
    .filter((name) => !known.has(name));
}

/** Whether a chat may ask no model any more. */
export async function isAtCeiling(engine: Pick<Engine, 'findSession'>, id: string, ceilings: Ceilings): Promise<boolean> {
  const session = await engine.findSession(id).catch(() => undefined);
  return ceilingOf(session ?? newSession, ceilings) !== undefined;
}

/** What is shown of a session beside its turn. */
export const countersOf = ({ turns, steps, usage, phase, reason }: Session): SessionCounters => ({
  turns,
  steps,
  usage,
  phase,
  ...(reason === undefined ? {} : { reason }),
});

const settingOf = { token: 'session.maxTokens', step: 'session.maxSteps' } as const;

export function ceilingNote(reason: 'token' | 'step', { usage, steps }: Session, { tokens = 0, steps: most = 0 }: Ceilings): string {
  const used = usage.input + usage.output;
  const what =
    reason === 'token'
      ? `has used ${formatTokens(used, usage.estimated)} tokens, and ${formatTokens(tokens)} are its limit`
      : `has called a model ${String(steps)} times, and ${String(most)} are its limit`;
  return `Stopped: this chat ${what} (${settingOf[reason]}). Raise it, or begin a new chat.`;
}

export const openSettingButton = (reason: 'token' | 'step'): vscode.Command => ({
  command: editorCommands.openSettings,
  title: 'Change the limit',
  arguments: [`${settingsSection}.${settingOf[reason]}`],
});
