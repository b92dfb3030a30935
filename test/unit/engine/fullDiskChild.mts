// Saves a small snapshot of a session, then one that waits with more than fits. Says what became of each.
// usage: fullDiskChild STATE SESSION
import { SessionStore } from '../../../src/engine/sessionStore.ts';
import { asked, awaiting, calling, newSession, type Session } from '../../../src/session/session.ts';

const [, , state = '', id = ''] = process.argv;
const begun = calling(asked<unknown>(newSession, { request: 'why?', command: '', time: '2026-01-01T00:00:00.000Z' }));

function said(session: Session): string {
  try {
    new SessionStore(state).save(id, session);
    return 'saved';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

for (const session of [begun, awaiting(begun, { messages: 'x'.repeat(60_000) })]) process.stdout.write(`${said(session)}\n`);
