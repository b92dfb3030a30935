import type * as vscode from 'vscode';
import type { Projection } from '../../broker/projection.ts';
import type { Trace } from '../../broker/trace.ts';

/** What the output channel says of a turn: what was degraded, layers more than half full, what was shed, how far our count was off. */
export function logTrace({ degraded, layers, projection, calibration, model }: Trace, log: vscode.LogOutputChannel): void {
  for (const what of degraded) log.warn(`degraded: ${what}`);
  for (const [layer, { reserved, spent }] of Object.entries(layers)) {
    if (reserved > 0 && spent > reserved / 2) log.info(`layer ${layer}: ${String(spent)} of ${String(reserved)} reserved tokens`);
  }
  if (projection !== undefined) logProjection(projection, log);
  if (calibration === undefined) return;
  const { measured, served, drift } = calibration;
  const signed = `${drift < 0 ? '' : '+'}${String(drift)}`;
  log.info(`calibration: measured=${String(measured)} served=${String(served)} drift=${signed} model=${model.vendor}/${model.id}`);
}

/** Pairs of sizes that were warned of in this session: what may never be shed exceeds the share in turn after turn. */
const warned = new Set<string>();

function logProjection({ budget, used, overflow }: Projection, log: vscode.LogOutputChannel): void {
  if (overflow.length > 0) {
    const shed = overflow.map(
      ({ label, droppedItems, droppedTokens }) => `${label} (${String(droppedItems)} items, ${String(droppedTokens)} tokens)`,
    );
    log.info(`projection: ${String(used)} of ${String(budget)} tokens, shed ${shed.join(', ')}`);
  }
  if (used <= budget) return;
  const message = `projection: ${String(used)} tokens may not be shed, the share has ${String(budget)}`;
  if (warned.has(message)) log.debug(message);
  else log.warn(message);
  warned.add(message);
}
