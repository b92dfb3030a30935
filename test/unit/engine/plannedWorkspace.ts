import assert from 'node:assert/strict';
import path from 'node:path';
import type { AssembleRequest } from '../../../src/engine/api.ts';
import { ThreadRecord } from '../../../src/engine/threadRecord.ts';
import { withEventId, type CompactionEvent, type TurnEvent } from '../../../src/history/threadEvent.ts';
import { recordedThread } from '../history/turns.ts';
import { WorkspaceState } from '../../../src/engine/workspaceState.ts';
import { request, settings, shop, workspace } from './workspaceFixture.ts';

const { tracesTag, traceId, maxFileKilobytes } = settings();

/** A workspace in which every contributor that reads the project has something to say. */
export const planned = {
  ...shop,
  'package.json': '{ "name": "shop", "version": "1.2.0", "scripts": { "test": "mocha", "lint": "eslint ." } }\n',
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
  'eslint.config.mjs': 'export default [];\n',
  '.prettierrc': '{}\n',
  'src/AGENTS.md': 'Every export of src has a comment.\n',
  '.github/copilot-instructions.md': 'Answer in British English.\n',
  'tests.instructions.md': '---\napplyTo: "src/**/*.ts"\n---\nWrite tests with mocha.\n',
  '.github/skills/releasing/SKILL.md': '---\nname: releasing\ndescription: How a release is made, step by step.\n---\n# Releasing\n',
  '.claude/skills/payments/SKILL.md':
    '---\nname: payments\ndescription: How the payment sandbox is used: keys, cards, limits.\n---\n# Payments\n',
  '.context-broker/mission.md': `---
status: beta
goal: Checkout survives a bad connection
---
## Criteria
- [x] orders are kept
- [ ] payments are retried
## Pending
- P1: choose the number of attempts
## Handoff 2026-01-02
### Decisions
- wait longer after each attempt
### Key files
- src/retry.ts
`,
  'PLAN.md':
    '# Retry\n- [x] read the code\n- [ ] retry more than once\n  - [ ] count attempts\n    in one place\n- [ ] wait longer each time\n- [ ] tell the person\n',
  'docs/retry.md': '# Retry logic\n\nAttempts are counted from one.\n',
} as const;

export const plannedRoots = (
  folder: string,
): {
  roots: { name: string; path: string }[];
  exclude: string[];
  tracesTag: string;
  traceId: string;
  maxFileKilobytes: number;
  state: string;
} => ({
  roots: [{ name: 'shop', path: folder }],
  exclude: ['state/**'],
  tracesTag,
  traceId,
  maxFileKilobytes,
  state: path.join(folder, 'state'),
});

/** Writes the workspace, with what earlier turns left, and a request for which everybody speaks. */
export function plannedTurn(): { folder: string; one: AssembleRequest } {
  const folder = workspace(planned);
  const state = new WorkspaceState(path.join(folder, 'state'));
  const result = { thread: 'test', traceId: 'id', timestamp: '2026-01-01T00:00:00Z' };
  state.addArtifact({ ...result, command: 'plan', request: 'retry more than once', text: '1. Count attempts.\n2. Wait longer.' });
  state.addArtifact({ ...result, command: 'review', request: '', text: 'The default of one attempt never retries.' });
  state.useSkill('releasing', '2026-01-01T00:00:00Z');
  const [asked, compacted] = compactedThread();
  for (const event of [asked, compacted]) new ThreadRecord(path.join(folder, 'state'), 'test').append(event);
  const record = new ThreadRecord(path.join(folder, 'state'), 'before');
  for (const event of recordedThread(2, (n) => ({ time: `2025-12-31T00:00:0${String(n)}.000Z` }))) record.append(event);
  const retry = path.join(folder, 'src/retry.ts');
  const one = request('why does the retry logic give up after one attempt?', {
    command: 'fix',
    task: 'Find out why retry gives up.',
    references: [{ kind: 'file', label: 'src/wait.ts', path: path.join(folder, 'src/wait.ts') }],
    tools: [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }],
    history: [{ request: 'what is a cart?', response: 'A list of items.' }],
    head: compacted.id,
    warm: [{ path: retry, line: 5, weight: 2, edited: true }],
    workingState: {
      active: { path: retry, line: 5 },
      unsaved: [path.join(folder, 'src/cart.ts')],
      diagnostics: [{ path: retry, line: 9, severity: 'error', message: 'attempts is always 1' }],
      branch: 'fix/retry',
    },
  });
  return { folder, one };
}

/** A turn, and the compaction that replaced it. */
function compactedThread(): [TurnEvent, CompactionEvent] {
  const [turn] = recordedThread(1);
  assert.ok(turn !== undefined);
  const compaction = withEventId<CompactionEvent>({
    kind: 'compaction',
    parent: turn.id,
    time: '2026-01-01T00:01:00.000Z',
    turns: [turn.id],
    summary: '## Intent\nRetry more than once.\n\n## Open items\nHow long to wait.',
    how: 'model',
    kept: 0,
    before: 900,
    after: 60,
    archive: ['0123456789abcdef'],
  });
  return [turn, compaction];
}
