import { contributorTable, essential } from '../../broker/table.ts';
import { highestPriority } from '../../broker/contributor.ts';
import type { Settings } from '../../engine/settings.ts';
import type { Trace } from '../../broker/trace.ts';
import type { Change } from '../settings/settingsChanges.ts';
import type { Option } from './options.ts';

type Chosen = Pick<Settings['budget'], 'pinned' | 'excluded' | 'priorities'>;
export type List = 'pinned' | 'excluded';

export interface ChoosableContributor {
  readonly name: string;
  readonly layer: string;
  readonly priority: number;
}

/** All contributors that a person may decide about: the table's, those of others that are there, and those that the last turn had. */
export function choosableContributors(
  last: Pick<Trace, 'blocks'> | undefined,
  others: readonly ChoosableContributor[],
): ChoosableContributor[] {
  const contributed = [...others, ...(last?.blocks ?? [])].filter(({ name }) => !contributorTable.some((row) => row.name === name));
  const distinct = contributed.filter(({ name }, place) => contributed.findIndex((one) => one.name === name) === place);
  return [...contributorTable.filter(({ name }) => !essential.has(name)), ...distinct];
}

const priorities = [90, 69, 50, 10];

/** Pin, exclude, or another priority. */
export function contributorOptions(chosen: Chosen, name: string): Option[] {
  const toggle = (list: List, on: string, off: string, description: string): Option => {
    const isOn = chosen[list].includes(name);
    const names = isOn ? chosen[list].filter((one) => one !== name) : [...chosen[list], name];
    return { label: isOn ? off : on, description, changes: listChanges(list, names, chosen), what: `${isOn ? off : on} ${name}` };
  };
  const current = chosen.priorities[name];
  return [
    toggle('pinned', 'Pin', 'Unpin', 'always goes in, at worst in its smallest version'),
    toggle('excluded', 'Exclude', 'Include again', 'is never asked'),
    ...priorities.filter((priority) => priority !== current).map((priority) => priorityOption(chosen, name, priority)),
    ...(current === undefined ? [] : [priorityOption(chosen, name, undefined)]),
  ];
}

/** What pins or excludes these, and takes them out of the other list. */
export function listChanges(list: List, names: readonly string[], { pinned, excluded }: Pick<Chosen, List>): Change[] {
  const [other, others] = list === 'pinned' ? (['excluded', excluded] as const) : (['pinned', pinned] as const);
  const rest = others.filter((name) => !names.includes(name));
  return [
    { name: `contributors.${list}`, value: names },
    ...(rest.length === others.length ? [] : [{ name: `contributors.${other}`, value: rest }]),
  ];
}

/** Another priority for a contributor; `undefined` for its own. Figures beyond the range become its bounds. */
export function priorityOption({ priorities: known }: Chosen, name: string, wanted: number | undefined): Option {
  const priority = wanted === undefined ? undefined : Math.min(Math.max(0, Math.round(wanted)), highestPriority);
  const others = Object.fromEntries(Object.entries(known).filter(([other]) => other !== name));
  const option: Option = {
    label: priority === undefined ? 'Its own priority' : `Priority ${String(priority)}`,
    description: priority === undefined ? 'as in the table' : 'what is higher goes in first and is cut last',
    changes: [{ name: 'contributors.priorities', value: priority === undefined ? others : { ...others, [name]: priority } }],
    what: priority === undefined ? `${name} has its own priority` : `${name} has priority ${String(priority)}`,
  };
  return priority === wanted ? option : { ...option, note: `${String(wanted)} was clamped to ${String(priority)}` };
}
