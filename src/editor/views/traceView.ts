import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Trace } from '../../broker/trace.ts';
import { filteredKey, traceView } from '../ids.ts';
import type { SettingsChanges } from '../settings/settingsChanges.ts';
import type { SettingsReader } from '../settings/readSettings.ts';
import type { TurnStore } from '../turnStore.ts';
import { filterText, type TraceFilter } from './traceFilter.ts';
import type { TraceNode } from './traceNode.ts';
import { turnNode } from './traceNodes.ts';

const mostAttempts = 10;
const retryMs = 100;
const mostCalibrations = 10;

/** The sidebar's tree: turns, newest first, each with what was sent of it and what was not. */
export class TraceView implements vscode.Disposable {
  readonly #turns: TurnStore;
  readonly #settings: SettingsReader;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<TraceNode>;
  #filter: TraceFilter = {};
  /** The choices that the tree was made of. */
  #shown = '';
  readonly #disposables: { dispose(): unknown }[];

  constructor(turns: TurnStore, settings: SettingsReader, changes: SettingsChanges, log: vscode.LogOutputChannel) {
    this.#turns = turns;
    this.#settings = settings;
    this.#log = log;
    this.#view = vscode.window.createTreeView<TraceNode>(traceView, {
      showCollapseAll: true,
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getTreeItem: ({ item }) => item,
        getChildren: (node) => (node === undefined ? this.#roots() : (node.children?.() ?? [])),
        getParent: () => undefined,
      },
    });
    // One change is told of twice, and while a tree is made anew a command of its rows gets no row.
    const settingsChanged = (): void => {
      const chosen = JSON.stringify(this.#chosen);
      if (chosen !== this.#shown) this.#changed.fire(undefined);
      this.#shown = chosen;
    };
    this.#disposables = [
      this.#view,
      this.#changed,
      turns.onDidChange(() => {
        this.#changed.fire(undefined);
      }),
      changes.onDidChange(settingsChanged),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('contextBroker')) settingsChanged();
      }),
    ];
  }

  get filter(): TraceFilter {
    return this.#filter;
  }

  /** Shows only some blocks of every turn, and says so in the title. */
  set filter(filter: TraceFilter) {
    this.#filter = filter;
    const text = filterText(filter);
    this.#view.description = text ?? '';
    void vscode.commands.executeCommand('setContext', filteredKey, text !== undefined);
    this.#changed.fire(undefined);
  }

  /** Shows a turn, the newest where none is named. */
  async reveal(id?: string): Promise<void> {
    await vscode.commands.executeCommand(`${traceView}.focus`);
    await this.#load();
    const node = this.#nodes().find(({ turnId }) => turnId === id) ?? this.#nodes()[0];
    if (node !== undefined) await this.#select(node);
  }

  /** A view that has just been shown, or a turn that has just come, is not in the tree yet: the editor refuses until it is. */
  async #select(node: TraceNode): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#view.reveal(node, { select: true, focus: true, expand: 1 });
        return;
      } catch (error) {
        if (attempt === mostAttempts) {
          this.#log.warn(`trace: ${node.id} could not be selected: ${error instanceof Error ? error.message : String(error)}`);
          return;
        }
        await setTimeout(retryMs);
      }
    }
  }

  async #roots(): Promise<TraceNode[]> {
    await this.#load();
    return this.#nodes();
  }

  async #load(): Promise<void> {
    try {
      await this.#turns.load();
    } catch (error) {
      this.#log.error(`trace: recorded turns could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** What of the settings the tree shows. */
  get #chosen(): { readonly pinned: readonly string[]; readonly excluded: readonly string[] } {
    const { pinned, excluded } = this.#settings.read({ chat: this.#turns.chat?.session }).settings.budget;
    return { pinned, excluded };
  }

  #nodes(): TraceNode[] {
    const chosen = this.#chosen;
    this.#shown = JSON.stringify(chosen);
    return this.#turns.all.map((turn, place) =>
      turnNode(turn, {
        chosen,
        filter: this.#filter,
        isNewest: place === 0,
        isPreview: this.#turns.isPreview(turn.trace.id),
        before: () => this.#turns.before(turn)?.trace,
        calibrated: () => this.#calibratedBefore(place),
      }),
    );
  }

  /** Of the same model as the turn at `place`. */
  #calibratedBefore(place: number): Trace[] {
    const model = this.#turns.all[place]?.trace.model;
    return this.#turns.all
      .slice(place + 1)
      .map(({ trace }) => trace)
      .filter(({ calibration, model: { id, vendor } }) => calibration !== undefined && id === model?.id && vendor === model.vendor)
      .slice(0, mostCalibrations);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
