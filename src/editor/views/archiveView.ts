import * as vscode from 'vscode';
import type { ArchiveDates } from '../../engine/archiveTypes.ts';
import type { EngineHost } from '../engineHost.ts';
import { archiveDeletedKey, archiveFilteredKey, archiveView } from '../ids.ts';
import type { TurnStore } from '../turnStore.ts';
import type { ArchiveNode } from './archiveNode.ts';
import { archiveNodes, failureNode } from './archiveNodes.ts';
import { plural } from './format.ts';

/** Chats that are shown at first, and with every Show More. */
const pageOfSessions = 50;

/** Only what was archived in these days. */
export interface DateFilter extends ArchiveDates {
  /** As a phrase: `last 7 days`. */
  readonly label: string;
}

interface Ports {
  readonly host: EngineHost;
  readonly turns: TurnStore;
  readonly log: vscode.LogOutputChannel;
  /** The setting, for tokens of turns. */
  readonly estimator: () => string;
}

/** The sidebar's tree of what compactions took out of chats. */
export class ArchiveView implements vscode.Disposable {
  readonly #ports: Ports;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<ArchiveNode>;
  readonly #disposables: { dispose(): unknown }[];
  #filter: DateFilter | undefined;
  #limit = pageOfSessions;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#view = vscode.window.createTreeView<ArchiveNode>(archiveView, {
      showCollapseAll: true,
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getTreeItem: ({ item }) => item,
        getChildren: (node) => this.#orFailure(node === undefined ? () => this.#roots() : (node.children ?? none)),
      },
    });
    this.#disposables = [
      this.#view,
      this.#changed,
      ports.turns.onDidChange(() => {
        this.refresh();
      }),
      // Another window may have compacted meanwhile.
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) this.refresh();
      }),
    ];
  }

  get filter(): DateFilter | undefined {
    return this.#filter;
  }

  set filter(filter: DateFilter | undefined) {
    this.#filter = filter;
    this.#limit = pageOfSessions;
    void vscode.commands.executeCommand('setContext', archiveFilteredKey, filter !== undefined);
    this.refresh();
  }

  showMore(): void {
    this.#limit += pageOfSessions;
    this.refresh();
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async #roots(): Promise<ArchiveNode[]> {
    const { host, estimator } = this.#ports;
    await host.opened();
    const { label, ...dates } = this.#filter ?? { label: '' };
    const listing = await host.engine.archivedSessions({ ...dates, limit: this.#limit });
    void this.#check();
    this.#say(label, listing.total);
    const isAllDeleted = listing.total === 0 && label === '' && (await host.engine.deletedEvents()).length > 0;
    void vscode.commands.executeCommand('setContext', archiveDeletedKey, isAllDeleted);
    return archiveNodes(listing, {
      spans: (session) => host.engine.archivedSpans(session),
      turns: (target) => host.engine.archivedTurnsOf(target, estimator()),
    });
  }

  /** What is broken is known only after a longer look: until then the tree stands without it. */
  async #check(): Promise<void> {
    try {
      if (await this.#ports.host.engine.checkArchive()) this.refresh();
    } catch (error) {
      this.#ports.log.error(`archive: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Where there is nothing, the view has a text of its own, which a message would hide. */
  #say(label: string, total: number): void {
    this.#view.message = label === '' || total === 0 ? '' : `Archived ${label}: ${plural(total, 'chat')}`;
  }

  async #orFailure(nodes: () => Promise<ArchiveNode[]>): Promise<ArchiveNode[]> {
    try {
      return await nodes();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#ports.log.error(`archive: ${reason}`);
      return [failureNode(reason)];
    }
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

const none = (): Promise<ArchiveNode[]> => Promise.resolve([]);
