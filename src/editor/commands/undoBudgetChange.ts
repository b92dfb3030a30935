import type { CommandPorts } from './ports.ts';

/** Takes back the latest change of a budget, pin, exclusion or priority, and says what came of it. */
export const undoBudgetChange = ({ changes }: CommandPorts): Promise<void> => changes.tellUndo();
