import assert from 'node:assert/strict';
import path from 'node:path';
import { importGraph } from '../../../../src/signals/importGraph.ts';
import { fileUses } from '../../../../src/signals/symbols/fileUses.ts';
import { SymbolGraph } from '../../../../src/signals/symbols/symbolGraph.ts';
import type { SymbolName } from '../../../../src/signals/symbols/symbolSource.ts';
import { readPlaces, symbolUses, type ReadPlaces, type SymbolUses } from '../../../../src/signals/symbols/symbolUses.ts';
import { ReadingAllowance, UseReader } from '../../../../src/signals/symbols/useReader.ts';
import { folderTexts, indexOf, resolverOf, type Texts } from '../corpus.ts';
import { UseOracle } from './useOracle.ts';

class Corpus {
  readonly #reader: UseReader;
  readonly #index;
  readonly #graph: SymbolGraph;

  constructor(texts: Texts) {
    this.#index = indexOf(texts);
    const resolver = resolverOf(texts);
    this.#graph = new SymbolGraph(this.#index, importGraph(this.#index, resolver), resolver);
    this.#reader = new UseReader(this.#index, (file) => texts[file]);
  }

  exported(): SymbolName[] {
    return this.#index.files.flatMap(({ path: file, signals }) => {
      const exported = signals.declarations.filter((one) => one.exported && one.container === undefined && one.name !== 'default');
      return [...new Set(exported.map(({ name }) => name))].map((name) => ({ path: file, name }));
    });
  }

  places(symbol: SymbolName, allowance = new ReadingAllowance(10_000, Infinity), pause = () => Promise.resolve()): Promise<ReadPlaces> {
    return readPlaces(this.#graph, this.#reader, symbol, allowance, pause);
  }

  async find(symbol: SymbolName, allowance?: ReadingAllowance): Promise<SymbolUses> {
    return symbolUses(this.#graph, symbol, await this.places(symbol, allowance));
  }
}

const shown = ({ uses }: SymbolUses): string[] => uses.map((one) => `${one.path}:${String(one.line)} ${one.name ?? '-'}`);
const callersOf = ({ calls }: SymbolUses): string[] => calls.map((one) => `${one.path}:${String(one.line)} ${one.name ?? '-'}`);

const declared = {
  'f.ts': [
    'export function f<T>(x?: T): T { return x!; }',
    'export type T = string;',
    'export class C { static s = 1; m() { return this.n; } n = 1; }',
    'export enum E { A, B }',
    'export const k = { a: 1 };',
    'export { f as default };',
  ].join('\n'),
};
/** `+` before a line says that it uses the symbol, `(` that it calls it. */
type Case = readonly [title: string, name: string, code: string];

const loadedFurtherIn = 'a module that is loaded further in';

const cases: readonly Case[] = [
  ['an annotation', 'T', "  import type { T } from './f';\n+ export function g(x: T): void {}\n+ let y: Array<T | undefined>;"],
  [
    'extends and implements',
    'C',
    "  import { C } from './f';\n+ class D extends C {}\n+ class G implements C { m(): number { return 1 } n = 1 }\n+ interface I extends C {}",
  ],
  ['a constant that is read', 'k', "  import { k } from './f';\n+ const z = k.a + 1;\n+ const { a } = k;"],
  [
    'a function that is passed on',
    'f',
    "  import { f } from './f';\n+ [1].map(f);\n+ const h = f;\n+ const o = { f };\n+ const p = { q: f };\n  const r = { f: 1, g() {} };\n  r.f;\n  h(r.f);",
  ],
  ['typeof and keyof', 'k', "  import { k } from './f';\n+ type A = keyof typeof k;\n+ type B = typeof k['a'];"],
  ['arguments of a decorator', 'k', "  import { k } from './f';\n  declare const d: any;\n+ @d(k) class X {}"],
  [
    'a property that is named alike',
    'f',
    "  import { f } from './f';\n  const x: { f: number; g(f: number): void } = null!;\n  x.f; x?.f; x['f'];",
  ],
  ['labels', 'f', "  import { f } from './f';\n  f: for (;;) { continue f; }\n+ f;"],
  ['exports and imports', 'f', "  import { f } from './f';\n  export { f };\n  export { f as g };\n  export default f;"],
  ['a namespace', 'f', "  import * as ns from './f';\n+ const g = ns.f;\n( ns.f(1);\n  ns.k; ns;\n+ const h = ns['f'];"],
  ['a namespace in types', 'T', "  import * as ns from './f';\n+ let x: ns.T;"],
  ['import types', 'T', "+ let x: import('./f').T;\n  let y: import('./f').C;"],
  ['an alias', 'f', "  import { f as h } from './f';\n  let f: any;\n  f;\n+ h;\n( h();"],
  ['the default', 'f', "  import z from './f';\n+ z;"],
  [loadedFurtherIn, 'f', "  async function a() {\n    const { f } = await import('./f');\n+   [f];\n(   f();\n  }"],
  ['a member that is loaded in place', 'k', "  async function a() {\n+   (await import('./f')).k;\n  }"],
  ['members of an enum', 'E.A', "  import { E } from './f';\n+ E.A;\n  E.B;\n+ let x: E.A;"],
  ['static members', 'C.s', "  import { C } from './f';\n+ C.s;\n  C;"],
  [
    'a parameter of the name',
    'f',
    "  import { f } from './f';\n  function g(f: any) { f(); return f; }\n  const h = ({ f }: any, [k = f]: any) => f;\n( f();",
  ],
  ['a default of another parameter', 'f', "  import { f } from './f';\n+ const g = (x = f) => { };\n"],
  [
    'a variable of the name',
    'f',
    "  import { f } from './f';\n  { const f: any = 1; f; f(); }\n+ f;\n  for (const f of [1]) f;\n( f(); for (;;) { }",
  ],
  ['a var that is lifted', 'f', "  import { f } from './f';\n  function g() {\n    f;\n    if (g) { var f: any = 1; }\n  }\n+ f;"],
  ['a function that is lifted', 'f', "  import { f } from './f';\n  function g() {\n    f();\n    function f() {}\n  }\n+ f;"],
  ['a class within', 'C', "  import { C } from './f';\n  function g() { class C {} return new C(); }\n+ C;"],
  ['what is caught', 'f', "  import { f } from './f';\n  try { } catch (f) { f; }\n+ f;"],
  [
    'a type parameter',
    'T',
    "  import type { T } from './f';\n  function g<T>(x: T): T { return x; }\n  class G<T> { x!: T }\n  type M<T> = T;\n+ let y: T;",
  ],
  [
    'an inferred type',
    'T',
    "  import type { T } from './f';\n  type A<X> = X extends (infer T)[] ? T : never;\n+ type B<X> = X extends (infer T)[] ? T : T;",
  ],
  ['a mapped type', 'T', "  import type { T } from './f';\n  type A = { [T in 'a']: T };\n+ type B = { [k in T]: 1 };"],
  ['a type parameter that hides no value', 'f', "  import { f } from './f';\n+ function g<f>(x: f) { return f; }"],
  ['a type that hides no value', 'f', "  import { f } from './f';\n  function g() {\n    type f = 1;\n    let x: f;\n+   return f;\n  }"],
];

/** What the marks of a case say: lines that use, and lines that call. */
function expected(code: string): { readonly text: string; readonly uses: string[]; readonly calls: string[] } {
  const lines = code.split('\n');
  const marked = (mark: string): string[] => lines.flatMap((line, at) => (line.startsWith(mark) ? [`a.ts:${String(at + 1)}`] : []));
  return { text: lines.map((line) => line.slice(2)).join('\n'), uses: marked('+'), calls: marked('(') };
}

const placesOf = (all: readonly { readonly path: string; readonly line: number }[]): string[] =>
  [...new Set(all.filter((one) => one.path === 'a.ts').map((one) => `a.ts:${String(one.line)}`))].sort();

describe('uses of a symbol', () => {
  for (const [title, name, code] of cases) {
    it(`are told from what is none: ${title}`, async () => {
      const { text, uses, calls } = expected(code);
      const texts = { ...declared, 'a.ts': text };
      const found = await new Corpus(texts).find({ path: 'f.ts', name });
      assert.deepEqual(placesOf(found.uses), uses);
      assert.deepEqual(placesOf(found.calls), calls);
      // The language service knows no members by name, and has a variable be one of its own wherever its value is from.
      if (name.includes('.') || title === loadedFurtherIn) return;
      const theirs = [...new UseOracle(texts).uses('f.ts', name)].filter((one) => one.startsWith('a.ts')).sort();
      assert.deepEqual(theirs, [...new Set([...uses, ...calls])].sort(), 'the language service sees others');
    });
  }

  it('are told with the declaration around them, through barrels, in the own file too', async () => {
    const corpus = new Corpus({
      'f.ts': 'export interface T { t?: T }\nexport const a: T = {};\n',
      'b.ts': "export * from './f';\n",
      'c.ts': "import type { T as U } from './b';\nexport class D {\n  m(x: U): void {}\n}\nlet y: U;\n",
    });
    assert.deepEqual(shown(await corpus.find({ path: 'f.ts', name: 'T' })), ['c.ts:3 D.m', 'c.ts:5 y', 'f.ts:1 T.t', 'f.ts:2 a']);
  });

  it('of a member are those on its class and on `this` within it', async () => {
    const corpus = new Corpus({
      'f.ts': 'export class C {\n  n = 1;\n  m() { return this.n; }\n}\nclass D {\n  n = 2;\n  m() { return this.n; }\n}\n',
    });
    assert.deepEqual(shown(await corpus.find({ path: 'f.ts', name: 'C.n' })), ['f.ts:3 C.m']);
  });

  it('of components are their attributes and not their closing tags', async () => {
    const corpus = new Corpus({
      'f.tsx': 'export const F = (p: any) => null;\nexport const g = 1;\n',
      'a.tsx': "import { F, g } from './f';\nexport const A = () => (\n  <F\n    on={g}\n    as={F}\n  >\n    <g />\n  </F>\n);\n",
    });
    assert.deepEqual(shown(await corpus.find({ path: 'f.tsx', name: 'g' })), ['a.tsx:4 A']);
    const found = await corpus.find({ path: 'f.tsx', name: 'F' });
    assert.deepEqual([shown(found), callersOf(found)], [['a.tsx:5 A'], ['a.tsx:3 A']]);
  });

  it('are looked for in so many files and so much text, the closest first, and it says how many are left', async () => {
    const users = Object.fromEntries(
      ['far/x/a.ts', 'far/b.ts', 'c.ts'].map((file) => [
        file,
        `import { k } from '${file
          .replace(/[^/]+\//gu, '../')
          .replace(/\w\.ts/u, '')
          .replace(/^$/u, './')}f';\nk;\n`,
      ]),
    );
    const texts = { 'f.ts': 'export const k = 1;\n', ...users };
    const few = await new Corpus(texts).find({ path: 'f.ts', name: 'k' }, new ReadingAllowance(2, 1_000));
    assert.deepEqual([shown(few), few.unread], [['c.ts:2 -'], 2]);
    const short = await new Corpus(texts).find({ path: 'f.ts', name: 'k' }, new ReadingAllowance(10, 1));
    assert.deepEqual([shown(short), short.unread], [[], 3]);
    const corpus = new Corpus(texts);
    const whole = await corpus.find({ path: 'f.ts', name: 'k' });
    assert.equal(whole.unread, 0);
    const again = await corpus.find({ path: 'f.ts', name: 'k' }, new ReadingAllowance(0, 0));
    assert.deepEqual(again, whole, 'what was read is at hand');
  });

  it('can be given up between files', async () => {
    const pause = (): Promise<void> => Promise.reject(new DOMException('cancelled', 'AbortError'));
    await assert.rejects(new Corpus(declared).places({ path: 'f.ts', name: 'f' }, undefined, pause), { name: 'AbortError' });
  });

  it('of a file that is nested too deeply are not known', () => {
    const nested = (depth: number): string => `const k = 1;\nconst x = ${'['.repeat(depth)}k${']'.repeat(depth)};\n`;
    assert.deepEqual(fileUses('a.ts', nested(100))?.length, 1);
    assert.equal(fileUses('a.ts', nested(40_000)), undefined);
  });
});

describe('uses of what a project exports', () => {
  for (const [name, step] of [
    ['rxjs', 5],
    ['zod/src/v4/core', 8],
  ] as const) {
    it(`${name}: as the language service finds them`, async function () {
      this.timeout(60_000);
      const folder = name === 'rxjs' ? 'rxjs/src' : name;
      const texts = folderTexts(path.resolve('node_modules', folder), (file) => !file.includes('tests/'));
      const [corpus, oracle] = [new Corpus(texts), new UseOracle(texts)];
      const [wrong, missed]: [string[], string[]] = [[], []];
      let right = 0;
      for (const symbol of corpus.exported().filter((_, at) => at % step === 0)) {
        const { used, called } = await corpus.places(symbol);
        const ours = new Set([...used, ...called].map((one) => `${one.path}:${String(one.line)}`));
        const theirs = oracle.uses(symbol.path, symbol.name);
        right += [...ours].filter((one) => theirs.has(one)).length;
        wrong.push(...[...ours].filter((one) => !theirs.has(one)).map((one) => `${symbol.name} ${one}`));
        missed.push(...[...theirs].filter((one) => !ours.has(one)).map((one) => `${symbol.name} ${one}`));
      }
      const [precision, recall] = [right / (right + wrong.length), right / (right + missed.length)];
      console.log(`      ${String(right)} lines: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
      assert.ok(right > 100 && precision >= 0.99 && recall >= 0.99, [...wrong.slice(0, 20), '', ...missed.slice(0, 20)].join('\n'));
    });
  }
});

describe('uses of what is loaded further in', () => {
  const files = {
    'f.ts': 'export function f() {}\nexport class C { n = 1; }',
    'w.js': 'function w() {}\nmodule.exports = { w };',
  };
  const cases: readonly (readonly [title: string, symbol: SymbolName, text: string, called: readonly string[], used: readonly string[]])[] =
    [
      [
        'are those of the function that loads it',
        { path: 'f.ts', name: 'f' },
        "function f() {}\nasync function g() {\n  const { f } = await import('./f');\n  f();\n  return f;\n}\nfunction h() {\n  f();\n  return f;\n}",
        ['a.js:4 g'],
        ['a.js:5 g'],
      ],
      [
        'are found in what `then` passes to its first function alone',
        { path: 'f.ts', name: 'f' },
        "import('./f').then(\n  ({ f }, g) => f(g),\n  (f) => f(),\n);\nimport('./f').then((all, f) => {\n  all.f();\n  f();\n});",
        ['a.js:2 -', 'a.js:6 -'],
        [],
      ],
      [
        'are found through a module that is required',
        { path: 'w.js', name: 'w' },
        "function g() {\n  const all = require('./w');\n  all.w();\n  const { w: x } = require('./w');\n  return x;\n}",
        ['a.js:3 g'],
        ['a.js:5 g', 'w.js:2 module.exports'],
      ],
    ];
  for (const [title, symbol, text, called, used] of cases) {
    it(title, async () => {
      const found = await new Corpus({ ...files, 'a.js': text }).find(symbol);
      assert.deepEqual([callersOf(found), shown(found)], [called, used]);
    });
  }
});

describe('uses on `this`', () => {
  it('are those of the class itself: none in functions without a name, in objects and classes within functions', async () => {
    const text = [
      'export class C {',
      '  n = 1;',
      '  a() { return this.n; }',
      '  b = () => this.n;',
      '  c() { return [].map(function () { return this.n; }); }',
      '  d() { return { n: 1, e() { return this.n; } }; }',
      '  f() { return class { n = 1; g() { return this.n; } }; }',
      '  h() { return [].map(() => this.n); }',
      '}',
    ].join('\n');
    const found = await new Corpus({ 'a.ts': text }).find({ path: 'a.ts', name: 'C.n' });
    assert.deepEqual(shown(found), ['a.ts:3 C.a', 'a.ts:4 C.b', 'a.ts:8 C.h']);
  });
});
