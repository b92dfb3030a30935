import assert from 'node:assert/strict';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { countedByESLint, countedByUs } from './eslintOracle.ts';

type Case = readonly [title: string, body: string, cognitive: number];

/** Each is the body of a function, and is also judged by eslint-plugin-sonarjs. */
const rules: Readonly<Record<string, readonly Case[]>> = {
  'a branch or loop adds one, and one more for each it stands in': [
    ['nothing', '', 0],
    ['if', 'if (a) {}', 1],
    ['else adds one, whatever the depth', 'for (;;) { if (a) {} else {} }', 4],
    ['else if adds one, whatever the depth', 'for (;;) { if (a) {} else if (b) {} else {} }', 5],
    ['what stands in an else if is as deep as in the if', 'if (a) { if (b) {} } else if (c) { if (d) {} } else { if (e) {} }', 9],
    ['an if in braces behind else is no else if', 'if (a) {} else { if (b) {} }', 4],
    ['a loop behind else', 'if (a) {} else for (;;) {}', 4],
    ['loops', 'while (a) { do { for (const b of c) { for (const d in e) { for (;;) {} } } } while (f) }', 15],
    ['switch, not its cases', 'switch (a) { case 1: case 2: if (b) {} break; default: }', 3],
    ['catch, neither try nor finally', 'for (;;) { try { if (a) {} } catch { if (b) {} } finally { if (c) {} } }', 10],
    ['conditionals', 'return a ? b : c ? d : (e ? f : g)', 6],
    ['blocks and with nest nothing', '{ with (a) { { if (b) {} } } }', 1],
  ],
  'what decides stands outside of what it decides': [
    ['if', 'if (a ? b : c) {} else if (d ? e : f) {}', 4],
    ['conditional', 'return (a ? b : c) ? d : e', 2],
    ['for', 'for (let i = a ? 1 : 2; b ? 1 : 2; c ? 1 : 2) {}', 4],
    ['for of and in', 'for (const { a = b ? 1 : 2 } of c ? 1 : 2) {} for (const d in e ? 1 : 2) {}', 5],
    ['while and do', 'while (a ? 1 : 2) {} do {} while (b ? 1 : 2)', 4],
    ['switch, but not the test of a case', 'switch (a ? 1 : 2) { case b ? 1 : 2: c ? 1 : 2 }', 6],
    ['catch', 'try {} catch ({ a = b ? 1 : 2 }) {}', 2],
  ],
  'a sequence of && adds one': [
    ['whatever its length', 'return a && b && c && d', 1],
    ['whatever the nesting', 'for (;;) { if (a && b) {} }', 4],
    ['parentheses do not begin one', 'return a && (b && c) && ((d && e))', 1],
    ['another operator ends one', 'return a && b || c && d || e && f', 3],
    ['in the order in which they are written', 'return (a || (b && c)) && (d || e) && f', 2],
    ['?? ends one', 'return a && (b ?? (c && d)) && e', 2],
    ['|| and ?? add nothing', 'if (a || b || c) {} return (d ?? e) || f', 1],
    ['a negation begins one', 'return a && !(b && c) && d', 2],
    ['an assertion begins one', 'return a && ((b && c) as d) && ((e && f)!)', 3],
    ['a call begins one', 'return a && b(c && d) && e', 2],
    ['comparison and comma', 'return (a && b) === (c && d), e && f', 3],
    ['assignments add nothing', 'a &&= b; a ||= c; a ??= d', 0],
  ],
  'in JSX braces, && alone says what is shown when': [
    ['elements', 'return <b>{a && <i/>}</b>', 0],
    ['anything else', 'return <b c={a && d && (e && f)}>{a && "x"}<>{(b && c)}</></b>', 0],
    ['nested', 'return <b>{a && <i>{c && <u/>}</i>}</b>', 0],
    ['not with other operators', 'return <b>{a && b || <i/>}{(a || c) && <i/>}{a && (b ?? c) && d}</b>', 4],
    ['not below something else', 'return <b>{!!(a && <i/>)}{a ? b && c : d}{e(f && g)}{(a && b)!}{`${a && b}`}</b>', 6],
    ['not in what it shows', 'return <b c={a && { d: e && f }}>{g && h(i && j)}</b>', 2],
    ['not spread', 'return <b {...(a && c)}>{...(d && e)}</b>', 2],
    ['not outside', 'const c = a && <i/>; return c && <b/>', 2],
  ],
  'where a function is itself a branch, what follows it counts as one deeper': [
    ['of a conditional', 'x = a ? b : () => c; if (d) {}', 3],
    ['twice', 'x = a ? () => b : (function () { if (c) {} }); if (d) {}', 4],
    ['what is before it does not', 'x = a ? (b ? 1 : 2) : () => c; if (d) {}', 5],
    ['of an if or else', 'if (a) function g() {} else function h() {} if (b) {}', 5],
    ['for good', 'for (;;) { if (a) { x = b ? () => c : d; if (e) {} } if (g) {} } if (h) {}', 15],
    ['not as what decides', 'x = (() => a) ? b : c; if (d) {}', 2],
    ['not within something else', 'x = a ? [() => b] : c; y = a ? (() => b) as c : d; if (e) {}', 3],
    ['not within a class', 'x = a ? class { m() {} } : b; if (c) {}', 2],
  ],
  'leaving by a label adds one': [
    ['break and continue', 'a: for (;;) { for (;;) { break a; continue a; break; continue } }', 5],
    ['any label', 'a: if (b) { break a }', 2],
  ],
  'nothing else adds': [
    ['recursion', 'f(); this.f()', 0],
    ['optional links and defaults', 'const { a = 1 } = b?.c?.()', 0],
    ['types', 'type A<T> = T extends string ? 1 : 2; let b: A<string> extends 1 ? 2 : 3', 0],
    ['return, throw, yield', 'if (a) return; throw b', 1],
  ],
};

for (const [rule, cases] of Object.entries(rules)) {
  describe(`cognitive complexity: ${rule}`, () => {
    for (const [title, body, cognitive] of cases) {
      it(title, () => {
        const text = `function f() { ${body} }`;
        const expected = countedByESLint('a.tsx', text);
        assert.equal(extractSignals('a.tsx', text).functions[0]?.cognitive, cognitive);
        assert.deepEqual(countedByUs('a.tsx', text), expected);
      });
    }
  });
}

describe('cognitive complexity', () => {
  it('of a chain of thousands overflows nothing', () => {
    const [found] = extractSignals('a.ts', `function f() { return ${'a && '.repeat(3000)}b }`).functions;
    assert.equal(found?.cognitive, 1);
  });
});

describe('cognitive complexity: every function counts for itself', () => {
  const cases: readonly (readonly [title: string, text: string, counted: readonly string[]])[] = [
    ['nested functions', 'function f() { if (a) { const g = () => { if (b) {} }; function h() { if (c) {} } } }', ['f 1', 'g 1', 'h 1']],
    ['functions in functions that do nothing else', 'define(function f() { return function g() { if (a) {} } })', ['f 0', 'g 1']],
    ['methods of nested classes', 'function f() { if (a) { class B { m() { if (b) {} } } } }', ['f 1', 'B.m 1']],
    ['components', 'function F() { if (a) {} const g = () => { if (b) {} }; return <b/> }', ['F 1', 'g 1']],
    ['parameters count to their function', 'function f(a = b ? 1 : 2, c = () => { if (d) {} }) {}', ['f 1', '(anonymous in f) 1']],
    [
      'fields and static blocks to the function around, as deep as they stand',
      'function f() { if (a) { class B { c = d ? 1 : 2; static { if (e) {} } accessor g = h ? 1 : 2 } } }',
      ['f 7', 'B.c 0', 'B.static 0'],
    ],
    ['at the top of a file they count to nothing', 'class B { c = d ? 1 : 2; static { if (e) {} } }', ['B.c 0', 'B.static 0']],
    ['the value of a field is a function of its own', 'class B { c = () => { if (d) {} } }', ['B.c 0', 'B.c 1']],
    [
      'computed keys, decorators and heritage to the function around',
      'function f() { @a(b && c) class D extends (e ? F : G) { @h(i && j) [k ? 1 : 2](@l(m && n) o: p) {} } }',
      ['f 4', 'D.[computed] 1'],
    ],
    ['code of a file to nothing', 'if (a && b) { for (;;) { c(() => { if (d) {} }) } } namespace E { if (f) {} }', ['(anonymous) 1']],
    ['overloads to the function around', 'function f() { class B { m(a = b ? 1 : 2): void; m(a?: any) {} } }', ['f 1', 'B.m 0']],
  ];
  for (const [title, text, counted] of cases) {
    it(title, () => {
      assert.deepEqual(countedByUs('a.tsx', text), countedByESLint('a.tsx', text));
      assert.deepEqual(
        extractSignals('a.tsx', text).functions.map(({ name, cognitive }) => `${name} ${String(cognitive)}`),
        counted,
      );
    });
  }
});
