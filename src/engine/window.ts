import type { Window } from '../broker/budget.ts';
import type { AssembleRequest } from './api.ts';

/** The window in force, and what to say where the model does not tell it. */
export const windowOf = (request: Pick<AssembleRequest, 'window' | 'settings'>): Window =>
  request.window ?? { tokens: request.settings.fallbackWindow, kind: 'total', source: 'assumed: the model does not say' };
