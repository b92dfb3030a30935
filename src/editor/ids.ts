/** Every id that the manifest and the code share; nothing else spells one. */
export const participantId = 'contextBroker.broker';
export const offlineVendor = 'context-broker';
export const traceView = 'contextBroker.trace';
export const budgetView = 'contextBroker.budget';
export const archiveView = 'contextBroker.archive';
/** Context key: the trace shows some blocks only. */
export const filteredKey = 'contextBroker.traceFiltered';
/** Context key: the archive shows some days only. */
export const archiveFilteredKey = 'contextBroker.archiveFiltered';
/** Context key: nothing is archived any more, and what was deleted can be restored. */
export const archiveDeletedKey = 'contextBroker.archiveDeleted';
export const documentScheme = 'context-broker';
export const historyScheme = 'context-broker-history';
export const promptLanguage = 'context-broker-prompt';
export const settingsSection = 'contextBroker';

export const commandIds = {
  previewContext: 'contextBroker.previewContext',
  tweakBudgets: 'contextBroker.tweakBudgets',
  undoBudgetChange: 'contextBroker.undoBudgetChange',
  applyPreset: 'contextBroker.applyPreset',
  setPriority: 'contextBroker.setPriority',
  setBudgetShare: 'contextBroker.setBudgetShare',
  setLayerBudget: 'contextBroker.setLayerBudget',
  pinContributor: 'contextBroker.pinContributor',
  excludeContributor: 'contextBroker.excludeContributor',
  resetBudgets: 'contextBroker.resetBudgets',
  chooseEstimator: 'contextBroker.chooseEstimator',
  showTrace: 'contextBroker.showTrace',
  raiseMargin: 'contextBroker.raiseMargin',
  filterTrace: 'contextBroker.filterTrace',
  clearTraceFilter: 'contextBroker.clearTraceFilter',
  previewCompaction: 'contextBroker.previewCompaction',
  undoCompaction: 'contextBroker.undoCompaction',
  openArchive: 'contextBroker.openArchive',
  searchArchive: 'contextBroker.searchArchive',
  filterArchive: 'contextBroker.filterArchive',
  clearArchiveFilter: 'contextBroker.clearArchiveFilter',
  showMoreArchived: 'contextBroker.showMoreArchived',
  restoreArchived: 'contextBroker.restoreArchived',
  copyArchived: 'contextBroker.copyArchived',
  exportArchive: 'contextBroker.exportArchive',
  exportArchived: 'contextBroker.exportArchived',
  deleteArchived: 'contextBroker.deleteArchived',
  restoreDeleted: 'contextBroker.restoreDeleted',
  purgeDeleted: 'contextBroker.purgeDeleted',
  previousArchivePage: 'contextBroker.previousArchivePage',
  nextArchivePage: 'contextBroker.nextArchivePage',
  showCallers: 'contextBroker.showCallers',
  openStateFolder: 'contextBroker.openStateFolder',
  rebuildIndex: 'contextBroker.rebuildIndex',
  openSettings: 'contextBroker.openSettings',
  markTaskDone: 'contextBroker.markTaskDone',
  setPlanTask: 'contextBroker.setPlanTask',
  createMission: 'contextBroker.createMission',
  allowCommands: 'contextBroker.allowCommands',
  openBlock: 'contextBroker.openBlock',
  openWhole: 'contextBroker.openWhole',
  openPrompt: 'contextBroker.openPrompt',
  revealSource: 'contextBroker.revealSource',
  copyBlock: 'contextBroker.copyBlock',
  pinBlock: 'contextBroker.pinBlock',
  unpinBlock: 'contextBroker.unpinBlock',
  excludeBlock: 'contextBroker.excludeBlock',
  includeBlock: 'contextBroker.includeBlock',
} as const;

/** Language model tools, by what `#` calls them. */
export const toolNames = {
  brokerContext: 'contextBroker_context',
  fileSignals: 'contextBroker_fileSignals',
  findSymbol: 'contextBroker_findSymbol',
  symbolCallers: 'contextBroker_symbolCallers',
  lastTrace: 'contextBroker_lastTrace',
  loadSkill: 'contextBroker_loadSkill',
  archivedTurns: 'contextBroker_archivedTurns',
  completeTask: 'contextBroker_completeTask',
} as const;

/** Commands of VS Code itself that our messages offer. */
export const editorCommands = {
  openChat: 'workbench.action.chat.open',
  chooseModel: 'workbench.action.chat.openModelPicker',
  manageModels: 'workbench.action.chat.manage',
  openSettings: 'workbench.action.openSettings',
  revealInOs: 'revealFileInOS',
} as const;

/** Words in a tree item's context value; menus test for them. */
export type ItemWord =
  | 'turn'
  | 'block'
  | 'sent'
  | 'cut'
  | 'file'
  | 'pinnable'
  | 'pinned'
  | 'excludable'
  | 'excluded'
  | 'archived'
  | 'openable'
  | 'deletable'
  | 'restorable';
