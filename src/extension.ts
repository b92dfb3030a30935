import * as vscode from 'vscode';
import { registerParticipant } from './editor/chat/participant.ts';
import { Compactor } from './editor/chat/compactor.ts';
import { TraceLog } from './editor/chat/traceLog.ts';
import { WarmPlaces } from './editor/chat/warmPlaces.ts';
import { registerCommands } from './editor/commands/registerCommands.ts';
import { AllowedCommands } from './editor/contributed/allowedCommands.ts';
import type { ContextBrokerApi } from './editor/contributed/api.ts';
import { Contributions } from './editor/contributed/contributions.ts';
import { ContributorHost } from './editor/contributed/contributorHost.ts';
import { EngineHost } from './editor/engineHost.ts';
import { registerOfflinePreview } from './editor/models/offlinePreview.ts';
import { DryRun } from './editor/budget/dryRun.ts';
import { ChatSettings } from './editor/settings/chatSettings.ts';
import { SettingsReader } from './editor/settings/readSettings.ts';
import { SettingsChanges } from './editor/settings/settingsChanges.ts';
import { registerTools } from './editor/tools/registerTools.ts';
import { TurnStore } from './editor/turnStore.ts';
import { BudgetView } from './editor/views/budgetView.ts';
import { ArchiveView } from './editor/views/archiveView.ts';
import { HistoryDocuments } from './editor/views/historyDocuments.ts';
import { createStatusMeter } from './editor/views/statusMeter.ts';
import { registerTraceDocuments } from './editor/views/traceDocuments.ts';
import { TraceView } from './editor/views/traceView.ts';

/** Waits until the editor has settled before reading the workspace, in milliseconds. A question before that starts it at once. */
const settleMs = 300;

/** When models are asked for after activation, in milliseconds. */
const resolveAtMs = [0, 2_000, 10_000];

/** Wires the editor to the engine. Loads neither the parser nor the tokenizer: they live in the worker. */
export function activate(context: vscode.ExtensionContext): ContextBrokerApi {
  const log = vscode.window.createOutputChannel('Context Broker', { log: true });
  const chats = new ChatSettings(context.workspaceState);
  const settings = new SettingsReader(context.extension.packageJSON, chats, (warning) => {
    log.warn(warning);
  });
  const state = context.storageUri ?? context.globalStorageUri;
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.js').fsPath;
  const host = new EngineHost(script, state, () => settings.read().settings, log);
  const { engine } = host;
  const turns = new TurnStore(
    engine,
    () => host.opened(),
    () => settings.read().settings.shownTurns,
  );
  const changes = new SettingsChanges(chats, () => turns.chat?.session, context.workspaceState);
  const trace = new TraceView(turns, settings, changes, log);
  const warm = new WarmPlaces();
  const contributors = new ContributorHost();
  const contributions = new Contributions(contributors, new AllowedCommands(context.workspaceState), log);
  const dryRun = new DryRun({ host, turns, settings, warm });
  const documents = new HistoryDocuments(engine);
  const archive = new ArchiveView({ host, turns, log, estimator: () => settings.read().settings.estimator });
  const compactor = new Compactor(engine, log);
  const iconPath = vscode.Uri.joinPath(context.extensionUri, 'media', 'broker.svg');
  const start = setTimeout(() => {
    host.start().then(
      () => turns.load(),
      (error: unknown) => {
        log.error(error instanceof Error ? error : String(error));
      },
    );
  }, settleMs);
  context.subscriptions.push(
    log,
    host,
    turns,
    changes,
    trace,
    warm,
    documents,
    archive,
    registerOfflinePreview(),
    registerParticipant({ host, engine, turns, settings, log, traceLog: new TraceLog(log), warm, contributions, compactor, iconPath }),
    registerCommands({ host, turns, settings, changes, dryRun, trace, documents, archive, warm, contributions, log, state }),
    registerTools({ host, turns, settings, warm, contributions, log }),
    registerTraceDocuments(turns),
    new BudgetView({
      turns,
      settings,
      changes,
      dryRun,
      log,
      extensionUri: context.extensionUri,
      hasFolder: () => vscode.workspace.workspaceFolders !== undefined,
    }),
    createStatusMeter(turns),
    new vscode.Disposable(() => {
      clearTimeout(start);
    }),
  );
  context.subscriptions.push(resolveModels());
  return contributors.api;
}

/** VS Code resolves the models of other extensions only when asked, and until then the first turn fails before it reaches us. Asked again for those that start after us. */
function resolveModels(): vscode.Disposable {
  const timers = resolveAtMs.map((ms) => setTimeout(() => void vscode.lm.selectChatModels(), ms));
  return new vscode.Disposable(() => {
    for (const timer of timers) clearTimeout(timer);
  });
}
