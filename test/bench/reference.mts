// What the engine is measured against, in a process of its own; prints CPU and memory as alone.mts does.
// usage: node reference.cjs WORK FOLDER
import { Project, ts } from 'ts-morph';
import { bareLoop } from './bareLoop.mts';
import { codeFiles } from './codeFiles.mts';

const [, , work = '', folder = ''] = process.argv;

/** What its user does who asks every file for what we tell of it: a project, kept, whose nodes are all wrapped, tokens included. */
function wrapped(): Project {
  const project = new Project({ compilerOptions: { allowJs: true, target: ts.ScriptTarget.Latest }, skipFileDependencyResolution: true });
  for (const file of project.addSourceFilesAtPaths(codeFiles(folder))) file.getDescendants();
  return project;
}

const works: Readonly<Record<string, () => unknown>> = {
  bare: () => {
    bareLoop(codeFiles(folder));
  },
  wrapped,
};

const start = process.cpuUsage();
const kept = works[work]?.();
const { user, system } = process.cpuUsage(start);
const files = kept instanceof Project ? kept.getSourceFiles().length : 0;
console.log(JSON.stringify({ cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024, files }));
