import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { countTerms, frequency, Vocabulary } from '../../../src/signals/terms.ts';
import { markedCount, markedRange, WordBytes } from '../../../src/signals/wordBytes.ts';
import { wordsOf } from '../../../src/signals/words.ts';

const vocabulary = new Vocabulary();
const stems = (text: string): string[] => [...vocabulary.scan(text)].map((term) => vocabulary.stemOf(term));

const letters = fc.constantFrom(...Array.from('aAbBzZ09_ $-.éÉßǅʰªתあ長😀𝐀𝐚𐐀𐐨\u0301\n'), '\ud800', '\udc00');

describe('the vocabulary', () => {
  it('finds the words of the pattern in any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(letters).map((all) => all.join('')),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(text, (any) => {
        assert.deepEqual(stems(any), wordsOf(any));
      }),
      { numRuns: 3_000 },
    );
  });

  it('finds them in every source of a package, and again in the same', () => {
    const folder = path.resolve('node_modules/rxjs/src');
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    for (const file of [...files, ...files.slice(0, 20)]) {
      const text = fs.readFileSync(path.join(folder, file), 'utf8');
      assert.deepEqual(stems(text), wordsOf(text), file);
    }
  });

  it('grows with what it learns', () => {
    const own = new Vocabulary();
    const text = Array.from(
      { length: 60_000 },
      (_, n) => `w${n.toString(36).replace(/\d/gu, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`,
    ).join(' ');
    for (let round = 0; round < 2; round++)
      assert.deepEqual(
        [...own.scan(text)].map((term) => own.stemOf(term)),
        wordsOf(text),
      );
  });

  it('counts and writes what it found', () => {
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 200 }), (all) => {
        const text = all.join('');
        const words = wordsOf(text);
        const bytes = new WordBytes(vocabulary);
        const found = vocabulary.scan(text);
        const counts = countTerms(found);
        assert.equal(counts.length, words.length);
        for (const word of words) assert.equal(frequency(counts, vocabulary.find(word) ?? -1), words.filter((one) => one === word).length);
        assert.equal(Buffer.from(bytes.of(found)).toString(), words.map((word) => `${word} `).join(''));
        const marked = Buffer.from(bytes.counted(found)).toString().split(' ').slice(0, -1);
        assert.deepEqual(
          marked.map((word) => [word.slice(0, -1), markedCount(word)]),
          [...new Set(words)].map((word) => [word, words.filter((one) => one === word).length]),
        );
        for (const word of marked) {
          const [from, to] = markedRange(word.slice(0, -1));
          assert.ok(from < word && word < to);
        }
      }),
    );
  });
});
