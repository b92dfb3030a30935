import assert from 'node:assert/strict';
import { layers } from '../../../src/broker/layers.ts';
import type { Trace } from '../../../src/broker/trace.ts';
import type { TurnCapsule } from '../../../src/editor/chat/capsule.ts';
import { parseCapsule } from '../../../src/editor/chat/parseCapsule.ts';

const trace: Trace = {
  id: 'a1',
  session: 'one',
  command: '',
  request: 'what is sold?',
  model: { id: 'tools', vendor: 'scripted', family: 'scripted' },
  window: { tokens: 10_000, kind: 'input', source: 'the model' },
  budget: 9_500,
  reserve: 0,
  margin: 500,
  estimator: { name: 'chars', approximate: true },
  blocks: [
    {
      name: 'user',
      layer: 'user',
      priority: 100,
      mandatory: 'yes',
      pinned: false,
      tokens: 4,
      originalTokens: 4,
      source: 'the chat',
      position: 'user',
      admitted: true,
      version: 'whole',
      items: { sent: 1, collected: 1 },
      textHash: 'b2',
      reason: 'asked',
      limit: 'layer',
      files: [],
    },
  ],
  admitted: ['user'],
  admittedTotal: 4,
  dropped: [],
  memoryTokens: 0,
  memoryIds: ['memory'],
  messageOverhead: 12,
  layers: Object.fromEntries(layers.map((layer) => [layer, { reserved: 100, lent: 0, spent: 4 }])) as Trace['layers'],
  ranking: [],
  degraded: ['history'],
  compaction: [],
  shaping: [],
  steering: [],
  toolCalls: [],
  redactions: [],
  indexVersion: 'v1',
  contextHash: 'c3',
  previousHash: 'd4',
  excluded: ['skills'],
};

const capsule: TurnCapsule = {
  asked: { command: '', prompt: 'what is sold?' },
  thread: { session: 'one', pairs: [{ request: 'before', response: 'that', turn: 'e5' }], head: 'e5', previousHash: 'd4' },
  assembled: {
    kind: 'assembled',
    messages: [{ role: 'user', content: 'what is sold?' }],
    blocks: [{ name: 'user', sent: 'what is sold?', whole: 'what is sold?', beside: '' }],
    trace,
    pressure: { fixed: 4, summary: 0, history: 2 },
    files: [{ path: 'src/price.ts', detail: 'full', tokens: 4, rank: 1, ranges: [[1, 2]], why: 'named' }],
    cache: { hits: 0, misses: 1 },
  },
  tools: ['stock'],
  loop: {
    text: 'first',
    messages: [{ role: 'assistant', content: 'first', toolCalls: [{ id: 'call-1', name: 'stock', input: {} }] }],
    rounds: [
      {
        said: [
          { kind: 'text', text: 'first' },
          { kind: 'data', mimeType: 'text/plain', base64: '' },
          { kind: 'thinking', value: 'hm' },
          { kind: 'call', id: 'call-1', name: 'stock', input: {} },
        ],
        results: [{ id: 'call-1', name: 'stock', parts: [{ kind: 'text', text: '7' }], isFailure: false }],
      },
    ],
    reply: { said: [{ kind: 'call', id: 'call-2', name: 'stock', input: {} }], results: [] },
    called: [{ name: 'stock', tokens: 1, shaped: 'capped' }],
    served: { input: 10, output: 2, cached: 0 },
    isRetried: false,
    shaping: {
      state: { seen: 1, cleared: 0, removed: 0, summary: { rounds: 1, pairs: 0, text: 'so far' }, isWithoutModel: false },
      events: [{ request: 2, what: 'cap', count: 1, before: 20, after: 10 }],
      degraded: [['failed', 'shaping: failed']],
      calls: [{ name: 'stock', tokens: 1 }],
      request: 2,
      isForced: false,
    },
  },
};

type Path = readonly (string | number)[];

/** Every place in a value, outermost first. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, one]) => placesIn(one, [...path, name]));
  return [path, ...inside];
}

const valueAt = (value: unknown, path: Path): unknown => path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], value);

/** A copy with something else at one place. */
function changed(path: Path, to: unknown): unknown {
  const [last, whole] = [path.at(-1), structuredClone(capsule)];
  if (last === undefined) return to;
  const parent = valueAt(whole, path.slice(0, -1)) as Record<string, unknown>;
  parent[last] = to;
  return whole;
}

/** What a model thought is its provider's alone, and what it gave a tool the tool's. */
const isFree = (path: Path): boolean => /^loop\.(?:rounds\.0\.said\.2\.value|.*\.input)$/u.test(path.join('.')) && !isCounted(path);
const isCounted = (path: Path): boolean => ['served', 'usage'].includes(String(path.at(-2)));
const optional = /\.(?:previousHash|head|turn|limit|files|whole|beside|detail|served|cached|shaped|summary|toolCalls)$/u;

describe('the record of a turn that waits', () => {
  it('is what was kept', () => {
    assert.deepEqual(parseCapsule(JSON.parse(JSON.stringify(capsule))), capsule);
  });

  it('has its parts that need not be there in no other form either', () => {
    const { served, ...loop } = capsule.loop;
    assert.ok(served);
    const { head, ...thread } = capsule.thread;
    assert.ok(head);
    assert.ok(parseCapsule({ ...capsule, thread, loop }));
  });

  it('may have a call that was made without anything', () => {
    const { loop } = capsule;
    const called = { kind: 'call', id: 'call-2', name: 'stock', input: undefined } as const;
    const kept = JSON.parse(JSON.stringify({ ...capsule, loop: { ...loop, reply: { said: [called], results: [] } } })) as unknown;
    assert.ok(parseCapsule(kept));
  });

  for (const path of placesIn(capsule).filter((place) => !isFree(place))) {
    const name = path.length === 0 ? 'the whole' : path.join('.');
    it(`is none where ${name} is something else, or is not there`, () => {
      const is = valueAt(capsule, path);
      assert.equal(parseCapsule(changed(path, typeof is === 'string' ? 7 : 'nonsense')), undefined);
      assert.equal(parseCapsule(changed(path, null)), undefined);
      const mayBeAbsent = optional.test(name) && !/^assembled\.(?:files|trace\.toolCalls)$/u.test(name);
      if (!mayBeAbsent) assert.equal(parseCapsule(changed(path, undefined)), undefined);
    });
  }

  it('is none where its reply calls nothing, or a result belongs to no call', () => {
    const { loop } = capsule;
    const [round] = loop.rounds;
    assert.ok(round);
    assert.equal(parseCapsule({ ...capsule, loop: { ...loop, reply: { said: [{ kind: 'text', text: 'x' }], results: [] } } }), undefined);
    const stray = { ...round, results: round.results.map((result) => ({ ...result, id: 'call-9' })) };
    assert.equal(parseCapsule({ ...capsule, loop: { ...loop, rounds: [stray] } }), undefined);
  });
});
