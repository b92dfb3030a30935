import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ArchiveBrowser } from '../../../../src/engine/archive/archiveBrowser.ts';
import { pageSize } from '../../../../src/engine/archive/archivePages.ts';
import { foundIn } from '../../../../src/engine/archiveSearch.ts';
import { archiveId, type ArchiveEvent } from '../../../../src/history/archiveEvent.ts';
import { wellFormedText } from '../../../../src/history/wellFormed.ts';
import { temporaryFolder } from '../workspaceFixture.ts';
import { archiveEvent, archiveOf, exchange } from './events.ts';

const said = (n: number, ...texts: readonly string[]): ArchiveEvent =>
  archiveEvent(n, 'chat', { messages: texts.flatMap((text, place) => exchange(`turn ${String(place)}`, text, 'Yes.')) });

describe('a search in the archive', () => {
  it('finds events whatever their case, the latest first, with the title of their session', () => {
    const state = temporaryFolder();
    const ids = archiveOf(state, [said(1, 'Who sells Emma?'), archiveEvent(2, 'other'), said(3, 'Is EMMA sold out?', 'emma again')]);
    const { hits, hasMore } = new ArchiveBrowser(state).search({ text: 'emma', limit: 5 });
    assert.deepEqual(
      hits.map(({ id, title, count, time }) => [id, title, count, time]),
      [
        [ids[2], 'Who sells Emma?', 2, archiveEvent(3).timestamp],
        [ids[0], 'Who sells Emma?', 1, archiveEvent(1).timestamp],
      ],
    );
    assert.match(hits[0]?.excerpt ?? '', /Is EMMA sold out\?/u);
    assert.equal(hasMore, false);
  });

  it('stops at its limit and says so, and keeps to the days', () => {
    const state = temporaryFolder();
    archiveOf(
      state,
      Array.from({ length: 30 }, (_, n) => said(n, 'the same')),
      2_000,
    );
    const browser = new ArchiveBrowser(state);
    const { hits, hasMore } = browser.search({ text: 'same', limit: 10 });
    assert.deepEqual(
      hits.map(({ time }) => time),
      Array.from({ length: 10 }, (_, n) => archiveEvent(29 - n).timestamp),
    );
    assert.equal(hasMore, true);
    assert.equal(browser.search({ text: 'same', limit: 99, from: '2026-01-02' }).hits.length, 6);
  });

  const texts: readonly (readonly [said: string, wanted: string])[] = [
    ['she said "hello" twice', 'said "hello"'],
    ['one\ntwo', 'one\ntwo'],
    ['C:\\temp\\books', 'c:\\TEMP'],
    ['Çok güzel', 'çOK'],
    ['смотри', 'СМОТРИ'],
    ['a(b)[c].*', '(b)[c].*'],
    ['the role of "content" in messages', 'role of'],
    ['"role":"user" in JSON', '"role":"user"'],
    ['emoji \u{1f600} here', '\u{1f600}'],
  ];
  for (const [text, wanted] of texts) {
    it(`finds ${JSON.stringify(wanted)} in ${JSON.stringify(text)}`, () => {
      const state = temporaryFolder();
      archiveOf(state, [said(1, text), said(2, 'something else')]);
      assert.deepEqual(
        new ArchiveBrowser(state).search({ text: wanted, limit: 5 }).hits.map(({ time }) => time),
        [archiveEvent(1).timestamp],
      );
    });
  }

  it('finds what tools were asked and gave', () => {
    const state = temporaryFolder();
    const messages = [
      { turn: 'a', role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'stock', input: { title: 'Emma "first"' } }] },
      { turn: 'a', role: 'user', content: '', toolResults: [{ id: '1', name: 'stock', parts: [{ kind: 'text', text: 'four copies' }] }] },
    ] as const;
    archiveOf(state, [archiveEvent(1, 'chat', { messages })]);
    const browser = new ArchiveBrowser(state);
    for (const text of ['four COPIES', '"title":"emma', 'stock', 'Emma \\"first'])
      assert.equal(browser.search({ text, limit: 5 }).hits.length, 1, text);
  });

  it('finds what tools were asked as it was said, and opens the page that has it', () => {
    const state = temporaryFolder();
    const said = 'he said "hello" in C:\\dir\ttwice';
    const messages = [
      ...exchange('a', 'x'.repeat(pageSize)),
      { turn: 'b', role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'note', input: { said: { by: [said] } } }] },
    ] as const;
    const [id = ''] = archiveOf(state, [archiveEvent(1, 'chat', { messages })]);
    const browser = new ArchiveBrowser(state);
    for (const text of [said, said.toUpperCase(), 'in C:\\dir', JSON.stringify(said)]) {
      const { hits } = browser.search({ text, limit: 5 });
      assert.deepEqual(
        hits.map(({ count }) => count),
        [1],
        text,
      );
      assert.equal(browser.page({ ids: [id], text })?.page, 4, text);
    }
    assert.match(browser.search({ text: 'hello', limit: 5 }).hits[0]?.excerpt ?? '', /he said "hello" in C:\\dir twice/u);
  });

  it('finds what tools were asked in fields that are named as ours', () => {
    const state = temporaryFolder();
    const input = { id: 'TICKET-4711', source: 'zebra.ts', deep: [{ input: 1, role: 'keeper', kind: 'stripes, and "more"' }] };
    const value = { session: 'safari', turn: 'left' };
    const messages = [
      ...exchange('a', 'who'),
      { turn: 'b', role: 'assistant', content: '', toolCalls: [{ id: 'call-9', name: 'find', input }] },
      { turn: 'b', role: 'user', content: '', toolResults: [{ id: 'call-9', name: 'find', parts: [{ kind: 'other', value }] }] },
    ] as const;
    archiveOf(state, [archiveEvent(1, 'chat', { messages })]);
    const found = (text: string): number => new ArchiveBrowser(state).search({ text, limit: 5 }).hits.length;
    for (const text of ['ticket-4711', 'zebra', 'keeper', 'stripes, and "more"', 'safari', 'left']) assert.equal(found(text), 1, text);
    for (const text of ['call-9', 'automatic compaction', '"toolResults"']) assert.equal(found(text), 0, text);
  });

  for (const frame of ['messages', 'timestamp', 'assistant"', 'toolCalls', 'turn 0', 'kind']) {
    it(`does not take the frame of an event for what was said: ${frame}`, () => {
      const state = temporaryFolder();
      archiveOf(state, [said(1, 'hello')]);
      assert.deepEqual(new ArchiveBrowser(state).search({ text: frame, limit: 5 }).hits, []);
    });
  }

  it('finds every piece of what was said, and only events that have it', () => {
    const content = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('role', 'a"b', '\\"', 'x\ny'),
    );
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 6 }), fc.nat(5), fc.nat(9), fc.nat(9), (contents, which, from, length) => {
        const state = temporaryFolder();
        const events = contents.map((text, n) => said(n, text));
        archiveOf(state, events);
        const chosen = contents[which % contents.length] ?? '';
        const start = from % chosen.length;
        const text = chosen.slice(start, start + 1 + length);
        if (wellFormedText(text) !== text) return;
        const found = new Set(new ArchiveBrowser(state).search({ text, limit: 99 }).hits.map(({ id }) => id));
        for (const event of events) {
          const hasIt = event.messages.some((message) => message.content.toLowerCase().includes(text.toLowerCase()));
          if (hasIt) assert.ok(found.has(archiveId(event)), JSON.stringify([text, contents]));
          else if (found.has(archiveId(event))) assert.ok(foundIn(event, text));
        }
      }),
      { numRuns: 100 },
    );
  });
});
