import assert from 'node:assert/strict';
import { extractSignals, type ExtractOptions } from '../../../src/signals/extractSignals.ts';

function missing(text: string, path = 'a.ts', options: ExtractOptions = {}): string[] {
  return extractSignals(path, text, options).missingTraces.map(({ name, line }) => `${name} ${String(line)}`);
}

function traced(doc: string, options: ExtractOptions = {}): readonly string[] | undefined {
  return extractSignals('a.ts', `${doc}\nexport const a = 1;`, options).declarations[0]?.traces;
}

describe('missing traces are exported symbols without the tag', () => {
  const cases: readonly (readonly [title: string, text: string, expected: readonly string[], path?: string])[] = [
    [
      'exported and untagged',
      'export function f() {}\nexport class A { m() {} }\nexport const b = 1;\nexport type C = 1;',
      ['f 1', 'A 2', 'b 3', 'C 4'],
    ],
    ['exported and tagged', '/** @traces REQ-1 */\nexport function f() {}\n/**\n * Text.\n * @traces REQ-2\n */\nexport const a = 1;', []],
    ['not exported', 'function f() {}', []],
    ['the line is that of the declaration, not of its comment', '/**\n * Text.\n */\n@dec\nexport class A {}', ['A 4']],
    [
      'a tag on any overload counts',
      '/** @traces REQ-1 */\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: any) { return a }',
      [],
    ],
    [
      'overloads are missed once',
      'export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: any) { return a }',
      ['f 1'],
    ],
    ['merged declarations are one symbol', 'export interface A {}\n/** @traces REQ-1 */\nexport const A = 1;', []],
    ['a justified exemption', '/** @traces none: plumbing */\nexport function f() {}', []],
    [
      'an exemption without a reason is none',
      '/** @traces none */\nexport function f() {}\n/** @traces none: */\nexport function g() {}',
      ['f 2', 'g 4'],
    ],
    ['barrels are not asked', "export * from './a';\nexport { b } from './b';\nimport { c } from './c';\nexport { c };", []],
    ['a list counts for what it names in the file', 'function f() {}\n/** @traces REQ-1 */\nfunction g() {}\nexport { f, g };', ['f 1']],
    ['the default export', 'export default function () {}', ['default 1']],
    ['a default that names a declaration', 'class A {}\nexport default A;', ['A 1']],
    ['members are not asked', '/** @traces REQ-1 */\nexport namespace N { export const a = 1 }', []],
    ['augmentations are not asked', 'declare global { var a: string }\ndeclare module "m" { export const b: string }\nexport {}', []],
    ['several variables of one statement share its comment', '/** @traces REQ-1 */\nexport const a = 1, b = 2;', []],
    ['a line comment is no JSDoc', '// @traces REQ-1\nexport const a = 1;', ['a 2']],
    ['an example is no tag', '/**\n * ```\n * @traces REQ-1\n * ```\n */\nexport const a = 1;', ['a 6']],
    [
      'CommonJS',
      'exports.f = () => 1;\n/** @traces REQ-1 */\nexports.g = () => 1;\nfunction h() {}\nmodule.exports = { h };',
      ['f 1', 'h 4'],
      'a.js',
    ],
  ];
  for (const [title, text, expected, path] of cases) {
    it(title, () => {
      assert.deepEqual(missing(text, path), expected);
    });
  }
});

describe('traces are the IDs after the tag', () => {
  const cases: readonly (readonly [title: string, doc: string, ids: readonly string[]])[] = [
    ['one', '/** @traces REQ-1 */', ['REQ-1']],
    ['separated by commas', '/** @traces REQ-1,REQ-2, REQ-3 */', ['REQ-1', 'REQ-2', 'REQ-3']],
    ['separated by spaces', '/** @traces REQ-1 US2.3 */', ['REQ-1', 'US2.3']],
    ['over several lines', '/**\n * @traces REQ-1,\n *   REQ-2\n *   - REQ-3\n * @returns nothing\n */', ['REQ-1', 'REQ-2', 'REQ-3']],
    ['several tags', '/**\n * @traces REQ-1\n * @traces REQ-2\n */', ['REQ-1', 'REQ-2']],
    ['the same once', '/** @traces REQ-1, REQ-1 */', ['REQ-1']],
    ['a remark behind them is none', '/** @traces REQ-1 because of RFC2119 */', ['REQ-1']],
    ['punctuation is no part of them', '/** @traces [REQ-1], `REQ-2`. */', ['REQ-1', 'REQ-2']],
    ['words without a number are none', '/** @traces nothing */', []],
    ['another tag is none', '/** @tracesTo REQ-1 */', []],
    ['exemptions have none', '/** @traces none: see REQ-1 */', []],
    ['CRLF', '/**\r\n * @traces REQ-1\r\n * @returns x\r\n */', ['REQ-1']],
  ];
  for (const [title, doc, ids] of cases) {
    it(title, () => {
      assert.deepEqual(traced(doc), ids);
    });
  }

  it('tag and pattern are settings', () => {
    assert.deepEqual(traced('/** @req 12, 13 x */', { tracesTag: 'req', traceId: String.raw`\d+` }), ['12', '13']);
  });

  it('a pattern that does not compile gives the default and a note', () => {
    const found = extractSignals('a.ts', '/** @traces REQ-1 */\nexport const a = 1;', { traceId: '(' });
    assert.deepEqual(found.declarations[0]?.traces, ['REQ-1']);
    assert.match(found.notes.join(), /pattern for trace IDs was ignored/);
    assert.equal(found.partial, false);
  });

  it('members have their own', () => {
    const found = extractSignals('a.ts', 'class A {\n  /** @traces REQ-1 */\n  m() {}\n}');
    assert.deepEqual(
      found.declarations.map(({ traces }) => traces),
      [[], ['REQ-1']],
    );
  });
});
