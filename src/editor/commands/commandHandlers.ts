import * as vscode from 'vscode';
import { archiveCommands } from './archive/archiveCommands.ts';
import { allowCommands } from './allowCommands.ts';
import { applyPreset } from './applyPreset.ts';
import { filterTrace } from './filterTrace.ts';
import { setPriority } from './setPriority.ts';
import { tweakBudgets } from './tweakBudgets.ts';
import { undoBudgetChange } from './undoBudgetChange.ts';
import { undoCompaction } from './undoCompaction.ts';
import type { commandIds } from '../ids.ts';
import { blockCommands } from './blockCommands.ts';
import { chooseEstimator } from './chooseEstimator.ts';
import type { CommandPorts } from './ports.ts';
import { openArchive } from './openArchive.ts';
import { openStateFolder } from './openStateFolder.ts';
import { chooseContributors } from './chooseContributors.ts';
import { createMission } from './createMission.ts';
import { markTaskDone, setPlanTask } from './planTask.ts';
import { previewCompaction } from './previewCompaction.ts';
import { previewContext } from './previewContext.ts';
import { raiseMargin } from './raiseMargin.ts';
import { rebuildIndex } from './rebuildIndex.ts';
import { resetBudgets } from './resetBudgets.ts';
import { setBudgetShare } from './setBudgetShare.ts';
import { setLayerBudget } from './setLayerBudget.ts';
import { showCallers } from './showCallers.ts';

type Handler = (...args: never[]) => unknown;

export type CommandHandlers = Record<keyof typeof commandIds, Handler>;

/** What every command of the manifest does. */
export const commandHandlers = (ports: CommandPorts): CommandHandlers => ({
  previewContext: (text?: unknown) => previewContext(ports, text),
  tweakBudgets: (layer?: unknown) => tweakBudgets(ports, layer),
  undoBudgetChange: () => undoBudgetChange(ports),
  setBudgetShare: (value?: unknown, scope?: unknown) => setBudgetShare(ports, value, scope),
  setLayerBudget: (layer?: unknown, value?: unknown, scope?: unknown) => setLayerBudget(ports, layer, value, scope),
  applyPreset: (name?: unknown, scope?: unknown) => applyPreset(ports, name, scope),
  pinContributor: (name?: unknown, on?: unknown, scope?: unknown) => chooseContributors(ports, 'pinned', name, on, scope),
  excludeContributor: (name?: unknown, on?: unknown, scope?: unknown) => chooseContributors(ports, 'excluded', name, on, scope),
  setPriority: (name?: unknown, priority?: unknown, scope?: unknown) => setPriority(ports, name, priority, scope),
  resetBudgets: () => resetBudgets(ports),
  chooseEstimator: (value?: unknown) => chooseEstimator(ports, value),
  showTrace: (id?: unknown) => ports.trace.reveal(typeof id === 'string' ? id : undefined),
  raiseMargin: (percent?: unknown, scope?: unknown) => raiseMargin(ports, percent, scope),
  filterTrace: (given?: unknown) => filterTrace(ports, given),
  clearTraceFilter: () => filterTrace(ports, 'all'),
  previewCompaction: () => previewCompaction(ports),
  undoCompaction: (session?: unknown, id?: unknown) => undoCompaction(ports, session, id),
  openArchive: (target?: unknown) => openArchive(ports, target),
  ...archiveCommands(ports),
  showCallers: (symbol?: unknown) => showCallers(ports, symbol),
  openStateFolder: () => openStateFolder(ports),
  rebuildIndex: () => rebuildIndex(ports),
  openSettings: (query?: unknown) =>
    vscode.commands.executeCommand(
      'workbench.action.openSettings',
      typeof query === 'string' ? query : '@ext:context-broker.context-broker',
    ),
  markTaskDone: (task?: unknown) => markTaskDone(ports, task),
  setPlanTask: (task?: unknown) => setPlanTask(ports, task),
  createMission: () => createMission(),
  allowCommands: (command?: unknown, on?: unknown) => allowCommands(ports, command, on),
  ...blockCommands(ports),
});
