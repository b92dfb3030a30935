import assert from 'node:assert/strict';
import { extractSignals } from '../../../src/signals/extractSignals.ts';

/** Generous: what is guarded against is minutes. */
const longestMilliseconds = 5000;

const binary = Array.from({ length: 20_000 }, (_, index) => String.fromCharCode((index * 7919) % 256)).join('');

describe('any text gives signals, quickly', () => {
  const cases: readonly (readonly [title: string, text: string, partial: boolean | undefined, path?: string])[] = [
    ['an empty file', '', false],
    ['a byte order mark alone', '\ufeff', false],
    ['white space and comments', '\r\n// a\r\n/* b */', false],
    ['an unfinished comment', '/** a', true],
    ['a lone surrogate', 'export const a = "\ud800";\nexport const \udc00 = 1;', true],
    ['NUL bytes', 'export const a = 1;\0\0', true],
    ['one line of a megabyte', `export const a = [${'1,'.repeat(500_000)}1];`, false],
    ['one word of a megabyte', `export const ${'a'.repeat(1_000_000)} = 1;`, false],
    ['one string of a megabyte', `export const a = "${' a'.repeat(500_000)}";`, false],
    ['a comment of a megabyte', `/** @traces ${'* {'.repeat(350_000)} */\nexport const a = 1;`, false],
    ['spaces of a megabyte', `export const a: ${' '.repeat(1_000_000)}b = 1;`, false],
    ['a type of a megabyte', `export type A = ${'"a" |\n'.repeat(150_000)} "b";`, false],
    ['20,000 declarations', 'export function f() { a() }\n'.repeat(20_000), false],
    ['20,000 brackets', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, true],
    ['20,000 parentheses', `export const a = ${'('.repeat(20_000)}1${')'.repeat(20_000)}`, true],
    ['20,000 blocks', `${'{'.repeat(20_000)}${'}'.repeat(20_000)}`, true],
    ['20,000 unfinished arrow functions', 'a(() => {'.repeat(20_000), true],
    ['20,000 links of a chain', `export const a = b${'.c()'.repeat(20_000)}`, false],
    ['20,000 operands', `export const a = 1${' + 1'.repeat(20_000)}`, false],
    ['20,000 nested types', `export type A = ${'B<'.repeat(20_000)}C${'>'.repeat(20_000)}`, true],
    ['20,000 elements of JSX', '<a>'.repeat(20_000), true, 'a.tsx'],
    ['20,000 branches', `if (a) {} ${'else if (b) {} '.repeat(20_000)}`, undefined],
    ['binary data', binary, true],
    [
      'TypeScript in a .js file',
      'export class A<T> implements B { private a: T; declare b: string }\nexport enum C { D }\nexport type E = F; function f(a?: string): void {}',
      undefined,
      'a.js',
    ],
    ['JSX in a .ts file', 'export const a = <b>c</b>;', true],
    ['an unknown extension', 'export const a = 1;', false, 'a.vue'],
    ['a path without name', 'export const a = 1;', false, ''],
  ];
  for (const [title, text, partial, path = 'a.ts'] of cases) {
    it(title, () => {
      const start = performance.now();
      const found = extractSignals(path, text);
      assert.ok(performance.now() - start < longestMilliseconds, `took ${String(performance.now() - start)} ms`);
      if (partial !== undefined) assert.equal(found.partial, partial, found.notes.join());
      assert.equal(found.partial, found.notes.length > 0);
      for (const line of found.signatures) assert.match(line, /^.{1,1001}$/u);
    });
  }
});

describe('namespaces in namespaces', () => {
  it('are described as far as anybody could name them: names of all depths would take the square of the depth', () => {
    const depth = 100;
    const { declarations } = extractSignals('a.ts', `${`namespace ${'a'.repeat(100)} {`.repeat(depth)}${'}'.repeat(depth)}`);
    assert.ok(declarations.length > 10 && declarations.length < depth, String(declarations.length));
  });
});

describe('half-typed code still gives what parsed', () => {
  const cases: readonly (readonly [title: string, text: string, names: readonly string[]])[] = [
    ['an import', 'import { a, b from "x";\nexport function f() {}', ['f']],
    ['an import without a module', 'import { a } from\nexport function f() {}', ['f']],
    ['a class', 'export class A {\n  m(): void {}\n  n(', ['A', 'm', 'n']],
    ['a function head', 'export const a = 1;\nexport function f(b: ', ['a', 'f']],
    ['a string', 'export const a = 1;\nexport const b = "x\nexport const c = 1;', ['a', 'b', 'c']],
    ['a template', 'export const a = 1;\nexport const b = `x ${y', ['a', 'b']],
    ['a type', 'export const a = 1;\nexport type B = { c: ', ['a', 'B']],
    ['a member access', 'export function f() { this. }\nexport function g() {}', ['f', 'g']],
    ['a JSX element', 'export const a = 1;\nexport const b = <c d=', ['a', 'b']],
    ['an export list', 'export const a = 1;\nexport { a, ', ['a']],
    ['a decorator', '@\nexport class A {}', ['A']],
    ['an enum', 'export enum A { B = ', ['A']],
  ];
  for (const [title, text, names] of cases) {
    it(title, () => {
      const found = extractSignals('a.tsx', text);
      const declared = found.declarations.map(({ name }) => name);
      assert.deepEqual(
        names.filter((name) => !declared.includes(name)),
        [],
        declared.join(),
      );
      assert.equal(found.partial, true);
    });
  }

  it('conflict markers are named', () => {
    const text = 'export const a = 1;\n<<<<<<< HEAD\nexport const b = 1;\n=======\nexport const b = 2;\n>>>>>>> other\nexport const c = 1;';
    const found = extractSignals('a.ts', text);
    assert.equal(found.partial, true);
    assert.match(found.notes.join(), /conflict markers/);
    assert.ok(found.signatures.includes('export const c = 1'));
  });

  it('a conflict marker in a string is none', () => {
    assert.equal(extractSignals('a.ts', 'export const a = `\n<<<<<<< HEAD\n=======\n>>>>>>> other\n`;').partial, false);
  });

  it('an error is named with its line', () => {
    assert.match(extractSignals('a.ts', 'const a = 1;\n\nconst = 2;').notes.join(), /error at line 3/);
  });
});

describe('a file that overflows the parser', () => {
  const deep = '('.repeat(20_000);

  it('does not change how the next one is read', () => {
    const text = '(a) => 1;';
    const before = extractSignals('a.ts', text);
    assert.equal(before.functions.length, 1);
    // The parser remembers that no arrow function begins where this text begins, and then overflows.
    extractSignals('b.ts', `(a);\n${deep}`);
    assert.deepEqual(extractSignals('a.ts', text), before);
  });

  it('says so', () => {
    assert.match(extractSignals('a.ts', deep).notes.join(), /nested too deeply/);
  });
});

describe('the same text gives the same signals', () => {
  it('whatever the line ending', () => {
    const text = 'import a from "a";\n/** @traces R1 */\nexport function f(b = 1) {\n  return a(b) ? 1 : 2;\n}\n';
    assert.deepEqual(extractSignals('a.ts', text.replaceAll('\n', '\r\n')), extractSignals('a.ts', text));
  });

  it('as plain data', () => {
    const found = extractSignals('a.ts', 'export class A { m() { b() } }');
    assert.deepEqual(JSON.parse(JSON.stringify(found)), found);
    assert.deepEqual(structuredClone(found), found);
  });
});
