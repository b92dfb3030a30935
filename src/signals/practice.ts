/**
 * Every kind of token, and most kinds of declarations, statements, types and expressions; TypeScript and JavaScript alike.
 *
 * V8 compiles a function for what it has met so far, throws that away when it meets something else, and compiles again: the scanner, which
 * is one large function, a dozen times in a first index. Having met everything before, it is compiled once or twice: that saves up to a
 * quarter of the CPU of a first index, the more the earlier.
 */
export const practiceText = String.raw`#!/usr/bin/env node
/** @traces A-1 {@link x} */
// line
/* block
   comment */
import type { A, B as C } from './a.js';
import D, * as E from "./e";
import F, { type G, H } from '../f';
import './side';
import I = require('i');
import json from './j.json' with { type: 'json' };
export * from './g';
export * as J from './j';
export { K, L as M } from './k';
export type { N } from './n';
declare global { interface Window { a?: string } }
declare module 'm' { export const a: number; }
namespace O.P { export let a = 1; }
module O2 { export import a = O.P; }
enum Q { A = 1, B = A << 1, C = 'c', D = ~A }
const enum R { A }
@decorated() export abstract class S<T extends object = {}> extends Map<string, T> implements Iterable<T>, Other {
  @decorated static readonly #a: number = 0x1f;
  private declare b?: string;
  protected c!: bigint;
  accessor d = 1_000n;
  [key: string]: unknown;
  static { S.#a; }
  constructor(public readonly e: string, f = 0b11, ...g: number[]) { super(); this.e = e; };
  get h(): number { return this.#h; }
  set h(value: number) { this.#h = value; }
  async *i(): AsyncGenerator<number> { yield 1; yield* other(); for await (const a of b) await a; }
  abstract j(): asserts this is S;
  override k<const U>(this: S, a?: U): a is string;
  k() { return super.k?.() ?? new.target; }
}
export interface V<in out T> extends A, B<T> { (a: string): void; new (a: number): V<T>; readonly b?: T; c(): this; get d(): number; [k: symbol]: T }
export type W<T> = { readonly [K in keyof T as ${'`a${K & string}`'}]-?: T[K] } | (T extends (infer U extends string)[] ? U : never);
type X = [a: string, b?: number, ...c: boolean[]] & [string?, ...number[]] & typeof import('x') & import('y').Z & typeof a.b<string>;
type X2 = unique symbol | -1 | ${'`b`'} | null | undefined | void | any | unknown | object | bigint | true | false;
type Y = (a: string, ...b: any[]) => asserts a is string;
type Z = abstract new () => A['b']['c'];
export default function a(b: number, { c, d: { e = 1 } = {}, ...f }: G = {}, [g, , h = 2, ...i]: T[]): void;
export async function j<T>(a: T): Promise<T> { try { return await k(a); } catch (error) { throw error; } finally { done(); } }
export const l = (a: number): string => { if (a === 1) return 'x'; else if (a !== 2 && a != 3 || !(a == 4)) return "y\n\u0041\x41\u{41}"; return ${'`z${a}y${b}x\\n`'}; };
const m = async <T,>(a: T) => a, n = function* named() {}, o = class P {}, p = x => x, q = async y => y;
let r = 1 + 2 - 3 * 4 / 5 % 6 ** 7, s = .5 + 1.5e3 + 0o17 + 1e-2 + 1., t = a?.b?.[c]?.(d), u = /re[/]g\/x/giu.test(v), w = a! as const;
r += 1; r -= 1; r *= 2; r /= 2; r %= 2; r **= 2; r <<= 1; r >>= 1; r >>>= 1; r &= 1; r |= 1; r ^= 1; r &&= 1; r ||= 1; r ??= 1; r++; --r;
x = a < b, a > b, a <= b, a >= b, a << b, a >> b, a >>> b, a & b, a | b, a ^ b, a && b, a || b, a ?? b, ~a, !a, -a, +a;
x = typeof a, void a, delete a.b, a in b, a instanceof B, #f in g;
y = { a, b: 1, 'c': 2, [d]: 3, 4: 5, ...e, f() {}, get g() { return 1; }, set g(v) {}, async h() {}, *i() {}, async *j() {} } satisfies object;
z = [1, , 2, ...a, b ? c : d, tag${'`a${b}c`'}, new A, new B(1), a[0], import.meta.url, import('y'), require('z'), (a, b)];
function control(this: A, b, c, d = 1, { e, f = 2 } = {}) {
  label: for (let a = 0, b = 1; a < 1; a++) { if (a) continue label; else break; }
  for (const a in b) ; for (const [a, b] of c) {} while (a) {} do { a(); } while (b); for (;;) break;
  for (a of b) for ([a, b = 1, ...c] of d) for ({ a, b: c = 1, ...d } of e) ; for (a.b in c) ;
  switch (a) { case 1: case 'b': b(); break; default: c(); }
  if (a) b(); else if (c && (d && e) || f) g(); else h(a ? b : c ? () => d : e, a && b && c, a ?? b ?? c, a || b);
  [a, b = 1] = c; ({ a, b: [c], d = 2 } = e); a.b++; a[0]--; a?.b?.(c?.[d]); a?.(); a[0]?.(); a()?.(); this?.a?.();
  try { a(); } catch { b(); } try { a(); } catch ({ message, cause: [b] }) { c(); } finally { d(); }
}
function scopes<T>(this: A, a: C, b: A<T> | undefined, C, { D, ...E }, [F]: G) {
  class I extends C { a = new A(); b?: A; constructor(private c: A, public d: E | null) { super(); } } enum J { A }
  interface K {} type L = J; function M() {} var N = new A(), O: A; let P!: A, { Q } = new A();
  a.b(); this.b.c(); b.c.d(); b!.c(); (b).c(); new A().c(); new A.B().d(); super.d(); C.e(); C(); new C().f(); a['b']();
  a!(); (a)(); a<b>(c); f<string>(a); p().q().q(); a.b().b(); N.a(); N.a(); E.f.g(); a${'`x`'}; a.b.c.d(); F();
  new A<B>(c); new a.b.C(); new (a)(); new this.d(); new a[b]();
  { const a = 1, N = b; let C: A; a.b(); N.a(); namespace O { export const a = 1; a.b(); } }
  return { await: 1, a: () => 1, 'b': function () {}, [c]: class {}, d() {}, get e() { return 1; }, 1: { f: () => { g(); } } };
}
/** First. */
/**
 * @template T
 * @param {string} a a name
 * @param {{ b: number }} [c]
 * @returns {Promise<T>} what it is
 */
function documented(a, { b }) {} // about it
/* why */
// and how
export const [jj, { kk, ...ll }] = a, mm = class { 'a' = 1; 2 = 3; [b]() {} }, nn = { a: 1, b() {}, ...c };
export interface NN { 'a': string; 1: A; [b]: C; <T>(a: T): A; new <T>(a: T): A }
type OO = | {
  a: string // a
  b: <T>(c: T) => A,
  c: "${'\u00e4'}"
  'd'?: A.B & C
};
type PP = & A; type QQ = new <T>() => T;
a((): A[] => b, (): Promise<void> => c, (): { a: 1 } => d, (): ('a') => e, (): void => {}, (a): a is b => true);
const { a: qq, b } = require('x'), c = require('x').c, dd = require('x'), ee = require('x').f; require('x').g(); await import('y');
this.a = function () {}; A.prototype.b = function () {}; module.exports.hh = (a) => b; exports.ii = jj;
if (a) { b(); } while (a) b(); describe('a', () => { it('b', async () => { await c(); }); });
export default function () {}
import type RR from './r';
export default a.b;
export {};
{ using aa = b(); var bb: number | undefined, cc = \u0061b + $c_1 + _d; debugger; }
exports.dd = exports.ee = void 0; module.exports = { ff, gg: 1 }; Object.defineProperty(exports, '__esModule', { value: true });
const elements = <div className="b" {...c} d={e} f>text {g} &amp; <H.I j='k'><L /></H.I><></></div>;
{ let a = b as unknown as C<D<E>>; } function hh(this: void) {} async () => {}; (function () {})(); with (a) { b; }
export { r, s as default, t as 'u v' };
export as namespace ii;
export = w;
`;
