import { layers, type Layer, type Reservations } from './layers.ts';

export interface LayerAccount {
  readonly reserved: number;
  /** Borrowed or given back beyond the reservation; negative for a layer that lent. */
  readonly lent: number;
  readonly spent: number;
}

/**
 * Who may spend how much. Refuses, by throwing a RangeError: reservations over the total, a negative or fractional figure,
 * an unknown layer, a layer over its limit (reservation plus what it borrowed), and a sum over the total less `overhead`,
 * which is what the messages around the blocks cost.
 */
export class Ledger {
  readonly #total: number;
  readonly #overhead: number;
  readonly #reserved: Reservations;
  readonly #lent = new Map<Layer, number>();
  readonly #spent = new Map<Layer, number>();

  constructor(total: number, reservations: Reservations, overhead = 0) {
    const sum = layers.reduce((all, layer) => all + reservations[layer], 0);
    if (sum > total) throw new RangeError(`the reservations need ${String(sum)} tokens, the budget has ${String(total)}`);
    this.#total = total;
    this.#overhead = overhead;
    this.#reserved = reservations;
  }

  get spent(): number {
    return layers.reduce((all, layer) => all + (this.#spent.get(layer) ?? 0), 0);
  }

  get remaining(): number {
    return Math.max(0, this.#total - this.#overhead - this.spent);
  }

  /** What the layer may spend in all. */
  limit(layer: Layer): number {
    return this.#reserved[this.#known(layer)] + (this.#lent.get(layer) ?? 0);
  }

  /** Moves `amount` from one layer's limit to another's; `undefined` stands for what nobody reserved. */
  lend(from: Layer | undefined, to: Layer, amount: number): void {
    this.#amount(amount);
    const available = from === undefined ? this.unreserved : this.limit(from) - (this.#spent.get(from) ?? 0);
    if (amount > available)
      throw new RangeError(`${from ?? 'the unreserved rest'} has ${String(available)} tokens to lend, not ${String(amount)}`);
    if (from !== undefined) this.#lent.set(from, (this.#lent.get(from) ?? 0) - amount);
    this.#lent.set(this.#known(to), (this.#lent.get(to) ?? 0) + amount);
  }

  /** What no layer has been promised. */
  get unreserved(): number {
    return Math.max(0, this.#total - this.#overhead - layers.reduce((all, layer) => all + this.limit(layer), 0));
  }

  spend(layer: Layer, amount: number): void {
    this.#amount(amount);
    const spent = (this.#spent.get(this.#known(layer)) ?? 0) + amount;
    if (spent > this.limit(layer)) throw new RangeError(`${layer} may spend ${String(this.limit(layer))} tokens, not ${String(spent)}`);
    if (amount > this.remaining) throw new RangeError(`the budget of ${String(this.#total)} tokens is spent`);
    this.#spent.set(layer, spent);
  }

  accounts(): Record<Layer, LayerAccount> {
    const entries = layers.map((layer) => [
      layer,
      { reserved: this.#reserved[layer], lent: this.#lent.get(layer) ?? 0, spent: this.#spent.get(layer) ?? 0 },
    ]);
    return Object.fromEntries(entries) as Record<Layer, LayerAccount>;
  }

  #known(layer: Layer): Layer {
    if (!Object.hasOwn(this.#reserved, layer)) throw new RangeError(`unknown layer: ${layer}`);
    return layer;
  }

  #amount(amount: number): void {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not a token count: ${String(amount)}`);
  }
}
