import { compare } from '../broker/contributor.ts';
import { hasConflicts, withoutConflicts } from './conflicts.ts';
import { isOpenFrontmatter, parseFrontmatter, textValue } from './frontmatter.ts';
import { headingOf, proseLines, type ProseLine } from './proseLines.ts';

/** One line of a mission: what kind it is, and what it says. */
export interface MissionLine {
  readonly kind: string;
  readonly text: string;
}

export interface Mission {
  readonly lines: readonly MissionLine[];
  /** What of the file cannot be read, for the trace. */
  readonly problems: readonly string[];
}

/** Entries of each kind. */
const mostEach = 5;

interface Section {
  readonly title: string;
  readonly level: number;
  readonly lines: readonly ProseLine[];
}

/** Headings below a handoff, and what their lines are called. */
const handoffKinds = [
  ['decision', 'decision'],
  ['blocker', 'blocker'],
  ['active', 'active work'],
  ['key file', 'key file'],
  ['alert', 'alert'],
] as const;

/**
 * Reads `.context-broker/mission.md`: `status` and `goal` of the frontmatter, else of headings of these names; unchecked boxes under
 * `Criteria`; entries under `Pending`; under the latest `Handoff` its `Decisions`, `Blockers`, `Active work`, `Key files` and `Alerts`.
 * Of a merge that is not done yet what both sides agree on.
 */
export function parseMission(text: string): Mission {
  const isConflicting = hasConflicts(text);
  const agreed = isConflicting ? withoutConflicts(text) : text;
  const problems = [
    ...(isConflicting ? ['has conflict markers: what stands between them is left out'] : []),
    ...(isOpenFrontmatter(agreed) ? ['has a frontmatter without its closing ---'] : []),
  ];
  return { lines: missionLines(agreed), problems };
}

function missionLines(text: string): MissionLine[] {
  const frontmatter = parseFrontmatter(text);
  const sections = sectionsOf(proseLines(text));
  const named = (name: string): Section[] => sections.filter(({ title }) => title.toLowerCase().startsWith(name));
  const single = (name: string): string[] => [
    textValue(frontmatter, name) ??
      named(name)
        .map(paragraph)
        .find((one) => one !== '') ??
      '',
  ];
  const some = (kind: string, texts: readonly string[]): MissionLine[] =>
    texts
      .filter((one) => one !== '')
      .slice(0, mostEach)
      .map((one) => ({ kind, text: one }));
  const handoff = latestHandoff(sections);
  return [
    ...some('status', single('status')),
    ...some('goal', single('goal')),
    ...some('unmet', named('criteria').flatMap(uncheckedOf)),
    ...some('pending', named('pending').flatMap(entriesOf)),
    ...handoffKinds.flatMap(([name, kind]) =>
      some(kind, handoff.filter(({ title }) => title.toLowerCase().startsWith(name)).flatMap(entriesOf)),
    ),
  ];
}

function sectionsOf(lines: readonly ProseLine[]): Section[] {
  const sections: { title: string; level: number; lines: ProseLine[] }[] = [];
  for (const line of lines) {
    const heading = headingOf(line);
    if (heading !== undefined) sections.push({ ...heading, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

const paragraph = ({ lines }: Section): string =>
  lines
    .map(({ text }) => text.trim())
    .join('\n')
    .trim()
    .split(/\n\n/u, 1)
    .join('')
    .replaceAll('\n', ' ');

const entry = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[([ xX-])\]\s+)?(\S.*)$/u;

const entriesWith = ({ lines }: Section, wanted: (box: string | undefined) => boolean): string[] =>
  lines.flatMap(({ text }) => {
    const [, box, said] = entry.exec(text) ?? [];
    return said !== undefined && wanted(box) ? [said.trim()] : [];
  });

const uncheckedOf = (section: Section): string[] => entriesWith(section, (box) => box === ' ' || box === '-');

/** Boxes that are checked are no longer pending. */
const entriesOf = (section: Section): string[] => entriesWith(section, (box) => box !== 'x' && box !== 'X');

/** The sections below the handoff with the latest date in its heading; without dates below the last one. */
function latestHandoff(sections: readonly Section[]): Section[] {
  const places = sections.flatMap(({ title }, place) => (/^handoff\b/iu.test(title) ? [place] : []));
  const dateAt = (place: number): string => /\d{4}-\d{2}-\d{2}/u.exec(sections[place]?.title ?? '')?.[0] ?? '';
  const [latest] = [...places].sort((a, b) => compare(dateAt(b), dateAt(a)) || b - a);
  if (latest === undefined) return [];
  const level = sections[latest]?.level ?? 0;
  const rest = sections.slice(latest + 1);
  const end = rest.findIndex((section) => section.level <= level);
  return end === -1 ? rest : rest.slice(0, end);
}
