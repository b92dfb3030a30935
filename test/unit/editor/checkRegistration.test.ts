import assert from 'node:assert/strict';
import { layers, type Layer } from '../../../src/broker/layers.ts';
import type { ContextLayer } from '../../../src/editor/contributed/api.ts';
import { checkRegistration } from '../../../src/editor/contributed/checkRegistration.ts';

const good = { name: 'tickets', layer: 'task', priority: 60, collect: () => undefined };
const nobody = (): undefined => undefined;

describe('a registration', () => {
  it('that is good is taken, its priority clamped below our own', () => {
    const { origin, name, layer, priority } = checkRegistration('acme.tickets', { ...good, priority: 99.5 }, nobody);
    assert.deepEqual([origin, name, layer, priority], ['acme.tickets', 'tickets', 'task', 69]);
    assert.equal(checkRegistration('acme.tickets', { ...good, priority: -3 }, nobody).priority, 0);
  });

  it('keeps what its collect is a method of', () => {
    class Tickets {
      readonly name = 'tickets';
      readonly layer = 'task';
      readonly priority = 1;
      readonly #open = 'SHOP-1';
      collect(): { title: string; reason: string; items: string[] } {
        return { title: 't', reason: 'r', items: [this.#open] };
      }
    }
    const { collect } = checkRegistration('acme.tickets', new Tickets(), nobody);
    assert.deepEqual(collect(undefined as never, undefined as never), { title: 't', reason: 'r', items: ['SHOP-1'] });
  });

  const bad: readonly (readonly [what: string, origin: unknown, contributor: unknown, says: RegExp])[] = [
    ['no id', undefined, good, /the id of your extension, "publisher\.name"/],
    ['an id without publisher', 'tickets', good, /the id of your extension/],
    ['nothing', 'acme.tickets', undefined, /cannot be a name; take letters/],
    ['an empty name', 'acme.tickets', { ...good, name: '' }, /"" cannot be a name/],
    ['an odd name', 'acme.tickets', { ...good, name: 'my tickets' }, /"my tickets" cannot be a name/],
    ['an endless name', 'acme.tickets', { ...good, name: 'x'.repeat(1_000) }, /cannot be a name/],
    ['a name of ours', 'acme.tickets', { ...good, name: 'ast' }, /the name ast is taken by Context Broker; choose another/],
    ['a name that we keep for ourselves', 'acme.tickets', { ...good, name: 'alwaysMemory' }, /taken by Context Broker/],
    ['a name that every object has', 'acme.tickets', { ...good, name: 'constructor' }, /"constructor" cannot be a name/],
    ['a name of another', 'acme.tickets', { ...good, name: 'taken' }, /the name taken is taken by other\.extension; choose another/],
    ['no layer', 'acme.tickets', { ...good, layer: undefined }, /layer undefined; there are system, mission/],
    ['an unknown layer', 'acme.tickets', { ...good, layer: 'attic' }, /layer "attic"; there are system/],
    ['an inherited layer', 'acme.tickets', { ...good, layer: 'toString' }, /layer "toString"; there are/],
    ['a priority in words', 'acme.tickets', { ...good, priority: 'high' }, /priority "high"; give a number from 0 to 69/],
    ['no number', 'acme.tickets', { ...good, priority: Number.NaN }, /give a number/],
    ['no collect', 'acme.tickets', { ...good, collect: 'later' }, /has no function collect/],
  ];
  for (const [what, origin, contributor, says] of bad) {
    it(`with ${what} is refused with what to do`, () => {
      const ownerOf = (name: string): string | undefined => (name === 'taken' ? 'other.extension' : undefined);
      assert.throws(() => checkRegistration(origin, contributor, ownerOf), says);
    });
  }

  it('has the layers of the broker: the copy that other extensions have names them all', () => {
    const same: readonly ContextLayer[] = layers;
    const back: readonly Layer[] = same;
    assert.equal(back.length, 12);
  });
});
