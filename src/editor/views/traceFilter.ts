import { formatTokens } from '../../broker/formatTokens.ts';

/** Which blocks the trace shows. */
export interface TraceFilter {
  readonly leftOutOnly?: boolean;
  /** Tokens that a block must have at least. */
  readonly over?: number;
}

/** For the title of the view; undefined where everything is shown. */
export function filterText({ leftOutOnly, over }: TraceFilter): string | undefined {
  if (leftOutOnly === true) return 'left out only';
  return over === undefined || over <= 0 ? undefined : `from ${formatTokens(over)} tokens`;
}
