import { changeSettings } from '../settings/changeSetting.ts';
import { formatTokens } from '../views/format.ts';
import { wholeNumber } from './inputNumber.ts';
import type { CommandPorts } from './ports.ts';

const name = 'projection.percent';

/** Changes which share of the window injected context may use. */
export async function setBudgetShare({ settings, turns }: CommandPorts, given: unknown): Promise<void> {
  const { codePercent } = settings.read().settings.budget.projection;
  const share = turns.latest?.trace.projection;
  const last = share === undefined ? '' : ` The last turn used ${formatTokens(share.used)} of ${formatTokens(share.budget)} tokens.`;
  const value = await wholeNumber(settings, name, {
    given,
    title: 'Set Budget Share',
    prompt: `Percent of the window for injected context in requests that touch code; 0 is unbounded.${last}`,
    value: codePercent,
  });
  if (value !== undefined)
    await changeSettings(
      [{ name, value }],
      `Injected context may use ${value === 0 ? 'the whole budget' : `${String(value)} % of the window`}.`,
    );
}
