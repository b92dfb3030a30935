import assert from 'node:assert/strict';
import type { ToolPorts } from '../../../src/editor/tools/brokerTool.ts';
import { warningOf } from '../../../src/editor/tools/approvedRun.ts';
import { approvalKey, type ApprovalNote } from '../../../src/session/approval.ts';

const input = { task: 3 };
const key = approvalKey('tick', input);
const asked = '2026-01-01T12:00:00.000Z';
const note = (state: ApprovalNote['state'], at: string): ApprovalNote => ({ key, tool: 'tick', state, at });

/** `calls`: keys of what the turn that was asked at noon calls just now. */
const portsOf = (last: ApprovalNote | undefined, calls: readonly string[]): Pick<ToolPorts, 'host' | 'turns'> => {
  const turn = { now: { queued: [{ request: 'tick it', command: '', time: asked }] } };
  return {
    host: { engine: { findApproval: (of: string) => Promise.resolve(of === key ? last : undefined) } },
    turns: { live: { calling: (of: string) => (calls.includes(of) ? turn : undefined) } },
  } as unknown as Pick<ToolPorts, 'host' | 'turns'>;
};

describe('what is to be known before a call is approved', () => {
  const cases: readonly (readonly [string, ApprovalNote | undefined, readonly string[], RegExp])[] = [
    ['nothing, the first time', undefined, [key], /^$/u],
    ['that it was cut off', note('executing', '2026-01-01T11:00:00.000Z'), [key], /it is not known whether it came to its end/u],
    ['that it has run in this turn', note('consumed', '2026-01-01T12:00:05.000Z'), [key], /has already run to its end in this turn/u],
    ['nothing of an earlier turn', note('consumed', '2026-01-01T11:59:59.000Z'), [key], /^$/u],
    ['nothing where no turn of ours calls it', note('consumed', '2026-01-01T12:00:05.000Z'), [], /^$/u],
  ];
  for (const [name, last, calls, says] of cases) {
    it(name, async () => {
      assert.match(await warningOf('tick', { ...input }, portsOf(last, calls)), says);
    });
  }
});
