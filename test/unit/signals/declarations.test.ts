import assert from 'node:assert/strict';
import { extractSignals } from '../../../src/signals/extractSignals.ts';

type Row = readonly [name: string, kind: string, from: number, to: number];

function rows(text: string, path = 'a.ts'): Row[] {
  return extractSignals(path, text).declarations.map(({ name, kind, container, from, to }) => [
    container === undefined ? name : `${container}.${name}`,
    kind,
    from,
    to,
  ]);
}

describe('declarations with their lines', () => {
  const cases: readonly (readonly [title: string, lines: readonly string[], expected: readonly Row[], path?: string])[] = [
    [
      'every kind',
      ['function f() {}', 'class A {}', 'interface B {}', 'type C = 1;', 'enum D {}', 'const e = 1;', 'namespace G {}'],
      [
        ['f', 'function', 1, 1],
        ['A', 'class', 2, 2],
        ['B', 'interface', 3, 3],
        ['C', 'type', 4, 4],
        ['D', 'enum', 5, 5],
        ['e', 'variable', 6, 6],
        ['G', 'namespace', 7, 7],
      ],
    ],
    [
      'JSDoc, attached comments and decorators are part of it',
      ['// apart', '', '// about', '/** doc */', '@dec', 'export class A {', '}'],
      [['A', 'class', 3, 7]],
    ],
    [
      'a JSDoc block with a blank line below it is still its own',
      ['const a = 1;', '/** doc */', '', 'const b = 1;'],
      [
        ['a', 'variable', 1, 1],
        ['b', 'variable', 2, 4],
      ],
    ],
    ['what heads the file is not', ['/** licence */', '', 'const a = 1;'], [['a', 'variable', 3, 3]]],
    ['what describes the file is not', ['/**', ' * @fileoverview x', ' */', 'const a = 1;'], [['a', 'variable', 4, 4]]],
    [
      'a comment behind the declaration before is not',
      ['const a = 1; // about a', 'const b = 2;'],
      [
        ['a', 'variable', 1, 1],
        ['b', 'variable', 2, 2],
      ],
    ],
    ['a hashbang is not', ['#!/usr/bin/env node', '// about', 'const a = 1;'], [['a', 'variable', 2, 3]]],
    [
      'members of classes',
      [
        'class A {',
        '  /** doc */',
        '  @dec()',
        '  m() {',
        '  }',
        '',
        '  // about p',
        '  p = 1;',
        '  constructor() {}',
        '  get g() { return 1 }',
        '  static {',
        '  }',
        '  [k: string]: unknown;',
        '}',
      ],
      [
        ['A', 'class', 1, 14],
        ['A.m', 'method', 2, 5],
        ['A.p', 'property', 7, 8],
        ['A.constructor', 'constructor', 9, 9],
        ['A.g', 'accessor', 10, 10],
        ['A.static', 'statement', 11, 12],
        ['A.[index]', 'property', 13, 13],
      ],
    ],
    [
      'members on one line',
      ['class A { /** doc */ m() {} n = 1 }'],
      [
        ['A', 'class', 1, 1],
        ['A.m', 'method', 1, 1],
        ['A.n', 'property', 1, 1],
      ],
    ],
    [
      'members of interfaces',
      ['interface A {', '  /** doc */', '  a: string', '  m(): void', '}'],
      [
        ['A', 'interface', 1, 5],
        ['A.a', 'property', 2, 3],
        ['A.m', 'method', 4, 4],
      ],
    ],
    [
      'members of namespaces',
      ['namespace A.B {', '  export class C {', '    m() {}', '  }', '  run();', '}'],
      [
        ['A.B', 'namespace', 1, 6],
        ['A.B.C', 'class', 2, 4],
        ['A.B.C.m', 'method', 3, 3],
        ['A.B.run', 'statement', 5, 5],
      ],
    ],
    [
      'functions in objects',
      [
        'const api = {',
        '  /** doc */',
        '  get() {',
        '  },',
        '  put: () => 1,',
        '  value: 1,',
        '  deep: {',
        '    run: function () {},',
        '  },',
        '};',
      ],
      [
        ['api', 'variable', 1, 10],
        ['api.get', 'method', 2, 4],
        ['api.put', 'method', 5, 5],
        ['api.deep.run', 'method', 8, 8],
      ],
    ],
    [
      'a constant that is a function or a class',
      ['const f = () => 1;', 'const A = class { m() {} };'],
      [
        ['f', 'function', 1, 1],
        ['A', 'class', 2, 2],
        ['A.m', 'method', 2, 2],
      ],
    ],
    [
      'several variables in one statement',
      ['/** doc */', 'const a = 1,', '  b = {', '  };'],
      [
        ['a', 'variable', 1, 2],
        ['b', 'variable', 3, 4],
      ],
    ],
    [
      'names bound by one pattern share their lines',
      ['const {', '  a,', '  b: [c],', '} = x;'],
      [
        ['a', 'variable', 1, 4],
        ['c', 'variable', 1, 4],
      ],
    ],
    [
      'running code is grouped',
      ['import x from "x";', 'setUp();', 'if (a) {', '  b();', '}', 'const c = 1;', 'run(c);'],
      [
        ['setUp', 'statement', 2, 5],
        ['c', 'variable', 6, 6],
        ['run', 'statement', 7, 7],
      ],
    ],
    [
      'a long statement stands alone',
      ['setUp();', 'describe("adds", () => {', ...Array.from({ length: 30 }, () => '  x();'), '});', 'tearDown();'],
      [
        ['setUp', 'statement', 1, 1],
        ['describe("adds")', 'statement', 2, 33],
        ['tearDown', 'statement', 34, 34],
      ],
    ],
    [
      'exports of values',
      ['export default {', '  data() {},', '};'],
      [
        ['default', 'variable', 1, 3],
        ['default.data', 'method', 2, 2],
      ],
    ],
    [
      'CommonJS',
      ['/** doc */', 'exports.f = function () {', '};', 'module.exports = class { m() {} };'],
      [
        ['f', 'function', 1, 3],
        ['module.exports', 'class', 4, 4],
        ['module.exports.m', 'method', 4, 4],
      ],
      'a.js',
    ],
    ['imports, barrels and lists declare nothing', ['import a from "a";', 'export * from "b";', 'export { a };', ';'], []],
    [
      'lines are those of an editor: U+2028 ends none',
      ['const a = "\u2028";', 'const b = 1;'],
      [
        ['a', 'variable', 1, 1],
        ['b', 'variable', 2, 2],
      ],
    ],
  ];
  for (const [title, lines, expected, path] of cases) {
    for (const [ending, name] of [
      ['\n', 'LF'],
      ['\r\n', 'CRLF'],
    ] as const) {
      it(`${title} (${name})`, () => {
        assert.deepEqual(rows(lines.join(ending), path), expected);
      });
    }
    it(`${title} (BOM)`, () => {
      assert.deepEqual(rows(`\ufeff${lines.join('\n')}`, path), expected);
    });
  }
});

describe('declarations know whether they can be reached from outside', () => {
  const text =
    'export class A { m() {} private p() {} #q() {} }\nclass B { m() {} }\nfunction f() {}\nexport { f };\nexport namespace N { export const a = 1; const b = 2 }\nnamespace M { export const c = 1 }';
  it('by themselves and by what they are in', () => {
    const exported = extractSignals('a.ts', text).declarations.filter((one) => one.exported);
    assert.deepEqual(
      exported.map(({ name, container = '' }) => `${container}.${name}`),
      ['.A', 'A.m', '.f', '.N', 'N.a'],
    );
  });
});
