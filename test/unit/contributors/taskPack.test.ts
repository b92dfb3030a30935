import assert from 'node:assert/strict';
import { task } from '../../../src/contributors/task.ts';
import { taskPack } from '../../../src/contributors/taskPack.ts';
import { collected, turn, versions } from './request.ts';

const packFor = async (command: string, files: Readonly<Record<string, string>>): Promise<string> =>
  (await versions(taskPack, turn(files, { command })))[0] ?? '';

describe('taskPack', () => {
  const files = {
    'packages/core/src/a.ts': '',
    'packages/core/package.json': '{ "scripts": { "test": "vitest run", "lint": "eslint ." }, "devDependencies": { "vitest": "3" } }',
    'packages/core/tsconfig.json': '{ "extends": "../../tsconfig.base" }',
    'tsconfig.base.json': '{ "compilerOptions": { /* "strict": false */\n // "strict": false\n "strict": true } }',
    'package.json': '{ "scripts": { "test": "turbo test", "lint": "turbo lint" }, "packageManager": "pnpm@9.1.0", "prettier": {} }',
    'eslint.config.mjs': '',
    'commitlint.config.js': '',
  };

  it('tells for a fix how this project is tested, formatted and checked, from the manifest nearest to the target', async () => {
    assert.equal(
      await packFor('fix', files),
      `## For this task
- tests: \`pnpm test\` in packages/core runs \`vitest run\`
- style: prettier, eslint, checked by \`pnpm run lint\` in packages/core
- types: strict TypeScript
- commits: messages are checked by commitlint
- see to: a test that fails without the fix
- see to: callers of what changes still hold
`,
    );
  });

  it('differs by command, and has nothing for questions', async () => {
    assert.match(await packFor('implement', files), /- see to: a test for each new behaviour\n/u);
    assert.doesNotMatch(await packFor('review', files), /commits/u);
    assert.match(await packFor('review', files), /- see to: each changed behaviour has a test\n/u);
    assert.doesNotMatch(await packFor('plan', files), /see to/u);
    for (const command of ['', 'explain', 'preview']) assert.equal(await packFor(command, files), '');
  });

  it('loses lines from the end', async () => {
    assert.equal((await versions(taskPack, turn(files, { command: 'fix' }))).at(-1)?.split('\n').length, 3);
  });

  const cases: readonly (readonly [title: string, files: Readonly<Record<string, string>>, line: RegExp])[] = [
    [
      'the framework beside a script that does not name it',
      { 'package.json': '{"scripts":{"test":"node run.js"},"dependencies":{"mocha":"1"}}' },
      /- tests: `npm test` runs `node run\.js`, mocha\n/u,
    ],
    ['the framework alone', { 'package.json': '{"devDependencies":{"jest":"1"}}' }, /- tests: jest\n/u],
    ['the manager by its lock file', { 'package.json': '{"scripts":{"test":"x"}}', 'yarn.lock': '' }, /`yarn test`/u],
    ['TypeScript that is not strict', { 'tsconfig.json': '{"compilerOptions":{"strict":false}}' }, /- types: TypeScript without strict\n/u],
    ['biome', { 'biome.json': '{}' }, /- style: biome\n/u],
  ];
  for (const [title, some, line] of cases) {
    it(`knows ${title}`, async () => {
      assert.match(await packFor('fix', { 'a.ts': '', ...some }), line);
    });
  }

  const checksOnly = '## For this task\n- see to: a test that fails without the fix\n- see to: callers of what changes still hold\n';
  const silent: readonly (readonly [title: string, files: Readonly<Record<string, string>>])[] = [
    ['nothing', {}],
    ['the placeholder of npm', { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' }],
    ['fields of another kind', { 'package.json': '{"scripts":["test"],"devDependencies":null,"packageManager":7}' }],
    ['a tsconfig that extends itself', { 'tsconfig.json': '{"extends":"./tsconfig.json"}' }],
    ['a tsconfig that extends a package', { 'tsconfig.json': '{"extends":"@tsconfig/strictest"}' }],
  ];
  for (const [title, some] of silent) {
    it(`guesses nothing from ${title}`, async () => {
      assert.equal(await packFor('fix', { 'a.ts': '', ...some }), checksOnly);
    });
  }

  it('says that a manifest cannot be parsed', async () => {
    const draft = await collected(taskPack, turn({ 'a.ts': '', 'package.json': '<<<<<<< a\n{}' }, { command: 'fix' }));
    assert.deepEqual(draft?.degraded, ['package.json cannot be parsed']);
  });
});

describe('task', () => {
  it('is what was delegated, whole or not at all', async () => {
    assert.deepEqual(await versions(task, turn({}, { task: ' Find out why.\n' })), ['## Delegated task\nFind out why.\n']);
    assert.equal(await collected(task, turn({}, { task: ' \n' })), undefined);
  });
});
