import { ts } from 'ts-morph';

const { NodeFlags, SyntaxKind, forEachChild, isVariableDeclarationList } = ts;

const blockKinds: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.Block,
  SyntaxKind.CaseBlock,
  SyntaxKind.CatchClause,
  SyntaxKind.ForStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
]);

/** Where the scope of a local declaration ends: with the innermost block around it; for `var` with the function that it is in. */
export function scopeEnd(owner: ts.Node, local: ts.Node): number {
  let { end } = owner;
  const holds = (child: ts.Node): ts.Node | undefined => (child.pos <= local.pos && local.end <= child.end ? child : undefined);
  for (let node: ts.Node | undefined = owner; node && node !== local; node = forEachChild(node, holds)) {
    if (isVariableDeclarationList(node) && (node.flags & NodeFlags.BlockScoped) === 0) return owner.end;
    if (blockKinds.has(node.kind)) end = node.end;
  }
  return end;
}
