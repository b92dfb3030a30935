import { extname } from 'node:path';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { extractSignals } from '../../../src/signals/extractSignals.ts';

/** A function as `line:column complexity`, the one form in which both sides are compared. */
export type Counted = readonly string[];

const linter = new Linter({ configType: 'flat' });

/** What ESLint's own rule says of every function of a file; nothing when its parser refuses the file. */
export function countedByESLint(path: string, text: string): Counted | undefined {
  const messages = linter.verify(
    text,
    {
      files: ['*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}'],
      // Inline configuration in the compared sources (disable comments, rule settings) is not what is compared.
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      rules: { complexity: ['error', { max: 0, variant: 'classic' }] },
    },
    // Under its own path a file in node_modules would be ignored.
    `file${extname(path)}`,
  );
  if (messages.some((message) => message.fatal)) return undefined;
  const counted = messages
    .filter(({ ruleId }) => ruleId === 'complexity')
    .map(({ line, column, message }) => `${place(line, column - 1)} ${complexityIn(message)}`);
  return counted.sort();
}

export function countedByUs(path: string, text: string): Counted {
  const counted = extractSignals(path, text).functions.map(
    ({ line, column, cyclomatic }) => `${place(line, column)} ${String(cyclomatic)}`,
  );
  return counted.sort();
}

function place(line: number, column: number): string {
  return `${String(line).padStart(6)}:${String(column)}`;
}

function complexityIn(message: string): string {
  return /complexity of (\d+)/.exec(message)?.[1] ?? message;
}
