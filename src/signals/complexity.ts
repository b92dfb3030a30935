import { ts } from 'ts-morph';

const {
  SyntaxKind,
  isArrayLiteralExpression,
  isBinaryExpression,
  isForInStatement,
  isForOfStatement,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isVariableDeclarationList,
} = ts;

/** What is counted for one function while the walk is inside it. */
export interface Tally {
  cyclomatic: number;
  cognitive: number;
  branches: number;
  /** Levels of nesting that were entered and count as not left again. */
  unleft: number;
}

const branchingKinds: readonly ts.SyntaxKind[] = [
  SyntaxKind.ConditionalExpression,
  SyntaxKind.IfStatement,
  SyntaxKind.ForStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
  SyntaxKind.CatchClause,
  SyntaxKind.CaseClause,
];

const logical: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.AmpersandAmpersandEqualsToken,
  SyntaxKind.BarBarEqualsToken,
  SyntaxKind.QuestionQuestionEqualsToken,
]);

/** What may add a path without branching, told by what else it has. */
type PathNode =
  | ts.BinaryExpression
  | ts.PropertyAccessExpression
  | ts.ElementAccessExpression
  | ts.CallExpression
  | ts.BindingElement
  | ts.ParameterDeclaration
  | ts.ShorthandPropertyAssignment;

const pathKinds: readonly PathNode['kind'][] = [
  SyntaxKind.BinaryExpression,
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.ElementAccessExpression,
  SyntaxKind.CallExpression,
  SyntaxKind.BindingElement,
  SyntaxKind.Parameter,
  SyntaxKind.ShorthandPropertyAssignment,
];

export const complexityKinds: readonly ts.SyntaxKind[] = [...branchingKinds, ...pathKinds];

/**
 * Cyclomatic complexity as ESLint's `complexity` rule counts it (lib/rules/complexity.js, variant classic): branches, optional
 * links of a chain, and default values of parameters and destructuring patterns. One instance a file.
 */
export class ComplexityCounter {
  /** `=` inside a destructuring assignment is a default value, although the tree calls it an assignment. */
  readonly #defaults = new Set<ts.Node>();

  /** Called for every node of one of `complexityKinds` in a function, in source order; `tally` is that of the innermost function. */
  count(node: ts.Node, tally: Tally): void {
    const known = node as PathNode;
    switch (known.kind) {
      case SyntaxKind.BinaryExpression:
        this.#countBinary(known, tally);
        break;
      case SyntaxKind.PropertyAccessExpression:
      case SyntaxKind.ElementAccessExpression:
        if (known.questionDotToken) add(tally, 1, 0);
        break;
      case SyntaxKind.CallExpression:
        if (known.questionDotToken && known.expression.kind !== SyntaxKind.ImportKeyword) add(tally, 1, 0);
        break;
      case SyntaxKind.BindingElement:
        if (known.initializer) add(tally, 1, 0);
        break;
      case SyntaxKind.Parameter:
        if (known.initializer && !known.dotDotDotToken) add(tally, 1, 0);
        break;
      case SyntaxKind.ShorthandPropertyAssignment:
        if (known.objectAssignmentInitializer) add(tally, 1, 0);
        break;
      default:
        this.#markLoopTarget(node);
        add(tally, 1, 1);
    }
  }

  #countBinary(node: ts.BinaryExpression, tally: Tally): void {
    const operator = node.operatorToken.kind;
    if (this.#defaults.size > 0 && this.#defaults.has(node)) add(tally, 1, 0);
    else if (logical.has(operator)) add(tally, 1, 1);
    else if (operator === SyntaxKind.EqualsToken) this.#markPattern(node.left);
  }

  #markLoopTarget(node: ts.Node): void {
    if ((isForOfStatement(node) || isForInStatement(node)) && !isVariableDeclarationList(node.initializer)) {
      this.#markPattern(node.initializer);
    }
  }

  #markPattern(target: ts.Expression): void {
    const pending: ts.Expression[] = [target];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (isArrayLiteralExpression(next)) pending.push(...next.elements);
      else if (isObjectLiteralExpression(next)) pending.push(...propertyTargets(next));
      else if (isSpreadElement(next)) pending.push(next.expression);
      else if (isAssignment(next)) {
        this.#defaults.add(next);
        pending.push(next.left);
      }
    }
  }
}

function add(tally: Tally, paths: number, branches: number): void {
  tally.cyclomatic += paths;
  tally.branches += branches;
}

function isAssignment(node: ts.Expression): node is ts.BinaryExpression {
  return (
    isBinaryExpression(node) &&
    node.operatorToken.kind >= SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= SyntaxKind.LastAssignment
  );
}

function propertyTargets(pattern: ts.ObjectLiteralExpression): ts.Expression[] {
  const targets: ts.Expression[] = [];
  for (const property of pattern.properties) {
    if (isPropertyAssignment(property)) targets.push(property.initializer);
    else if (isSpreadAssignment(property)) targets.push(property.expression);
  }
  return targets;
}
