/** Scores of files with what gave them, for people. */
export class Scores {
  readonly #scores = new Map<string, number>();
  readonly #reasons = new Map<string, string[]>();

  add(path: string, gain: number, why?: string): void {
    this.#scores.set(path, (this.#scores.get(path) ?? 0) + gain);
    if (why !== undefined) this.addReason(path, why);
  }

  /** Multiplies the score of a file that has one. */
  scale(path: string, factor: number, why?: string): void {
    const score = this.#scores.get(path);
    if (score === undefined) return;
    this.#scores.set(path, score * factor);
    if (why !== undefined) this.addReason(path, why);
  }

  addReason(path: string, why: string): void {
    const known = this.#reasons.get(path);
    if (known === undefined) this.#reasons.set(path, [why]);
    else if (!known.includes(why)) known.push(why);
  }

  get(path: string): number | undefined {
    return this.#scores.get(path);
  }

  hasReason(path: string): boolean {
    return this.#reasons.has(path);
  }

  why(path: string): string {
    return (this.#reasons.get(path) ?? []).join('; ');
  }

  entries(): [path: string, score: number][] {
    return [...this.#scores];
  }
}
