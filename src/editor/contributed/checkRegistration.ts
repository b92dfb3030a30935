import { highestContributedPriority } from '../../broker/contributor.ts';
import { isLayer, layers, type Layer } from '../../broker/layers.ts';
import { ownNames } from '../../broker/table.ts';
import { isContributorName } from '../../engine/declaredSettings.ts';
import type { ContextContributor } from './api.ts';

/** A contributor whose registration was good. */
export interface Registered {
  readonly origin: string;
  readonly name: string;
  readonly layer: Layer;
  readonly priority: number;
  readonly collect: ContextContributor['collect'];
}

/** Throws an Error that says what to do. `ownerOf` gives the extension that a name belongs to. */
export function checkRegistration(origin: unknown, contributor: unknown, ownerOf: (name: string) => string | undefined): Registered {
  const { name, layer, priority, collect } = (contributor ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof origin !== 'string' || !/^[^.\s]+\.[^.\s]+$/u.test(origin))
    throw new Error('registerContributor: the first argument is the id of your extension, "publisher.name" (context.extension.id)');
  if (typeof name !== 'string' || !isContributorName(name))
    throw new Error(
      `registerContributor: ${shown(name)} cannot be a name; take letters, digits, "-", "." and "_", a letter first, at most 64 characters`,
    );
  const owner = ownNames.has(name) ? 'Context Broker' : ownerOf(name);
  if (owner !== undefined) throw new Error(`registerContributor: the name ${name} is taken by ${owner}; choose another`);
  if (typeof layer !== 'string' || !isLayer(layer))
    throw new Error(`registerContributor: ${name} has the layer ${shown(layer)}; there are ${layers.join(', ')}`);
  if (typeof priority !== 'number' || !Number.isFinite(priority))
    throw new Error(
      `registerContributor: ${name} has the priority ${shown(priority)}; give a number from 0 to ${String(highestContributedPriority)}`,
    );
  if (typeof collect !== 'function') throw new Error(`registerContributor: ${name} has no function collect(request, token)`);
  return {
    origin,
    name,
    layer,
    priority: Math.min(Math.max(0, Math.floor(priority)), highestContributedPriority),
    collect: (collect as ContextContributor['collect']).bind(contributor),
  };
}

const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value));
