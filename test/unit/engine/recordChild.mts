// Appends turns to the record of a thread and says the number of each once it is on disk. usage: recordChild STATE SESSION FROM
import { withEventId, type TurnEvent } from '../../../src/history/threadEvent.ts';
import { ThreadRecord } from '../../../src/engine/threadRecord.ts';

const [, , state = '', session = '', from = '0'] = process.argv;
const record = new ThreadRecord(state, session);
for (let n = Number(from); ; n++) {
  const request = `${String(n)} ${'wörds '.repeat((n % 7) * 2_000)}`;
  record.append(
    withEventId<TurnEvent>({
      kind: 'turn',
      time: '2026-01-01T00:00:00.000Z',
      command: '',
      request,
      model: { id: 'model', vendor: 'test', family: 'test' },
      messages: [{ role: 'user', content: request }],
      complete: true,
    }),
  );
  process.stdout.write(`${String(n)}\n`);
}
