import assert from 'node:assert/strict';
import { extractSignals } from '../../../src/signals/extractSignals.ts';

type Case = readonly [title: string, text: string, signatures: readonly string[], path?: string];

function table(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [rule, text, expected, path = 'a.ts'] of cases) {
      it(rule, () => {
        assert.deepEqual(extractSignals(path, text).signatures, expected);
      });
    }
  });
}

table('a signature is the declaration without its body', [
  [
    'functions',
    'export function f<T extends string>(a: T, b?: number): Promise<T> { return a }',
    ['export function f<T extends string>(a: T, b?: number): Promise<T>'],
  ],
  ['async generators', 'export async function* f() {}', ['export async function* f()']],
  ['arrow functions read like functions', 'export const f = <T,>(a: X): Y => a', ['export const f = <T>(a: X): Y']],
  [
    'async arrow functions and function expressions',
    'export const f = async (a: X) => a, g = function* (b: Y) {}',
    ['export const f = async (a: X)', 'export const g = function*(b: Y)'],
  ],
  ['typed constants', 'export const f: (a: X) => Y = (a) => a', ['export const f: (a: X) => Y']],
  [
    'short literals',
    "export const a = 5, b = -1, c = 'x', d = true, e = [], g = {}, h = null",
    [
      'export const a = 5',
      'export const b = -1',
      "export const c = 'x'",
      'export const d = true',
      'export const e = []',
      'export const g = {}',
      'export const h = null',
    ],
  ],
  [
    'other values are left out',
    "export const a = compute(), b = { c: 1 }, d = 'a string that is far too long to be worth it'",
    ['export const a', 'export const b', 'export const d'],
  ],
  ['literals behind assertions', 'export const a = 5 as const; export let b = <const>"x"', ['export const a = 5', 'export let b = "x"']],
  ['destructured constants are one line', 'export const { a, b: { c = 1 }, ...d } = x', ['export const { a, b: { c }, ...d }']],
  [
    'interfaces with their members',
    'export interface A<T> extends B, C<T> { a: string; readonly b?: T; m(x: T): void; (y: T): A<T>; new (z: T): A<T>; [k: string]: unknown; get g(): T }',
    [
      'export interface A<T> extends B, C<T>',
      'A.a: string',
      'readonly A.b?: T',
      'A.m(x: T): void',
      'A(y: T): A<T>',
      'A.new(z: T): A<T>',
      'A[k: string]: unknown',
      'get A.g(): T',
    ],
  ],
  [
    'type aliases',
    'export type A<T> =\n  | { a: string\n      b: T }\n  | (() => void)',
    ['export type A<T> = { a: string; b: T } | (() => void)'],
  ],
  [
    'enums',
    'export const enum E { A = 1, B, "c-d" = "x", F = f() }\nexport declare enum G {}',
    ['export const enum E { A = 1, B, "c-d" = "x", F }', 'export declare enum G {}'],
  ],
  ['what is not exported is not listed', 'function f() {}\nconst a = 1\nclass B { m() {} }', []],
]);

table('classes', [
  [
    'head and public members',
    'export abstract class A<T> extends B<T> implements C, D {\n  private x = 1;\n  protected y = 2;\n  #z = 3;\n  public readonly a: string = "";\n  static b = 1;\n  declare c: T;\n  constructor(private readonly d: string, e = 1) { super() }\n  async m<U>(u: U): Promise<U> { return u }\n  *g() {}\n  abstract h(): void;\n  get p(): T { return this.c }\n  set p(v: T) {}\n  handler = (e: Event): void => {};\n  static {}\n  [Symbol.iterator]() {}\n  accessor q = 5;\n}',
    [
      'export abstract class A<T> extends B<T> implements C, D',
      'readonly A.a: string',
      'static A.b = 1',
      'declare A.c: T',
      'A.constructor(private readonly d: string, e = 1)',
      'async A.m<U>(u: U): Promise<U>',
      '*A.g()',
      'abstract A.h(): void',
      'get A.p(): T',
      'set A.p(v: T)',
      'A.handler = (e: Event): void',
      'A.[Symbol.iterator]()',
      'accessor A.q = 5',
    ],
  ],
  [
    'decorators',
    '@Injectable()\nexport class A { @Input({ required: true }) a!: string; @HostListener("click", ["$event", "$event.target", "$event.currentTarget", "x"]) m(@Inject(T) t: T) {} }',
    ['@Injectable() export class A', '@Input({ required: true }) A.a: string', '@HostListener(…) A.m(@Inject(T) t: T)'],
  ],
  ['class expressions', 'export const A = class B extends C { m() {} }', ['export const A = class B extends C', 'A.m()']],
  [
    'overloads, not their implementation',
    'export class A { constructor(a: 1); constructor(a: 2); constructor(a: any) {} m(a: 1): 1; m(a: 2): 2; m(a: any) { return a } n() {} }',
    ['export class A', 'A.constructor(a: 1)', 'A.constructor(a: 2)', 'A.m(a: 1): 1', 'A.m(a: 2): 2', 'A.n()'],
  ],
  ['optional methods', 'export declare class A { m?(): void; n?: string }', ['export declare class A', 'A.m?(): void', 'A.n?: string']],
]);

table('overloads', [
  [
    'each overload, not the implementation',
    'export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: any) { return a }',
    ['export function f(a: 1): 1', 'export function f(a: 2): 2'],
  ],
  [
    'declared functions',
    'export declare function f(a: 1): 1;\nexport declare function f(a: 2): 2;',
    ['export declare function f(a: 1): 1', 'export declare function f(a: 2): 2'],
  ],
]);

table('parameters', [
  [
    'defaults make a parameter optional',
    'export function f(a: X = y(), b = z, { c = 1, d: e }: O = {}, [g, , h]: P = [], ...r: R[]) {}',
    ['export function f(a?: X, b?, { c, d: e }?: O, [g, , h]?: P, ...r: R[])'],
  ],
  [
    'short literal defaults tell the type',
    'export function f(a = 1, b = "x", c = false) {}',
    ['export function f(a = 1, b = "x", c = false)'],
  ],
  [
    'this parameters and predicates',
    'export function f(this: A, a: unknown): asserts a is B {}',
    ['export function f(this: A, a: unknown): asserts a is B'],
  ],
]);

table('exports apart from the declaration', [
  ['lists', 'function a(x: X): Y {}\nconst b = 1;\nexport { a, b as c };', ['export function a(x: X): Y', 'export const b = 1 as c']],
  ['lists in front of the declaration', 'export { A };\nclass A { m() {} }', ['export class A', 'A.m()']],
  ['default of a name', 'export default f;\nfunction f(a: X) {}', ['export function f(a: X) as default']],
  ['default declarations', 'export default class A { m() {} }', ['export default class A', 'A.m()']],
  ['anonymous defaults', 'export default function (a: X): Y {}', ['export default function(a: X): Y']],
  ['default expressions', 'export default async (a: X): Promise<Y> => a', ['export default async (a: X): Promise<Y>']],
  [
    'default objects',
    'export default { data() { return 1 }, name: "x", ...rest }',
    ['export default { data, name, ...rest }', 'default.data()'],
  ],
  ['default calls', 'export default defineConfig({ a: 1 })', ['export default defineConfig(…)']],
  ['export equals', 'class A { m() {} }\nexport = A;', ['export class A as export=', 'A.m()']],
  [
    're-exports',
    "export { a as b, type C } from './x';\nexport * from \"./y\";\nexport * as z from './z';\nexport type { D } from './d';",
    ["export { a as b, type C } from './x'", 'export * from "./y"', "export * as z from './z'", "export type { D } from './d'"],
  ],
  [
    'imported names in a list',
    "import A, { b as c } from './x';\nimport * as n from './n';\nexport { A, c as d, n, unknown };\nexport type { c as E }",
    [
      "export { default as A } from './x'",
      "export { b as d } from './x'",
      "export * as n from './n'",
      'export { unknown }',
      "export type { b as E } from './x'",
    ],
  ],
  ['an empty list', 'export {};', []],
  ['UMD names and aliases', 'export as namespace N;\nexport import a = B.c;', ['export as namespace N', 'export import a = B.c']],
]);

table('namespaces and modules', [
  [
    'exported members',
    'export namespace A.B { export function f(a: X): Y {} export const c: Z = 1; const hidden = 1; export class D { m() {} } }',
    ['export namespace A.B', 'export function A.B.f(a: X): Y', 'export const A.B.c: Z', 'export class A.B.D', 'A.B.D.m()'],
  ],
  [
    'ambient members need no export',
    'export declare namespace N { function f(): void; interface I { a: string } }',
    ['export declare namespace N', 'function N.f(): void', 'interface N.I', 'N.I.a: string'],
  ],
  ['a namespace that is not exported exports nothing', 'namespace A { export const b = 1 }', []],
  [
    'augmentations',
    'declare module "m" { interface A { b: string } }\ndeclare global { var c: string }\nexport {}',
    ['declare module "m"', 'interface m.A', 'm.A.b: string', 'declare global', 'var global.c: string'],
  ],
]);

table('one normalised line', [
  [
    'line breaks, comments and trailing commas go',
    'export function f(\n  // first\n  a: X, /* second */\n  b: {\n    c: string; // c\n    d: [\n      number,\n    ];\n  },\n): Map<\n  string,\n  Y\n> {}',
    ['export function f(a: X, b: { c: string; d: [number] }): Map<string, Y>'],
  ],
  [
    'members without semicolons stay apart',
    'export type A = {\n  readonly a: string\n  b(): void\n  readonly\n    c: number\n  d: X extends Y\n    ? 1\n    : 2\n}',
    ['export type A = { readonly a: string; b(): void; readonly c: number; d: X extends Y ? 1 : 2 }'],
  ],
  [
    'text in quotes stays as it is',
    'export type A = \'a  // b\' | "( c )" | `d  ${string}  /* e */`\n',
    ['export type A = \'a  // b\' | "( c )" | `d  ${string}  /* e */`'],
  ],
  ['CRLF', 'export type A =\r\n  | B\r\n  | C\r\n', ['export type A = B | C']],
  [
    'very long signatures end in an ellipsis',
    `export type A = ${'B | '.repeat(1000)}C`,
    [`${`export type A = ${'B | '.repeat(1000)}`.slice(0, 1000)}…`],
  ],
]);

table('members of objects', [
  [
    'functions in an exported object',
    'export const api = { get(a: X): Y {}, put: async (b: Z) => b, n: { deep() {} }, value: 1, get size() { return 1 } } satisfies Api',
    ['export const api', 'api.get(a: X): Y', 'api.put = async (b: Z)', 'api.n.deep()', 'get api.size()'],
  ],
]);

table('JavaScript', [
  [
    'JSDoc types',
    '/**\n * Adds.\n * @template T\n * @param {T} a first\n * @param {number} [b=1] second\n * @param {...string} c rest\n * @returns {Promise<{ d: T }>} sum\n */\nexport async function f(a, b, ...c) {}',
    ['export async function f<T>(a: T, b?: number, ...c: string[]): Promise<{ d: T }>'],
    'a.js',
  ],
  ['typed constants', '/** @type {(a: X) => Y} */\nexport const f = (a) => a', ['export const f: (a: X) => Y'], 'a.mjs'],
  [
    'arrow functions',
    '/** @param {{ a: string, b?: number }} options */\nexport const f = ({ a, b }) => a',
    ['export const f = ({ a, b }: { a: string, b?: number })'],
    'a.js',
  ],
  [
    'members',
    'export class A { /** @param {X} a @returns {Y} */ m(a) {} /** @type {Z} */ p = 1 }',
    ['export class A', 'A.m(a: X)', 'A.p: Z'],
    'a.js',
  ],
  [
    'CommonJS',
    '/** @returns {X} */\nexports.f = function (a) {};\nmodule.exports.g = (b) => b;\nexports.h = h;\nfunction h(c) {}\nexports.i = 5;',
    ['exports.f = function(a): X', 'exports.g = (b)', 'export function h(c)', 'exports.i = 5'],
    'a.js',
  ],
  [
    'module.exports',
    'const b = 1;\nfunction a(x) {}\nmodule.exports = { a, c: b, d() {}, ...e };',
    ['export const b = 1 as c', 'export function a(x)', 'module.exports = { a, c, d, ...e }', 'module.exports.d()'],
    'a.cjs',
  ],
  ['the whole module', 'class A { m() {} }\nmodule.exports = A;', ['export class A as module.exports', 'A.m()'], 'a.cjs'],
  ['re-exports', "module.exports = require('./x');", ["module.exports = require('./x')"], 'a.js'],
  [
    'components',
    'export const A = ({ a, ...b }) => <B {...b} />;\nexport function C(props) { return <></> }',
    ['export const A = ({ a, ...b })', 'export function C(props)'],
    'a.jsx',
  ],
  ['JSDoc types say nothing in TypeScript', '/** @param {X} a */\nexport function f(a: Y) {}', ['export function f(a: Y)']],
]);
