import { formatTokens } from './formatTokens.ts';
import { admissionOrder, chooseVersion, isWhole, tokensOf, totalOf, type Choice } from './choice.ts';
import { layers, type Layer } from './layers.ts';
import type { Ledger } from './ledger.ts';
import type { MeasuredBlock } from './measure.ts';

/** Judged by PROJECT and ADMIT alone. */
const notCutByLayer: ReadonlySet<string> = new Set(['alwaysMemory', 'sessionDigest']);

/**
 * FIT: loans for mandatory blocks, then each layer is cut to its reservation, then what no layer spent gives back what was cut.
 * The ledger's limits are moved for the loans, and by `settle` for the rest. `choices` is in table order, and so is the result.
 */
export function fit(choices: readonly Choice[], ledger: Ledger): Choice[] {
  lendToMandatory(choices, ledger);
  return giveBack(cutLayers(choices, ledger), ledger);
}

const leastTokens = (measured: MeasuredBlock): number => measured.least.tokens;

const inLayer = (choices: readonly Choice[], layer: Layer): Choice[] => choices.filter(({ measured }) => measured.block.layer === layer);

const mandatoryNeed = (choices: readonly Choice[], layer: Layer): number =>
  inLayer(choices, layer)
    .filter(({ measured }) => measured.isMandatory)
    .reduce((sum, { measured }) => sum + leastTokens(measured), 0);

/**
 * Mandatory blocks over their layer's limit borrow: first what is unreserved, then from layers without a mandatory block, the one whose
 * best contributor has the lowest priority first (a layer without any before all), at last what other mandatory layers do not need.
 * What cannot be borrowed is left to admission, which says so.
 */
function lendToMandatory(choices: readonly Choice[], ledger: Ledger): void {
  for (const layer of layers) {
    let missing = mandatoryNeed(choices, layer) - ledger.limit(layer);
    for (const donor of [undefined, ...donors(choices, layer)]) {
      if (missing <= 0) break;
      const spare = donor === undefined ? ledger.unreserved : ledger.limit(donor) - mandatoryNeed(choices, donor);
      const amount = Math.min(missing, Math.max(0, spare));
      ledger.lend(donor, layer, amount);
      missing -= amount;
    }
  }
}

function donors(choices: readonly Choice[], to: Layer): Layer[] {
  const holdsMandatory = (layer: Layer): number => (inLayer(choices, layer).some(({ measured }) => measured.isMandatory) ? 1 : 0);
  const best = (layer: Layer): number => Math.max(-1, ...inLayer(choices, layer).map(({ measured }) => measured.block.priority));
  return layers.filter((layer) => layer !== to).sort((a, b) => holdsMandatory(a) - holdsMandatory(b) || best(a) - best(b));
}

/** Within a layer mandatory blocks come first, then by priority; each gets what is left of the reservation. */
function cutLayers(choices: readonly Choice[], ledger: Ledger): Choice[] {
  const cut = new Map<MeasuredBlock, Choice>();
  for (const layer of layers) {
    const order = admissionOrder(inLayer(choices, layer));
    let left = ledger.limit(layer);
    let promised = mandatoryNeed(choices, layer);
    for (const choice of order) {
      const { measured } = choice;
      if (measured.isMandatory) promised -= leastTokens(measured);
      const next = notCutByLayer.has(measured.block.name) ? choice : cutTo(choice, left - promised, layer);
      left -= notCutByLayer.has(measured.block.name) ? 0 : tokensOf(next);
      cut.set(measured, next);
    }
  }
  return choices.map((choice) => cut.get(choice.measured) ?? choice);
}

function cutTo(choice: Choice, limit: number, layer: Layer): Choice {
  const { measured } = choice;
  if (measured.isMandatory && measured.isWhole) return choice;
  const version = measured.versionFor(limit) ?? (measured.isMandatory ? measured.least : undefined);
  return chooseVersion(choice, version, 'layer', `${layer} had ${formatTokens(Math.max(0, limit))} tokens left`);
}

/** By priority, everything that was cut grows again into what no layer spent. */
function giveBack(choices: readonly Choice[], ledger: Ledger): Choice[] {
  let unspent = ledger.remaining - totalOf(choices);
  const grown = new Map<MeasuredBlock, Choice>();
  for (const choice of admissionOrder(choices)) {
    if (isWhole(choice) || unspent <= 0) continue;
    const now = tokensOf(choice);
    const version = choice.measured.versionFor(now + unspent);
    if (version === undefined || version.tokens <= now) continue;
    const next = chooseVersion(choice, version, choice.limit ?? 'layer', choice.why ?? '');
    unspent -= tokensOf(next) - now;
    grown.set(choice.measured, next);
  }
  return choices.map((choice) => grown.get(choice.measured) ?? choice);
}

/**
 * Moves limits to what is sent in the end: a layer past its limit, by what it was given back or because its block is not cut by layer, takes
 * the difference from what is unreserved, then from what other layers leave unspent. Enough for any choices within the ledger's total.
 */
export function settle(choices: readonly Choice[], ledger: Ledger): void {
  const need = (layer: Layer): number => totalOf(inLayer(choices, layer));
  for (const layer of layers) {
    for (const donor of [undefined, ...layers.filter((other) => other !== layer)]) {
      const missing = need(layer) - ledger.limit(layer);
      if (missing <= 0) break;
      const spare = donor === undefined ? ledger.unreserved : ledger.limit(donor) - need(donor);
      ledger.lend(donor, layer, Math.min(missing, Math.max(0, spare)));
    }
  }
}
