import assert from 'node:assert/strict';
import { globMatcher } from '../../../src/contributors/globMatcher.ts';

describe('a glob', () => {
  const cases: readonly (readonly [glob: string, path: string, matches: boolean])[] = [
    ['src/**/*.{ts,tsx}', 'src/a/b.tsx', true],
    ['src/**/*.{ts,tsx}', 'src/b.ts', true],
    ['src/**/*.{ts,tsx}', 'lib/b.ts', false],
    ['/PLAN.md', 'PLAN.md', true],
    ['./PLAN.md', 'PLAN.md', true],
    ['PLAN.md', 'docs/PLAN.md', false],
    ['.specify/specs/*/tasks.md', '.specify/specs/001-a/tasks.md', true],
    ['app/(shop)/**', 'app/(shop)/page.tsx', true],
    ['app/\\(shop\\)/**', 'app/(shop)/page.tsx', true],
    ['c++/*', 'c++/a.ts', true],
    ['{a,b', 'a', false],
    ['', 'a', false],
  ];
  for (const [glob, path, matches] of cases) {
    it(`${glob} ${matches ? 'matches' : 'does not match'} ${path}`, () => {
      assert.equal(globMatcher(glob)?.(path) ?? false, matches);
    });
  }

  const names = ['a'.repeat(200), `${'a/'.repeat(100)}y`];
  const costly = [
    '(a+)+x',
    '{{a,b}+,c}+x',
    '[a]+[a]+[a]+[a]+x',
    '@(a|a)*(a|a)x',
    '{a,a}'.repeat(40),
    '*a*a*a*a*x',
    '**/*/**/*/**/*/**/x',
    '{1..999999999}x',
  ];
  for (const glob of costly) {
    it(`${glob.slice(0, 40)} is refused, or comes to an end`, () => {
      for (const name of names) assert.equal(globMatcher(glob)?.(name) ?? false, false);
    });
  }
});
