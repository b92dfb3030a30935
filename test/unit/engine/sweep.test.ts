import assert from 'node:assert/strict';
import { admit } from '../../../src/broker/admission.ts';
import { dropLastFirst, type Block, type Item } from '../../../src/broker/block.ts';
import { budgetFor, projectionFor } from '../../../src/broker/budget.ts';
import { tokensOf, totalOf, type Choice } from '../../../src/broker/choice.ts';
import { fit, settle } from '../../../src/broker/fit.ts';
import { layers, reservationsFor } from '../../../src/broker/layers.ts';
import { Ledger } from '../../../src/broker/ledger.ts';
import { MeasuredBlock } from '../../../src/broker/measure.ts';
import { project } from '../../../src/broker/projection.ts';
import { overheadFor } from '../../../src/broker/render.ts';
import { neverShed, shedOrder, stablePrompt } from '../../../src/broker/table.ts';
import type { TokenCounter } from '../../../src/broker/tokens.ts';
import { createCounter } from '../../../src/tokens/counter.ts';
import { block, characters } from '../broker/helpers.ts';
import { collectedBlocks } from './collectedBlocks.ts';
import { plannedRoots, plannedTurn } from './plannedWorkspace.ts';
import { assembled, openEngine, settings } from './workspaceFixture.ts';

/** Counts characters, and how often it was asked. */
class Meter implements TokenCounter {
  readonly name = 'characters';
  readonly approximate = false;
  asked = 0;

  count(text: string): ReturnType<TokenCounter['count']> {
    this.asked++;
    return characters.count(text);
  }
}

interface Measured {
  readonly choice: Choice;
  readonly meter: Meter;
}

const measure = (one: Block): Measured => {
  const meter = new Meter();
  const measured = new MeasuredBlock(one, meter);
  return { choice: { measured, version: measured.whole }, meter };
};

/** Every block of a workspace in which everybody speaks, and one of each kind that there is not yet. */
async function everyBlock(): Promise<Measured[]> {
  const { folder, one } = plannedTurn();
  const { blocks } = await collectedBlocks(folder, one);
  const items = ['one', 'two', 'three'].map((text): Item => ({ label: text, forms: [{ name: 'row', text: `- ${text}\n` }] }));
  const always = block('workingState', items, { name: 'alwaysMemory', layer: 'memory', ladder: [] });
  const contributed = block('graph', items, { name: 'theirs', origin: 'other.extension', priority: 60, ladder: dropLastFirst(items) });
  return [...blocks, always, contributed].map(measure);
}

/** In the order in which they are given room: against the shed order, contributed ones last. */
const place = ({ measured }: Choice): number => (shedOrder as readonly string[]).indexOf(measured.block.name);
const byRoom = (choices: readonly Choice[]): Choice[] => choices.filter((one) => isShed(one)).sort((a, b) => place(b) - place(a));
const isShed = ({ measured: { block: one } }: Choice): boolean => !neverShed.has(one.name) && !stablePrompt.has(one.name);

describe('every share from 0 to all that is injected', () => {
  let all: Measured[];
  before(async () => {
    all = await everyBlock();
  });

  it('is kept, but for what may never be shed; gives no less for more; and asks for at most one text a row', () => {
    const choices = all.map(({ choice }) => choice);
    const injected = choices.filter(({ measured }) => !stablePrompt.has(measured.block.name));
    const never = injected.filter((one) => neverShed.has(one.measured.block.name));
    const skills = choices.find(({ measured }) => measured.block.name === 'skills');
    assert.ok(skills !== undefined && never.length === 3);
    const floor = totalOf(never) + skills.measured.least.tokens;
    let last: { choices: Choice[]; used: number } | undefined;
    for (let share = 0; share <= totalOf(injected) + 1; share++) {
      for (const { meter } of all) meter.asked = 0;
      const { choices: held, projection } = project(choices, share);
      assert.ok(projection.used <= Math.max(share, floor));
      for (const one of never) assert.ok(held.includes(one), one.measured.block.name);
      assert.ok((held.find(({ measured }) => measured === skills.measured)?.version?.tokens ?? 0) >= skills.measured.least.tokens);
      const shed = projection.overflow.reduce((sum, { droppedTokens }) => sum + droppedTokens, 0);
      assert.equal(projection.used + shed, totalOf(injected));
      for (const { meter, choice } of all) assert.ok(meter.asked <= choice.measured.block.ladder.length, choice.measured.block.name);
      if (last !== undefined) {
        assert.ok(projection.used >= last.used);
        const [less, more] = [byRoom(last.choices), byRoom(held)];
        const differs = less.findIndex((one, at) => tokensOf(one) !== tokensOf(more[at] as Choice));
        if (differs >= 0) assert.ok(tokensOf(more[differs] as Choice) > tokensOf(less[differs] as Choice));
      }
      last = { choices: held, used: projection.used };
    }
    assert.equal(last?.used, totalOf(injected), 'nothing is shed where there is room for all');
  });

  it('of one block: each larger limit gives a version that is no smaller', () => {
    for (const { choice } of all) {
      let before = 0;
      for (let limit = 0; limit <= choice.measured.whole.tokens; limit++) {
        const version = choice.measured.versionFor(limit);
        assert.ok((version?.tokens ?? 0) <= limit && (version?.tokens ?? 0) >= before);
        before = version?.tokens ?? before;
      }
      assert.equal(before, choice.measured.whole.tokens);
    }
  });
});

describe('every window from 0 to one that holds all', () => {
  it('stays within its budget and every layer’s limit, has what must go in or says that it cannot, and lends no more than there is', async () => {
    const choices = (await everyBlock()).map(({ choice }) => choice);
    const { reserve, projection } = settings().budget;
    const least = choices.filter(({ measured }) => measured.isMandatory).reduce((sum, { measured }) => sum + measured.least.tokens, 0);
    const overhead = overheadFor(choices);
    let [overflows, last] = [0, 0];
    for (let tokens = 0; tokens <= 40_000; tokens += tokens < 4_096 ? 1 : 37) {
      const { budget } = budgetFor({ tokens, kind: 'total', source: 'test' }, reserve);
      const ledger = new Ledger(budget, reservationsFor(budget).reservations, overhead);
      const unreserved = ledger.unreserved;
      const fitted = fit(choices, ledger);
      const share = projectionFor(tokens, budget, 'fix', projection);
      const result = admit(share === undefined ? fitted : project(fitted, share).choices, Math.max(0, budget - overhead));
      if (result.kind === 'admitted') settle(result.choices, ledger);
      const lent = layers.reduce((sum, layer) => sum + ledger.accounts()[layer].lent, 0);
      assert.equal(lent, unreserved - ledger.unreserved, 'what is lent and given back comes from somewhere');
      if (result.kind === 'ContextOverflowError') {
        assert.ok(least > budget - overhead);
        overflows++;
        continue;
      }
      for (const one of result.choices) ledger.spend(one.measured.block.layer, tokensOf(one)); // throws over any limit
      assert.ok(ledger.spent + overhead <= budget);
      for (const { measured, version } of result.choices)
        if (measured.isMandatory) assert.ok((version?.tokens ?? 0) >= measured.least.tokens);
      last = totalOf(result.choices);
    }
    assert.ok(overflows > 100, 'small windows are among them');
    assert.equal(last, totalOf(choices), 'the largest holds all');
  });
});

describe('windows from 1,024 to 200,000', () => {
  it('account for every collected token: what was sent, what was cut and what was dropped, counted again from the texts', async () => {
    const { folder, one } = plannedTurn();
    const engine = await openEngine(folder, { state: plannedRoots(folder).state, exclude: ['state/**'] });
    const counter = await createCounter('o200k_base');
    let answered = 0;
    for (let tokens = 1_024; tokens < 200_000; tokens = Math.ceil(tokens * 1.15)) {
      const result = await engine.assemble({ ...one, window: { tokens, kind: 'total', source: 'test' } });
      if (result.kind === 'ContextOverflowError') continue;
      answered++;
      const { trace, blocks } = assembled(result);
      let [collected, sent, cut, dropped] = [0, 0, 0, 0];
      for (const { name, sent: text, whole = text, beside = '' } of blocks) {
        const traced = trace.blocks.find((block) => block.name === name);
        assert.ok(traced);
        if (name !== 'history') {
          assert.equal(traced.originalTokens, counter.count(whole) + counter.count(beside), name);
          assert.equal(traced.tokens, traced.admitted ? counter.count(text) + counter.count(beside) : 0, name);
        }
        collected += traced.originalTokens;
        if (traced.admitted) [sent, cut] = [sent + traced.tokens, cut + traced.originalTokens - traced.tokens];
        else dropped += trace.dropped.find((block) => block.name === name)?.tokens ?? 0;
      }
      assert.equal(collected, sent + cut + dropped);
      assert.equal(sent, trace.admittedTotal);
      for (const name of ['persona', 'user', 'workingState', 'task', 'skills', 'references'])
        assert.ok(trace.admitted.includes(name), name);
    }
    assert.ok(answered > 20);
  });
});
