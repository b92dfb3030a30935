import assert from 'node:assert/strict';
import fc from 'fast-check';
import { documentSections } from '../../../src/signals/documentSections.ts';

const sections = (text: string): (readonly [name: string, from: number, to: number, container?: string])[] =>
  documentSections(text).declarations.map(({ name, from, to, container }) =>
    container === undefined ? [name, from, to] : [name, from, to, container],
  );

describe('the sections of a document', () => {
  const cases: readonly (readonly [rule: string, text: string, expected: ReturnType<typeof sections>])[] = [
    ['reach from heading to heading, blank lines at the end left out', '# A\na\n\n# B\nb\n', [['A', 1, 2], ['B', 4, 5]]], // prettier-ignore
    ['lie within the headings above', '# A\n## B\n### C\n## D\n', [['A', 1, 1], ['B', 2, 2, 'A'], ['C', 3, 3, 'A > B'], ['D', 4, 4, 'A']]], // prettier-ignore
    ['may begin before any heading', 'intro\n\n# A\n', [['', 1, 1], ['A', 3, 3]]], // prettier-ignore
    ['do not begin in code', '# A\n```sh\n# no\n```\n~~~\n# no\n```\n~~~\n# B', [['A', 1, 8], ['B', 9, 9]]], // prettier-ignore
    ['need a blank behind the signs', '#no\n####### no\n# A #\n', [['', 1, 2], ['A', 3, 3]]], // prettier-ignore
    ['are none where nothing is', '\n\n', []],
  ];
  for (const [rule, text, expected] of cases) {
    it(rule, () => {
      assert.deepEqual(sections(text), expected);
    });
  }
  it('never overlap and hold every line that is not blank', () => {
    const line = fc.constantFrom('# A', '## B', '### C', 'text', '', '```', '~~~', '   ');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const found = sections(lines.join('\n'));
        const held = found.flatMap(([, from, to]) => Array.from({ length: to - from + 1 }, (_, place) => from + place));
        assert.equal(new Set(held).size, held.length);
        for (const [index, text] of lines.entries()) if (text.trim() !== '') assert.ok(held.includes(index + 1));
      }),
    );
  });
});
