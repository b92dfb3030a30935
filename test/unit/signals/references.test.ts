import assert from 'node:assert/strict';
import { extractSignals } from '../../../src/signals/extractSignals.ts';

describe('imports', () => {
  const cases: readonly (readonly [text: string, expected: readonly string[], path?: string])[] = [
    ["import './a'", ['./a [] import 1']],
    ["import a, { b as c, type d } from './a'", ['./a [default, b, d] import 1']],
    ["import * as a from './a'", ['./a [*] import 1']],
    ["import a, * as b from './a'", ['./a [default, *] import 1']],
    ["import type { A } from './a'", ['./a [A] import type 1']],
    ["import { type A, type B } from './a'", ['./a [A, B] import type 1']],
    ["import type A from './a'", ['./a [default] import type 1']],
    ["import a, { type B } from './a'", ['./a [default, B] import 1']],
    ["import {} from './a'", ['./a [] import 1']],
    ["import { 'a-b' as c } from './a'", ['./a [a-b] import 1']],
    ["import json from './a.json' with { type: 'json' }", ['./a.json [default] import 1']],
    ["\n\nexport { a as b } from './a'", ['./a [a] export 3']],
    ["export * from './a'", ['./a [*] export 1']],
    ["export * as a from './a'", ['./a [*] export 1']],
    ["export type { A } from './a'", ['./a [A] export type 1']],
    ['export { a }', []],
    ["const a = await import('./a')", ['./a [*] dynamic 1']],
    ["const { a, b: c, ...d } = await import('./a')", ['./a [a, b, *] dynamic 1']],
    ["void import('./a').then((a) => a)", ['./a [then] dynamic 1']],
    ['import(`./a`)', ['./a [] dynamic 1']],
    ['import(a); require(b); require()', []],
    ["import a = require('./a')", ['./a [*] require 1']],
    ['import a = b.c', []],
    ["const a = require('./a')", ['./a [*] require 1'], 'a.js'],
    ["const { a, b: c } = require('./a')", ['./a [a, b] require 1'], 'a.cjs'],
    ["const a = require('./a').b", ['./a [b] require 1'], 'a.js'],
    ["require('./a')", ['./a [] require 1'], 'a.js'],
    ["function f() { return require('./a') }", ['./a [] require 1'], 'a.js'],
    ["type A = import('./a').B.C; let d: typeof import('./d')", ['./a [B] dynamic type 1', './d [*] dynamic type 1']],
    ["declare module 'm' { import { a } from './a' }", ['./a [a] import 1']],
  ];
  for (const [text, expected, path = 'a.ts'] of cases) {
    it(text.trim(), () => {
      const found = extractSignals(path, text).imports;
      assert.deepEqual(
        found.map(
          ({ specifier, names, kind, typeOnly, line }) =>
            `${specifier} [${names.join(', ')}] ${kind} ${typeOnly ? 'type ' : ''}${String(line)}`,
        ),
        expected,
      );
    });
  }
});

describe('calls', () => {
  const cases: readonly (readonly [title: string, text: string, expected: readonly string[], path?: string])[] = [
    ['the last name of the callee', 'a(); b.c.d(); e?.f?.(); g!(); (h)(); i["j"]()', ['a', 'd', 'f', 'g', 'h', 'j']],
    ['what has no name is left out', 'a()(); (() => 1)(); b[c]()', ['a']],
    ['new', 'new A(); new b.C<D>()', ['A', 'C']],
    ['tagged templates', 'sql`x`; a.b`y`', ['sql', 'b']],
    ['decorators', '@a @b.c @d() class E { @f m() {} }', ['E > a', 'E > c', 'E > d', 'E.m > f']],
    ['components, not plain elements', 'const A = () => <B><c/><D.E/><f.g/></B>', ['A > B', 'A > E', 'A > g'], 'a.tsx'],
    ['within functions', 'function f() { a(); g(() => b()) } const h = () => c()', ['f > a', 'f > g', 'f > b', 'h > c']],
    [
      'within members',
      'class A extends mix(B) { m() { a() } p = b(); constructor() { super(); c() } static { d() } }',
      ['A > mix', 'A.m > a', 'A.p > b', 'A.constructor > c', 'A.static > d'],
    ],
    ['within objects', 'const o = { m() { a() }, n: () => b(), v: c() }', ['o.m > a', 'o.n > b', 'o > c']],
    ['within variables', 'const a = b(); export default c()', ['a > b', 'c']],
    ['the innermost named one', 'function f() { const g = () => a(); const x = b() }', ['g > a', 'f > b']],
    ['once a name and declaration', 'function f() { a(); a() } function g() { a() }', ['f > a', 'g > a']],
    ['private methods', 'class A { #p() {} m() { this.#p() } }', ['A.m > #p']],
    ['types call nothing', 'type A = ReturnType<typeof b>; function f(a: C<D>): asserts a is E {}', []],
  ];
  for (const [title, text, expected, path = 'a.ts'] of cases) {
    it(title, () => {
      const found = extractSignals(path, text).calls;
      assert.deepEqual(
        found.map(({ name, within }) => (within === undefined ? name : `${within} > ${name}`)),
        expected,
      );
    });
  }

  it('stand at the line of the name, the first in the text', () => {
    const found = extractSignals('a.ts', 'a\n  .b()\n  .c()\n  .b();\nd();');
    assert.deepEqual(found.calls, [
      { name: 'b', line: 2 },
      { name: 'c', line: 3 },
      { name: 'd', line: 5 },
    ]);
  });
});
