import { ContributorRegistry } from '../broker/contributor.ts';
import { artifacts } from './artifacts.ts';
import { ast } from './ast.ts';
import { code } from './code.ts';
import { graph } from './graph.ts';
import { history } from './history.ts';
import { instructions } from './instructions.ts';
import { mission } from './mission.ts';
import { modelProfile } from './modelProfile.ts';
import { persona } from './persona.ts';
import { plan } from './plan.ts';
import { projectMap } from './projectMap.ts';
import { references } from './references.ts';
import type { TurnRequest } from './request.ts';
import { semantic } from './semantic.ts';
import { sessionDigest } from './sessionDigest.ts';
import { skills } from './skills.ts';
import { task } from './task.ts';
import { taskPack } from './taskPack.ts';
import { threadSummary } from './threadSummary.ts';
import { tools } from './tools.ts';
import { user } from './user.ts';
import { warmSymbols } from './warmSymbols.ts';
import { workingState } from './workingState.ts';

const ours = [
  persona,
  user,
  references,
  tools,
  skills,
  task,
  instructions,
  workingState,
  mission,
  plan,
  taskPack,
  artifacts,
  code,
  ast,
  threadSummary,
  semantic,
  warmSymbols,
  sessionDigest,
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
