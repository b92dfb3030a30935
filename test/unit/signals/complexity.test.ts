import assert from 'node:assert/strict';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { countedByESLint, countedByUs } from './eslintOracle.ts';

/** Constructs on which the TypeScript tree and ESTree differ; each is also judged by ESLint. */
const exotic: readonly (readonly [title: string, text: string, path?: string])[] = [
  ['a plain function', 'function f() {}'],
  ['exported and default functions are reported without their modifiers', 'export function f() {}\nexport default async function () {}'],
  ['comments between export and function', 'export /* a */ // b\n  async function f() {}'],
  [
    'overloads and declared functions are no functions',
    'function f(a: 1): 1;\nfunction f(a: 2): 2;\nfunction f(a: any) { return a || 1 }\ndeclare function g(): void;',
  ],
  [
    'defaults of a signature without body belong to what is around it',
    'function outer() { class A { m(a = 1): void; m(a?: any) {} } abstract class B { abstract m(a = 1): void } }',
  ],
  ['abstract members', 'abstract class A { abstract a: string; abstract b(): void; abstract get c(): number; d = 1 }'],
  ['field initialisers', 'class A { a = 1; b = x ? 1 : 2; static c = x && y; d; declare e: string; readonly f = (1) }'],
  [
    'a field that is an arrow function is two paths',
    'class A { a = () => x || y; b = (() => 1); c = function () {}; d = async () => { if (x) y() } }',
  ],
  [
    'an accessor field counts to what is around it',
    'function f() { class A { accessor a = x ? 1 : 2; accessor b = () => 1; static accessor c = function () { return x && y } } }',
  ],
  ['static blocks', 'class A {\n  static {\n    if (a) b();\n  }\n  static { for (;;) {} }\n}'],
  [
    'parameter properties and their defaults',
    'class A { constructor(private a = 1, readonly b?: string, public c: number = x ? 1 : 2) {} }',
  ],
  [
    'decorators run outside of the member',
    'function f() { @dec(a && b) class A { @p(x ? 1 : 2) m(@q(y || z) a: any) {} @r(() => x && y) b = 1; @s get c() { return 1 } } }',
  ],
  [
    'computed names run outside of the member',
    'function f() { class A { [a ? "b" : "c"]() {} [x && y] = 1; get [z ?? w]() { return 1 } } return { [a || b]() {} } }',
  ],
  [
    'a function as a computed name',
    'class A { [(() => 1) as any]() {} [() => 2]() {} [function () {}] = 3 } const o = { [() => 1]: 2 }; const { [() => 3]: p } = o;',
  ],
  [
    'object methods, accessors and arrow properties',
    'const o = { m() {}, get a() { return 1 }, set a(v) {}, async *g() {}, f: () => 1, p: ((() => 2)), c: (() => 3) as any, h: function () {}, i: async (x) => x }',
  ],
  [
    'decorated and documented members',
    'class A {\n  /** doc */\n  @dec()\n  public static async m() {}\n\n  // note\n  constructor() {}\n\n  /** doc */ get a() { return 1 }\n}',
  ],
  ['optional chains', 'function f() { a?.b; a?.b?.c; a?.(); a?.[0]?.(x); a?.b.c.d(); delete a?.b }'],
  ['optional chains with ! and parentheses', 'function f() { a?.b!.c; (a?.b).c; (a?.b)!.c?.(); a!?.b; (a?.()!)?.b }'],
  ['logical operators and their assignments', 'function f() { a && b || c ?? d; a &&= b; a ||= b; a ??= b; a += b; a = b }'],
  ['default parameters', 'function f(a = 1, { b = 2, c: { d = 3 } = {} } = {}, [e = 4, [g = 5]] = [], ...r) {} const h = (a = 1) => a'],
  [
    'defaults in binding patterns',
    'function f() { const { a = 1, b: { c = 2 }, ...r } = x; const [d = 3, , e = 4] = y; for (const { g = 5 } of z) {} try {} catch ({ m = 6 }) {} }',
  ],
  [
    'defaults in destructuring assignments',
    'function f() { ({ a = 1, b: c = 2, d: { e = 3 } = {}, ...g } = x); [h = 4, [i = 5] = [], ...[j = 6]] = y; [k.l = 7] = z; ({ m: n } = o = p) }',
  ],
  ['assignments inside a default are assignments', 'function f() { [a = b = 1] = x; ({ a: b = [c = 2] = d } = e); [(f)[g = 1]] = h }'],
  [
    'defaults in the target of a loop',
    'function f() { for ([a = 1] of b) {} for ({ c = 2, d: e = 3 } of g) {} for ({ length: h = 4 } in i) {} }',
  ],
  [
    'every statement that branches',
    'function f() { if (a) {} else if (b) {} for (;;) {} for (const x in y) {} for (const x of y) {} while (a) {} do {} while (b); try {} catch {} finally {} }',
  ],
  ['switch counts its cases, not the default', 'function f() { switch (a) { case 1: case 2: break; default: case x && y: } }'],
  ['nested functions keep their own count', 'function f() { if (a) { return function g() { return a ? () => b || c : d } } }'],
  [
    'generators, async and named function expressions',
    'const a = function* b() { yield* c }; const d = async function () { for await (const e of g) {} }; (function () {})()',
  ],
  [
    'arrow functions are reported at the arrow',
    'const a = async <T,>(b: T): Promise<(c: T) => void> =>\n  (d) => { };\nfoo((x) => x, y => ({ z: y && 1 }));\nconst g = (h: () => void = () => {}) => (h());',
  ],
  [
    'types never count',
    'type A<T> = T extends string ? 1 : 2; function f<T = string>(this: A<T>, a: T extends 1 ? 2 : 3): a is any { return a as T extends 1 ? 2 : 3 }\ninterface B { m?(a?: string): void; new (): B; get c(): string }',
  ],
  ['enums', 'function f() { enum A { B = 1 << 2, C = x ? 1 : 2, D = "a".length } } const enum E { F = 1 }'],
  [
    'namespaces and modules',
    'namespace A.B { export function f() { if (x) y() } export class C { m = x || y } }\ndeclare module "m" { export function g(): void }\ndeclare global { var h: string }',
  ],
  [
    'assertions, satisfies and type arguments',
    'const f = (<T>(a: T) => a ? 1 : 2) satisfies unknown; const g = <any>(() => 1); const h = a<string>; const i = new Map<string, () => void>([["a", () => 1]])',
  ],
  [
    'class expressions and heritage',
    'const A = class extends (x ? B : C) { m() {} static n = class { o() { return x && y } } }; function mix() { return class extends f(() => x || y) {} }',
  ],
  [
    'super, new.target, import.meta, dynamic import',
    'class A extends B { constructor() { super(x ? 1 : 2); new.target?.name; import.meta?.url } async m() { await import(x || "y") } }',
  ],
  ['tagged templates and nested templates', 'const a = tag`${x ? `${y && z}` : () => `${w ?? v}`}`; function f() { return `${a || b}` }'],
  ['private names', 'class A { #a = x || y; #m() { return this.#a?.b && #a in this } static #s() {} get #g() { return 1 } }'],
  [
    'quoted and numeric member names',
    'class A { "a b"() {} 1() {} "constructor"() {} static constructor() {} static "prototype2" = () => 1 }',
  ],
  ['using declarations', 'async function f() { using a = x ?? y; await using b = z() }'],
  ['labels, with and comma expressions', 'function f() { outer: for (;;) { continue outer } return (a, b ? 1 : 2, c) }'],
  ['export assignment and default expressions', 'export default (a) => a ? 1 : 2'],
  ['export default object', 'export default { data() { return x || y }, computed: { a: () => 1 } }'],
  ['export equals', 'export = function () { return a && b }'],
  [
    'line endings of all kinds',
    'function a() {}\r\nfunction b() {}\rfunction c() {}\u2028function d() {}\u2029const s = "\u2028"; function e() {}',
  ],
  ['a byte order mark', '\ufefffunction a() {}\nconst b = () => 1'],
  ['a hashbang', '#!/usr/bin/env node\nfunction a() {}'],
  ['astral characters', 'const 𠮷 = "😀"; const f = (a = "😀") => { /* 😀 */ return function () {} }'],
  ['JSX', 'const A = () => <B a={x ? 1 : 2} b={() => x && y} {...(x || z)}>{c?.d}<></>{...e}</B>', 'a.tsx'],
  [
    'generic components',
    'export function A<T,>(p: P<T>) { return <B<T> render={function () { return x ?? <i/> }} /> }\nconst C = <T extends object>(p: T) => <a.b.c {...p} />',
    'a.tsx',
  ],
  ['JSX in JavaScript', 'export const A = ({ a = 1, ...b }) => <B {...b}>{a ? <C/> : null}</B>', 'a.jsx'],
  [
    'plain JavaScript',
    'exports.f = function (a) { return a || 1 }; module.exports = { g: (a) => a?.b, h() {} }; A.prototype.m = function () {}',
    'a.js',
  ],
  ['CommonJS with return at top level excluded', 'var self = this; (function (a) { if (a) { self.x ??= a } })(this)', 'a.cjs'],
  [
    'an ES module in JavaScript',
    'export const f = async () => { for await (const a of b) if (a) await c }; export default class { static x = () => y || z }',
    'a.mjs',
  ],
  [
    'a .mts file',
    'export const f = <T,>(a: T = null!) => a ?? 1; abstract class A { protected abstract b?: string; c = this.b?.length }',
    'a.mts',
  ],
  ['a .cts file', 'import a = require("a"); export = { f: (x: number) => x && a }', 'a.cts'],
  [
    'declaration files',
    'export declare function f(a?: string): void; export declare class A { constructor(a: string); m(): void; get b(): string }',
    'a.d.ts',
  ],
];

describe('complexity equals ESLint on constructs that the two trees know by different names', () => {
  for (const [title, text, path = 'a.ts'] of exotic) {
    it(title, () => {
      const expected = countedByESLint(path, text);
      assert.ok(expected, 'ESLint cannot parse the snippet');
      assert.deepEqual(countedByUs(path, text), expected);
    });
  }
});

describe('branches are the branching nodes alone', () => {
  const cases: readonly (readonly [title: string, body: string, cyclomatic: number, branches: number])[] = [
    ['nothing', '', 1, 0],
    ['if and else if', 'if (a) {} else if (b) {} else {}', 3, 2],
    ['a conditional', 'return a ? 1 : 2', 2, 1],
    ['case with a test, not default', 'switch (a) { case 1: case 2: default: }', 3, 2],
    ['loops', 'for (;;) {} for (const a in b) {} for (const a of b) {} while (a) {} do {} while (a)', 6, 5],
    ['catch, not finally', 'try {} catch {} finally {}', 2, 1],
    ['logical operators', 'return a && b || c ?? d', 4, 3],
    ['logical assignments', 'a &&= b; a ||= b; a ??= b', 4, 3],
    ['optional links and defaults are no branches', 'const { c = 1 } = a?.b?.()', 4, 0],
  ];
  for (const [title, body, cyclomatic, branches] of cases) {
    it(title, () => {
      const [found] = extractSignals('a.ts', `function f() { ${body} }`).functions;
      assert.deepEqual([found?.cyclomatic, found?.branches], [cyclomatic, branches]);
    });
  }
});

describe('functions are named after what holds them', () => {
  const cases: readonly (readonly [text: string, named: readonly string[]])[] = [
    ['function f() {}', ['f function']],
    ['const f = () => 1', ['f arrow']],
    ['const f = (() => 1) as F', ['f arrow']],
    ['export default function () {}', ['default function']],
    ['export default () => 1', ['default arrow']],
    [
      'class A { constructor() {} m() {} get a() { return 1 } set a(v) {} f = 1; static {} #p() {} }',
      ['A.constructor constructor', 'A.m method', 'A.a getter', 'A.a setter', 'A.f initializer', 'A.static static block', 'A.#p method'],
    ],
    ['class A { h = () => 1 }', ['A.h initializer', 'A.h arrow']],
    ['const A = class { m() {} }', ['A.m method']],
    ['export default class { m() {} }', ['default.m method']],
    ['const o = { m() {}, f: () => 1, n: { g() {} }, ["k"]() {} }', ['o.m method', 'o.f arrow', 'o.n.g method', 'o.k method']],
    ['exports.f = function () {}; module.exports.g = () => 1; A.prototype.m = function () {}', ['f function', 'g arrow', 'A.m function']],
    ['function f() { a.map((x) => x) }', ['f function', '(anonymous in f) arrow']],
    ['a.map((x) => x)', ['(anonymous) arrow']],
    ['class A { m() { const inner = () => { x(() => 1) } } }', ['A.m method', 'inner arrow', '(anonymous in inner) arrow']],
  ];
  for (const [text, named] of cases) {
    it(text, () => {
      assert.deepEqual(
        extractSignals('a.ts', text).functions.map(({ name, kind }) => `${name} ${kind}`),
        named,
      );
    });
  }
});

describe('a function reaches from its first to its last line', () => {
  it('whatever the head', () => {
    const text =
      '/** doc */\nexport const f = (\n  a: string,\n) => {\n  return a;\n};\n\nclass A {\n  /** doc */\n  @dec\n  m() {\n  }\n}\n';
    const found = extractSignals('a.ts', text).functions.map(({ name, line, from, to }) => [name, line, from, to]);
    assert.deepEqual(found, [
      ['f', 4, 2, 6],
      ['A.m', 10, 10, 12],
    ]);
  });
});
