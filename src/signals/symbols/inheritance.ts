import type { FileSignals } from '../fileSignals.ts';
import { importedOrigin, memberOrigin, type Origin } from './origin.ts';
import { containerOf, fullName, type SymbolName, type SymbolSource } from './symbolSource.ts';

/** Classes that extend each other: so many steps are followed, which also ends circles. */
export const deepest = 8;

/** A class of a file and what it extends, as that is written: `Base`, `ns.Base`. */
export interface Heir {
  readonly name: string;
  readonly base: string;
}

/** Classes that extend what is called or computed are none. */
export function heirsIn({ declarations }: FileSignals): Heir[] {
  return declarations.flatMap((one) => {
    const base = one.kind === 'class' ? writtenBase(one.signature) : undefined;
    return base === undefined ? [] : [{ name: fullName(one), base }];
  });
}

/** What a name means in a file, or on a line of it: something imported, or declared there. */
export function meaningIn(source: SymbolSource, path: string, name: string, line?: number): Origin | undefined {
  const imported = importedOrigin(source, path, name, line);
  if (imported) return imported;
  const place = source.place({ path, name });
  return place && { kind: 'symbol', ...place };
}

/** A member of what a name means, the nearest that is inherited where it has none of its own. */
export function memberOf(source: SymbolSource, origin: Origin, member: string): Origin | undefined {
  return memberOrigin(source, origin, member) ?? (origin.kind === 'symbol' ? inheritedMember(source, origin, member) : undefined);
}

/** The same of what a class extends alone: what `super` has. */
export function inheritedMember(source: SymbolSource, symbol: SymbolName, member: string): Origin | undefined {
  let base = baseOf(source, symbol);
  for (let steps = 0; base?.kind === 'symbol' && steps < deepest; steps++) {
    const found = memberOrigin(source, base, member);
    if (found) return found;
    base = baseOf(source, base);
  }
  return undefined;
}

/** What a class extends. */
export function baseOf(source: SymbolSource, symbol: SymbolName): Origin | undefined {
  const signature = source.declarations(symbol).find(({ kind }) => kind === 'class')?.signature;
  const [root, ...members] = (signature === undefined ? undefined : writtenBase(signature))?.split('.') ?? [];
  if (root === undefined) return undefined;
  const container = containerOf(symbol.name);
  const beside = container === undefined ? undefined : source.place({ path: symbol.path, name: `${container}.${root}` });
  let origin = beside ? ({ kind: 'symbol', ...beside } as const) : meaningIn(source, symbol.path, root);
  for (const member of members) origin = origin && memberOrigin(source, origin, member);
  return origin;
}

function writtenBase(signature: string): string | undefined {
  if (!signature.includes(' extends ')) return undefined;
  return /\bclass\b[^{(]*?\sextends\s+([\w$]+(?:\.[\w$]+)*)(?![\w$.(])/u.exec(withoutTypeArguments(signature))?.[1];
}

/** `class A<T extends B> extends C<D>` has two that look like a base. */
function withoutTypeArguments(signature: string): string {
  let [depth, kept] = [0, ''];
  for (let place = 0; place < signature.length; place++) {
    const character = signature.charAt(place);
    if (character === '<') depth++;
    else if (character === '>' && signature[place - 1] !== '=') depth--;
    else if (depth === 0) kept += character;
  }
  return kept;
}
