import { textOf, type BrokerTool } from './brokerTool.ts';
import { heading, line, rows } from './toolText.ts';

/** The body of a skill of the workspace. */
export const loadSkill: BrokerTool<{ readonly name: string }> = {
  parse: (input) => {
    const name = textOf(input, 'name', 'the name of a skill', 200);
    return typeof name === 'string' ? { name } : name;
  },
  tell: ({ name }) => ({ doing: `Loading the skill ${name}`, title: 'load a skill', reads: `the skill ${name} of this workspace` }),
  run: async ({ name }, { host, settings }, { signal }) => {
    const { skillFolders: folders } = settings.read().settings;
    const skill = await host.engine.loadSkill({ name, folders, at: new Date().toISOString() }, { signal });
    if (skill !== undefined)
      return [heading(`The skill ${skill.name} (${skill.path}):`), { text: skill.text, cut: 'prose', fence: skill.path }];
    const names = await host.engine.skillNames(folders, { signal });
    if (names.length === 0) return [line(`There is no skill ${name}: the workspace has none in ${folders.join(', ')}.`)];
    return [line(`There is no skill ${name}.`), heading('There are:'), ...rows(names.map((one) => `- ${one}`))];
  },
};
