import type * as vscode from 'vscode';
import type { Projection } from '../../broker/projection.ts';
import type { ShapingInForce, ShapingTrace, Trace } from '../../broker/trace.ts';

/** What the output channel says of turns: what was degraded, layers more than half full, what was shed, how far our count was off. */
export class TraceLog {
  readonly #log: vscode.LogOutputChannel;
  /** Pairs of sizes that were warned of: what may never be shed exceeds the share in turn after turn. */
  readonly #warned = new Set<string>();

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  write({ degraded, layers, projection, calibration, model, shaping, shapingInForce }: Trace): void {
    for (const what of degraded) this.#log.warn(`degraded: ${what}`);
    for (const [layer, { reserved, spent }] of Object.entries(layers)) {
      if (reserved > 0 && spent > reserved / 2) this.#log.info(`layer ${layer}: ${String(spent)} of ${String(reserved)} reserved tokens`);
    }
    if (projection !== undefined) this.#writeProjection(projection);
    if (shapingInForce !== undefined) this.#log.info(`shaping: ${inForceText(shapingInForce)}`);
    for (const one of shaping) this.#log.info(shapingText(one));
    if (calibration === undefined) return;
    const { measured, served, drift } = calibration;
    const signed = `${drift < 0 ? '' : '+'}${String(drift)}`;
    this.#log.info(`calibration: measured=${String(measured)} served=${String(served)} drift=${signed} model=${model.vendor}/${model.id}`);
  }

  #writeProjection({ budget, used, overflow }: Projection): void {
    if (overflow.length > 0) {
      const shed = overflow.map(
        ({ label, droppedItems, droppedTokens }) => `${label} (${String(droppedItems)} items, ${String(droppedTokens)} tokens)`,
      );
      this.#log.info(`projection: ${String(used)} of ${String(budget)} tokens, shed ${shed.join(', ')}`);
    }
    if (used <= budget) return;
    const message = `projection: ${String(used)} tokens may not be shed, the share has ${String(budget)}`;
    if (this.#warned.has(message)) this.#log.debug(message);
    else this.#log.warn(message);
    this.#warned.add(message);
  }
}

const inForceText = ({ isShaped, trigger, target, resultTokens, keptRounds, clearedTokens }: ShapingInForce): string =>
  `results=${String(resultTokens)}${isShaped ? ` trigger=${String(trigger)} target=${String(target)} rounds=${String(keptRounds)} cleared=${String(clearedTokens)}` : ''}`;

const shapingText = ({ request, what, count, before, after }: ShapingTrace): string =>
  `shaping: request ${String(request)}, ${what} ${String(count)}, ${String(before)} to ${String(after)} tokens`;
