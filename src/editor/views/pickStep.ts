import * as vscode from 'vscode';

export interface Step<Item extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeHolder: string;
  readonly items: readonly Item[];
  /** Whether there is a step before this one. */
  readonly back?: boolean;
  readonly active?: Item | undefined;
  readonly buttons?: readonly vscode.QuickInputButton[];
  readonly onButton?: (button: vscode.QuickInputButton) => void;
  /** What typed text means as an item: it is taken even where Enter was faster than the list. */
  readonly typed?: ((text: string) => Item | undefined) | undefined;
  /** Called once it is shown, to work on. Stopped when the person has chosen. */
  readonly onShow?: (pick: vscode.QuickPick<Item>, signal: AbortSignal) => void;
}

export const goBack = Symbol('back');

/** One step of a flow of choices: what was chosen, `goBack`, or undefined when the person gives up. */
export function pickStep<Item extends vscode.QuickPickItem>(step: Step<Item>): Promise<Item | typeof goBack | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  const abort = new AbortController();
  pick.title = step.title;
  pick.placeholder = step.placeHolder;
  pick.items = step.items;
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  if (step.active !== undefined) pick.activeItems = [step.active];
  pick.buttons = [...(step.back === true ? [vscode.QuickInputButtons.Back] : []), ...(step.buttons ?? [])];
  return new Promise<Item | typeof goBack | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const typed = step.typed?.(pick.value);
      const isListed = typed === undefined || pick.items.some(({ label }) => label === typed.label);
      const chosen = isListed ? pick.selectedItems[0] : typed;
      if (chosen === undefined) return;
      resolve(chosen);
      pick.hide();
    });
    pick.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) resolve(goBack);
      else step.onButton?.(button);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
    });
    pick.show();
    step.onShow?.(pick, abort.signal);
  }).finally(() => {
    abort.abort();
    pick.dispose();
  });
}
