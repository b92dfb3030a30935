import * as vscode from 'vscode';
import type { WindowColumn } from '../engine/windowComparison.ts';
import { LiveTurns } from './chat/liveTurns.ts';
import type { Thread } from './chat/turnMetadata.ts';
import type { AssembleRequest, Engine, TurnRecord, TurnSummary } from '../engine/api.ts';

/** The recorded turns of this workspace, newest first, as the views show them. */
export class TurnStore implements vscode.Disposable {
  readonly #engine: Engine;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #turns: readonly TurnSummary[] = [];
  #loading: Promise<void> | undefined;
  readonly #opened: () => Promise<void>;
  readonly #shown: () => number;
  readonly #comparisons = new Map<string, readonly WindowColumn[]>();
  /** Turns that are not on disk, or not yet. */
  readonly #unsaved = new Map<string, TurnRecord>();
  /** Of them those that nobody was sent. */
  readonly #previews = new Set<string>();

  /** `opened` resolves once the engine knows where turns are recorded. */
  constructor(engine: Engine, opened: () => Promise<void>, shown: () => number) {
    this.#engine = engine;
    this.#opened = opened;
    this.#shown = shown;
  }

  /** The request that was assembled last, in this session of the editor. */
  asked: AssembleRequest | undefined;

  /** The chat as it stands after its last turn, in this session of the editor. */
  thread: Thread | undefined;

  /** Turns that are answered just now. */
  readonly live = new LiveTurns();

  /** Chats that were asked in this session of the editor. */
  readonly chats = new Set<string>();
  #compacted: { readonly session: string; readonly id: string } | undefined;

  /** Of them those whose user was told that not all of it was sent. */
  readonly chatsTold = new Set<string>();

  /** What was compacted last, in this session of the editor. */
  get compacted(): { readonly session: string; readonly id: string } | undefined {
    return this.#compacted;
  }

  set compacted(compacted: { readonly session: string; readonly id: string } | undefined) {
    this.#compacted = compacted;
    this.#changed.fire();
  }

  /** The chat that was asked last. */
  get chat(): { readonly session: string; readonly title: string } | undefined {
    const { trace } = this.latest ?? {};
    return trace === undefined ? undefined : { session: trace.session, title: trace.request };
  }

  get latest(): TurnSummary | undefined {
    return this.#turns[0];
  }

  /** The turn of the same chat before this one. */
  before({ trace }: TurnSummary): TurnSummary | undefined {
    const place = this.#turns.findIndex((turn) => turn.trace.id === trace.id);
    return this.#turns.slice(place + 1).find((turn) => turn.trace.session === trace.session);
  }

  find(id: string): TurnSummary | undefined {
    return this.#turns.find(({ trace }) => trace.id === id);
  }

  /** Reads what earlier sessions recorded; once, and again after a failure. */
  load(): Promise<void> {
    return (this.#loading ??= this.#read().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    }));
  }

  async #read(): Promise<void> {
    await this.#opened();
    const recorded = await this.#engine.turns(this.#shown());
    const known = new Set(recorded.map(({ trace }) => trace.id));
    this.#turns = [...this.#turns.filter(({ trace }) => !known.has(trace.id)), ...recorded].slice(0, this.#shown());
    this.#changed.fire();
  }

  get all(): readonly TurnSummary[] {
    return this.#turns;
  }

  /** The same request in other windows, where a preview has asked for that. */
  comparisonOf(id: string): readonly WindowColumn[] {
    return this.#comparisons.get(id) ?? [];
  }

  /** Shows a turn without recording it: a preview leaves nothing behind. */
  show(record: TurnRecord, comparison: readonly WindowColumn[] = []): void {
    this.#previews.add(record.trace.id);
    this.#take(record, comparison);
  }

  #take(record: TurnRecord, comparison: readonly WindowColumn[] = []): void {
    this.#unsaved.set(record.trace.id, record);
    if (comparison.length > 0) this.#comparisons.set(record.trace.id, comparison);
    this.#turns = [record, ...this.#turns.filter(({ trace }) => trace.id !== record.trace.id)].slice(0, this.#shown());
    for (const kept of [this.#unsaved, this.#comparisons, this.#previews])
      for (const id of kept.keys()) if (this.find(id) === undefined) kept.delete(id);
    this.#changed.fire();
  }

  /** Whether a turn was not sent: it is only shown. */
  isPreview(id: string): boolean {
    return this.#previews.has(id);
  }

  /** Records a turn. It is shown even where it could not be written; then the reason comes back. */
  async add(record: TurnRecord): Promise<string | undefined> {
    await this.load().catch(() => undefined);
    this.#previews.delete(record.trace.id); // what was looked at before is the same turn
    this.#take(record);
    try {
      await this.#engine.record(record);
      this.#unsaved.delete(record.trace.id);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** The texts of a turn, from the record or, where that failed, from memory. */
  async text(id: string): Promise<Pick<TurnRecord, 'messages' | 'blocks'> | undefined> {
    return this.#unsaved.get(id) ?? (await this.#engine.turnText(id));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
