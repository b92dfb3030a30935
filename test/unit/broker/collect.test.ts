import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '../../../src/broker/assemble.ts';
import { collect, ContributorRegistry, type Chosen, type Contributor } from '../../../src/broker/contributor.ts';
import type { Turn } from '../../../src/broker/turn.ts';
import { characters, draft, item } from './helpers.ts';

type Request = Record<string, never>;
const nobody: Chosen = { pinned: new Set(), excluded: new Set(), priorities: {} };
const limits = { own: 40, contributed: 80 };
const signal = (): AbortSignal => new AbortController().signal;

const says = (name: string, size = 10): Contributor<Request> => ({ name, collect: () => draft([item(size)]) });
const registry = (...contributors: readonly Contributor<Request>[]): ContributorRegistry<Request> =>
  contributors.reduce((all, one) => all.add(one), new ContributorRegistry<Request>());

describe('COLLECT', () => {
  const failing: readonly (readonly [title: string, contributor: Contributor<Request>, row: RegExp])[] = [
    [
      'throws',
      {
        name: 'ast',
        collect: () => {
          throw new Error('no tree');
        },
      },
      /^ast: no tree$/,
    ],
    ['rejects', { name: 'ast', collect: () => Promise.reject(new Error('no tree')) }, /^ast: no tree$/],
    [
      'throws something that is no error',
      {
        name: 'ast',
        collect: () => {
          throw 'no tree' as unknown as Error;
        },
      },
      /^ast: no tree$/,
    ],
    ['is late', { name: 'ast', collect: () => sleep(5_000, undefined, { ref: false }) }, /^ast: took longer than 40 ms$/],
    ['never answers', { name: 'ast', collect: () => new Promise(() => undefined) }, /^ast: took longer than 40 ms$/],
  ];
  for (const [title, contributor, row] of failing) {
    it(`a contributor that ${title} costs only its own block`, async () => {
      const { blocks, degraded } = await collect(registry(says('persona'), contributor, says('user')), {}, nobody, signal(), limits);
      assert.deepEqual(
        blocks.map(({ name }) => name),
        ['persona', 'user'],
      );
      assert.equal(degraded.length, 1);
      assert.match(degraded[0] ?? '', row);
    });
  }

  it('tells a late contributor to stop', async () => {
    let stopped = false;
    const late: Contributor<Request> = {
      name: 'ast',
      collect: (_request, abort) =>
        new Promise(() => {
          abort.addEventListener('abort', () => (stopped = true));
        }),
    };
    await collect(registry(late), {}, nobody, signal(), limits);
    assert.ok(stopped);
  });

  it('runs contributors side by side, each once, in table order whatever the order of registration', async () => {
    const started: string[] = [];
    const slow = (name: string): Contributor<Request> => ({
      name,
      collect: async () => {
        started.push(name);
        await sleep(15);
        return draft([item(1)]);
      },
    });
    const { blocks } = await collect(registry(slow('history'), slow('user'), slow('persona')), {}, nobody, signal(), limits);
    assert.deepEqual(started, ['persona', 'user', 'history']);
    assert.deepEqual(
      blocks.map(({ name }) => name),
      ['persona', 'user', 'history'],
    );
  });

  it('asks nobody who is excluded, and everybody without whom there is no request', async () => {
    const { blocks } = await collect(
      registry(says('persona'), says('user'), says('ast')),
      {},
      { ...nobody, excluded: new Set(['ast', 'user', 'persona']) },
      signal(),
      limits,
    );
    assert.deepEqual(
      blocks.map(({ name }) => name),
      ['persona', 'user'],
    );
  });

  it('gives a contributor the priority the user chose, the essential ones their own, contributed ones 69 at most', async () => {
    const wanted = { layer: 'graph', priority: 5, position: 'context' } as const;
    const all = registry(says('user'), says('ast')).addContributed('a.a', says('theirs'), wanted);
    const { blocks } = await collect(all, {}, { ...nobody, priorities: { user: 1, ast: 90, theirs: 100 } }, signal(), limits);
    assert.deepEqual(
      blocks.map(({ name, priority }) => [name, priority]),
      [
        ['user', 100],
        ['ast', 90],
        ['theirs', 69],
      ],
    );
  });

  it('rejects as soon as it is cancelled and its contributors are done', async () => {
    await assert.rejects(collect(registry(says('ast')), {}, nobody, AbortSignal.abort(), limits), { name: 'AbortError' });
  });

  it('takes a contributor of ours only with a row of the table', () => {
    assert.throws(() => registry(says('nobody')), /nobody is not in the contributor table/);
  });

  it('keeps contributed blocks below 70, never mandatory, after ours, by extension and name', () => {
    const wanted = { layer: 'graph', priority: 500, position: 'context' } as const;
    const all = registry(says('ast')).addContributed('b.b', says('one'), wanted).addContributed('a.a', says('two'), wanted).all();
    assert.deepEqual(
      all.map(({ row }) => [row.name, row.priority, row.mandatory]),
      [
        ['ast', 64, 'no'],
        ['two', 69, 'no'],
        ['one', 69, 'no'],
      ],
    );
    assert.throws(() => registry(says('ast')).addContributed('a.a', says('ast'), wanted), /the name ast is taken/);
  });
});

describe('a whole turn', () => {
  const turn: Turn<Request> = {
    session: 's',
    command: '',
    text: 'q',
    model: { id: 'm', vendor: 'v', family: 'f' },
    window: { tokens: 8_192, kind: 'total', source: 'test' },
    settings: {
      reserve: { minimum: 2_048, percent: 25, marginPercent: 5 },
      projection: { codePercent: 25, otherPercent: 8, minimum: 4_000 },
      layers: {},
      pinned: [],
      excluded: [],
      priorities: {},
      limits,
    },
    counter: characters,
    request: {},
    ranking: [],
    indexVersion: '',
    degraded: [],
  };

  it('does not depend on the order of registration', async () => {
    const some = [
      says('persona', 100),
      says('user', 50),
      says('ast', 2_000),
      says('code', 3_000),
      says('projectMap', 900),
      says('history', 700),
    ];
    const results = await Promise.all([some, [...some].reverse()].map((all) => assemble(registry(...all), turn, signal())));
    assert.equal(JSON.stringify(results[0]), JSON.stringify(results[1]));
  });

  it('accounts for every collected block: admitted and dropped together are what was collected', async () => {
    const result = await assemble(
      registry(says('persona', 100), says('user', 50), says('code', 9_000), says('projectMap', 900)),
      turn,
      signal(),
    );
    assert.ok(result.kind === 'assembled');
    const { trace } = result;
    assert.deepEqual([...trace.admitted, ...trace.dropped.map(({ name }) => name)].sort(), ['code', 'persona', 'projectMap', 'user']);
    assert.equal(
      trace.admittedTotal,
      trace.blocks.reduce((sum, { tokens }) => sum + tokens, 0),
    );
    assert.deepEqual(trace.dropped, [{ name: 'code', tokens: 9_000, priority: 65, reason: trace.dropped[0]?.reason }]);
    assert.match(trace.dropped[0]?.reason ?? '', /^left out: /);
    assert.deepEqual([trace.memoryTokens, trace.memoryIds], [0, []]);
  });

  it('hashes what was sent, so that the same context has the same hash and another one has not', async () => {
    const hashOf = async (size: number): Promise<string> => {
      const result = await assemble(registry(says('persona', size)), { ...turn, text: String(size) }, signal());
      return result.kind === 'assembled' ? result.trace.contextHash : '';
    };
    assert.equal(await hashOf(5), await hashOf(5));
    assert.notEqual(await hashOf(5), await hashOf(6));
  });
});
