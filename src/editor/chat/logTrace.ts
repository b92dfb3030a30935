import type * as vscode from 'vscode';
import type { Trace } from '../../broker/trace.ts';

/** What the output channel says of a turn: what was degraded, layers more than half full, how far our count was off. */
export function logTrace({ degraded, layers, calibration, model }: Trace, log: vscode.LogOutputChannel): void {
  for (const what of degraded) log.warn(`degraded: ${what}`);
  for (const [layer, { reserved, spent }] of Object.entries(layers)) {
    if (reserved > 0 && spent > reserved / 2) log.info(`layer ${layer}: ${String(spent)} of ${String(reserved)} reserved tokens`);
  }
  if (calibration === undefined) return;
  const { measured, served, drift } = calibration;
  const signed = `${drift < 0 ? '' : '+'}${String(drift)}`;
  log.info(`calibration: measured=${String(measured)} served=${String(served)} drift=${signed} model=${model.vendor}/${model.id}`);
}
