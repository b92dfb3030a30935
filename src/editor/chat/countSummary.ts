import type { Usage } from '../../broker/trace.ts';
import type { Engine } from '../../engine/api.ts';
import { newSession, summed } from '../../session/session.ts';
import type { LiveTurns } from './liveTurns.ts';

/** Counts a summary that a model has written for the session of its chat, whether a turn is under way in it or not. */
export async function countSummary(
  engine: Pick<Engine, 'findSession' | 'saveSession'>,
  live: Pick<LiveTurns, 'of'>,
  id: string,
  usage: Usage,
): Promise<void> {
  const turn = live.of(id);
  if (turn === undefined) await engine.saveSession(id, summed((await engine.findSession(id)) ?? newSession, { cached: 0, ...usage }));
  else turn.summed(usage);
}
