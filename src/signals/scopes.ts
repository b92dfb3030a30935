import type { CodeIndex } from './codeIndex.ts';
import type { Query } from './query.ts';
import type { Scores } from './scores.ts';

const gainPerScope = 0.8;
const mostScopes = 2;
/** `angular-query` for the folder `angular-query-experimental`. */
const beginningWeight = 0.8;

/** Files in folders that the request names weigh more: packages and parts of a project are spoken of by their folders. */
export function scaleByScope(index: CodeIndex, { scopes }: Query, scores: Scores): void {
  if (scopes.length === 0) return;
  for (const { path } of index.files) {
    const folders = path.toLowerCase().split('/').slice(0, -1);
    const found = scopes.map((scope) => ({ scope, weight: weightIn(folders, scope) })).filter(({ weight }) => weight > 0);
    const sum = found.reduce((all, { weight }) => all + weight, 0);
    if (sum > 0) scores.scale(path, 1 + gainPerScope * Math.min(sum, mostScopes), `lies in ${found.map(({ scope }) => scope).join(', ')}`);
  }
}

function weightIn(folders: readonly string[], scope: string): number {
  if (folders.includes(scope)) return 1;
  return scope.includes('-') && scope.length > 3 && folders.some((folder) => folder.startsWith(`${scope}-`)) ? beginningWeight : 0;
}
