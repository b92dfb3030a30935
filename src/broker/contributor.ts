import type { Block, Draft } from './block.ts';
import { dropLastFirst } from './block.ts';
import { contributorTable, essential, ownNames, type ContributorRow } from './table.ts';

/** Gives a draft for a turn, or nothing when it has nothing to say. What it needs comes through its constructor's ports. */
export interface Contributor<Request> {
  readonly name: string;
  collect(request: Request, signal: AbortSignal): Draft | undefined | Promise<Draft | undefined>;
}

export interface Registration<Request> {
  readonly contributor: Contributor<Request>;
  readonly row: ContributorRow;
  /** The extension that contributed it; ours is ''. */
  readonly origin: string;
}

/** Contributed blocks stay below our own mandatory ones. */
export const highestContributedPriority = 69;

/** Blocks from here up are never taken out of a request by shaping. */
export const pinFloor = highestContributedPriority + 1;

export const highestPriority = 100;

/** Who may contribute, in the order that breaks ties: our table, then extension id, then name. */
export class ContributorRegistry<Request> {
  readonly #own: Registration<Request>[] = [];
  readonly #others: Registration<Request>[] = [];

  /** Adds one of ours. Throws when the table has no such row: its figures are the contract. */
  add(contributor: Contributor<Request>): this {
    const row = contributorTable.find((known) => known.name === contributor.name);
    if (row === undefined) throw new Error(`${contributor.name} is not in the contributor table`);
    this.#own.push({ contributor, row, origin: '' });
    return this;
  }

  /** Adds one of another extension: never mandatory, priority clamped, never under a name that is taken. */
  addContributed(origin: string, contributor: Contributor<Request>, wanted: Omit<ContributorRow, 'name' | 'mandatory'>): this {
    if (this.isTaken(contributor.name)) throw new Error(`the name ${contributor.name} is taken`);
    const priority = Math.min(Math.max(0, Math.floor(wanted.priority)), highestContributedPriority);
    this.#others.push({ contributor, origin, row: { ...wanted, name: contributor.name, priority, mandatory: 'no' } });
    return this;
  }

  isTaken(name: string): boolean {
    return ownNames.has(name) || this.#others.some(({ row }) => row.name === name);
  }

  all(): Registration<Request>[] {
    const place = (one: Registration<Request>): number => contributorTable.findIndex((row) => row.name === one.row.name);
    const own = [...this.#own].sort((a, b) => place(a) - place(b));
    const others = [...this.#others].sort((a, b) => compare(a.origin, b.origin) || compare(a.row.name, b.row.name));
    return [...own, ...others];
  }
}

/** By code unit: the same on every machine. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface CollectLimits {
  /** Milliseconds for one of ours. */
  readonly own: number;
  /** Milliseconds for a contributed one. */
  readonly contributed: number;
}

export interface Collected {
  readonly blocks: Block[];
  /** `name: what went wrong`, one for each contributor that failed or was late. */
  readonly degraded: string[];
}

/** What the user decided for single contributors, by name. */
export interface Chosen {
  readonly pinned: ReadonlySet<string>;
  readonly excluded: ReadonlySet<string>;
  readonly priorities: Readonly<Record<string, number>>;
}

/** Runs every contributor once, side by side. One that throws or is late costs only its own block. */
export async function collect<Request>(
  registry: ContributorRegistry<Request>,
  request: Request,
  chosen: Chosen,
  signal: AbortSignal,
  limits: CollectLimits,
): Promise<Collected> {
  const taking = registry.all().filter(({ row }) => !chosen.excluded.has(row.name) || essential.has(row.name));
  const results = await Promise.all(taking.map((one) => collectOne(one, request, signal, limits)));
  signal.throwIfAborted();
  const blocks: Block[] = [];
  const degraded: string[] = [];
  for (const [index, result] of results.entries()) {
    const { row, origin } = taking[index] as Registration<Request>;
    if (typeof result === 'string') degraded.push(`${row.name}: ${result}`);
    else if (result !== undefined) {
      degraded.push(...(result.degraded ?? []).map((what) => `${row.name}: ${what}`));
      if (result.items.length > 0)
        blocks.push({
          ...row,
          ...result,
          ladder: result.ladder ?? dropLastFirst(result.items),
          priority: priorityOf(row, origin, chosen),
          pinned: chosen.pinned.has(row.name),
          origin,
        });
    }
  }
  return { blocks, degraded };
}

function priorityOf({ name, priority }: ContributorRow, origin: string, { priorities }: Chosen): number {
  const wanted = essential.has(name) ? undefined : priorities[name];
  return wanted === undefined ? priority : Math.min(wanted, origin === '' ? highestPriority : highestContributedPriority);
}

async function collectOne<Request>(
  { contributor, origin }: Registration<Request>,
  request: Request,
  signal: AbortSignal,
  limits: CollectLimits,
): Promise<Draft | undefined | string> {
  const limit = origin === '' ? limits.own : limits.contributed;
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve(`took longer than ${String(limit)} ms`);
      late.abort();
    }, limit);
  });
  try {
    const work = Promise.resolve(contributor.collect(request, AbortSignal.any([signal, late.signal])));
    return await Promise.race([work, timeout]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}
