import type * as vscode from 'vscode';

/** What an endpoint says it counted. */
export interface Served {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
}

/** Some providers put what they counted into a data part; -1 stands for unknown, and anything malformed is nothing. */
export function servedUsage({ mimeType, data }: Pick<vscode.LanguageModelDataPart, 'mimeType' | 'data'>): Served | undefined {
  if (mimeType !== usageType) return undefined;
  try {
    const usage = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown> | null;
    const [input, output] = [usage?.['prompt_tokens'], usage?.['completion_tokens']];
    const cached = (usage?.['prompt_tokens_details'] as Record<string, unknown> | undefined)?.['cached_tokens'];
    if (!isCount(input) || !isCount(output)) return undefined;
    return { input, output, ...(isCount(cached) ? { cached } : {}) };
  } catch {
    return undefined;
  }
}

/** Told to us, and no part of what the model said. */
export const usageType = 'usage';

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
