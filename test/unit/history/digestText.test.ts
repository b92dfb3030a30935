import assert from 'node:assert/strict';
import fc from 'fast-check';
import { digestText, type ThreadEnd } from '../../../src/history/digestText.ts';
import type { ThreadTurn } from '../../../src/history/thread.ts';
import { characters } from '../broker/helpers.ts';

const said = (request: string, response: string): ThreadTurn => ({ id: request, request, response, messages: [] });
const digest = (end: ThreadEnd, most = 2_000): string => digestText(end, most, characters);

describe('the digest of a thread', () => {
  it('has its summary, what was asked after it, what is open and the last answer', () => {
    const turns = [
      said('why does retry give up?', 'It stops after one attempt.'),
      said('/plan more attempts', 'First:\n- [ ] count attempts\n- [x] read the code\n* [ ] wait longer\n'),
      said('what is a cart?', 'A list.\nOf items.'),
    ];
    assert.equal(
      digest({ turns, summary: '## Intent\nRetry.', unanswered: 'and the tests?' }),
      `### Summary of its beginning

## Intent
Retry.

### Asked, and how the answer began

- why does retry give up? → It stops after one attempt.
- /plan more attempts → First: - [ ] count attempts - [x] read the code * [ ] wait longer
- what is a cart? → A list. Of items.

### Left open

- count attempts
- wait longer

### Not answered

and the tests?

### Last answer

A list.
Of items.`,
    );
  });

  it('is nothing where nothing was said', () => {
    assert.equal(digest({ turns: [] }), '');
  });

  it('tells the latest turns where not all have room, and how many there are before', () => {
    const turns = Array.from({ length: 50 }, (_, n) => said(`question ${String(n)}`, `answer ${String(n)}`));
    const text = digest({ turns }, 600);
    assert.match(text, /- \d+ earlier\n(?:- question \d+ → answer \d+\n)+\n### Last answer\n\nanswer 49$/u);
  });

  it('never exceeds its tokens, has no half character and is the same each time', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const end = fc.record({ turns: fc.array(fc.tuple(text, text), { maxLength: 12 }), summary: text, unanswered: text });
    fc.assert(
      fc.property(end, fc.integer({ min: 0, max: 900 }), ({ turns, summary, unanswered }, most) => {
        const thread = { turns: turns.map(([request, response]) => said(request, response)), summary, unanswered };
        const made = digest(thread, most);
        assert.ok(made.length <= most);
        assert.doesNotMatch(made, /\p{Surrogate}/u);
        assert.equal(made, digest(thread, most));
      }),
    );
  });
});
