import assert from 'node:assert/strict';
import { ts } from 'ts-morph';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { practiceText } from '../../../src/signals/practice.ts';

const { SyntaxKind } = ts;

/** Met in JSDoc alone, or under another name in a tree. */
const elsewhere: ReadonlySet<string | undefined> = new Set(['BacktickToken', 'HashToken', 'JSDocCommentTextToken', 'LessThanSlashToken']);

function kindsIn(node: ts.Node, file: ts.SourceFile, kinds = new Set<number>()): Set<number> {
  kinds.add(node.kind);
  for (const child of node.getChildren(file)) kindsIn(child, file, kinds);
  return kinds;
}

describe('the text that the parser practises with', () => {
  for (const name of ['practice.tsx', 'practice.js']) {
    it(`has no errors as ${name}`, () => {
      assert.deepEqual(extractSignals(name, practiceText).notes, []);
    });
  }

  it('has every mark and every reserved word of the language', () => {
    const file = ts.createSourceFile('practice.tsx', practiceText, ts.ScriptTarget.Latest, true);
    const met = kindsIn(file, file);
    const count = SyntaxKind.LastReservedWord - SyntaxKind.FirstPunctuation + 1;
    const tokens = Array.from({ length: count }, (_, place) => SyntaxKind.FirstPunctuation + place);
    const missing = tokens.filter((kind) => !met.has(kind)).map((kind) => SyntaxKind[kind]);
    assert.deepEqual(
      missing.filter((name) => !elsewhere.has(name)),
      [],
    );
  });
});
