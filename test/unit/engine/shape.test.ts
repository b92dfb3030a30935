import assert from 'node:assert/strict';
import { LocalEngine } from '../../../src/engine/localEngine.ts';
import { shapingLimits } from '../../../src/history/loop/shapingLimits.ts';
import { round, shapingRequest, shapingSettings } from '../history/loop/loops.ts';

describe('shaping in the engine', () => {
  const request = shapingRequest(20_000, [round(0, 'I look.', 40_000), round(1, 'I look.', 4_000)], {
    limits: shapingLimits(shapingSettings, 500, 20_000),
  });

  it('counts with the estimator in force', async () => {
    const engine = new LocalEngine();
    const [exact, quarter] = [await engine.shape(request, 'o200k_base'), await engine.shape(request, 'chars/4')];
    assert.equal(quarter.calls[1]?.tokens, 1_000);
    assert.equal(exact.calls[1]?.tokens, (await engine.count(['x'.repeat(4_000)], 'o200k_base'))[0]);
  });

  it('takes and gives plain data', async () => {
    const shaped = await new LocalEngine().shape(structuredClone(request), 'chars/4');
    assert.deepEqual(structuredClone(shaped), shaped);
    assert.deepEqual(JSON.parse(JSON.stringify(shaped)), shaped);
  });
});
