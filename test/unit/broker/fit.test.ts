import assert from 'node:assert/strict';
import fc from 'fast-check';
import { admit } from '../../../src/broker/admission.ts';
import { segmentsOf } from '../../../src/broker/block.ts';
import { admissionOrder, isWhole, tokensOf, totalOf, type Choice } from '../../../src/broker/choice.ts';
import { fit, settle } from '../../../src/broker/fit.ts';
import { reservationsFor } from '../../../src/broker/layers.ts';
import { Ledger } from '../../../src/broker/ledger.ts';
import { project } from '../../../src/broker/projection.ts';
import { shedOrder, stablePrompt } from '../../../src/broker/table.ts';
import { anyBlocks, block, choice, item } from './helpers.ts';

const ledgerFor = (budget: number): Ledger => new Ledger(budget, reservationsFor(budget).reservations);
const sizes = (choices: readonly Choice[]): Record<string, number> =>
  Object.fromEntries(choices.map((one) => [one.measured.block.name, tokensOf(one)]));

describe('FIT', () => {
  it('cuts a layer to its reservation where every other layer spends its own', () => {
    const others = ['user', 'references', 'instructions', 'ast', 'history', 'projectMap'].map((name) =>
      choice(block(name, [item(16_000)])),
    );
    const fitted = fit(
      [
        ...others,
        choice(
          block(
            'code',
            Array.from({ length: 20 }, () => item(1_000)),
          ),
        ),
      ],
      ledgerFor(89_600),
    );
    assert.ok((sizes(fitted)['code'] ?? 0) <= 20_000);
  });
  it('gives back what no layer spent: nothing is cut in an empty window', () => {
    const references = choice(block('references', [item(60_000, 100, 10)], { ladder: [0, 0] }));
    assert.deepEqual(sizes(fit([references], ledgerFor(89_600))), { references: 60_000 });
  });
  it('gives back by priority', () => {
    const code = choice(
      block(
        'code',
        Array.from({ length: 9 }, () => item(10_000)),
      ),
    );
    const map = choice(
      block(
        'projectMap',
        Array.from({ length: 9 }, () => item(10_000)),
      ),
    );
    assert.deepEqual(sizes(fit([code, map], ledgerFor(89_600))), { code: 80_000, projectMap: 0 });
  });
  it('lends to a mandatory block what is unreserved first, then from the layer with the least priority', () => {
    const ledger = ledgerFor(89_600);
    const user = choice(block('user', [item(12_000)], { ladder: [] }));
    const map = choice(block('projectMap', [item(100)]));
    fit([user, map], ledger);
    const accounts = ledger.accounts();
    assert.equal(accounts.user.lent, 4_000);
    assert.equal(
      accounts.plan.lent + accounts.memory.lent + accounts.artifacts.lent + accounts.mission.lent + accounts.system.lent,
      -2_400,
    );
    assert.equal(accounts.graph.lent, 0);
  });
  it('never trims a mandatory block', () => {
    const user = choice(block('user', [item(80_000)], { ladder: [] }));
    assert.deepEqual(sizes(fit([user], ledgerFor(89_600))), { user: 80_000 });
  });
});

describe('the versions of a block', () => {
  const within = (one: Choice, limit: number): number => one.measured.versionFor(limit)?.tokens ?? 0;
  it('pass over what does not fit and try the next', () => {
    assert.equal(within(choice(block('code', [item(10), item(100), item(20)])), 40), 30);
  });
  it('end at what does not fit where no gap may be', () => {
    const history = choice(block('code', [item(10), item(100), item(20)], { ladder: [0, 1, 2], gapless: true }));
    assert.equal(within(history, 40), 20);
  });
  it('give up bodies before signatures where the ladder says so', () => {
    const both = choice(block('code', [item(50, 5), item(50, 5)], { ladder: [1, 0, 1, 0] }));
    assert.deepEqual([within(both, 100), within(both, 60), within(both, 12), within(both, 5)], [100, 55, 10, 5]);
  });
  it('put a group between its head and tail, once', () => {
    const group = { head: '<', tail: '>' };
    const grouped = block('code', [{ ...item(3), group }, { ...item(2), group }, item(1)]);
    assert.deepEqual(segmentsOf(grouped, [0, 0, 0]), ['<xxxxx>x']);
    assert.deepEqual(segmentsOf(grouped, [undefined, 0, undefined]), ['<xx>']);
    assert.deepEqual([within(choice(grouped), 7), within(choice(grouped), 6), within(choice(grouped), 4)], [7, 6, 4]);
  });
  it('are within the limit and give no less for more', () => {
    fc.assert(
      fc.property(anyBlocks(), fc.nat(2_000), fc.nat(300), (blocks, limit, more) => {
        for (const { measured } of blocks.map(choice)) {
          const [small, large] = [measured.versionFor(limit), measured.versionFor(limit + more)];
          assert.ok((small?.tokens ?? 0) <= limit);
          assert.ok((large?.tokens ?? 0) >= (small?.tokens ?? 0));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('PROJECT', () => {
  it('sheds in the fixed order, the lowest-ranked row first, then the block', () => {
    const names = ['instructions', 'workingState', 'code', 'ast', 'modelProfile', 'projectMap'];
    const choices = names.map((name) => choice(block(name, [item(100), item(100)], name === 'workingState' ? { ladder: [] } : {})));
    const { choices: left, projection } = project(choices, 500);
    assert.deepEqual(sizes(left), { instructions: 200, workingState: 200, code: 0, ast: 0, modelProfile: 100, projectMap: 0 });
    assert.deepEqual(
      projection.overflow.map(({ label, droppedItems, droppedTokens }) => [label, droppedItems, droppedTokens]),
      [
        ['projectMap', 2, 200],
        ['ast', 2, 200],
        ['code', 2, 200],
        ['modelProfile', 1, 100],
      ],
    );
    assert.equal(projection.used, 500);
  });
  it('never sheds the working state, and delivers it over the budget', () => {
    const { choices, projection } = project([choice(block('workingState', [item(600)], { ladder: [] }))], 100);
    assert.deepEqual(sizes(choices), { workingState: 600 });
    assert.deepEqual(projection, { budget: 100, used: 600, overflow: [] });
  });
  it('sheds contributed blocks before all of ours', () => {
    const other = choice(block('ast', [item(100)], { name: 'contributed', priority: 69, origin: 'some.extension' }));
    assert.deepEqual(sizes(project([choice(block('projectMap', [item(100)])), other], 100).choices), { projectMap: 100, contributed: 0 });
  });
  it('holds what may be shed to the budget, takes nothing from the stable prompt, and gives no less for more', () => {
    fc.assert(
      fc.property(anyBlocks(), fc.nat(4_000), fc.nat(500), (blocks, budget, more) => {
        const choices = blocks.map(choice);
        const { choices: left, projection } = project(choices, budget);
        const floor = totalOf(
          choices
            .filter(({ measured }) => measured.isMandatory && !stablePrompt.has(measured.block.name))
            .map((one) => ({ ...one, version: one.measured.least })),
        );
        assert.ok(projection.used <= Math.max(budget, floor));
        for (const [place, one] of left.entries()) if (stablePrompt.has(one.measured.block.name)) assert.equal(one, choices[place]);
        assert.ok(project(choices, budget + more).projection.used >= projection.used);
        assert.equal(
          totalOf(choices) - totalOf(left),
          projection.overflow.reduce((sum, { droppedTokens }) => sum + droppedTokens, 0),
        );
      }),
    );
  });
});

describe('ADMIT', () => {
  it('skips what does not fit and tries the next', () => {
    const choices = [choice(block('code', [item(100)])), choice(block('ast', [item(30)]))];
    const result = admit(choices, 50);
    assert.ok(result.kind === 'admitted');
    assert.deepEqual(sizes(result.choices), { code: 0, ast: 30 });
  });
  it('names the mandatory block that is over the budget', () => {
    const result = admit([choice(block('persona', [item(10)], { ladder: [] })), choice(block('user', [item(100)], { ladder: [] }))], 50);
    const largest = [
      { name: 'user', tokens: 100, pinned: false },
      { name: 'persona', tokens: 10, pinned: false },
    ];
    assert.deepEqual(result, { kind: 'ContextOverflowError', block: 'user', tokens: 100, mandatoryTokens: 110, largest, budget: 50 });
  });
  it('shrinks a block that must go in at least, down to its least', () => {
    const choices = [
      choice(block('user', [item(40)], { ladder: [] })),
      choice(block('references', [item(100, 20, 5)], { ladder: [0, 0] })),
    ];
    const result = admit(choices, 50);
    assert.ok(result.kind === 'admitted');
    assert.deepEqual(sizes(result.choices), { user: 40, references: 5 });
  });
  it('keeps the total within the budget, every mandatory block in, and the first that differs larger under the larger budget', () => {
    fc.assert(
      fc.property(anyBlocks(), fc.nat(3_000), fc.nat(500), (blocks, budget, more) => {
        const choices = blocks.map(choice);
        const [small, large] = [admit(choices, budget), admit(choices, budget + more)];
        if (small.kind !== 'admitted') return;
        assert.ok(large.kind === 'admitted');
        assert.ok(totalOf(small.choices) <= budget);
        for (const one of small.choices) if (one.measured.isMandatory) assert.notEqual(one.version, undefined);
        const [a, b] = [admissionOrder(small.choices), admissionOrder(large.choices)];
        const different = a.findIndex((one, place) => tokensOf(one) !== tokensOf(b[place] as Choice));
        if (different >= 0) assert.ok(tokensOf(b[different] as Choice) > tokensOf(a[different] as Choice));
      }),
      { numRuns: 500 },
    );
  });
});

describe('FIT, PROJECT and ADMIT together', () => {
  it('spend within every layer and within the budget, and account for every collected token', () => {
    fc.assert(
      fc.property(anyBlocks(2_000), fc.integer({ min: 200, max: 30_000 }), fc.nat(15_000), (blocks, budget, share) => {
        const choices = blocks.map(choice);
        const ledger = ledgerFor(budget);
        const result = admit(project(fit(choices, ledger), share).choices, budget);
        if (result.kind !== 'admitted') return;
        settle(result.choices, ledger);
        for (const one of result.choices) ledger.spend(one.measured.block.layer, tokensOf(one)); // throws when a limit is broken
        assert.ok(ledger.spent <= budget);
        assert.equal(result.choices.length, choices.length);
        for (const one of result.choices) if (!isWhole(one)) assert.ok(one.limit !== undefined && one.why !== undefined);
      }),
      { numRuns: 500 },
    );
  });
  it('lend and give back no more than reservations and what is unreserved hold', () => {
    fc.assert(
      fc.property(anyBlocks(3_000), fc.integer({ min: 0, max: 30_000 }), (blocks, budget) => {
        const ledger = ledgerFor(budget);
        const unreserved = ledger.unreserved;
        const result = admit(fit(blocks.map(choice), ledger), budget);
        if (result.kind === 'admitted') settle(result.choices, ledger);
        const accounts = Object.values(ledger.accounts());
        assert.equal(
          accounts.reduce((sum, { lent }) => sum + lent, 0),
          unreserved - ledger.unreserved,
        );
        for (const { reserved, lent } of accounts) assert.ok(reserved + lent >= 0);
      }),
      { numRuns: 500 },
    );
  });
  it('lose exactly what left of each item: what was sent, cut and dropped together is what was collected', () => {
    fc.assert(
      fc.property(anyBlocks(2_000), fc.integer({ min: 200, max: 30_000 }), fc.nat(15_000), (blocks, budget, share) => {
        const result = admit(project(fit(blocks.map(choice), ledgerFor(budget)), share).choices, budget);
        if (result.kind !== 'admitted') return;
        for (const { measured, version } of result.choices) {
          const size = (place: number, form: number | undefined): number =>
            measured.block.items[place]?.forms[form ?? -1]?.text.length ?? 0;
          const left = measured.block.items.reduce((sum, _, at) => sum + size(at, 0) - size(at, version?.selection[at]), 0);
          assert.equal((version?.tokens ?? 0) + left, measured.whole.tokens);
        }
      }),
      { numRuns: 500 },
    );
  });
  it('overflow exactly when the mandatory blocks alone exceed the budget', () => {
    fc.assert(
      fc.property(anyBlocks(2_000), fc.integer({ min: 0, max: 10_000 }), (blocks, budget) => {
        const choices = blocks.map(choice);
        const least = choices.filter(({ measured }) => measured.isMandatory).reduce((sum, { measured }) => sum + measured.least.tokens, 0);
        const result = admit(project(fit(choices, ledgerFor(budget)), 1_000).choices, budget);
        assert.equal(result.kind === 'ContextOverflowError', least > budget);
      }),
    );
  });
});

describe('a block too large for the share', () => {
  it('leaves its room to those that are shed before it', () => {
    const instructions = choice(block('instructions', [item(1_000)], { ladder: [0] }));
    const code = choice(block('code', [item(300), item(300)]));
    const { choices, projection } = project([instructions, code], 500);
    assert.deepEqual(sizes(choices), { instructions: 0, code: 300 });
    assert.deepEqual(
      projection.overflow.map(({ label }) => label),
      ['code', 'instructions'],
    );
  });

  it('is shed where its priority stands, if the user changed it', () => {
    const blocks = (priority: number): Choice[] => [
      choice(block('code', [item(300)])),
      choice(block('semantic', [item(300)], { priority })),
      choice(block('graph', [item(300)])),
    ];
    assert.deepEqual(sizes(project(blocks(58), 300).choices), { code: 300, semantic: 0, graph: 0 });
    assert.deepEqual(sizes(project(blocks(90), 300).choices), { code: 0, semantic: 300, graph: 0 });
    assert.deepEqual(sizes(project(blocks(20), 600).choices), { code: 300, semantic: 0, graph: 300 });
  });

  it('of two shares, the first block against the shed order that differs is larger under the larger one', () => {
    const priority = (name: string): number => [...shedOrder].reverse().indexOf(name as (typeof shedOrder)[number]);
    fc.assert(
      fc.property(anyBlocks(), fc.nat(4_000), fc.nat(500), (blocks, budget, more) => {
        const choices = blocks.map(choice);
        const order = (all: readonly Choice[]): Choice[] =>
          all
            .filter((one) => priority(one.measured.block.name) >= 0)
            .sort((a, b) => priority(a.measured.block.name) - priority(b.measured.block.name));
        const [small, large] = [order(project(choices, budget).choices), order(project(choices, budget + more).choices)];
        const different = small.findIndex((one, place) => tokensOf(one) !== tokensOf(large[place] as Choice));
        if (different >= 0) assert.ok(tokensOf(large[different] as Choice) > tokensOf(small[different] as Choice));
      }),
      { numRuns: 500 },
    );
  });
});
