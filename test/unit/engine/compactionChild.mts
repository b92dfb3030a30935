// Compacts threads until it is killed, or once. Says each thing once it is on disk.
// usage: compactionChild once STATE HEAD | compactionChild loop STATE SESSION
import { ThreadRecord } from '../../../src/engine/threadRecord.ts';
import { withEventId, type TurnEvent } from '../../../src/history/threadEvent.ts';
import { compact, compactionRequest } from './compactionFixture.ts';
import { settings } from './testSettings.ts';

const [, , mode = '', state = '', third = ''] = process.argv;
const say = (what: string): boolean => process.stdout.write(`${what}\n`);

if (mode === 'once') {
  const done = compact(state, compactionRequest(third), '## Intent\nWords that say something.');
  say(done.kind === 'compacted' ? done.head : `${done.what} ${done.reason}`);
} else {
  const record = new ThreadRecord(state, third);
  let head = record.read().items.at(-1)?.id;
  for (let n = 0; ; n++) {
    const request = `${String(n)} ${'wörds '.repeat(1 + ((n * 7) % 11) * 400)}`;
    const turn = withEventId<TurnEvent>({
      kind: 'turn',
      ...(head === undefined ? {} : { parent: head }),
      time: '2026-01-01T00:00:00.000Z',
      command: '',
      request,
      model: { id: 'model', vendor: 'test', family: 'test' },
      messages: [
        { role: 'user', content: request },
        { role: 'assistant', content: 'answer' },
      ],
      complete: true,
    });
    record.append(turn);
    head = turn.id;
    say(`turn ${head}`);
    const one = compactionRequest(head, { session: third, settings: settings({ 'history.archiveMegabytes': 1 }), budget: 1_000_000 });
    const done = compact(state, one, `## Intent\nSummary ${String(n)} of what was said.`, n % 60);
    if (done.kind === 'compacted') {
      head = done.head;
      say(`compaction ${head}`);
    }
  }
}
