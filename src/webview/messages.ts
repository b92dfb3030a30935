/** What the Budget view shows, as plain data. Tokens are those of the last turn's window. */
export interface BudgetState {
  /** The question of the last turn; absent where there is none. */
  readonly turn?: string;
  /** One line on window, budget and what was sent. */
  readonly summary: string;
  /** How the window was used, in percent of it: adds up to 100. */
  readonly shares: readonly Share[];
  readonly fields: readonly Field[];
  readonly scopes: readonly { readonly value: string; readonly label: string }[];
  /** What can be undone. */
  readonly undo?: string;
  /** What differs from the turn before. */
  readonly since: readonly string[];
}

export interface Share {
  readonly label: string;
  readonly percent: number;
  /** A colour of the theme, as a CSS variable's name. */
  readonly color: string;
}

/** A figure that can be changed. */
export interface Field {
  /** Of the setting, without the section. */
  readonly name: string;
  readonly group: string;
  readonly label: string;
  readonly tooltip: string;
  /** Tokens spent and what they are measured against; absent where nothing is spent. */
  readonly spent?: number;
  readonly of?: number;
  readonly value: number;
  readonly unit: 'tokens' | '%';
  readonly source: string;
  readonly isDefault: boolean;
}

export type FromPage =
  | { readonly kind: 'ready' }
  /** Asks what a figure, as it was typed, would do to the last turn. */
  | { readonly kind: 'try'; readonly id: number; readonly name: string; readonly typed: string }
  | { readonly kind: 'apply'; readonly name: string; readonly typed: string; readonly scope: string }
  | { readonly kind: 'reset'; readonly name: string; readonly scope: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'flow' };

export type ToPage =
  { readonly kind: 'state'; readonly state: BudgetState } | { readonly kind: 'tried'; readonly id: number; readonly text: string };
