/** Workspace-relative paths with forward slashes; '' is the workspace itself. */

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const within = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** What `path` is called from `folder`, which holds it; undefined where it does not. */
export function insideOf(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** Follows `./`, `../` and names from a folder; undefined where they lead out of the workspace. */
export function follow(folder: string, relative: string): string | undefined {
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of relative.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join('/');
}

/** The folder itself, then those around it up to the workspace. */
export function* upwards(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at;
    if (at === '') return;
  }
}
