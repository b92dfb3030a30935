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
    ["void import('./a').then((a) => a)", ['./a [*] dynamic 1']],
    ["void import('./a').then(({ a, b: c }) => a(c))", ['./a [a, b] dynamic 1']],
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
      { name: 'b', on: 'a', line: 2 },
      { name: 'c', on: '', line: 3 },
      { name: 'b', on: '', line: 4 },
      { name: 'd', line: 5 },
    ]);
  });

  it('say what they are called on: two names at most', () => {
    const found = extractSignals(
      'a.ts',
      'a.b(); a.b.c(); a.b.c.d(); this.e(); this.f.g(); (h as H).i(); j().k(); l!.m(); n?.o(); a["p"]()',
    );
    const shown = found.calls.map(({ on, name }) => `${on ?? 'nothing'} ${name}`);
    const expected = ['a b', 'a.b c', ' d', 'this e', 'this.f g', ' i', 'nothing j', ' k', 'l m', 'n o', 'a p'];
    assert.deepEqual(shown.sort(), expected.sort());
  });
});

describe('names', () => {
  const imported: readonly (readonly [text: string, locals: readonly string[] | undefined, path?: string])[] = [
    ["import a, { b as c, d } from './a'", ['a', 'c', 'd']],
    ["import { a, b } from './a'", undefined],
    ["import * as a from './a'", ['a']],
    ["import a = require('./a')", ['a']],
    ["export { a as b, c } from './a'", ['b', 'c']],
    ["export * as a from './a'", ['a']],
    ["export * from './a'", undefined],
    ["const a = require('./a')", ['a'], 'a.js'],
    ["const { a, b: c, ...d } = require('./a')", ['a', 'c', 'd'], 'a.js'],
    ["const a = require('./a').b", ['a'], 'a.js'],
    ["const a = await import('./a')", ['a']],
    ["(await import('./a')).a()", ['']],
    ["let a: import('./a').A", ['']],
    ["const { a: { b } } = await import('./a')", ['']],
    ["import('./a').then(({ a, b: c }) => a(c))", ['a', 'c']],
  ];
  for (const [text, locals, path = 'a.ts'] of imported) {
    it(`that ${text} gives in the file, where they differ`, () => {
      assert.deepEqual(extractSignals(path, text).imports[0]?.locals, locals);
    });
  }

  it('that a function or block takes of a module hold up to its end', () => {
    const text =
      "const { a } = await import('./a');\nfunction f() {\n  const b = require('./b');\n  if (b) {\n    const { c } = require('./c');\n  }\n}\nimport('./d').then((d) => {\n  d();\n});";
    const found = extractSignals('a.js', text).imports.map(({ specifier, line, until }) => [specifier, line, until]);
    assert.deepEqual(found, [
      ['./a', 1, undefined],
      ['./b', 3, 7],
      ['./c', 5, 6],
      ['./d', 8, 10],
    ]);
  });

  const exported: readonly (readonly [text: string, expected: readonly string[], path?: string])[] = [
    ['export const a = 1; const b = 2; export { b }', []],
    ['const a = 1; export { a as b, a as default }', ['a b', 'a default']],
    ["import { a } from './a'; export { a, a as b }", []],
    ['function a() {} export default a', ['a default']],
    ['export default function a() {}', ['a default']],
    ['export default class A {}', ['A default']],
    ['export default function () {}', []],
    ['const a = 1; export = a', ['a export=']],
    ['function a() {} module.exports = a', ['a module.exports'], 'a.js'],
    ['function a() {} exports.b = a; exports.a = a', ['a b'], 'a.js'],
  ];
  for (const [text, expected, path = 'a.ts'] of exported) {
    it(`that ${text} exports beside those of its declarations`, () => {
      assert.deepEqual(
        extractSignals(path, text).exportedAs.map(({ local, name }) => `${local} ${name}`),
        expected,
      );
    });
  }
});

describe('what is imported and exported again', () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ["import { a } from './a'; export { a, a as b }", 'a -, a b'],
    ["import * as all from './a'; export { all }", '* all'],
    ["import d from './a'; export default d", 'default -'],
    ["import { a as b } from './a'; const c = b; export { c }", ''],
  ];
  for (const [text, expected] of cases) {
    it(`is an export from there: ${text}`, () => {
      const again = extractSignals('a.ts', text).imports.filter(({ kind }) => kind === 'export');
      assert.equal(again.map(({ names, locals }) => `${names.join()} ${locals?.join() ?? '-'}`).join(', '), expected);
    });
  }
});
