import { ContributorRegistry } from '../broker/contributor.ts';
import { ast } from './ast.ts';
import { code } from './code.ts';
import { graph } from './graph.ts';
import { history } from './history.ts';
import { instructions } from './instructions.ts';
import { modelProfile } from './modelProfile.ts';
import { persona } from './persona.ts';
import { projectMap } from './projectMap.ts';
import { references } from './references.ts';
import type { TurnRequest } from './request.ts';
import { semantic } from './semantic.ts';
import { tools } from './tools.ts';
import { user } from './user.ts';
import { warmSymbols } from './warmSymbols.ts';
import { workingState } from './workingState.ts';

const ours = [
  persona,
  user,
  references,
  tools,
  instructions,
  workingState,
  code,
  ast,
  semantic,
  warmSymbols,
  graph,
  modelProfile,
  projectMap,
  history,
];

/** All contributors of ours. */
export const ownContributors = (): ContributorRegistry<TurnRequest> =>
  ours.reduce((registry, contributor) => registry.add(contributor), new ContributorRegistry<TurnRequest>());

/** What answers when assembly itself fails: persona and request alone. */
export const fallbackContributors = (): ContributorRegistry<TurnRequest> => new ContributorRegistry<TurnRequest>().add(persona).add(user);
