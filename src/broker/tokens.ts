declare const unit: unique symbol;

/** A number of tokens: whole and not negative. Branded, so that a count of characters never fits where tokens are meant. */
export type Tokens = number & { readonly [unit]: 'tokens' };

/** Brands a number as tokens. Throws on a negative, fractional or non-finite number: a count is never guessed. */
export function tokens(value: number): Tokens {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a token count: ${String(value)}`);
  return value as Tokens;
}

export const noTokens = tokens(0);

export const sumTokens = (all: Iterable<Tokens>): Tokens => {
  let sum = 0;
  for (const one of all) sum += one;
  return tokens(sum);
};

/** The port to whatever counts; one is in force for a whole turn. */
export interface TokenCounter {
  /** As shown to people, for instance `o200k_base`. */
  readonly name: string;
  /** Numbers of this counter are marked as approximate wherever they are shown. */
  readonly approximate: boolean;
  count(text: string): Tokens;
}
