import { dropLastFirst, type Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import type { TurnRequest } from './request.ts';

/** What the person worked on in the last minutes; as many rows as the settings say. */
export const warmSymbols: Contributor<TurnRequest> = {
  name: 'warmSymbols',
  collect: ({ warm, settings }) => {
    const items = warm.slice(0, settings.signalRows).map(({ path, name, line, edited }): Item => ({
      label: name,
      path,
      forms: [{ name: 'row', text: `- ${name} ${path}:${String(line)} (${edited ? 'edited' : 'visited'})\n` }],
    }));
    if (items.length === 0) return undefined;
    return {
      source: 'editor',
      reason: 'symbols edited or visited most, the latest counting most',
      head: '## Recently worked on\n',
      items,
      ladder: dropLastFirst(items),
    };
  },
};
