import type { Window } from '../../broker/budget.ts';
import type { AssembleRequest, AssembleResult } from '../../engine/api.ts';
import type { Settings } from '../../engine/settings.ts';
import { workingState } from '../chat/workingState.ts';
import { patience, textOf, type BrokerTool, type ToolPorts } from './brokerTool.ts';
import { contextWithin } from './contextWithin.ts';

interface Input {
  readonly task: string;
  readonly tokens: number;
}

const usual = 8_000;
const [least, most] = [500, 200_000];
/** What only a turn of `@broker` wants. */
const unwanted = ['skills', 'modelProfile', 'history', 'artifacts'];

/** The context that `@broker` would send for a task, for another agent. */
export const assembleContext: BrokerTool<Input> = {
  parse: (input) => {
    const task = textOf(input, 'task', 'what is to be done or found out', 20_000);
    if (typeof task !== 'string') return task;
    const { tokens = usual } = input;
    if (typeof tokens !== 'number' || !Number.isFinite(tokens)) return { mistake: '"tokens" is no number' };
    return { task, tokens: Math.round(Math.min(Math.max(tokens, least), most)) };
  },
  tell: ({ task }) => ({
    doing: `Assembling context for: ${task}`,
    title: 'assemble context for a task',
    reads: `what fits this task best in the workspace, what is open in the editor, and what contributors give: ${task}`,
  }),
  run: async ({ task, tokens }, ports, { budget = tokens, count, signal, token }) => {
    const { engine } = ports.host;
    const wanted = Math.max(0, Math.min(tokens, budget));
    const request = await ports.contributions.addTo(requestOf(task, wanted, ports), token);
    const [taskTokens = task.length] = await engine.count([task], request.settings.estimator);
    const assemble = (size: number): Promise<AssembleResult> => engine.assemble({ ...request, window: windowOf(size) }, { signal });
    return contextWithin(wanted, taskTokens, assemble, count);
  },
};

const windowOf = (tokens: number): Window => ({ tokens, kind: 'input', source: 'the caller of the tool' });

function requestOf(text: string, wanted: number, { settings: reader, warm }: ToolPorts): AssembleRequest {
  const { settings, warnings } = reader.read();
  return {
    text,
    command: '',
    session: 'tool',
    model: { id: 'any', vendor: 'tool', family: '' },
    window: windowOf(wanted),
    settings: forTool(settings),
    workingState: workingState(),
    warm: warm.places(),
    edited: warm.edited(),
    references: [],
    tools: [],
    history: [],
    degraded: warnings,
    patience,
  };
}

/** All of the window is for context, which is all that is injected. */
function forTool(settings: Settings): Settings {
  const { reserve, excluded } = settings.budget;
  const budget = {
    ...settings.budget,
    reserve: { ...reserve, marginPercent: 0 },
    projection: { codePercent: 0, otherPercent: 0, minimum: 0 },
    excluded: [...new Set([...excluded, ...unwanted])],
  };
  return { ...settings, budget };
}
