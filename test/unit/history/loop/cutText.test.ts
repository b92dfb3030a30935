import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cappedResult } from '../../../../src/history/loop/cappedResult.ts';
import { cutText } from '../../../../src/history/loop/cutText.ts';
import type { GivenPart } from '../../../../src/history/loop/loopGroup.ts';
import { characters } from '../../broker/helpers.ts';

const half = /\p{Surrogate}/u;

describe('text that is cut', () => {
  it('is left alone where it fits', () => {
    assert.deepEqual(cutText('x'.repeat(100), 100, characters), { text: 'x'.repeat(100), leftOut: 0 });
  });

  it('keeps its beginning and its end, and says how much is missing', () => {
    const { text, leftOut } = cutText(`begin ${'.'.repeat(1_000)} end`, 200, characters);
    assert.match(text, /^begin \.+\n\[… (\d+) of 1010 characters left out …\]\n\.+ end$/u);
    assert.ok(text.includes(`[… ${String(leftOut)} of`));
  });

  it('is never over its tokens, never has half a character, and has all but what is said to be missing', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.nat(300).map((n) => '🎉'.repeat(n)),
    );
    fc.assert(
      fc.property(anyText, fc.nat(500), (text, most) => {
        const cut = cutText(text, most, characters);
        assert.ok(cut.text.length <= most);
        assert.ok(!half.test(cut.text));
        if (cut.leftOut === 0) assert.equal(cut.text, text);
        if (cut.text === '') assert.equal(cut.leftOut, text.length);
        if (cut.leftOut === 0 || cut.text === '') return;
        const [, head = '', tail = ''] = /^([^]*)\n\[… \d+ of \d+ characters left out …\]\n([^]*)$/u.exec(cut.text) ?? [];
        assert.ok(text.startsWith(head) && text.endsWith(tail));
        assert.equal(head.length + tail.length + cut.leftOut, text.length);
      }),
    );
  });
});

describe('a result that is capped', () => {
  const capped = (parts: readonly GivenPart[], most: number): ReturnType<typeof cappedResult> =>
    cappedResult({ id: '1', name: 'read', isFailure: false, parts }, most, characters);

  it('has what is no text for a flat price, whatever its size', () => {
    assert.deepEqual(capped([{ kind: 'data', mimeType: 'image/png', bytes: 9_000_000 }], 1_000), {
      parts: [{ part: 0 }],
      tokens: 1_000,
      leftOut: 0,
    });
  });

  it('says so where an image does not fit', () => {
    const { parts, tokens, leftOut } = capped([{ kind: 'data', mimeType: 'image/png', bytes: 9_000_000 }], 500);
    assert.deepEqual(parts, [{ text: '[image/png left out: 1000 tokens]' }]);
    assert.deepEqual([tokens, leftOut], [33, 1_000]);
  });

  it('is cut where it ends, part by part', () => {
    const { parts, tokens } = capped(
      ['a', 'b', 'c'].map((letter) => ({ kind: 'text', text: letter.repeat(200) })),
      350,
    );
    assert.deepEqual(parts[0], { part: 0 });
    assert.match(JSON.stringify(parts[1]), /^\{"text":"b+\\n\[… \d+ of 200 characters left out …\]\\nb+"\}$/u);
    assert.ok(tokens <= 350);
  });
});
