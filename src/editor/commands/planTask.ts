import * as vscode from 'vscode';
import type { PlanTask, PlanTasks } from '../../engine/api.ts';
import type { CommandPorts } from './ports.ts';

/** Ticks the box of a task of the plan: an edit that can be undone, and saved. */
export async function markTaskDone(ports: CommandPorts, given: unknown): Promise<void> {
  const plan = await planOf(ports);
  const task = await chooseTask(plan, given, 'Mark Plan Task Done', 'Which task is done?');
  if (task === undefined) return;
  const { document, box, before, isSaved } = await tick(plan, task);
  void offerUndo(`Done: ${task.text}${isSaved ? '' : ' (not saved yet)'}`, document, box, before);
}

interface Ticked {
  readonly document: vscode.TextDocument;
  readonly box: vscode.Range;
  /** What stood there. */
  readonly before: string;
  readonly isSaved: boolean;
}

/** Throws where the plan has changed since it was read. */
export async function tick(plan: PlanTasks, task: PlanTask): Promise<Ticked> {
  const document = await vscode.workspace.openTextDocument(plan.path);
  const wasDirty = document.isDirty;
  const box = new vscode.Range(task.line - 1, task.column - 1, task.line - 1, task.column + 2);
  const before = document.getText(box);
  if (!/^\[[ -]\]$/u.test(before)) throw new Error(`${plan.file} has just changed; try again`);
  await replaceBox(document, box, '[x]');
  const isSaved = !wasDirty && (await document.save()); // what else is unsaved there is not ours to save
  return { document, box, before, isSaved };
}

async function replaceBox(document: vscode.TextDocument, box: vscode.Range, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, box, text);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`${document.uri.fsPath} cannot be edited`);
}

async function offerUndo(done: string, { uri }: vscode.TextDocument, box: vscode.Range, before: string): Promise<void> {
  const choice = await vscode.window.showInformationMessage(done, 'Undo', 'Open Plan');
  if (choice === undefined) return;
  const document = await vscode.workspace.openTextDocument(uri);
  if (choice === 'Open Plan') await vscode.window.showTextDocument(document, { selection: box });
  else if (document.getText(box) !== '[x]') void vscode.window.showWarningMessage('The plan has changed since: open it to undo by hand.');
  else {
    const wasDirty = document.isDirty;
    await replaceBox(document, box, before);
    if (!wasDirty) await document.save();
  }
}

/** Makes a task of the plan the current one, for this workspace. */
export async function setPlanTask(ports: CommandPorts, given: unknown): Promise<void> {
  const plan = await planOf(ports);
  const task = await chooseTask(plan, given, 'Set Current Plan Task', 'Which task comes now?');
  if (task === undefined) return;
  const twins = plan.tasks.filter(({ text }) => text === task.text);
  await ports.host.engine.setPlanStep({ file: plan.file, task: task.text, occurrence: twins.indexOf(task) + 1 });
  vscode.window.setStatusBarMessage(`$(arrow-right) Current task: ${task.text}`, 4_000);
}

/** The plan in force. Throws where there is none. */
export async function planOf({ host, settings }: Pick<CommandPorts, 'host' | 'settings'>): Promise<PlanTasks> {
  if (vscode.workspace.workspaceFolders?.[0] === undefined) throw new Error('open a folder first');
  await host.flush();
  const { planFiles } = settings.read().settings;
  const plan = await host.engine.planTasks(planFiles);
  if (plan === undefined) throw new Error(`no open task in ${planFiles.join(', ')}`);
  return plan;
}

export const openTasks = ({ tasks }: PlanTasks): PlanTask[] => tasks.filter(({ isDone }) => !isDone);

/** The open task of these words, else one that is picked: the current one is offered first. */
async function chooseTask(plan: PlanTasks, given: unknown, title: string, question: string): Promise<PlanTask | undefined> {
  const { file, goal, tasks } = plan;
  const open = openTasks(plan);
  if (typeof given === 'string') {
    const named = open.find(({ text }) => text === given);
    if (named === undefined) throw new Error(`${file} has no open task "${given}"`);
    return named;
  }
  const items = [...open.filter(({ isCurrent }) => isCurrent), ...open.filter(({ isCurrent }) => !isCurrent)].map((task) => ({
    label: task.text,
    description: `${task.isCurrent ? 'current, ' : ''}line ${String(task.line)}`,
    task,
  }));
  const placeHolder = `${question} ${String(tasks.length - open.length)} of ${String(tasks.length)} done in ${file}${goal === undefined ? '' : `: ${goal}`}`;
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.task;
}
