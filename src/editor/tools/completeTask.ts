import { openTasks, planOf, tick } from '../commands/planTask.ts';
import { textOf, type BrokerTool } from './brokerTool.ts';
import { heading, line, rows } from './toolText.ts';

/** Ticks the box of a task of the plan, and nothing else. */
export const completeTask: BrokerTool<{ readonly task: string }> = {
  writes: true,
  parse: (input) => {
    const task = textOf(input, 'task', 'the words of a task', 1_000);
    return typeof task === 'string' ? { task } : task;
  },
  tell: ({ task }) => ({
    doing: `Ticking the task ${task}`,
    title: 'tick a task of the plan',
    changes: `the box of the task "${task}" in the plan of this workspace`,
  }),
  run: async ({ task }, ports) => {
    const plan = await planOf(ports);
    const open = openTasks(plan);
    const named = open.filter(({ text }) => text === task);
    const [found] = named;
    if (found === undefined)
      return [
        line(`${plan.file} has no open task "${task}".`),
        heading('Open are:'),
        ...rows(
          open.map(({ text }) => `- ${text}`),
          '',
        ),
      ];
    if (named.length > 1) return [line(`${plan.file} has ${String(named.length)} open tasks "${task}": nothing was ticked.`)];
    const { isSaved } = await tick(plan, found);
    const left = open.length - 1;
    return [line(`Ticked in ${plan.file}, line ${String(found.line)}${isSaved ? '' : ' (not saved yet)'}; ${String(left)} open.`)];
  },
};
