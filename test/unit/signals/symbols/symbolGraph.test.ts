import assert from 'node:assert/strict';
import fc from 'fast-check';
import { importGraph } from '../../../../src/signals/importGraph.ts';
import { SymbolGraph } from '../../../../src/signals/symbols/symbolGraph.ts';
import { indexOf, resolverOf, type Texts } from '../corpus.ts';

function graphOf(texts: Texts): SymbolGraph {
  const [index, resolver] = [indexOf(texts), resolverOf(texts)];
  return new SymbolGraph(index, importGraph(index, resolver), resolver);
}

const callers = (texts: Texts, name = 'f', path = 'f.ts'): string[] =>
  graphOf(texts)
    .callersOf({ path, name })
    .map((one) => `${one.path}:${String(one.line)} ${one.name ?? '-'}${one.certainty === 'likely' ? ' likely' : ''}`);

const f = { 'f.ts': 'export function f() {}\n' };

describe('callers are found through', () => {
  const cases: readonly (readonly [title: string, texts: Texts, expected: readonly string[], name?: string, path?: string])[] = [
    ['an import', { ...f, 'a.ts': "import { f } from './f';\nfunction g() { f(); }" }, ['a.ts:2 g']],
    ['the own file', { 'f.ts': 'export function f() {}\nfunction g() { f(); }' }, ['f.ts:2 g']],
    ['recursion', { 'f.ts': 'export function f() { f(); }' }, ['f.ts:1 f']],
    ['an alias', { ...f, 'a.ts': "import { f as g } from './f';\ng(); f();" }, ['a.ts:2 -']],
    ['a default', { 'f.ts': 'export default function f() {}', 'a.ts': "import g from './f';\ng();" }, ['a.ts:2 -']],
    ['a default without name', { 'f.ts': 'export default () => 1;', 'a.ts': "import g from './f';\ng();" }, ['a.ts:2 -'], 'default'],
    ['another name outside', { 'f.ts': 'function f() {}\nexport { f as g };', 'a.ts': "import { g } from './f';\ng();" }, ['a.ts:2 -']],
    ['a namespace', { ...f, 'a.ts': "import * as all from './f';\nall.f(); f();" }, ['a.ts:2 -']],
    ['a barrel', { ...f, 'index.ts': "export * from './f';", 'a.ts': "import { f } from '.';\nf();" }, ['a.ts:2 -']],
    [
      'a barrel of barrels',
      { ...f, 'b.ts': "export * from './c';", 'c.ts': "export * from './f';", 'a.ts': "import { f } from './b';\nf();" },
      ['a.ts:2 -'],
    ],
    ['a barrel by name', { ...f, 'b.ts': "export { f as g } from './f';", 'a.ts': "import { g } from './b';\ng();" }, ['a.ts:2 -']],
    [
      'default as',
      { 'f.ts': 'export default function f() {}', 'b.ts': "export { default as g } from './f';", 'a.ts': "import { g } from './b';\ng();" },
      ['a.ts:2 -'],
    ],
    [
      'a barrel that imports first',
      { ...f, 'b.ts': "import { f as h } from './f';\nexport { h as g };", 'a.ts': "import { g } from './b';\ng();" },
      ['a.ts:2 -'],
    ],
    [
      'a barrel as a namespace',
      { ...f, 'b.ts': "export * as all from './f';", 'a.ts': "import { all } from './b';\nall.f();" },
      ['a.ts:2 -'],
    ],
    [
      'a namespace in a namespace',
      { ...f, 'b.ts': "export * as all from './f';", 'a.ts': "import * as b from './b';\nb.all.f();" },
      ['a.ts:2 -'],
    ],
    [
      'a namespace that is exported',
      { ...f, 'b.ts': "import * as all from './f';\nexport { all };", 'a.ts': "import { all } from './b';\nall.f();" },
      ['a.ts:2 -'],
    ],
    [
      'star exports that never give the default',
      { 'f.ts': 'export default function f() {}', 'b.ts': "export * from './f';", 'a.ts': "import g from './b';\ng();" },
      [],
    ],
    [
      'barrels in a circle',
      {
        'f.ts': "export function f() {}\nexport * from './b';",
        'b.ts': "export * from './f';\nexport * as b from './b';",
        'a.ts': "import { f } from './b';\nf();",
      },
      ['a.ts:2 -'],
    ],
    [
      'require',
      {
        'f.js': 'function f() {}\nmodule.exports = { f };',
        'a.js': "const { f: g } = require('./f');\ng();",
        'b.js': "const all = require('./f');\nall.f();",
      },
      ['a.js:2 -', 'b.js:2 -'],
      'f',
      'f.js',
    ],
    [
      'a whole module',
      { 'f.js': 'function f() {}\nmodule.exports = f;', 'a.js': "const g = require('./f');\ng();" },
      ['a.js:2 -'],
      'f',
      'f.js',
    ],
    ['export =', { 'f.ts': 'function f() {}\nexport = f;', 'a.ts': "import g = require('./f');\ng();" }, ['a.ts:2 -']],
    [
      'new, components and templates',
      {
        'f.tsx': 'export class f {}',
        'a.tsx': "import { f as F } from './f';\nfunction g() { new F(); }\nfunction h() { return <F />; }\nfunction i() { F`x`; }",
      },
      ['a.tsx:2 g', 'a.tsx:3 h', 'a.tsx:4 i'],
      'f',
      'f.tsx',
    ],
    ['no method of the same name', { ...f, 'a.ts': "import { f } from './f';\nvoid f;\nx.f(); this.f();" }, []],
    ['no namesake elsewhere', { ...f, 'a.ts': 'function f() {}\nf();' }, []],
    [
      'static methods',
      { 'f.ts': 'export class C { static f() {} }', 'a.ts': "import { C as D } from './f';\nD.f();" },
      ['a.ts:2 -'],
      'C.f',
    ],
    ['methods of the same object', { 'f.ts': 'export class C {\n  f() {}\n  g() { this.f(); }\n}' }, ['f.ts:3 C.g'], 'C.f'],
    [
      'methods, where the class is known',
      { 'f.ts': 'export class C {\n  f() {}\n}', 'a.ts': "import type { C } from './f';\nfunction g(c) { c.f(); }", 'b.ts': 'x.f();' },
      ['a.ts:2 g likely'],
      'C.f',
    ],
    [
      'methods of what is declared as the class: parameters, variables, fields',
      {
        'f.ts': 'export class C<T = 1> {\n  f() {}\n}\nfunction own(c: C) { c.f(); }',
        'a.ts':
          "import { C as D } from './f';\nfunction g(c: D<string> | null | undefined) { c!.f(); }\nconst d = new D();\nd.f();\nclass K {\n  h() { this.k.f(); }\n  i() { this.e?.f(); }\n  constructor(private readonly k: D) {}\n  e?: D;\n}\nfunction j() { let x: D; { const x: string = ''; x.f(); } }",
      },
      ['a.ts:2 g', 'a.ts:4 -', 'a.ts:6 K.h', 'a.ts:7 K.i', 'f.ts:4 own', 'a.ts:11 j likely'],
      'C.f',
    ],
    [
      'methods of what may be of the class: types that only stand for it, interfaces that it implements',
      {
        'f.ts': 'export interface I { f(): void }\nexport class C implements I {\n  f() {}\n}\nexport type T = C & { x: 1 };',
        'a.ts':
          "import { C, I, T } from './f';\nclass A { c: C; g() { this.c.f(); } }\nclass B { c: string; }\nfunction h(t: T) { t.f(); }\nfunction i(c: I) { c.f(); }",
      },
      ['a.ts:2 A.g', 'a.ts:4 h likely', 'a.ts:5 i likely'],
      'C.f',
    ],
    ['functions of an object', { 'f.ts': 'export const o = { f() {} };', 'a.ts': "import { o } from './f';\no.f();" }, ['a.ts:2 -'], 'o.f'],
    ['every declaration once', { ...f, 'a.ts': "import { f } from './f';\nfunction g() { f();\nf(); }" }, ['a.ts:2 g']],
    [
      'packages of the workspace',
      {
        'p/package.json': '{ "name": "p", "main": "dist/f.js" }',
        'p/src/f.ts': 'export function f() {}',
        'a.ts': "import { f } from 'p';\nf();",
      },
      ['a.ts:2 -'],
      'f',
      'p/src/f.ts',
    ],
    ['nothing, for what is not there', f, [], 'g'],
    [
      'no parameter of the name',
      { ...f, 'a.ts': "import { f } from './f';\nfunction g(f: any) { f(); }\nconst h = ({ f }) => f();\nf();" },
      ['a.ts:4 -'],
    ],
    [
      'no variable, function or class of the name within a function, wherever it is declared there',
      {
        ...f,
        'a.ts':
          "import { f } from './f';\nfunction g() {\n  f();\n  const f = 1;\n  f();\n}\nfunction h() { function f() {} f(); }\nfunction i() { class f {} new f(); }\nfunction j() { f(); }",
      },
      ['a.ts:9 j'],
    ],
    [
      'no name of a function or class of its own within it',
      {
        ...f,
        'a.ts':
          "import { f } from './f';\nconst g = function f(n) { return n && f(n - 1); };\nconst h = class f { m() { new f(); } };\nf();",
      },
      ['a.ts:4 -'],
    ],
    [
      'what is called behind a block that has the name, unless by var',
      {
        ...f,
        'a.ts':
          "import { f } from './f';\nfunction g(xs) {\n  if (xs) { const f = 1; f(); }\n  for (const f of xs) f();\n  try {} catch (f) { f(); }\n  switch (xs) { case 1: let f; f(); }\n  return f();\n}\nfunction h() {\n  { var f; }\n  f();\n}",
      },
      ['a.ts:7 g'],
    ],
    [
      'no parameter in the own file',
      { 'f.ts': 'export function f() {}\nfunction g(f: any) { f(); }\nfunction h() { f(); }' },
      ['f.ts:3 h'],
    ],
    [
      'a name that is taken from its module again',
      { ...f, 'a.ts': "async function g() {\n  const { f } = await import('./f');\n  f();\n}" },
      ['a.ts:3 g'],
    ],
    [
      'a new object',
      {
        'f.ts': 'export class C {\n  f() {}\n  g() {}\n}',
        'a.ts': "import { C } from './f';\nnew C().f();",
        'b.ts': "import { C as D } from './f';\n(new D(1)).f();",
      },
      ['a.ts:2 -', 'b.ts:2 -'],
      'C.f',
    ],
  ];
  for (const [title, texts, expected, name, path] of cases) {
    it(title, () => {
      assert.deepEqual(callers(texts, name, path), expected);
    });
  }
});

describe('a value is not taken for one of a class', () => {
  const lib = { 'lib.ts': 'export class A { run() {} }\nexport class B { run() {} }\n' };
  const two = 'class Two { constructor(private dep: A) {} m() { this.dep.run(); } }\n';
  const certain = (text: string): string[] =>
    callers({ ...lib, 'a.ts': `import { A, B } from './lib';\n${text}` }, 'A.run', 'lib.ts').filter((one) => !one.endsWith('likely'));

  it('but where it is one', () => {
    assert.deepEqual(certain(`function f(a: A) { a.run(); }\n${two}`), ['a.ts:2 f', 'a.ts:3 Two.m']);
  });

  const cases: readonly (readonly [title: string, text: string])[] = [
    [
      'where an inner name is taken apart',
      'function f(a: A, xs: any) { xs.map(({ a }) => a.run()); { const [a] = xs; a.run(); } const g = () => { const { a } = xs; a.run(); }; }',
    ],
    [
      'where an inner function, class or enum has the name',
      'function f(a: A) { { function a() {} a.run(); } { class a {} a.run(); } { enum a {} a.run(); } (function a() { a.run(); })(); }',
    ],
    [
      'where a type parameter has the name of the class',
      'function f<A extends B>(a: A) { a.run(); }\nconst g = <A extends B>(a: A) => a.run();\nclass K<A extends B> { m(a: A) { a.run(); } n<A>(a: A) { a.run(); } constructor(private a: A) {} o() { this.a.run(); } }',
    ],
    [
      'where a type or class of a block has the name',
      'function f() { class A {} const g = (a: A) => a.run(); }\nfunction h() { interface A {} const g = (a: A) => a.run(); }\nfunction i() { type A = B; const g = (a: A) => a.run(); }\nnamespace N { class A {} function g(a: A) { a.run(); } }\nconst C = class A { m(a: A) { a.run(); } };',
    ],
    [
      'where a value of the name is made new',
      'function f(A: any) { const a = new A(); a.run(); }\nfunction g() { const A = B; const a = new A(); a.run(); }',
    ],
    [
      'behind the block that declares it',
      '{ const a = new A(); }\na.run();\nfor (const a = new A(); ; ) {}\na.run();\nnamespace N { const a = new A(); }\na.run();\nclass K { static { const a = new A(); } m() { a.run(); } }',
    ],
    [
      'for a field of another class',
      `class K extends Base { m() { this.dep.run(); } }\nclass L { get dep(): B { return b; } m() { this.dep.run(); } }\nclass M { 'dep': B; m() { this.dep.run(); } }\n${two.replace(' m() { this.dep.run(); }', '')}`,
    ],
    [
      'for what has a `this` of its own',
      two.replace('m() { this.dep.run(); }', 'm() { return { dep: 1, go() { this.dep.run(); }, f: function () { this.dep.run(); } }; }'),
    ],
    ['where names begin with underscores', 'function f(__a: A) { { const __a: any = 1; __a.run(); } }'],
    ['for `this` as a parameter', 'function f(this: A) { return { m() { this.run(); } }; }'],
    ['for a decorated parameter, which is no field', 'class K { constructor(@D dep: A) {} m() { this.dep.run(); } }'],
  ];
  for (const [title, text] of cases) {
    it(title, () => {
      assert.deepEqual(certain(text), []);
    });
  }
});

describe('a value of a class', () => {
  it('is told from others of its name in the same declaration', () => {
    const text =
      "import { A, B } from './lib';\nfunction f(xs: any) {\n  { const a: any = xs; a.run(); }\n  { const a = new B(); a.run(); }\n  { const a = new A(); a.run(); }\n}";
    const found = callers({ 'lib.ts': 'export class A { run() {} }\nexport class B { run() {} }', 'a.ts': text }, 'A.run', 'lib.ts');
    assert.deepEqual(found, ['a.ts:5 f']);
  });
});

describe('top-level names', () => {
  it('are hidden by those that begin with underscores as well', () => {
    const texts = {
      'f.ts': 'export function __f() {}',
      'a.ts': "import { __f } from './f';\nfunction g(__f: any) { __f(); }\nfunction h() { __f(); }",
    };
    assert.deepEqual(callers(texts, '__f'), ['a.ts:3 h']);
  });
  it('are hidden in a namespace by what it imports, and behind it by nothing', () => {
    const texts = {
      'f.ts': 'export function f() {}',
      'a.ts':
        "import { f } from './f';\nnamespace N { import f = M.g; f(); }\nnamespace M { export function g() {} }\nnamespace O { var f: any; f(); }\nfunction h() { f(); }",
    };
    assert.deepEqual(callers(texts, 'f'), ['a.ts:5 h']);
  });

  it('mean something else in blocks and namespaces that declare them', () => {
    const texts = {
      'f.ts': 'export function f() {}',
      'a.ts':
        "import { f } from './f';\nif (1) { const f = () => 1; f(); }\nfor (const f of xs) f();\nnamespace N { function f() {} f(); }\nclass K { static { const f = 1; f(); } }\nf();",
    };
    assert.deepEqual(callers(texts, 'f'), ['a.ts:6 -']);
  });
});

describe('what is loaded further in', () => {
  const cases: readonly (readonly [title: string, text: string, expected: readonly string[]])[] = [
    [
      'holds in that function or block alone',
      "async function g() {\n  if (x) { const { f } = await import('./f');\n    f();\n  }\n  f();\n}\nfunction h() { f(); }",
      ['a.ts:3 g'],
    ],
    [
      'hides what the file declares or imports, and only there',
      "import { f } from './other';\nasync function g() {\n  const { f } = await import('./f');\n  f();\n}\nfunction h() { f(); }",
      ['a.ts:4 g'],
    ],
    [
      'is hidden by parameters and variables',
      "async function g() {\n  const { f } = await import('./f');\n  const h = (f: any) => f();\n  { const f = 1; f(); }\n}",
      [],
    ],
    ['has no name where none is given', "async function g() { (await import('./f')).f(); }\nfunction h() { f(); }", []],
    ['has no name as a type', "let x: typeof import('./f').f;\nfunction h() { f(); }", []],
    ['is what `then` passes on', "import('./f').then(({ f: g }) => {\n  g();\n});\ng();", ['a.ts:2 -']],
    ['is the module that `then` passes on', "import('./f').then((all) => all.f());\nall.f();", ['a.ts:1 -']],
  ];
  const other = { ...f, 'other.ts': 'export function f() {}' };
  for (const [title, text, expected] of cases) {
    it(title, () => {
      assert.deepEqual(callers({ ...other, 'a.ts': text }), expected);
    });
  }

  it('is not called where the own function is, and the other way round', () => {
    const text = "function f() {}\nasync function g() {\n  const { f } = await import('./f');\n  f();\n}\nfunction h() { f(); }";
    assert.deepEqual(callers({ ...f, 'a.ts': text }, 'f', 'a.ts'), ['a.ts:6 h']);
    const graph = graphOf({ ...f, 'a.ts': text });
    const callees = (name: string): string[] => graph.calleesOf({ path: 'a.ts', name }).map((one) => one.path);
    assert.deepEqual([callees('g'), callees('h')], [['f.ts'], ['a.ts']]);
  });
});

describe('more than any stack holds', () => {
  it('of barrels leads nowhere', () => {
    const barrels = Object.fromEntries(
      Array.from({ length: 12_000 }, (_, at) => [`m${String(at + 1)}.ts`, `export * from './m${String(at)}';`]),
    );
    const graph = graphOf({
      'm0.ts': 'export function f() {}',
      ...barrels,
      'a.ts': "import { f } from './m12000';\nfunction g() { f(); }",
    });
    assert.deepEqual(graph.calleesOf({ path: 'a.ts', name: 'g' }), []);
    assert.equal(graph.callersOf({ path: 'm0.ts', name: 'f' }).length, 1);
  }).timeout(20_000);
});

describe('a star gives on only what the file has not under that name already', () => {
  const two = { ...f, 'g.ts': 'export function f() {}', 'a.ts': "import { f } from './b';\nf();" };
  const cases: readonly (readonly [title: string, barrel: string])[] = [
    ['of its own', "export * from './f';\nexport function f() {}"],
    ['of its own, renamed', "export * from './f';\nfunction g() {}\nexport { g as f };"],
    ['by a name behind it', "export * from './f';\nexport { f } from './g';"],
    ['by a name that leads out', "export * from './f';\nexport { f } from 'elsewhere';"],
    ['by an import that is exported', "export * from './f';\nimport { f } from './g';\nexport { f };"],
  ];
  for (const [title, barrel] of cases) {
    it(title, () => {
      const texts = { ...two, 'b.ts': barrel };
      assert.deepEqual(callers(texts), []);
      const callees = graphOf({ ...texts, 'a.ts': "import { f } from './b';\nfunction g() { f(); }" }).calleesOf({
        path: 'a.ts',
        name: 'g',
      });
      assert.ok(!callees.some(({ path }) => path === 'f.ts'));
    });
  }
});

describe('`this` is', () => {
  const certain = (text: string, name = 'A.f'): string[] => callers({ 'f.ts': text }, name).filter((one) => !one.endsWith('likely'));
  const cases: readonly (readonly [title: string, text: string, expected: readonly string[], name?: string])[] = [
    [
      'the class in methods, fields, accessors, static blocks, arrow functions without a name',
      'class A {\n  static f() {}\n  a = this.f();\n  b = () => this.f();\n  get c() { return this.f(); }\n  static { this.f(); }\n  d() { [].map(() => this.f()); }\n}',
      ['f.ts:3 A.a', 'f.ts:4 A.b', 'f.ts:5 A.c', 'f.ts:6 A', 'f.ts:7 A.d'],
    ],
    [
      'the class in arrow functions of its methods, whatever their names',
      'class A {\n  f() {}\n  g() {\n    const h = () => this.f();\n  }\n  i(x) {\n    x.on = () => { const o = { j: () => this.f() }; };\n  }\n}',
      ['f.ts:4 A.g', 'f.ts:7 A.i'],
    ],
    [
      'another in functions and objects within its methods',
      'class A {\n  f() {}\n  g() {\n    const h = function () { this.f(); };\n    const o = { i() { this.f(); }, j: function () { this.f(); } };\n  }\n}',
      [],
    ],
    ['the class in a namespace', 'namespace N {\n  class A {\n    f() {}\n    g() { this.f(); }\n  }\n}', ['f.ts:4 N.A.g'], 'N.A.f'],
    ['anything in a function without a name', 'class A {\n  f() {}\n  g() { [].map(function () { this.f(); }); }\n}', []],
    [
      'another in a class of the same name within a method or function',
      'class A {\n  f() {}\n  g() {\n    class A { h() { this.f(); } }\n  }\n}\nfunction i() {\n  class A { h() { this.f(); } }\n}',
      [],
    ],
    [
      'another in a class of the same name that extends another',
      'class A { f() {} }\nclass B extends A {}\nfunction g() {\n  class A { f() {} }\n  class B extends A { h() { this.f(); super.f(); } }\n}',
      [],
    ],
    ['the innermost object', 'const o = {\n  f() {},\n  p: {\n    f() {},\n    g() { this.f(); },\n  },\n};', [], 'o.f'],
    ['none of an object in its arrow functions', 'const o = {\n  f() {},\n  g: () => { this.f(); },\n};', [], 'o.f'],
    ['an object in its functions', 'const o = {\n  f() {},\n  g: function () { this.f(); },\n};', ['f.ts:3 o.g'], 'o.f'],
  ];
  for (const [title, text, expected, name] of cases) {
    it(title, () => {
      assert.deepEqual(certain(text, name), expected);
    });
  }
});

describe('callers of what classes inherit', () => {
  it('in a namespace are those of the class that lies beside', () => {
    const text =
      'class A { m() {} }\nnamespace N {\n  export class A { m() {} }\n  class K extends A {\n    k() { this.m(); }\n  }\n}\nclass L extends A {\n  l() { this.m(); }\n}';
    assert.deepEqual(callers({ 'f.ts': text }, 'A.m'), ['f.ts:9 L.l']);
    assert.deepEqual(callers({ 'f.ts': text }, 'N.A.m'), ['f.ts:5 N.K.k']);
  });
  const base = { 'f.ts': 'export class A {\n  f() {}\n  static s() {}\n}\n' };
  const cases: readonly (readonly [title: string, texts: Texts, expected: readonly string[], name?: string])[] = [
    [
      'are found in the class that inherits: on this, on super, on itself',
      {
        ...base,
        'b.ts':
          "import { A } from './f';\nclass B extends A {\n  g() { this.f(); }\n  h() { super.f(); }\n  i() { B.s(); }\n}\nnew B().f();\n",
      },
      ['b.ts:3 B.g', 'b.ts:4 B.h', 'b.ts:7 -'],
    ],
    ['are found for static ones', { ...base, 'b.ts': "import { A } from './f';\nclass B extends A {}\nB.s();\n" }, ['b.ts:3 -'], 'A.s'],
    [
      'are found in the own file',
      { 'f.ts': 'export class A { f() {} }\nexport class B extends A {\n  g() { this.f(); }\n}' },
      ['f.ts:3 B.g'],
    ],
    [
      'are found from class to class, through barrels and other names',
      {
        ...base,
        'i.ts': "export { A as Base } from './f';\nexport * from './b';\n",
        'b.ts': "import * as all from './i';\nexport abstract class B<T extends object = {}> extends all.Base implements I<T> {}\n",
        'c.ts': "import { B as Parent } from './i';\nexport default class C extends Parent<{}> {\n  g() { this.f(); }\n}\n",
        'd.ts': "import C from './c';\nconst D = class extends C {\n  g() { super.f(); }\n};\n",
      },
      ['c.ts:3 C.g', 'd.ts:3 D.g'],
    ],
    [
      'end where the class has its own, which may call the one it overrides',
      {
        ...base,
        'b.ts':
          "import { A } from './f';\nexport class B extends A {\n  f() { super.f(); }\n  g() { this.f(); }\n}\nclass C extends B {\n  g() { super.f(); this.f(); }\n}\n",
      },
      ['b.ts:3 B.f'],
    ],
    ['are none of a class that only has the name', { ...base, 'b.ts': 'class A {}\nclass B extends A {\n  g() { this.f(); }\n}\n' }, []],
    [
      'are none of what extends something made',
      { ...base, 'b.ts': "import { A } from './f';\nclass B extends mixin(A) {\n  g() { this.f(); }\n}\n" },
      [],
    ],
    [
      'are found once where classes extend each other',
      { 'f.ts': 'export class A extends B {\n  f() {}\n}\nexport class B extends A {\n  g() { this.f(); }\n}' },
      ['f.ts:5 B.g'],
    ],
  ];
  for (const [title, texts, expected, name = 'A.f'] of cases) {
    it(title, () => {
      assert.deepEqual(callers(texts, name), expected);
    });
  }

  it('and the other way round: what a class calls of what it inherits', () => {
    const graph = graphOf({
      ...base,
      'b.ts':
        "import { A } from './f';\nclass B extends A {}\nclass C extends B {\n  f() {}\n  g() { super.f(); this.f(); B.s(); new B().f(); }\n}\nclass D extends C {\n  g() { this.f(); }\n}\n",
    });
    const callees = (name: string): string[] => graph.calleesOf({ path: 'b.ts', name }).map((one) => `${one.path} ${one.name}`);
    assert.deepEqual(callees('C.g').sort(), ['b.ts B', 'b.ts C.f', 'f.ts A.f', 'f.ts A.s']);
    assert.deepEqual(callees('D.g'), ['b.ts C.f']);
  });
});

describe('callees', () => {
  const texts: Texts = {
    'a.ts':
      "import { f, Client } from './b';\nimport * as all from './b';\nimport { z } from 'zod';\nexport function g() {\n  f();\n  f();\n  all.f();\n  h();\n  Client.make();\n  all.Client.make();\n  new Client();\n  z();\n  [].map(f);\n  g();\n}\nfunction h() {}\nexport class D {\n  one() { this.two(); }\n  two() {}\n}\n",
    'b.ts': "export { f } from './f';\nexport { default as Client } from './client';\n",
    ...f,
    'client.ts': 'export default class Client {\n  static make() {}\n}\n',
  };
  const callees = (name: string): string[] =>
    graphOf(texts)
      .calleesOf({ path: 'a.ts', name })
      .map((one) => `${one.name} ${one.path}:${String(one.line)}`);
  it('are told with the file that declares them; what is not of the workspace is left out', () => {
    assert.deepEqual(callees('g'), ['f f.ts:1', 'h a.ts:16', 'Client.make client.ts:2', 'Client client.ts:1']);
  });
  it('of a method are those of its object too', () => {
    assert.deepEqual(callees('D.one'), ['D.two a.ts:19']);
  });
});

describe('definitions', () => {
  const graph = graphOf({
    'a.ts': 'export class A { run() {} }\nexport class B {\n  run() {}\n}\nfunction run(): void;\nfunction run(x?: number) {}',
    'b.ts': 'const run = 1;',
  });
  it('are all that have the name, members with their container', () => {
    assert.deepEqual(
      graph.definitionsOf('run').map(({ path, name }) => `${path} ${name}`),
      ['a.ts A.run', 'a.ts B.run', 'a.ts run', 'b.ts run'],
    );
  });
  it('are those of one container where it is named', () => {
    assert.deepEqual(graph.definitionsOf('B.run'), [{ path: 'a.ts', name: 'B.run', line: 3 }]);
  });
});

describe('importers', () => {
  const graph = graphOf({ ...f, 'b.ts': "export * from './f';", 'a.ts': "import { f } from './b';", 'c.ts': "import './f';" });
  it('of a file are those that name it', () => {
    assert.deepEqual(graph.importersOf('f.ts'), ['b.ts', 'c.ts']);
  });
  it('of a symbol are those that take it, wherever from', () => {
    assert.deepEqual(graph.importersOf('f.ts', 'f'), ['a.ts']);
  });
});

describe('places of imports', () => {
  it('are the first line of each file that takes the symbol, through barrels and under other names', () => {
    const graph = graphOf({
      'f.ts': 'export function f() {}\nexport class C { m() {} }\n',
      'b.ts': "export * from './f';\n",
      'a.ts': "import './f';\nimport { f as g } from './b';\ng();\n",
      'c.ts': "\n\nimport { C } from './f';\n",
    });
    assert.deepEqual(graph.importPlacesOf({ path: 'f.ts', name: 'f' }), [{ path: 'a.ts', line: 2 }]);
    assert.deepEqual(graph.importPlacesOf({ path: 'f.ts', name: 'C.m' }), [{ path: 'c.ts', line: 3 }]);
    assert.deepEqual(graph.importPlacesOf({ path: 'f.ts', name: 'nothing' }), []);
  });
});

describe('the symbol at a place is', () => {
  const texts: Texts = {
    'f.ts': 'export function f() {\n  f();\n}\n',
    'client.ts':
      'export class Client {\n  /** Sends. */\n  send() {\n    const local = 1;\n    return this.get(local);\n  }\n  get(n: number) {}\n}\n',
    'other.ts': 'export class A { get() {} }\nexport class B { get() {} }\nexport class D { get() {} }\n',
    'a.ts':
      "import { f as g } from './f';\nimport { gone } from 'elsewhere';\nfunction h(client: any) {\n  g();\n  g();\n  client.send();\n  client.get();\n  gone();\n}\n",
  };
  const cases: readonly (readonly [title: string, path: string, line: number, word: string | undefined, expected: readonly string[]])[] = [
    ['the declaration around a line', 'client.ts', 4, undefined, ['client.ts Client.send 3']],
    ['the declaration whose comment it is', 'client.ts', 2, 'Sends', ['client.ts Client.send 3']],
    ['what is declared there', 'client.ts', 7, 'get', ['client.ts Client.get 7']],
    ['what calls itself', 'f.ts', 2, 'f', ['f.ts f 1']],
    ['the method of the own class', 'client.ts', 5, 'get', ['client.ts Client.get 7']],
    ['what an import brings, at the import', 'a.ts', 1, 'g', ['f.ts f 1']],
    ['what an import brings, at a call', 'a.ts', 4, 'g', ['f.ts f 1']],
    ['the same at a later call', 'a.ts', 5, 'g', ['f.ts f 1']],
    ['a method that few classes have, on something unknown', 'a.ts', 6, 'send', ['client.ts Client.send 3']],
    ['none of a method that many have', 'a.ts', 7, 'get', []],
    ['the declaration around a local variable', 'client.ts', 4, 'local', ['client.ts Client.send 3']],
    ['the declaration around what comes from outside', 'a.ts', 8, 'gone', ['a.ts h 3']],
    ['nothing where nothing is declared', 'a.ts', 2, 'gone', []],
    ['nothing in a file that is not known', 'none.ts', 1, 'f', []],
  ];
  for (const [title, path, line, word, expected] of cases) {
    it(title, () => {
      const found = graphOf(texts).symbolsAt(path, line, word);
      assert.deepEqual(
        found.map((one) => `${one.path} ${one.name} ${String(one.line)}`),
        expected,
      );
    });
  }
});

describe('any tangle of barrels', () => {
  it('has an end, and whoever calls is called', () => {
    const edge = fc.tuple(fc.nat(5), fc.nat(5), fc.constantFrom('*', '* as x', '{ f }', '{ f as g }', '{ g as f }', '{ x }'));
    const own: Texts = {
      'm0.ts': 'export function f() {}',
      'm5.ts': "import { f } from './m4';\nimport * as all from './m3';\nexport function caller() { f(); all.f(); }",
    };
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 15 }), (edges) => {
        const texts = Object.fromEntries(
          [0, 1, 2, 3, 4, 5].map((at) => {
            const exports = edges.filter(([from]) => from === at).map(([, to, what]) => `export ${what} from './m${String(to)}';`);
            return [`m${String(at)}.ts`, [...exports, own[`m${String(at)}.ts`] ?? ''].join('\n')];
          }),
        );
        const graph = graphOf(texts);
        const callers = graph.callersOf({ path: 'm0.ts', name: 'f' }).some(({ path }) => path === 'm5.ts');
        const callees = graph.calleesOf({ path: 'm5.ts', name: 'caller' }).some(({ path, name }) => path === 'm0.ts' && name === 'f');
        assert.equal(callers, callees);
      }),
      { numRuns: 500 },
    );
  });
});
