import { compare } from '../broker/contributor.ts';
import { fencedLine } from './fence.ts';
import { parseFrontmatter, textValue } from './frontmatter.ts';
import { leftOutNote } from './leftOut.ts';
import { insideRoot } from './workspaceRoot.ts';

export interface Skill {
  /** One line, which can stand in a fence; so is the description. */
  readonly name: string;
  readonly description: string;
  readonly path: string;
  /** What is loaded on demand: the file without its frontmatter. */
  readonly body: string;
}

export interface SkillCatalogue {
  /** In the order of their folders, then by path. */
  readonly skills: readonly Skill[];
  readonly degraded: readonly string[];
}

/** What the catalogue is read from. */
export interface SkillFiles {
  readonly paths: readonly string[];
  readonly roots: readonly string[];
  text(path: string): string | undefined;
}

const mostSkills = 500;
const mostCharacters = 65_536;
const longestName = 64;
const longestDescription = 320;

/** `FOLDER/NAME/SKILL.md` in the skill folders of every root. Of one name the first counts, as of one content: folders in the order given. */
export function skillCatalogue(files: SkillFiles, folders: readonly string[]): SkillCatalogue {
  const degraded: string[] = [];
  const found = skillPaths(files, folders);
  if (found.length > mostSkills) degraded.push(`only the first ${String(mostSkills)} of ${String(found.length)} skills are read`);
  const names = new Map<string, Skill>();
  const contents = new Set<string>();
  for (const path of found.slice(0, mostSkills)) {
    const skill = readSkill(path, files.text(path), degraded);
    if (skill === undefined || contents.has(contentOf(skill))) continue;
    const first = names.get(skill.name);
    if (first === undefined) names.set(skill.name, skill);
    else degraded.push(`${path} is left out: ${first.path} has the name ${skill.name} too`);
    contents.add(contentOf(skill));
  }
  return { skills: [...names.values()], degraded };
}

const contentOf = ({ description, body }: Skill): string => `${description}\n${body}`;

export const isSkillFile = (path: string): boolean => path.endsWith('/SKILL.md');

function skillPaths({ paths, roots }: SkillFiles, folders: readonly string[]): string[] {
  const wanted = folders.map((folder) => folder.replace(/^\.?\/+|\/+$/gu, ''));
  const placed = paths.filter(isSkillFile).flatMap((path) => {
    const parts = insideRoot(path, roots).inside.split('/');
    const place = wanted.indexOf(parts.slice(0, -2).join('/'));
    return place === -1 ? [] : [{ path, place }];
  });
  return placed.sort((a, b) => a.place - b.place || compare(a.path, b.path)).map(({ path }) => path);
}

/** A skill that does not say what it is for goes by its first paragraph. */
function readSkill(path: string, text: string | undefined, degraded: string[]): Skill | undefined {
  const note = leftOutNote(path, text, mostCharacters);
  if (note !== undefined) degraded.push(note);
  if (text === undefined || note !== undefined) return undefined;
  const frontmatter = parseFrontmatter(text);
  const body = frontmatter.body.trim();
  const said = textValue(frontmatter, 'description');
  const description = fencedLine(said ?? firstParagraph(body), longestDescription);
  if (said === undefined) degraded.push(`${path} has no description`);
  const name = fencedLine(textValue(frontmatter, 'name') ?? path.split('/').at(-2) ?? '', longestName);
  return { name, description, path, body };
}

const firstParagraph = (body: string): string => body.split(/\n[ \t]*\n/u).find((part) => !/^\s*(?:#|---|$)/u.test(part)) ?? '';
