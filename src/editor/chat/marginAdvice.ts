import type { Trace } from '../../broker/trace.ts';

/** So many turns in a row, and a person is told. */
const turnsInARow = 3;
const highest = 50;

/**
 * The margin, in percent of the window, that the estimator's error needs: where the last three turns of a model that were held against the
 * endpoint's count were each off by more than the margin. Undefined where it suffices. Nothing follows it by itself.
 */
export function marginAdvice(latestFirst: readonly Pick<Trace, 'model' | 'window' | 'margin' | 'calibration'>[]): number | undefined {
  const [latest] = latestFirst;
  if (latest?.calibration === undefined) return undefined;
  const isSame = ({ model }: Pick<Trace, 'model'>): boolean => model.vendor === latest.model.vendor && model.id === latest.model.id;
  const last = latestFirst.filter((turn) => turn.calibration !== undefined && isSame(turn)).slice(0, turnsInARow);
  const drifts = last.map(({ calibration, window, margin }) => {
    const drift = calibration?.drift ?? 0;
    return drift > margin ? (100 * drift) / Math.max(1, window.tokens) : 0;
  });
  if (drifts.length < turnsInARow || drifts.includes(0)) return undefined;
  return Math.min(highest, Math.ceil(Math.max(...drifts)) + 1);
}
