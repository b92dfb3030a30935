import { archiveId } from '../history/archiveEvent.ts';
import { shape, type Shaped, type ShapingRequest } from '../history/loop/shape.ts';
import { requestLine } from '../history/summaryRequest.ts';
import { laterHead } from '../history/thread.ts';
import { withEventId, type TurnEvent, type UndoEvent } from '../history/threadEvent.ts';
import { takenBackWith } from '../history/threadState.ts';
import { maskSecrets, type Masked } from '../safety/maskSecrets.ts';
import type { ApprovalNote } from '../session/approval.ts';
import type { Session } from '../session/session.ts';
import type { LaterHead, ThreadTurnRecord, Undone } from './api.ts';
import { LocalArchive } from './archive/localArchive.ts';
import { archiveText } from './archiveText.ts';
import { Compaction } from './compaction.ts';
import type { CompactionDone, CompactionPlan, CompactionRefusal, CompactionRequest, SummaryAnswer } from './compactionTypes.ts';
import { HistoryArchive } from './historyArchive.ts';
import { SessionStore } from './sessionStore.ts';
import { ThreadRecord } from './threadRecord.ts';

/** The part of the engine that keeps chats: their records, compactions, sessions and approvals. Without a state folder nothing is kept. */
export abstract class LocalHistory extends LocalArchive {
  protected abstract get state(): string | undefined;

  recordTurn({ session, ...turn }: ThreadTurnRecord): Promise<string | undefined> {
    const event = withEventId<TurnEvent>({ kind: 'turn', ...turn });
    return new Promise((resolve) => {
      const record = new ThreadRecord(this.state, session);
      record.append(event);
      resolve(record.isKept ? event.id : undefined);
    });
  }

  findLaterHead({ session, head }: { session: string; head: string }): Promise<LaterHead | undefined> {
    return new Promise((resolve) => {
      const later = laterHead(new ThreadRecord(this.state, session).read().items, head);
      resolve(later && { head: later.head, requests: later.turns.map(({ request }) => request) });
    });
  }

  async planCompaction(request: CompactionRequest): Promise<CompactionPlan | CompactionRefusal> {
    return (await this.#compactionOf(request)).plan();
  }

  async compact(request: CompactionRequest, answer: SummaryAnswer): Promise<CompactionDone | CompactionRefusal> {
    return (await this.#compactionOf(request)).commit(answer);
  }

  async shape(request: ShapingRequest, estimator: string): Promise<Shaped> {
    const counter = await this.counterOf(estimator);
    return shape(request, counter);
  }

  undoCompaction({ session, id, time }: { session: string; id: string; time: string }): Promise<Undone | undefined> {
    return new Promise((resolve) => {
      const record = new ThreadRecord(this.state, session);
      const events = record.read().items;
      const isKnown = events.some((event) => event.kind === 'compaction' && event.id === id);
      const { length: compactions } = takenBackWith(events, id);
      if (compactions > 0) record.append(withEventId<UndoEvent>({ kind: 'undo', parent: id, time }));
      const title = events.find((event) => event.kind === 'turn')?.request ?? '';
      resolve(isKnown ? { compactions, title: requestLine(title, 60) } : undefined);
    });
  }

  async archivedText(id: string): Promise<Masked<string> | undefined> {
    const event = this.state === undefined ? undefined : new HistoryArchive(this.state).find(id);
    return event && maskSecrets(archiveText(archiveId(event), event));
  }

  saveSession(id: string, session: Session): Promise<void> {
    return new Promise((resolve) => {
      this.#sessions.save(id, session);
      resolve();
    });
  }

  findSession(id: string): Promise<Session | undefined> {
    return new Promise((resolve) => {
      resolve(this.#sessions.find(id));
    });
  }

  findWaitingSession(): Promise<{ readonly id: string; readonly session: Session } | undefined> {
    return new Promise((resolve) => {
      resolve(this.#sessions.findWaiting());
    });
  }

  noteApproval(note: ApprovalNote): Promise<void> {
    return new Promise((resolve) => {
      this.#sessions.note(note);
      resolve();
    });
  }

  findApproval(key: string): Promise<ApprovalNote | undefined> {
    return new Promise((resolve) => {
      resolve(this.#sessions.findRun(key));
    });
  }

  async #compactionOf(request: CompactionRequest): Promise<Compaction> {
    const counter = await this.counterOf(request.settings.estimator);
    return new Compaction(request, this.state, counter);
  }

  get #sessions(): SessionStore {
    return new SessionStore(this.state);
  }
}
