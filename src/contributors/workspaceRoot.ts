/** Splits a workspace path into what the paths of its root begin with ('' where there is one root) and its path inside. */
export function insideRoot(path: string, roots: readonly string[]): { readonly root: string; readonly inside: string } {
  const root = roots.find((one) => path.startsWith(one)) ?? '';
  return { root, inside: path.slice(root.length) };
}

/** The folders that a file lies in, the innermost first, up to its root, which is ''; each ends with a slash otherwise. */
export function foldersAround(inside: string): string[] {
  const parts = inside.split('/').slice(0, -1);
  return parts.map((_, place) => `${parts.slice(0, parts.length - place).join('/')}/`).concat('');
}
