import { ts } from 'ts-morph';
import type { Tally } from './complexity.ts';
import { unwrapParentheses } from './syntax.ts';

const {
  SyntaxKind,
  isBinaryExpression,
  isBreakOrContinueStatement,
  isCatchClause,
  isConditionalExpression,
  isExpression,
  isIfStatement,
  isIterationStatement,
  isJsxExpression,
  isSwitchStatement,
} = ts;

const and = SyntaxKind.AmpersandAmpersandToken;

/** What makes the code below it harder to follow. */
export const nestingKinds = [
  SyntaxKind.IfStatement,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.SwitchStatement,
  SyntaxKind.ForStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
  SyntaxKind.CatchClause,
] as const;

export const cognitiveKinds = [
  ...nestingKinds,
  SyntaxKind.BreakStatement,
  SyntaxKind.ContinueStatement,
  SyntaxKind.BinaryExpression,
  SyntaxKind.JsxExpression,
] as const;

/**
 * Cognitive complexity (G. Ann Campbell, "Cognitive Complexity", SonarSource) as eslint-plugin-sonarjs counts it: every function for
 * itself, whatever it is nested in; of logical operators only `&&`, one for each sequence; nothing for recursion. One instance a file.
 */
export class CognitiveCounter {
  /** Counted with what they continue: an `if` behind an `else`, an operator within a sequence. */
  readonly #continued = new Set<ts.Node>();
  /** `{a && <b />}` only says what is shown when. */
  readonly #shown = new Set<ts.Node>();

  readonly #branches = new Set<ts.Node>();

  /** Called for every node of one of `cognitiveKinds` in source order; `depth` is how deep it stands in its function. */
  count(node: ts.Node, tally: Tally, depth: number): void {
    const nesting = depth + tally.unleft;
    if (isBinaryExpression(node)) this.#countSequences(node, tally);
    else if (isIfStatement(node)) this.#countIf(node, tally, nesting);
    else if (isBreakOrContinueStatement(node)) tally.cognitive += node.label ? 1 : 0;
    else if (isJsxExpression(node)) this.#markShown(node);
    else tally.cognitive += 1 + nesting;
  }

  /** Whether `child` stands one deeper than `node`, which is of one of `nestingKinds`. */
  nests(node: ts.Node, child: ts.Node): boolean {
    const deeper = nestsDeeper(node, child);
    if (deeper) this.#branches.add(isExpression(child) ? unwrapParentheses(child) : child);
    return deeper;
  }

  /**
   * Called for a function before what is in it; `outer` is that of the function around. Where a function is itself a branch, as in
   * `a ? () => b : c`, the rule does not come up again: all that follows in the function around counts as one deeper.
   */
  enter(node: ts.Node, outer: Tally): void {
    if (this.#branches.has(node)) outer.unleft++;
  }

  #countIf(node: ts.IfStatement, tally: Tally, nesting: number): void {
    tally.cognitive += this.#continued.has(node) ? 1 : 1 + nesting;
    if (!node.elseStatement) return;
    if (isIfStatement(node.elseStatement)) this.#continued.add(node.elseStatement);
    else tally.cognitive += 1;
  }

  #markShown(node: ts.JsxExpression): void {
    const shown = node.dotDotDotToken ? undefined : logicalIn(node.expression);
    if (shown) this.#shown.add(shown);
  }

  /** Parentheses do not begin a sequence, another operator ends one. */
  #countSequences(root: ts.BinaryExpression, tally: Tally): void {
    if (!isLogical(root) || this.#continued.has(root)) return;
    let before: ts.SyntaxKind | undefined;
    let [mixed, sequences] = [false, 0];
    for (const inner of operatorsIn(root)) {
      this.#continued.add(inner);
      const operator = inner.operatorToken.kind;
      mixed ||= before !== undefined && operator !== before;
      if (operator === and && before !== and) sequences++;
      before = operator;
    }
    if (mixed || !this.#shown.has(root)) tally.cognitive += sequences;
  }
}

/** What decides does not stand deeper, nor does an `if` behind an `else`. */
function nestsDeeper(node: ts.Node, child: ts.Node): boolean {
  if (isIfStatement(node)) return child !== node.expression && !(child === node.elseStatement && isIfStatement(child));
  if (isConditionalExpression(node)) return child !== node.condition;
  if (isSwitchStatement(node)) return child === node.caseBlock;
  if (isCatchClause(node)) return child === node.block;
  return isIterationStatement(node, false) && child === node.statement;
}

function isLogical(node: ts.BinaryExpression): boolean {
  const operator = node.operatorToken.kind;
  return operator === and || operator === SyntaxKind.BarBarToken || operator === SyntaxKind.QuestionQuestionToken;
}

/** All logical operators of an expression in the order in which they are written. */
function operatorsIn(root: ts.BinaryExpression): ts.BinaryExpression[] {
  const found: ts.BinaryExpression[] = [];
  const pending: ts.BinaryExpression[] = [];
  let next: ts.BinaryExpression | undefined = root;
  while (next || pending.length > 0) {
    for (; next; next = logicalIn(next.left)) pending.push(next);
    const last = pending.pop();
    if (last) found.push(last);
    next = logicalIn(last?.right);
  }
  return found;
}

function logicalIn(expression: ts.Expression | undefined): ts.BinaryExpression | undefined {
  const inner = expression && unwrapParentheses(expression);
  return inner && isBinaryExpression(inner) && isLogical(inner) ? inner : undefined;
}
