import { minified } from '../signals/fileKind.ts';
import type { IndexSummary } from './api.ts';

const mostProblems = 20;

/** One row a file that could be read in part or not at all; of many the first, and how many more. What is minified is as it should be. */
export function problemRows(all: IndexSummary['problems']): string[] {
  const problems = all.filter(({ problem }) => !problem.startsWith(minified));
  const rows = problems.slice(0, mostProblems).map(({ path, problem }) => `index: ${path === '' ? '' : `${path} `}${problem}`);
  return problems.length <= mostProblems ? rows : [...rows, `index: ${String(problems.length - mostProblems)} more files are incomplete`];
}
