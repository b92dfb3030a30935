import type { Draft } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { relevantDeclarations } from '../signals/relevantDeclarations.ts';
import { codeTargets } from './code.ts';
import { declarationItems } from './declarationItems.ts';
import { isInstructions } from './instructions.ts';
import { isMission } from './mission.ts';
import type { TurnRequest } from './request.ts';
import { isSkillFile } from './skillCatalogue.ts';
import { readableFiles } from './targetFiles.ts';

const mostHits = 20;

const hasBlockOfItsOwn = (path: string): boolean => isInstructions(path) || isSkillFile(path) || isMission(path);

/** Further code and sections of documents that match the request, whole, by file; the least fitting leave first. */
export const semantic: Contributor<TurnRequest> = {
  name: 'semantic',
  collect: (request) => (request.command === 'plan' ? undefined : request.cached('semantic', () => draftOf(request))),
};

function draftOf(request: TurnRequest): Draft | undefined {
  const taken = new Set(codeTargets(request.targets).map(({ path }) => path));
  const further = request.targets.filter(({ path }) => !taken.has(path) && !hasBlockOfItsOwn(path));
  const found = relevantDeclarations(readableFiles(request, further), request.query, request.files.vocabulary).filter(
    ({ isMatch }) => isMatch,
  );
  const { items, bestFirst } = declarationItems(found, mostHits);
  if (items.length === 0) return undefined;
  return {
    source: [...new Set(items.map(({ path }) => path))].join(', '),
    reason: 'further code and documents that match the request',
    head: '## Further matches\n',
    items,
    ladder: [...bestFirst].reverse().flatMap((index) => items[index]?.forms.map(() => index) ?? []),
  };
}
