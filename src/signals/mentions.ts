/** What a request spells out. */
export interface Mentions {
  /** Things that look like identifiers: in back ticks, camelCase, snake_case, dotted, called. */
  readonly identifiers: readonly string[];
  /** Things that look like paths, forward slashes, without line numbers. */
  readonly paths: readonly string[];
}

const pathLike = /(?:[\w@.()[\]-]+[\\/])+[\w@.()[\]-]+|[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json|md|vue|svelte|css|scss|html|ya?ml)\b/gu;
const identifier = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/gu;

export function mentionsIn(text: string): Mentions {
  const paths = [...text.matchAll(pathLike)].map(([match]) => match.replaceAll('\\', '/').replace(/^\.\//u, ''));
  const rest = text.replace(pathLike, ' ');
  const quoted = [...rest.matchAll(/`([^`\n]+)`/gu)].flatMap(([, inside = '']) => inside.match(identifier) ?? []);
  const called = [...rest.matchAll(/([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\s*\(/gu)].map(([, name = '']) => name);
  const shaped = (rest.match(identifier) ?? []).filter((word) => /[a-z0-9][A-Z]|_|\$|[a-z]\.[a-z]|^[A-Z]{2,}[a-z]/u.test(word));
  const identifiers = [...quoted, ...called, ...shaped].flatMap((name) => [name, ...(name.includes('.') ? name.split('.') : [])]);
  return { identifiers: [...new Set(identifiers)].filter((name) => name.length > 1), paths: [...new Set(paths)] };
}
