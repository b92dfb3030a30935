/** With thousands separators, `~` before the numbers of an approximate estimator. By hand: `Intl` takes longer to load than all of us. */
export const formatTokens = (tokens: number, approximate = false): string =>
  (approximate ? '~' : '') + String(tokens).replace(/\B(?=(?:\d{3})+$)/gu, ',');
