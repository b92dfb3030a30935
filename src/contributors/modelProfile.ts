import type { Contributor } from '../broker/contributor.ts';
import type { TurnRequest } from './request.ts';

/** What is known of the model in use. Nothing in small windows: there it would cost more than it helps. */
export const modelProfile: Contributor<TurnRequest> = {
  name: 'modelProfile',
  collect: ({ model, window, budget }) => {
    if (budget < 4_000) return undefined;
    const calling = model.toolCalling === undefined ? '' : model.toolCalling ? ', calls tools' : ', cannot call tools';
    const text = `Model: ${model.family || model.id}, window ${String(window.tokens)} tokens${calling}\n`;
    return {
      source: `${model.vendor}/${model.id}`,
      reason: 'what is known of the model in use',
      head: '',
      items: [{ label: model.id, forms: [{ name: 'full', text }] }],
      ladder: [],
    };
  },
};
