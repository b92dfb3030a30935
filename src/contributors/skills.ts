import type { Group, Item } from '../broker/block.ts';
import { compare, type Contributor } from '../broker/contributor.ts';
import type { TurnRequest } from './request.ts';
import { skillCatalogue, type Skill } from './skillCatalogue.ts';

/** Of the budget, for names alone. A few are listed in any window. */
const percentForNames = 4;
const fewest = 5;

/** What files say of themselves is data, in the system message too. */
const fence: Group = { head: '```\n', tail: '```\n' };

/** The skill catalogue, those used last first. Rows lose their description, last first; names stay. */
export const skills: Contributor<TurnRequest> = {
  name: 'skills',
  collect: (request) => {
    const { skills: all, degraded } = skillCatalogue(request.files, request.settings.skillFolders);
    if (all.length === 0) return degraded.length === 0 ? undefined : { source: '', reason: '', head: '', items: [], degraded };
    const listed = withinNames(lastUsedFirst(all, request.skillUse), request);
    const described = countDescribed(listed, request);
    const items = listed.map((skill, place) => itemOf(skill, place < described));
    const folders = new Set(all.map(({ path }) => path.split('/').slice(0, -2).join('/')));
    return {
      source: [...folders].join(', '),
      reason: reasonFor(described, all.length, request.settings.skillPercent),
      head: headFor(described, listed.length, all.length),
      items,
      ladder: items.flatMap(({ forms }, place) => (forms.length > 1 ? [place] : [])).reverse(),
      gapless: true,
      degraded,
    };
  },
};

function lastUsedFirst(all: readonly Skill[], use: TurnRequest['skillUse']): Skill[] {
  const usedAt = ({ name }: Skill): string => use.get(name) ?? '';
  return [...all].sort((a, b) => compare(usedAt(b), usedAt(a)) || compare(a.name, b.name));
}

const nameRow = ({ name }: Skill): string => `- ${name}\n`;
const row = (skill: Skill): string => (skill.description === '' ? nameRow(skill) : `- ${skill.name}: ${skill.description}\n`);

function itemOf(skill: Skill, isDescribed: boolean): Item {
  const names = { name: 'name', text: nameRow(skill) };
  const full = { name: 'row', text: row(skill) };
  return { label: skill.name, path: skill.path, group: fence, forms: isDescribed && full.text !== names.text ? [full, names] : [names] };
}

function withinNames(all: readonly Skill[], { budget, counter }: TurnRequest): Skill[] {
  let left = Math.floor((budget * percentForNames) / 100);
  return all.filter((skill, place) => {
    left -= counter.count(nameRow(skill));
    return place < fewest || left >= 0;
  });
}

/** How many of the rows may have their description: the block keeps to its share of the window. */
function countDescribed(listed: readonly Skill[], { window, counter, settings }: TurnRequest): number {
  const names = listed.reduce((sum, skill) => sum + counter.count(nameRow(skill)), 0);
  const around = headFor(listed.length, listed.length, listed.length) + fence.head + fence.tail;
  let left = Math.floor((window.tokens * settings.skillPercent) / 100) - names - counter.count(around);
  const first = listed.findIndex((skill) => {
    left -= counter.count(row(skill)) - counter.count(nameRow(skill));
    return left < 0;
  });
  return first === -1 ? listed.length : first;
}

function headFor(described: number, listed: number, all: number): string {
  const count = listed === all ? String(all) : `${String(listed)} of ${String(all)}`;
  return described === all
    ? `## Skills, ${count}\n`
    : `## Skills, ${count}, at most ${String(described)} with their description for lack of room\n`;
}

const reasonFor = (described: number, all: number, percent: number): string =>
  described === all
    ? 'the skills of the project, those used last first'
    : `${String(described)} of ${String(all)} skills with their description: they may use ${String(percent)} % of the window`;
