/** A part of what the model said. */
export type SaidPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  /** Signed, encrypted or unknown to us: for its provider alone, and replayed as it came. */
  | { readonly kind: 'provider'; readonly bytes: number };

/** A part of what a tool gave. Of data only the size is told: it is never counted as text. */
export type GivenPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly mimeType: string; readonly bytes: number }
  /** As JSON. */
  | { readonly kind: 'other'; readonly text: string };

export interface GivenResult {
  /** The id of the call. */
  readonly id: string;
  readonly name: string;
  /** The tool refused the call or failed. */
  readonly isFailure: boolean;
  readonly parts: readonly GivenPart[];
}

/** One round of the tool loop: a message of the model, and what the tools it called gave. */
export interface LoopGroup {
  readonly said: readonly SaidPart[];
  readonly given: readonly GivenResult[];
}

/** A part of a message as it is sent: the original one by its place, or a call with other arguments. */
export interface SaidView {
  readonly part: number;
  readonly input?: object;
}

/** A result as it is sent: its original parts by their place, or text that stands for them. */
export interface GivenView {
  readonly result: number;
  readonly parts: readonly GivenPartView[];
}

export type GivenPartView = { readonly part: number } | { readonly text: string };

/** A message of a request of the loop. It names what was said by its place: originals are replayed as they are. */
export type ViewMessage =
  | { readonly kind: 'prompt'; readonly at: number }
  /** A message of the user's side that we put in. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'said'; readonly group: number; readonly parts: readonly SaidView[] }
  | { readonly kind: 'given'; readonly group: number; readonly results: readonly GivenView[] };
