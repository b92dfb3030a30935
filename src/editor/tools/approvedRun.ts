import { approvalKey } from '../../session/approval.ts';
import type { ToolPorts } from './brokerTool.ts';
import { whole, type Part } from './toolText.ts';

/** Of what a run says it did, in the record. */
const longestReceipt = 400;

/**
 * Runs what the user has approved, once: that it is executing is on disk before it begins, and what it did when it has ended. A run that cannot be
 * recorded does not begin.
 */
export async function approvedRun(
  tool: string,
  input: object,
  { host }: Pick<ToolPorts, 'host'>,
  run: () => Promise<readonly Part[]>,
): Promise<readonly Part[]> {
  const note = { key: approvalKey(tool, input), tool };
  await host.engine.noteApproval({ ...note, state: 'executing', at: new Date().toISOString() });
  const end = (what: string): Promise<void> =>
    host.engine.noteApproval({ ...note, state: 'consumed', at: new Date().toISOString(), receipt: what.slice(0, longestReceipt) });
  try {
    const parts = await run();
    await end(whole(parts).trim());
    return parts;
  } catch (error) {
    await end(`failed: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}

/** What is to be known before the same call is approved again; '' where nothing is. */
export async function warningOf(tool: string, input: object, { host, turns }: Pick<ToolPorts, 'host' | 'turns'>): Promise<string> {
  const key = approvalKey(tool, input);
  const last = await host.engine.findApproval(key).catch(() => undefined);
  if (last?.state === 'executing') return ' The same call was begun before, and it is not known whether it came to its end.';
  // A window may have ended after the tool and before what it gave was kept: the turn then calls it again.
  const [asked] = turns.live.calling(key)?.now.queued ?? [];
  const isOfTurn = last !== undefined && asked !== undefined && last.at >= asked.time;
  return isOfTurn ? ' The same call has already run to its end in this turn, and would run again.' : '';
}
