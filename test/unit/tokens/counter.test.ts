import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { o200kPattern } from '../../../src/tokens/asciiPieces.ts';
import { createCounter } from '../../../src/tokens/counter.ts';
import { Encoding } from '../../../src/tokens/encoding.ts';

const encodings = { o200k_base: o200k, cl100k_base: cl100k };
const packages = path.resolve('node_modules');

/** Real files of many kinds: sources, declarations, documentation, data. */
function realFiles(folder: string, most: number): string[] {
  const files = fs
    .readdirSync(path.join(packages, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|js|cjs|mjs|json|md|map|txt)$/u.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => fs.statSync(file).size < 60_000)
    .sort();
  const step = Math.max(1, Math.floor(files.length / most));
  return files.filter((_, place) => place % step === 0).slice(0, most);
}

const languages = [
  'Съешь же ещё этих мягких французских булок, да выпей чаю.',
  '私はガラスを食べられます。それは私を傷つけません。',
  '我能吞下玻璃而不伤身体。',
  '나는 유리를 먹을 수 있어요. 그래도 아프지 않아요',
  'أنا قادر على أكل الزجاج و هذا لا يؤلمني.',
  'मैं काँच खा सकता हूँ और मुझे उससे कोई चोट नहीं पहुंचती.',
  'Ég get etið gler án þess að meiða mig. ǅ ß ŉ',
  '👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 e\u0301 \u200d \ufeff',
  "it's IT'S we'll WE'LL I'd don't 'tis",
];

const awkward = [
  '<|endoftext|>',
  '<|endofprompt|> and text',
  '\ud800',
  'a\udc00b',
  '\r\n\r\n',
  '\t\t  \n',
  ' '.repeat(200),
  '\u00a0\u3000x',
  '0123456789',
  '//////\n///',
  '\u0000\u0001',
  '',
];

describe('counting tokens', () => {
  for (const name of ['o200k_base', 'cl100k_base'] as const) {
    it(`gives js-tiktoken's ${name} count for real files, languages and awkward text`, function () {
      this.timeout(120_000);
      const [oracle, encoding] = [new Tiktoken(encodings[name]), new Encoding(encodings[name])];
      const files = [
        ...realFiles('zod', 120),
        ...realFiles('rxjs', 120),
        ...realFiles('typescript/lib/ja', 2),
        ...realFiles('@types/node', 60),
        ...realFiles('viem', 120),
      ];
      const texts = [...files.map((file) => fs.readFileSync(file, 'utf8')), ...languages, ...awkward];
      let characters = 0;
      for (const text of texts) {
        characters += text.length;
        assert.equal(encoding.count(text), oracle.encode(text, [], []).length, text.slice(0, 200));
      }
      console.log(`      ${name}: ${String(texts.length)} texts, ${String(characters)} characters compared with js-tiktoken`);
    });

    it(`gives js-tiktoken's ${name} count for random text`, function () {
      this.timeout(60_000);
      const [oracle, encoding] = [new Tiktoken(encodings[name]), new Encoding(encodings[name])];
      const unit = fc.oneof(
        fc.constantFrom(...languages.join('').split(''), ...awkward, 'a', 'A', ' ', '\n', '1', '/', '-'),
        fc.string({ unit: 'binary', maxLength: 5 }),
      );
      fc.assert(
        fc.property(fc.array(unit, { maxLength: 80 }), (parts) => {
          const text = parts.join('');
          assert.equal(encoding.count(text), oracle.encode(text, [], []).length);
        }),
        { numRuns: 1_500 },
      );
    });
  }

  it("gives js-tiktoken's count where ASCII meets what is beyond", () => {
    const [oracle, encoding] = [new Tiktoken(o200k), new Encoding(o200k)];
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    const beyond = ['é', 'É', 'ſ', '²', '中', '\u0301', '\u00a0', '\u2028', '…', '😀', '\ud83d'];
    const often = ["'s", "'T", "'rE", "'lL", "'ll", "'", '  ', '\r\n', '\n', '/', '12', 'aB', 'Ab', '_', '\t'];
    const unit = fc.oneof(
      { arbitrary: fc.constantFrom(...ascii), weight: 2 },
      { arbitrary: fc.constantFrom(...often), weight: 2 },
      { arbitrary: fc.constantFrom(...beyond), weight: 1 },
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        assert.equal(encoding.count(text), oracle.encode(text, [], []).length);
      }),
      { numRuns: 10_000 },
    );
  });

  it("knows js-tiktoken's pattern, which it replaces for ASCII", () => {
    assert.equal(o200k.pat_str, o200kPattern);
  });

  it('counts on when it has learned more pieces than it keeps', function () {
    this.timeout(60_000);
    const [oracle, encoding] = [new Tiktoken(o200k), new Encoding(o200k)];
    const letters = (number: number): string => [0, 5, 10, 15].map((bits) => String.fromCharCode(97 + ((number >> bits) % 26))).join('');
    const text = Array.from({ length: 150_000 }, (_, number) => `zq${letters(Math.imul(number, 48_271) & 0xf_ff_ff)}`).join(' ');
    assert.equal(encoding.count(text), oracle.encode(text, [], []).length);
    for (const again of languages) assert.equal(encoding.count(again), oracle.encode(again, [], []).length);
  });

  it('adds up where one text ends with a line break and the next begins with neither white space nor a slash', () => {
    const encoding = new Encoding(o200k);
    const ending = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => `${text}\n`);
    const beginning = fc
      .tuple(fc.constantFrom('#', '-', 'a', '中', '`', '(', '😀', '1', 'I'), fc.string({ unit: 'grapheme', maxLength: 30 }))
      .map((two) => two.join(''));
    fc.assert(
      fc.property(ending, beginning, (a, b) => {
        assert.equal(encoding.count(a + b), encoding.count(a) + encoding.count(b));
      }),
      { numRuns: 3_000 },
    );
  });

  // What a quadratic merge would not finish; how long it takes is measured by `npm run bench`.
  for (const [title, unit, expected] of [
    ['one letter', 'a', 125_000],
    ['blanks', ' ', 7_813],
    ['Chinese', '中', 1_000_000],
    ['lone surrogates', '\ud800', 125_000],
    ['code in one line', 'const a=[1];', 416_670],
  ] as const) {
    it(`counts a megabyte of ${title}`, () => {
      assert.equal(new Encoding(o200k).count(unit.repeat(Math.ceil(1_000_000 / unit.length))), expected);
    });
  }

  it('marks a quarter of the characters, rounded up, as approximate', async () => {
    const counter = await createCounter('chars/4');
    assert.deepEqual([counter.approximate, counter.count('12345'), counter.count('')], [true, 2, 0]);
  });
});
