// Takes a session through turns until it is killed. Says how many steps were on disk.
// usage: sessionChild STATE SESSION
import { SessionStore } from '../../../src/engine/sessionStore.ts';
import { answered, asked, awaiting, calling, ended, newSession, runningTools, type Session } from '../../../src/session/session.ts';

const [, , state = '', id = ''] = process.argv;
const store = new SessionStore(state);
const save = (session: Session): Session => {
  store.save(id, session);
  process.stdout.write(`${String(session.steps)}\n`);
  return session;
};
let session: Session = store.find(id) ?? newSession;
if (session.phase === 'awaitingEvent') session = save(runningTools(session));
const usage = { input: 10, cached: 0, output: 1, estimated: false };
for (let n = 0; ; n++) {
  if (session.phase !== 'tool')
    session = save(asked(session, { request: `question ${'wörds '.repeat(n % 500)}`, command: '', time: 'now' }));
  session = save(answered(calling(session), usage));
  session = save(awaiting(session, { messages: 'capsule '.repeat((n * 7) % 3_000), n }));
  session = save(runningTools(session));
  session = save(answered(calling(session), usage));
  session = save(ended(session, 'done'));
}
