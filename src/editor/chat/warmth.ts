import type { WarmPlace } from '../../engine/api.ts';

/** After so long a place counts half. */
const halfLifeMs = 10 * 60_000;
const weights = { edit: 3, visit: 1 } as const;
/** Places so few lines apart are one. */
const neighbourLines = 3;
/** Keys typed in one go are one edit. */
const burstMs = 1_000;
const mostPlaces = 200;
const mostTold = 50;
/** Colder places are not worth telling. */
const coldest = 0.1;
/** Files count as edited lately for so long. */
const editedForMs = 60 * 60_000;
const mostEdited = 10;

interface Kept {
  readonly path: string;
  line: number;
  /** At the time `at`. */
  weight: number;
  at: number;
  editedAt: number | undefined;
}

/** Where a person worked, forgotten by and by. Times are milliseconds of one clock that does not go back. */
export class Warmth {
  #places: Kept[] = [];

  edit(path: string, line: number, now: number): void {
    const place = this.#placeAt(path, line, now);
    const isBurst = place.editedAt !== undefined && now - place.editedAt < burstMs;
    if (!isBurst) place.weight += weights.edit;
    place.editedAt = now;
    this.#forgetColdest(now);
  }

  visit(path: string, line: number, now: number): void {
    this.#placeAt(path, line, now).weight += weights.visit;
    this.#forgetColdest(now);
  }

  /** Lines were added (or with a negative number removed) after a line: what stands below moves. */
  shift(path: string, after: number, lines: number): void {
    for (const place of this.#places) if (place.path === path && place.line > after) place.line = Math.max(after, place.line + lines);
  }

  /** The warmest first. */
  places(now: number): WarmPlace[] {
    return this.#places
      .map(({ path, line, weight, at, editedAt }) => ({ path, line, weight: decayed(weight, now - at), edited: editedAt !== undefined }))
      .filter(({ weight }) => weight >= coldest)
      .sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
      .slice(0, mostTold);
  }

  /** Files, the one that was edited last first. */
  edited(now: number): string[] {
    const latest = new Map<string, number>();
    for (const { path, editedAt = -Infinity } of this.#places)
      if (now - editedAt <= editedForMs) latest.set(path, Math.max(editedAt, latest.get(path) ?? editedAt));
    const sorted = [...latest].sort(([a, at], [b, bt]) => bt - at || (a < b ? -1 : 1));
    return sorted.slice(0, mostEdited).map(([path]) => path);
  }

  /** The place of a line, as warm as it is now. */
  #placeAt(path: string, line: number, now: number): Kept {
    const distance = (one: Kept): number => Math.abs(one.line - line);
    const near = this.#places.filter((one) => one.path === path && distance(one) <= neighbourLines);
    const [nearest] = near.sort((a, b) => distance(a) - distance(b));
    if (!nearest) {
      const place: Kept = { path, line, weight: 0, at: now, editedAt: undefined };
      this.#places.push(place);
      return place;
    }
    nearest.weight = decayed(nearest.weight, now - nearest.at);
    nearest.at = now;
    nearest.line = line;
    return nearest;
  }

  #forgetColdest(now: number): void {
    if (this.#places.length <= mostPlaces) return;
    const warmth = ({ weight, at }: Kept): number => decayed(weight, now - at);
    this.#places = this.#places.sort((a, b) => warmth(b) - warmth(a)).slice(0, mostPlaces);
  }
}

const decayed = (weight: number, ageMs: number): number => weight * 0.5 ** (Math.max(0, ageMs) / halfLifeMs);
