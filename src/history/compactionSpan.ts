export interface SpanLimits {
  /** Turns that stay verbatim where they fit. */
  readonly keep: number;
  /** Tokens for turns that stay. Negative: there would be none even without any turn. */
  readonly room: number;
}

/** How many of the oldest turns are replaced. */
export interface Span {
  readonly replaced: number;
  readonly kept: number;
  /** Whether what is kept is within the room. */
  readonly fits: boolean;
}

/** The latest turns are kept, as many as `keep`, fewer where they do not fit. `sizes` are tokens of turns, oldest first. */
export function compactionSpan(sizes: readonly number[], { keep, room }: SpanLimits): Span {
  let [kept, sum] = [0, 0];
  while (kept < Math.min(keep, sizes.length)) {
    sum += sizes[sizes.length - 1 - kept] ?? 0;
    if (sum > room) break;
    kept++;
  }
  return { replaced: sizes.length - kept, kept, fits: room >= 0 };
}
