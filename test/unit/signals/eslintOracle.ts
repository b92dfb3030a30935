import { extname } from 'node:path';
import { Linter, type Rule } from 'eslint';
import sonarjs from 'eslint-plugin-sonarjs';
import tseslint from 'typescript-eslint';
import { extractSignals } from '../../../src/signals/extractSignals.ts';

/** A function as `line:column cyclomatic cognitive`, the one form in which both sides are compared. */
export type Counted = readonly string[];

/**
 * ESLint reports a function at its head, eslint-plugin-sonarjs at its name or key, else at `function` or `=>`. This rule tells the second
 * place at the first, so that both can be brought together.
 */
const places: Rule.RuleModule = {
  create: (context) => {
    const source = context.sourceCode;
    const tell = (node: Rule.Node): void => {
      const { parent } = node;
      const owner = ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(parent?.type ?? '') ? parent : undefined;
      const arrow = node.type === 'ArrowFunctionExpression' ? source.getTokenBefore(node.body, ({ value }) => value === '=>') : undefined;
      const name = node.type === 'FunctionDeclaration' && 'id' in node ? node.id : undefined;
      const key = parent?.type === 'Property' || parent?.type === 'MethodDefinition' ? parent.key : undefined;
      const head = (owner ?? arrow ?? node).loc?.start;
      const mark = (arrow ?? name ?? key ?? source.getFirstToken(node, ({ value }) => value === 'function'))?.loc?.start;
      if (head && mark) context.report({ loc: { start: head, end: head }, message: place(mark.line, mark.column) });
    };
    return { 'FunctionDeclaration:exit': tell, 'FunctionExpression:exit': tell, 'ArrowFunctionExpression:exit': tell };
  },
};

const linter = new Linter({ configType: 'flat' });

/** What the rules say of every function of a file, on one parse; nothing when their parser refuses it. */
export function countedByESLint(path: string, text: string): Counted | undefined {
  const messages = linter.verify(
    text,
    {
      files: ['*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}'],
      // Inline configuration in the compared sources (disable comments, rule settings) is not what is compared.
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      plugins: { oracle: { rules: { places } }, sonarjs },
      rules: {
        complexity: ['error', { max: 0, variant: 'classic' }],
        'sonarjs/cognitive-complexity': ['error', 0],
        'oracle/places': 'error',
      },
    },
    // Under its own path a file in node_modules would be ignored.
    `file${extname(path)}`,
  );
  return messages.some((message) => message.fatal) ? undefined : broughtTogether(messages);
}

export function countedByUs(path: string, text: string): Counted {
  const counted = extractSignals(path, text).functions.map(
    ({ line, column, cyclomatic, cognitive: effort }) => `${place(line, column)} ${String(cyclomatic)} ${String(effort)}`,
  );
  return counted.sort();
}

/** What has no counterpart stays over, and is a difference. */
function broughtTogether(messages: readonly Linter.LintMessage[]): Counted {
  const of = (rule: string): Linter.LintMessage[] => messages.filter(({ ruleId }) => ruleId === rule);
  const efforts = new Map(of('sonarjs/cognitive-complexity').map((found) => [placeOf(found), numberIn(/from (\d+) to/, found.message)]));
  const marks = new Map<string, string[]>();
  for (const found of of('oracle/places')) marks.set(placeOf(found), [...(marks.get(placeOf(found)) ?? []), found.message]);
  const rows = of('complexity').map((found) => {
    const isFunction = !/^Class (?:field initializer|static block)/.test(found.message);
    const mark = isFunction ? (marks.get(placeOf(found))?.shift() ?? 'nowhere') : '';
    const effort = mark === 'nowhere' ? mark : (efforts.get(mark) ?? '0');
    efforts.delete(mark);
    return `${placeOf(found)} ${numberIn(/complexity of (\d+)/, found.message)} ${effort}`;
  });
  return [...rows, ...[...efforts].map(([mark, effort]) => `${mark} is no function, ${effort}`)].sort();
}

function placeOf({ line, column }: Linter.LintMessage): string {
  return place(line, column - 1);
}

function place(line: number, column: number): string {
  return `${String(line).padStart(6)}:${String(column)}`;
}

function numberIn(pattern: RegExp, message: string): string {
  return pattern.exec(message)?.[1] ?? message;
}
