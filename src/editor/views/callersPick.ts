import * as vscode from 'vscode';
import type { Spot } from '../../engine/symbolTypes.ts';
import type { CallerItem } from './callerItems.ts';

/** The list of callers, which grows while it is open. Closing it aborts `signal`. */
export class CallersPick {
  readonly signal: AbortSignal;
  /** The place that was picked; nothing when it was closed without. */
  readonly picked: Promise<Spot | undefined>;
  readonly #pick = vscode.window.createQuickPick<CallerItem>();
  #known: readonly CallerItem[] = [];
  #exact: readonly CallerItem[] = [];

  constructor() {
    const abort = new AbortController();
    this.signal = abort.signal;
    this.picked = new Promise((resolve) => {
      this.#pick.onDidAccept(() => {
        resolve(this.#pick.selectedItems[0]?.place);
        this.#pick.hide();
      });
      this.#pick.onDidHide(() => {
        resolve(undefined);
        abort.abort(new DOMException('cancelled', 'AbortError'));
      });
    });
    this.title = 'a symbol';
    this.#pick.placeholder = 'Choose a place to open';
    this.#pick.matchOnDescription = true;
    this.#pick.keepScrollPosition = true;
    this.#pick.busy = true;
    this.#pick.show();
  }

  set title(name: string) {
    this.#pick.title = `Callers of ${name}`;
  }

  set known(items: readonly CallerItem[]) {
    this.#known = items;
    this.#show();
  }

  set exact(items: readonly CallerItem[]) {
    this.#exact = items;
    this.#show();
  }

  /** Nothing more will come. */
  done(): void {
    this.#pick.busy = false;
  }

  dispose(): void {
    this.#pick.dispose();
  }

  /** What a person has moved to stays chosen when more rows come. */
  #show(): void {
    const [active] = this.#pick.activeItems;
    const items = [...this.#known.filter(({ until }) => until !== 'exact' || this.#exact.length === 0), ...this.#exact];
    this.#pick.items = items;
    const same = items.find(({ label, description, place }) => place && label === active?.label && description === active.description);
    if (same !== undefined) this.#pick.activeItems = [same];
  }
}
