import type { Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { oneLine } from './fence.ts';
import { manifestsFor, textIn } from './manifests.ts';
import { parseMission, type MissionLine } from './missionFile.ts';
import type { TurnRequest } from './request.ts';

const mostLines = 40;
const mostCharacters = 262_144;
const missionFile = '.context-broker/mission.md';

export const isMission = (path: string): boolean => path === missionFile || path.endsWith(`/${missionFile}`);

/** Where the project stands: as its mission file says, else what it is, as its manifest says. The handoff leaves first. */
export const mission: Contributor<TurnRequest> = {
  name: 'mission',
  collect: (request) => {
    const degraded: string[] = [];
    const found = written(request, degraded) ?? derived(request, degraded);
    if (found === undefined) return degraded.length === 0 ? undefined : { source: '', reason: '', head: '', items: [], degraded };
    const items = found.lines.map(({ kind, text }): Item => ({
      label: `${kind}: ${oneLine(text, 60)}`,
      forms: [{ name: 'line', text: `- ${kind}: ${oneLine(text)}\n` }],
    }));
    return {
      source: found.path,
      reason: isMission(found.path) ? 'where the project stands' : 'what the project is; there is no mission file',
      head: isMission(found.path) ? '## Mission\n' : '## Project\n',
      items: items.slice(0, mostLines - 1),
      degraded,
    };
  },
};

interface Found {
  readonly path: string;
  readonly lines: readonly MissionLine[];
}

/** Of several roots the first with a mission that says something. */
function written({ files }: TurnRequest, degraded: string[]): Found | undefined {
  for (const path of files.roots.map((root) => root + missionFile)) {
    const text = files.text(path);
    if (text === undefined) {
      if (files.paths.includes(path)) degraded.push(`${path} could not be read`);
      continue;
    }
    if (text.length > mostCharacters) {
      degraded.push(`${path} is larger than 256 KB`);
      continue;
    }
    const { lines, problems } = parseMission(text);
    degraded.push(...problems.map((problem) => `${path} ${problem}`));
    if (lines.length > 0) return { path, lines };
  }
  return undefined;
}

/** Branch and instructions stand in blocks of their own. */
function derived({ files, targets, working }: TurnRequest, degraded: string[]): Found | undefined {
  const { manifests, degraded: problems } = manifestsFor(files, targets[0]?.path ?? working.active?.path);
  degraded.push(...problems);
  for (const { path, values } of [...manifests].reverse()) {
    const [name, version, description] = [textIn(values, 'name'), textIn(values, 'version'), textIn(values, 'description')];
    if (name === undefined) continue;
    const lines = [
      { kind: 'name', text: version === undefined ? name : `${name} ${version}` },
      ...(description === undefined ? [] : [{ kind: 'description', text: description }]),
    ];
    return { path, lines };
  }
  return undefined;
}
