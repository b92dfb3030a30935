import * as vscode from 'vscode';
import type { Engine, IndexProgress, Workspace } from '../engine/api.ts';
import { WorkerEngine } from '../engine/workerEngine.ts';
import type { Settings } from '../engine/settings.ts';
import { isFile } from './isFile.ts';

/** Changes reach the engine together, this many milliseconds after the last one. */
const debounceMs = 200;

/** Starts the engine for the open workspace and tells it what changes on disk and in unsaved editors. */
export class EngineHost implements vscode.Disposable {
  readonly engine: Engine;
  readonly #log: vscode.LogOutputChannel;
  readonly #settings: () => Settings;
  readonly #state: vscode.Uri;
  readonly #disposables: vscode.Disposable[] = [];
  readonly #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #opened: Promise<void> | undefined;

  constructor(script: string, state: vscode.Uri, settings: () => Settings, log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#settings = settings;
    this.#state = state;
    this.engine = new WorkerEngine(script, (error) => {
      log.error(`engine: ${error.message}; it starts again at the next request`);
      this.#queueAllUnsaved();
    });
  }

  /** Opens the workspace, watches it, and indexes it with progress in the status bar. */
  async start(): Promise<void> {
    await this.opened();
    await this.index(false);
  }

  /** Resolves once the engine knows the workspace; whoever asks first starts that. */
  opened(): Promise<void> {
    return (this.#opened ??= this.#open().then(
      () => {
        this.#watch();
        this.#queueAllUnsaved();
      },
      (error: unknown) => {
        this.#opened = undefined; // whoever asks next tries again
        throw error;
      },
    ));
  }

  /** Indexes with progress where people see it without being stopped. Rejects when cancelled. */
  async index(rebuild: boolean, location: vscode.ProgressLocation = vscode.ProgressLocation.Window): Promise<void> {
    const cancellable = location === vscode.ProgressLocation.Notification;
    await vscode.window.withProgress({ location, title: 'Context Broker', cancellable }, async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => {
        abort.abort(new DOMException('cancelled', 'AbortError'));
      });
      const onProgress = ({ done, total }: IndexProgress): void => {
        progress.report({ message: `reading ${String(done)} of ${String(total)} files` });
      };
      const { files, problems } = await this.engine.index({ rebuild, onProgress, signal: abort.signal });
      this.#log.info(`index: ${String(files)} code files`);
      for (const { path, problem } of problems.slice(0, 50)) this.#log.warn(`index: ${path} ${problem}`);
    });
  }

  /** Sends what is still waiting, so that a turn sees the latest keystroke. */
  async flush(): Promise<void> {
    await this.opened();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.size === 0) return;
    const unsaved = new Map(unsavedDocuments().map((document) => [document.uri.fsPath, document]));
    const changes = [...this.#pending].map((path) => {
      const text = unsaved.get(path)?.getText();
      return text === undefined ? { path } : { path, text };
    });
    this.#pending.clear();
    await this.engine.update(changes);
  }

  async #open(): Promise<void> {
    const { tracesTag, traceId, maxFileKilobytes } = this.#settings();
    const roots = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const workspace: Workspace = {
      roots: roots.map(({ name, uri }) => ({ name, path: uri.fsPath })),
      exclude: this.#excludeGlobs(),
      tracesTag,
      traceId,
      maxFileKilobytes,
      state: this.#state.fsPath,
    };
    await this.engine.open(workspace);
  }

  #excludeGlobs(): string[] {
    const enabled = (section: string): string[] => {
      const globs = vscode.workspace.getConfiguration(section).get<Record<string, unknown>>('exclude') ?? {};
      return Object.keys(globs).filter((glob) => globs[glob] === true);
    };
    return [...enabled('files'), ...enabled('search'), ...this.#settings().exclude];
  }

  #watch(): void {
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const onDisk = (uri: vscode.Uri): void => {
      if (!uri.path.includes('/node_modules/') && !uri.path.includes('/.git/')) this.#queue(uri);
    };
    this.#disposables.push(
      watcher,
      watcher.onDidChange(onDisk),
      watcher.onDidCreate(onDisk),
      watcher.onDidDelete(onDisk),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#queue(document.uri); // a reverted one is clean again
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        this.#queue(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#queue(uri);
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#reopen()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        const affects = ['files.exclude', 'search.exclude', 'contextBroker.index', 'contextBroker.signals'];
        if (affects.some((section) => event.affectsConfiguration(section))) void this.#reopen();
      }),
    );
  }

  async #reopen(): Promise<void> {
    try {
      await this.#open();
      this.#queueAllUnsaved();
      await this.index(false);
    } catch (error) {
      this.#log.error(`index: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #queueAllUnsaved(): void {
    for (const { uri } of unsavedDocuments()) this.#queue(uri);
  }

  /** What holds, the disk or an unsaved document, is found out when it is sent: both may change at once. */
  #queue(uri: vscode.Uri): void {
    if (!isFile(uri)) return;
    this.#pending.add(uri.fsPath);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.flush().catch((error: unknown) => {
        this.#log.error(`index: ${error instanceof Error ? error.message : String(error)}`);
      });
    }, debounceMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
    void this.engine.dispose();
  }
}

const unsavedDocuments = (): vscode.TextDocument[] => vscode.workspace.textDocuments.filter(({ uri, isDirty }) => isDirty && isFile(uri));
