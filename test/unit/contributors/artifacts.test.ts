import assert from 'node:assert/strict';
import { artifacts } from '../../../src/contributors/artifacts.ts';
import type { Artifact } from '../../../src/contributors/request.ts';
import { turn, versions } from './request.ts';

const artifact = (n: number, more: Partial<Artifact> = {}): Artifact => ({
  command: 'plan',
  kind: 'plan',
  request: `question ${String(n)}`,
  text: `answer ${String(n)}`,
  timestamp: `2026-01-01T00:00:${String(n).padStart(2, '0')}Z`,
  ...more,
});
const rows = async (all: readonly Artifact[], text = 'retry'): Promise<string[]> => versions(artifacts, turn({}, { artifacts: all, text }));

describe('artifacts', () => {
  it('are told one line each, the oldest first, and the oldest leaves first', async () => {
    assert.deepEqual(await rows([artifact(1), artifact(2, { command: 'review', kind: 'review findings' })]), [
      '## Earlier results of this chat\n- plan (/plan question 1): answer 1\n- review findings (/review question 2): answer 2\n',
      '## Earlier results of this chat\n- review findings (/review question 2): answer 2\n',
    ]);
  });

  it('are ten at most: those that share most words with the request, of equal ones the later, in order of time', async () => {
    const all = Array.from({ length: 14 }, (_, n) => artifact(n, n === 1 || n === 3 ? { text: 'Retries give up.' } : {}));
    const [text = ''] = await rows(all, 'why do the retries give up?');
    assert.deepEqual(
      [...text.matchAll(/question (\d+)/gu)].map(([, n]) => Number(n)),
      [1, 3, 6, 7, 8, 9, 10, 11, 12, 13],
    );
  });

  it('show 200 characters of a text in one line, cut between characters', async () => {
    const [text = ''] = await rows([artifact(1, { text: `a\n\n${'😀'.repeat(200)}` })]);
    const preview = text.slice(text.indexOf('): ') + 3).trimEnd();
    assert.match(preview, /^a (?:😀)+…$/u);
    assert.ok(preview.length <= 200);
  });

  it('show of a change the words around the code', async () => {
    const change = (text: string): Promise<string[]> => rows([artifact(1, { command: 'fix', kind: 'diff summary', request: '', text })]);
    assert.match(
      (await change('Retry waits now.\n```ts\nconst a = 1;\n```\nRun the tests.'))[0] ?? '',
      /\(\/fix\): Retry waits now\. Run the tests\.\n/u,
    );
    assert.match((await change('```ts\nconst a = 1;\n```'))[0] ?? '', /```ts const a = 1; ```\n/u);
    assert.match((await change('Cut off:\n````ts\nconst a = 1;'))[0] ?? '', /: Cut off:\n/u);
  });
});
