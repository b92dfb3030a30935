import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLines } from '../../../src/history/readLines.ts';
import { chainOf, laterHead, turnsOf, type ShownPair } from '../../../src/history/thread.ts';
import { parseEvent, type TurnEvent } from '../../../src/history/threadEvent.ts';
import { recordedThread, recordedTurn } from './turns.ts';

const requests = (turns: readonly object[]): string[] =>
  turns.flatMap((turn) => ('request' in turn && typeof turn.request === 'string' ? [turn.request] : []));
const shownOf = ({ id, request }: TurnEvent): ShownPair => ({ request, response: request.replace('question', 'answer'), turn: id });

describe('a thread', () => {
  it('is the chain of parents from its head', () => {
    const turns = recordedThread(3);
    assert.deepEqual(chainOf(turns, turns[2]?.id), turns);
    assert.deepEqual(chainOf(turns, turns[1]?.id), turns.slice(0, 2));
    assert.deepEqual(chainOf(turns, undefined), []);
  });

  it('forks where an earlier request is sent again: both branches stay whole', () => {
    const turns = recordedThread(3);
    const again = recordedTurn(9, { parent: turns[0]?.id ?? '' });
    const events = [...turns, again];
    assert.deepEqual(requests(chainOf(events, again.id)), ['question 1', 'question 9']);
    assert.deepEqual(requests(chainOf(events, turns[2]?.id)), ['question 1', 'question 2', 'question 3']);
  });

  it('has a later head where it was gone on with, on the branch that was written last', () => {
    const turns = recordedThread(4);
    const [first, second] = turns;
    const later = (events: readonly TurnEvent[], head = ''): unknown => {
      const found = laterHead(events, head);
      return found && { head: found.head, requests: requests(found.turns) };
    };
    assert.deepEqual(later(turns, second?.id), { head: turns[3]?.id, requests: ['question 3', 'question 4'] });
    assert.equal(later(turns, turns[3]?.id), undefined);
    assert.equal(later(turns, 'nobody'), undefined);
    const again = recordedTurn(9, { parent: first?.id ?? '' });
    assert.deepEqual(later([...turns, again], first?.id), { head: again.id, requests: ['question 9'] });
    assert.deepEqual(later([...turns, again], second?.id), { head: turns[3]?.id, requests: ['question 3', 'question 4'] });
  });

  it('knows a shown pair without an id by its words, and has it once', () => {
    const turns = recordedThread(3);
    const [first, second, third] = turns.map(shownOf) as [ShownPair, ShownPair, ShownPair];
    const bare = ({ request, response }: ShownPair): ShownPair => ({ request, response: `${response}\n\n---\n\n9 tokens` });
    const all = ['question 1', 'question 2', 'question 3'];
    assert.deepEqual(requests(turnsOf(turns, [first, bare(second), third])), all);
    assert.deepEqual(requests(turnsOf(turns, [bare(first), second])), all);
    assert.deepEqual(requests(turnsOf(turns, [bare(second)])), all);
  });

  it('keeps a pair that was not recorded, though the same was asked and recorded later', () => {
    const turns = recordedThread(2, () => ({ request: 'go on' }));
    const shown = [shownOf(turns[0] as TurnEvent), { request: 'go on', response: 'another answer' }, shownOf(turns[1] as TurnEvent)];
    const responses = turnsOf(turns, shown).map(({ response }) => response);
    assert.deepEqual(responses, ['answer 1', 'another answer', 'answer 2']);
  });

  it('ends where parents go round in a circle', () => {
    const [one, two] = [recordedTurn(1), recordedTurn(2)];
    const events = [
      { ...one, parent: two.id },
      { ...two, parent: one.id },
    ];
    assert.equal(chainOf(events, one.id).length, 2);
  });

  it('gives the same event the same id, and another one another', () => {
    assert.equal(recordedTurn(1).id, recordedTurn(1).id);
    assert.notEqual(recordedTurn(1).id, recordedTurn(1, { parent: 'x' }).id);
  });
});

describe('the turns of a thread', () => {
  it('are the completed ones, with the model’s own words', () => {
    const turns = [
      recordedTurn(1),
      recordedTurn(2, { complete: false }),
      recordedTurn(3, { messages: [{ role: 'user', content: 'question 3' }] }),
      recordedTurn(4, { request: ' ' }),
    ];
    assert.deepEqual(
      turnsOf(turns, []).map(({ request, response }) => [request, response]),
      [['question 1', 'answer 1']],
    );
  });

  it('that the record has lost are those the chat shows, at their place', () => {
    const turns = recordedThread(4);
    const shown = turns.map(shownOf);
    const lost = turns.filter((_, place) => place !== 1 && place !== 3);
    assert.deepEqual(requests(turnsOf(lost, shown)), ['question 1', 'question 2', 'question 3', 'question 4']);
    assert.deepEqual(requests(turnsOf([], shown)), ['question 1', 'question 2', 'question 3', 'question 4']);
  });

  it('that the chat does not show any more are there still', () => {
    const turns = recordedThread(4);
    assert.equal(turnsOf(turns, turns.slice(2).map(shownOf)).length, 4);
    assert.equal(turnsOf(turns, []).length, 4);
  });

  it('have the same ids each time, recorded or not', () => {
    const shown = recordedThread(3)
      .map(shownOf)
      .map(({ request, response }) => ({ request, response }));
    const ids = (pairs: readonly ShownPair[]): string[] => turnsOf([], pairs).map(({ id }) => id);
    assert.deepEqual(ids(shown), ids(structuredClone(shown)));
    assert.deepEqual(ids(shown).slice(0, 2), ids(shown.slice(0, 2)));
    assert.equal(new Set(ids([...shown, ...shown])).size, 6);
  });

  it('that were recorded once keep their ids where the record has lost them, and are there once', () => {
    const turns = recordedThread(3);
    const shown = turns.map(shownOf);
    const ids = turns.map(({ id }) => id);
    for (const recorded of [turns, turns.slice(1), [], turns.slice(0, 2)])
      assert.deepEqual(
        turnsOf(recorded, [...shown, ...shown.slice(2)]).map(({ id }) => id),
        ids,
      );
  });

  it('are each there once and in order, whatever the record has lost', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 30 }), fc.nat(5), (isLost, forgotten) => {
        const turns = recordedThread(isLost.length);
        const kept = turns.filter((_, place) => isLost[place] !== true || place < forgotten);
        const found = requests(turnsOf(kept, turns.slice(forgotten).map(shownOf)));
        assert.deepEqual(found, requests(turns));
      }),
    );
  });
});

describe('lines of a record', () => {
  const line = JSON.stringify(recordedTurn(1));
  const read = (text: string): readonly [number, number, number] => {
    const { items, skipped, repaired } = readLines(text, parseEvent);
    return [items.length, skipped, repaired];
  };

  const cases: readonly (readonly [what: string, text: string, expected: readonly [number, number, number]])[] = [
    ['nothing', '', [0, 0, 0]],
    ['blank', `\n${line}\n\n \n`, [1, 0, 0]],
    ['torn at the end', `${line}\n${line.slice(0, 40)}`, [1, 1, 0]],
    ['with a byte order mark at the start and between', `\ufeff${line}\n\ufeff${line}\n${line}`, [3, 0, 0]],
    ['torn in the middle', `${line.slice(0, 40)}\n${line}\n`, [1, 1, 0]],
    ['malformed', `nonsense\n\u0000\u0000\n[1]\nnull\n7\n${line}`, [1, 5, 0]],
    ['of an unknown kind', `${line}\n${line.replace('"turn"', '"toString"')}\n${line.replace('"turn"', '"other"')}`, [1, 2, 0]],
    ['with fields of another type', `${line.replace('"complete":true', '"complete":1')}\n${line}`, [1, 1, 0]],
    ['with half a surrogate pair', JSON.stringify(recordedTurn(2, { request: 'half \ud83d of one' })), [1, 0, 1]],
    ['with whole surrogate pairs', JSON.stringify(recordedTurn(2, { request: 'whole \ud83d\ude00' })), [1, 0, 0]],
    ['that speak of surrogates', JSON.stringify(recordedTurn(2, { request: 'the text \\ud83d' })), [1, 0, 0]],
  ];
  for (const [what, text, expected] of cases) {
    it(`that are ${what} cost nothing but themselves`, () => {
      assert.deepEqual(read(text), expected);
    });
  }

  it('come back as they were written, whatever was said', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, fc.jsonValue(), text, (request, input, result) => {
        const turn = recordedTurn(1, {
          request,
          messages: [
            { role: 'user', content: request },
            {
              role: 'assistant',
              content: result,
              toolCalls: [{ id: 'a', name: 'b', input: JSON.parse(JSON.stringify(input)) as unknown }],
            },
            { role: 'user', content: '', toolResults: [{ id: 'a', name: 'b', parts: [{ kind: 'text', text: result }] }] },
          ],
        });
        assert.deepEqual(readLines(`${JSON.stringify(turn)}\n`, parseEvent).items, [turn]);
      }),
    );
  });
});
