import assert from 'node:assert/strict';
import { CodeIndex } from '../../../src/signals/codeIndex.ts';
import { fileKind, unreadableText } from '../../../src/signals/fileKind.ts';
import { importGraph } from '../../../src/signals/importGraph.ts';
import { ModuleResolver } from '../../../src/signals/resolution/moduleResolver.ts';
import { mentionsIn } from '../../../src/signals/mentions.ts';
import { rankFiles, type RankRequest } from '../../../src/signals/rank.ts';
import { parseQuery } from '../../../src/signals/query.ts';
import { relevantDeclarations } from '../../../src/signals/relevantDeclarations.ts';
import { unitsOf } from '../../../src/signals/units.ts';
import { spelledWords, stem, wordsOf } from '../../../src/signals/words.ts';

function indexOf(files: Readonly<Record<string, string>>): CodeIndex {
  const index = new CodeIndex({ tracesTag: 'traces', traceId: '' });
  for (const [path, text] of Object.entries(files)) index.put(path, { text });
  return index;
}

const resolverOf = (files: Readonly<Record<string, string>>): ModuleResolver =>
  new ModuleResolver({ paths: Object.keys(files), text: (path) => files[path] });

type Asked = { readonly text: string } & Partial<Omit<RankRequest, 'query'>>;

const rank = (files: Readonly<Record<string, string>>, { text, ...request }: Asked): { path: string; why: string }[] => {
  const index = indexOf(files);
  return rankFiles(index, importGraph(index, resolverOf(files)), { query: parseQuery(text), attached: [], ...request }).map(
    ({ path, why }) => ({
      path,
      why,
    }),
  );
};

describe('words', () => {
  const cases: readonly (readonly [text: string, words: readonly string[]])[] = [
    ['withRetryCount', ['with', 'retry', 'count']],
    ['HTTPServer2 utf8_decode', ['http', 'server2', 'utf8', 'decod']],
    ['retries retried retrying retry', ['retry', 'retri', 'retry', 'retry']],
    ['caches cached caching', ['cach', 'cach', 'cach']],
    ['Größe 長さ', ['größ', '長さ']],
    ['', []],
  ];
  for (const [text, words] of cases) {
    it(`of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(wordsOf(text), words);
    });
  }
  it('keep short and special words as they are', () => {
    for (const word of ['bus', 'class', 'this', 'is', 'us', 'ring']) assert.equal(stem(word), word);
  });
  it('of a request are those that tell files apart, once each', () => {
    assert.deepEqual([...spelledWords('Please fix the retry, the Retry of HTTP requests').keys()], ['retry', 'http', 'request']);
  });
});

describe('what a request spells out', () => {
  const cases: readonly (readonly [text: string, identifiers: readonly string[], paths: readonly string[]])[] = [
    ['fix `retry` and withRetry', ['retry', 'withRetry'], []],
    ['call stop() or a.b.run(x)', ['stop', 'a.b.run', 'run'], []],
    ['Client.send_all fails', ['Client.send_all', 'Client', 'send_all'], []],
    ['see src/core/index.ts and .\\lib\\a.js:12', [], ['src/core/index.ts', 'lib/a.js']],
    ['in options.ts', [], ['options.ts']],
    ['plain words. Only words', [], []],
  ];
  for (const [text, identifiers, paths] of cases) {
    it(text, () => {
      const found = mentionsIn(text);
      for (const identifier of identifiers)
        assert.ok(found.identifiers.includes(identifier), `${identifier} in ${found.identifiers.join()}`);
      assert.deepEqual(found.paths, paths);
    });
  }
});

describe('the role of a file', () => {
  const cases: readonly (readonly [path: string, kind: string])[] = [
    ['src/a.ts', 'source'],
    ['src/a.test.ts', 'test'],
    ['src/__tests__/a.ts', 'test'],
    ['test/a.ts', 'test'],
    ['src/latest/a.ts', 'source'],
    ['examples/a.tsx', 'example'],
    ['types/a.d.ts', 'declaration'],
    ['README.md', 'documentation'],
    ['a.json', 'other'],
  ];
  for (const [path, kind] of cases) {
    it(`${path} is ${kind}`, () => {
      assert.equal(fileKind(path), kind);
    });
  }
  it('machine-made text is recognised', () => {
    assert.match(unreadableText('x'.repeat(30_000)) ?? '', /minified/);
    assert.match(unreadableText('a\0b') ?? '', /binary/);
    assert.equal(unreadableText('const a = 1;\n'.repeat(1_000)), undefined);
  });
});

describe('the import graph', () => {
  it('resolves files, folders, and .js written for .ts, and leaves packages alone', () => {
    const files = {
      'a.ts': "import './b.js';\nimport './lib';\nimport '../up';\nimport 'pkg';\nexport * from './c';",
      'b.ts': '',
      'lib/index.ts': "import '../a';",
      'c.tsx': '',
      'pkg.ts': '',
    };
    const graph = importGraph(indexOf(files), resolverOf(files));
    assert.deepEqual(graph.imports.get('a.ts'), ['b.ts', 'lib/index.ts', 'c.tsx']);
    assert.deepEqual(graph.importers.get('a.ts'), ['lib/index.ts']);
  });
});

describe('ranking', () => {
  const files = {
    'src/retry.ts': 'export function withRetry() { return "attempt"; }',
    'src/client.ts': "import { withRetry } from './retry';\nexport class Client { send() { withRetry(); } }",
    'src/colour.ts': 'export const colour = 1;',
    'test/retry.test.ts': "import { withRetry } from '../src/retry';\n// retry attempt retry attempt\nwithRetry();",
  };
  it('puts sources before tests that match more often, unless tests are asked for', () => {
    assert.equal(rank(files, { text: 'retry attempt' })[0]?.path, 'src/retry.ts');
    const asked = rank(files, { text: 'add a test for the retry attempt' });
    assert.ok(asked.findIndex(({ path }) => path === 'test/retry.test.ts') <= 2);
  });
  it('puts a named path first', () => {
    assert.deepEqual(rank(files, { text: 'retry, but in src/colour.ts' })[0], {
      path: 'src/colour.ts',
      why: 'matches colour, src, ts; named in the request',
    });
  });
  it('knows a path with the folder of the workspace before it, as stack traces have it', () => {
    assert.equal(rank(files, { text: 'retry attempt at /home/me/shop/src/colour.ts:3' })[0]?.path, 'src/colour.ts');
  });
  it('puts the file that declares a named symbol first', () => {
    assert.match(rank(files, { text: 'what does `Client` do about attempt' })[0]?.why ?? '', /declares Client/);
  });
  it('puts what is attached before everything, in order', () => {
    assert.deepEqual(
      rank(files, { text: 'retry', attached: ['src/colour.ts', 'src/client.ts'] })
        .slice(0, 2)
        .map(({ path }) => path),
      ['src/colour.ts', 'src/client.ts'],
    );
  });
  it('knows the active editor, and files close by imports', () => {
    const all = rank(files, { text: 'attempt', active: 'src/colour.ts' });
    assert.match(all.find(({ path }) => path === 'src/colour.ts')?.why ?? '', /is the active editor/);
    assert.match(all.find(({ path }) => path === 'src/client.ts')?.why ?? '', /close to src\/retry\.ts by imports/);
  });
  it('takes the frame of a stack trace as a name, with its line', () => {
    assert.equal(rank(files, { text: 'Error: no\n    at send (/home/me/shop/src/client.ts:2:34)' })[0]?.path, 'src/client.ts');
    assert.deepEqual(mentionsIn('at send (/shop/src/client.ts:2:34)\nsrc/a.ts(7,1): error').places, [
      { path: '/shop/src/client.ts', line: 2 },
      { path: 'src/a.ts', line: 7 },
    ]);
  });
  it('knows lines as tools write them', () => {
    const texts = [
      'http://localhost:5173/src/scan.ts?t=1712345678901:110:3',
      'webpack:///./src/scan.ts?a1b2:110:3',
      'ERROR in ./src/scan.ts 110:3',
      'https://example.com/src/scan.ts#L110',
      '`src/scan.ts`:110',
      '[src/scan.ts:110]',
      'src/scan.ts line 110',
      'src/scan.ts(110,5): error',
    ];
    for (const text of texts) assert.deepEqual(mentionsIn(text).places.map(({ line }) => line), [110], text); // prettier-ignore
  });
  it('puts frames of the workspace before those of packages', () => {
    const frames = Array.from({ length: 150 }, (_, n) => `at f (/app/node_modules/p${String(n)}/index.js:1:1)`);
    assert.equal(mentionsIn(`${frames.join('\n')}\nat g (/app/src/own.ts:7:1)`).places[0]?.path, '/app/src/own.ts');
  });
  it('knows messages in quotes and behind Error:', () => {
    const { messages } = mentionsIn('It says "no more attempts left" and\nTypeError: cannot read the answer\nnot "two words"');
    assert.deepEqual(messages, ['no more attempts left', 'cannot read the answer']);
  });
  it('weighs what lies in a folder that the request names', () => {
    const monorepo = { 'packages/core/src/a.ts': 'export const retry = 1;', 'packages/vue-client/src/a.ts': 'export const retry = 1;' };
    const [first] = rank(monorepo, { text: 'vue-client: retry' });
    assert.equal(first?.path, 'packages/vue-client/src/a.ts');
    assert.match(first.why, /lies in vue-client/u);
  });
  it('knows names that the request writes in separate words', () => {
    const [first] = rank(
      { 'a.ts': 'export const retryDelay = 1;', 'b.ts': 'export const retry = 1, delay = 2;' },
      { text: 'the retry delay' },
    );
    assert.equal(first?.path, 'a.ts');
  });
  it('puts a copy behind its original', () => {
    const text = 'export const a = 1;\nexport const b = 2;\nexport const retry = 3;\n';
    const [first, second] = rank({ 'deno/lib/x.ts': text, 'src/x.ts': text }, { text: 'retry' });
    assert.equal(first?.path, 'src/x.ts');
    assert.match(second?.why ?? '', /copy of src\/x\.ts/u);
  });
  it('prefers what was edited lately', () => {
    const [first] = rank({ 'a.ts': 'retry();', 'b.ts': 'retry();' }, { text: 'retry', edited: ['b.ts'] });
    assert.match(first?.why ?? '', /was edited lately/u);
    assert.equal(first?.path, 'b.ts');
  });
  it('takes words that stand in no name as prose', () => {
    const prose = { 'a.ts': '// Oddly.\nexport const x = 1;', 'b.ts': 'export const retry = 1;', 'c.ts': 'retry();', 'd.ts': 'retry();' };
    assert.notEqual(rank(prose, { text: 'oddly the retry' })[0]?.path, 'a.ts');
  });
  it('does not depend on the order in which files came', () => {
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    assert.deepEqual(rank(files, { text: 'retry attempt' }), rank(reversed, { text: 'retry attempt' }));
  });
  it('gives nothing for a request that fits nothing', () => {
    assert.deepEqual(rank(files, { text: 'the of and' }), []);
  });
});

describe('the index', () => {
  it('has a version that changes exactly with paths and contents', () => {
    const index = indexOf({ 'a.ts': 'export {};' });
    const { version } = index;
    index.put('a.ts', { text: 'export {};' });
    assert.equal(index.version, version);
    index.put('a.ts', { text: 'export {}; ' });
    assert.notEqual(index.version, version);
    index.put('a.ts', { text: 'export {};' });
    assert.equal(index.version, version);
    index.put('b.ts', { text: '' });
    index.remove('b.ts');
    assert.equal(index.version, version);
  });
});

describe('the units of a file', () => {
  const text = `export class Big {\n${Array.from({ length: 30 }, (_, n) => `  m${String(n)}() {\n    return ${String(n)};\n  }`).join('\n')}\n}\nexport const small = 1;\n`;
  const index = indexOf({ 'a.ts': text });
  const signals = index.get('a.ts')?.signals;
  it('are whole declarations, and of large ones the members', () => {
    assert.ok(signals !== undefined);
    const units = unitsOf(signals, text.split('\n')).map(({ name }) => name);
    assert.equal(units.length, 31);
    assert.ok(units.includes('Big.m7') && units.includes('small') && !units.includes('Big'));
  });
  it('are scored by words, names and what the request spells out', () => {
    assert.ok(signals !== undefined);
    const best = relevantDeclarations([{ path: 'a.ts', score: 1, signals, text }], parseQuery('what does `m7` do'), index.vocabulary).sort(
      (a, b) => b.score - a.score,
    );
    const said = relevantDeclarations(
      [{ path: 'a.ts', score: 1, signals, text }],
      parseQuery('at a.ts:12 it stops'),
      index.vocabulary,
    ).sort((a, b) => b.score - a.score);
    assert.equal(said[0]?.name, 'Big.m3', 'line 12 is in it');
    assert.equal(best[0]?.name, 'Big.m7');
    assert.equal(best[0].text.trim(), 'm7() {\n    return 7;\n  }');
  });
});
