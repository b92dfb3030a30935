import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { EditedTree } from '../../../src/signals/parseSource.ts';
import { folderTexts } from './corpus.ts';

/** What somebody types, or leaves half typed. */
const typed = [
  ...Array.from('{}()[]<>"\'`/\\;,.?:=!*&|@#x1 \n'),
  '/*',
  '*/',
  '//',
  '${',
  '=>',
  '?.',
  '\r\n',
  '\u2028',
  '\ud800',
  '\n<<<<<<< ours\n',
  '/** @traces A-1 */\n',
  ' async ',
  ' await ',
  'import("x")',
  "require('y')",
  'import a from "a";\n',
  'export default ',
  'export { a as b };\n',
  'export const edit = () => [1];\n',
  'function f(a = 1) { if (a) return f(); }\n',
  'class A { static { a(); } get b() { return 1; } }\n',
  'interface I { a: string }\n',
  '<a b={c && <d/>}>e</a>',
  ' a ? () => b : c ',
  ' satisfies X',
];

interface Edit {
  /** Where, as a share of the text. */
  readonly at: number;
  /** UTF-16 units. */
  readonly removed: number;
  readonly added: string;
}

const edited = (text: string, { at, removed, added }: Edit): string => {
  const from = Math.floor(at * text.length);
  return text.slice(0, from) + added + text.slice(from + removed);
};

const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.oneof(fc.constant(0), fc.nat(5), fc.nat(300)),
    added: fc.oneof(fc.constant(''), fc.constantFrom(...typed)),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('a file that is edited', () => {
  it('gives what its text gives when it is read for the first time', () => {
    const texts = Object.entries(folderTexts(path.resolve('src'), (file) => /^(?:signals|broker|webview)\//.test(file)));
    const file = fc.constantFrom(...texts);
    fc.assert(
      fc.property(file, fc.array(edits, { minLength: 1, maxLength: 3 }), ([name, original], rounds) => {
        const tree = new EditedTree();
        extractSignals(name, original, {}, tree);
        for (const round of rounds) {
          let text = original;
          for (const edit of round) {
            text = edited(text, edit);
            assert.deepEqual(extractSignals(name, text, {}, tree), extractSignals(name, text));
          }
          assert.deepEqual(extractSignals(name, original, {}, tree), extractSignals(name, original));
        }
      }),
      { numRuns: 150 },
    );
  });

  const deep: readonly (readonly [title: string, text: string])[] = [
    ['20,000 operands', `export const a = 1${' + 1'.repeat(20_000)};\n`],
    ['20,000 links of a chain', `export const a = b${'.c()'.repeat(20_000)};\n`],
    ['nothing', ''],
    ['one line of a megabyte', `export const a = [${'1,'.repeat(500_000)}1];\n`],
  ];
  for (const [title, text] of deep) {
    it(`may have ${title}`, () => {
      const tree = new EditedTree();
      for (const now of [text, `${text}export const b = a;\n`, `import('x');\n${text}`, text])
        assert.deepEqual(extractSignals('a.ts', now, {}, tree), extractSignals('a.ts', now));
    });
  }

  it('is not taken for another', () => {
    const tree = new EditedTree();
    extractSignals('a.ts', 'export const a = 1;\n', {}, tree);
    const other = 'export const b = <div/>;\n';
    assert.deepEqual(extractSignals('b.tsx', other, {}, tree), extractSignals('b.tsx', other));
  });
});
