export interface JsDocTag {
  readonly name: string;
  readonly text: string;
}

/** Types that plain JavaScript states in comments. */
export interface JsDocTypes {
  readonly parameters: readonly JsDocParameter[];
  readonly returns?: string;
  readonly type?: string;
  readonly templates: readonly string[];
}

export interface JsDocParameter {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

/** The tags of a JSDoc block in order; what stands in a code fence is an example and no tag. */
export function parseTags(comment: string): JsDocTag[] {
  const tags: { name: string; text: string }[] = [];
  let fenced = false;
  for (const raw of comment.slice(3, -2).split(/\r\n?|\n/)) {
    const line = raw.replace(/^\s*\*?[^\S\n]?/, '');
    if (/^\s*```/.test(line)) fenced = !fenced;
    const tag = fenced ? null : /^\s*@([\w-]+)\s*(.*)$/.exec(line);
    const last = tags.at(-1);
    if (tag?.[1] !== undefined) tags.push({ name: tag[1], text: tag[2] ?? '' });
    else if (last) last.text += `\n${line}`;
  }
  return tags;
}

export function jsDocTypes(docs: readonly string[]): JsDocTypes | undefined {
  const tags = docs.filter((doc) => doc.includes('{') || doc.includes('@template')).flatMap(parseTags);
  if (tags.length === 0) return undefined;
  const returns = typeOf(tags.find(({ name }) => name === 'returns' || name === 'return'))?.type;
  const type = typeOf(tags.find(({ name }) => name === 'type'))?.type;
  return {
    parameters: tags.filter(({ name }) => name === 'param' || name === 'arg' || name === 'argument').flatMap(parameterOf),
    templates: tags.filter(({ name }) => name === 'template').flatMap(templatesOf),
    ...(returns === undefined ? {} : { returns }),
    ...(type === undefined ? {} : { type }),
  };
}

function parameterOf(tag: JsDocTag): JsDocParameter[] {
  const found = typeOf(tag);
  if (!found) return [];
  const named = /^(\[?)\s*(?:\.{3})?([\w$.[\]]+?)(?=[\s=\]]|$)/.exec(found.rest);
  const name = named?.[2];
  // `options.depth` describes a property of `options`, not a parameter.
  if (name === undefined || /[.[]/.test(name)) return [];
  return [{ name, type: found.type, optional: found.optional || named?.[1] === '[' }];
}

function templatesOf(tag: JsDocTag): string[] {
  const constraint = typeOf(tag);
  const names = /^[\w$]+(?:\s*,\s*[\w$]+)*/.exec(constraint?.rest ?? tag.text)?.[0].split(/\s*,\s*/) ?? [];
  return constraint ? names.map((name) => `${name} extends ${constraint.type}`) : names;
}

/** A type in braces at the start of a tag's text, and what follows. */
function typeOf(tag: JsDocTag | undefined): { readonly type: string; readonly optional: boolean; readonly rest: string } | undefined {
  if (!tag?.text.startsWith('{')) return undefined;
  const end = closingBrace(tag.text);
  if (end === undefined) return undefined;
  const written = tag.text.slice(1, end).replace(/\s+/g, ' ').trim();
  const rest = tag.text.slice(end + 1).trim();
  return { type: closureType(written.replace(/=$/, '')), optional: written.endsWith('='), rest };
}

function closingBrace(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return undefined;
}

/** The few forms of Closure that TypeScript writes otherwise. */
function closureType(type: string): string {
  if (type === '*' || type === '?') return 'any';
  if (type.startsWith('...')) return `${type.slice(3)}[]`;
  if (/^\?[\w$]/.test(type)) return `${type.slice(1)} | null`;
  return type.replace(/^!(?=[\w$])/, '');
}
