import assert from 'node:assert/strict';
import fc from 'fast-check';
import { closureParts } from '../../../src/signals/closureParts.ts';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { unitsOf } from '../../../src/signals/units.ts';

const partsOf = (text: string): { name: string | undefined; signature: string; text: string }[] => {
  const lines = text.split('\n');
  return closureParts({ from: 1, to: lines.length }, extractSignals('a.tsx', text).functions, lines).map(
    ({ name, signature, from, to }) => ({
      name,
      signature,
      text: lines.slice(from - 1, to).join('\n'),
    }),
  );
};

const renderer = `function renderer(options) {
  const { insert } = options

  /** Takes it away. */
  // later
  const unmount: UnmountFn = (
    node,
  ) => {
    const inner = () => {
      insert(node)
    }
    inner()
  }

  async function patch(a, b) {
    if (a) {
      const deeper = () => {
        b()
      }
    }
  }
  return {
    unmount,
    render() {
      patch()
    },
  }
}`;

describe('a long function by the functions in it', () => {
  it('has the functions of its body with their comments, and what stands between', () => {
    const parts = partsOf(renderer);
    assert.deepEqual(
      parts.map(({ name, signature }) => [name, signature]),
      [
        [undefined, 'function renderer(options) {'],
        ['unmount', 'const unmount: UnmountFn = (node) =>'],
        ['patch', 'async function patch(a, b)'],
        [undefined, 'return {'],
      ],
    );
    assert.match(parts[1]?.text ?? '', /^ {2}\/\*\* Takes it away\. \*\/\n {2}\/\/ later\n.*\n {2}\}$/su);
  });

  it('takes what a function is given to by the name of its variable', () => {
    const parts = partsOf(`function Dialog() {
  const close = useCallback(() => {
    done()
  }, [done])
  const answer = load(() => {
    return 1
  }).then((x) => {
    return x
  })
  return <div onClick={() => {
    close()
  }} />
}`);
    assert.deepEqual(
      parts.map(({ name }) => name),
      [undefined, 'close', undefined],
    );
  });

  for (const [what, text] of [
    ['holds none', 'function a() {\n  b()\n}'],
    ['holds them on single lines alone', 'const a = () => {\n  const b = () => 1\n}'],
    ['holds them as arguments', 'function a() {\n  on(() => {\n    b()\n  })\n}'],
    ['is empty', ''],
  ] as const) {
    it(`has no parts where it ${what}`, () => {
      assert.deepEqual(partsOf(text), []);
    });
  }

  it('loses no line and shows none twice, whatever stands in it', () => {
    const pieces = [
      'const a = () => {\n  b()\n}',
      'function c() {\n\n  d()\n}',
      'e()',
      '',
      '// f',
      'if (g) {\n  const h = () => {\n    i()\n  }\n}',
      '}',
      'const j = (',
      '`\n  k`',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (body) => {
        const text = `function long() {\n${body.join('\n').replace(/^/gmu, '  ')}\n}`;
        const parts = partsOf(text);
        const filled = (some: string): string[] => some.split('\n').filter((line) => line.trim() !== '');
        if (parts.length > 0)
          assert.deepEqual(
            parts.flatMap((part) => filled(part.text)),
            filled(text),
          );
      }),
    );
  });
});

describe('units of a file', () => {
  const long = (name: string): string => `  function ${name}() {\n${'    work()\n'.repeat(130)}  }\n`;

  it('are the functions in a function of more than 250 lines', () => {
    const text = `export function all() {\n${long('first')}${long('second')}  return first\n}\n`;
    const units = unitsOf(extractSignals('a.ts', text), text.split('\n'));
    assert.deepEqual(
      units.map(({ name, container, range }) => [name, container, ...range]),
      [
        ['all', 'all', 1, 1],
        ['all.first', 'all', 2, 133],
        ['all.second', 'all', 134, 265],
        ['all', 'all', 266, 267],
      ],
    );
  });

  it('are shorter functions as they are', () => {
    const text = `export function all() {\n${long('first')}  return first\n}\n`;
    assert.deepEqual(
      unitsOf(extractSignals('a.ts', text), text.split('\n')).map(({ range }) => range),
      [[1, 135]],
    );
  });
});
