import * as vscode from 'vscode';
import type { SettingsReader } from '../settings/readSettings.ts';
import { formatTokens } from '../views/format.ts';

interface Question {
  /** An argument of the command, so that it can be bound to a key. */
  readonly given: unknown;
  readonly title: string;
  readonly prompt: string;
  readonly value: number;
}

/** Asks for a whole number within the setting's range; what was given by an argument is clamped to it. Undefined when the user gives up. */
export async function wholeNumber(
  settings: SettingsReader,
  name: string,
  { given, title, prompt, value }: Question,
): Promise<number | undefined> {
  const { minimum, maximum, default: initial } = settings.range(name);
  if (typeof given === 'number' && Number.isFinite(given)) return Math.min(Math.max(Math.round(given), minimum), maximum);
  const validateInput = (text: string): string | undefined => {
    const number = Number(text);
    const isFine = text.trim() !== '' && Number.isSafeInteger(number) && number >= minimum && number <= maximum;
    return isFine
      ? undefined
      : `A whole number from ${formatTokens(minimum)} to ${formatTokens(maximum)}; the default is ${formatTokens(initial)}`;
  };
  const typed = await vscode.window.showInputBox({ title, prompt, value: String(value), validateInput });
  return typed === undefined ? undefined : Number(typed);
}
