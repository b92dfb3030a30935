import assert from 'node:assert/strict';
import { ModuleResolver } from '../../../../src/signals/resolution/moduleResolver.ts';

type Files = Readonly<Record<string, string>>;

const resolverOf = (files: Files): ModuleResolver => new ModuleResolver({ paths: Object.keys(files).sort(), text: (path) => files[path] });

/** Files without content that matters. */
const empty = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, '']));

type Case = readonly [title: string, files: Files, from: string, specifier: string, expected: string | undefined];

const configured = (config: object, ...paths: string[]): Files => ({ 'tsconfig.json': JSON.stringify(config), ...empty(...paths) });
const packaged = (manifest: object, ...paths: string[]): Files => ({
  'packages/lib/package.json': JSON.stringify({ name: '@s/lib', ...manifest }),
  ...empty(...paths.map((path) => `packages/lib/${path}`)),
});

const cases: Readonly<Record<string, readonly Case[]>> = {
  'relative paths': [
    ['without extension', empty('a/b.ts'), 'a/x.ts', './b', 'a/b.ts'],
    ['with their own', empty('a/b.ts'), 'a/x.ts', './b.ts', 'a/b.ts'],
    ['with that of the built file', empty('b.ts', 'b.js'), 'x.ts', './b.js', 'b.ts'],
    ['to a built file that is all there is', empty('b.js'), 'x.ts', './b.js', 'b.js'],
    ['.jsx for .tsx', empty('b.tsx'), 'x.ts', './b.jsx', 'b.tsx'],
    ['.js for .tsx', empty('b.tsx'), 'x.ts', './b.js', 'b.tsx'],
    ['.mjs for .mts', empty('b.mts'), 'x.ts', './b.mjs', 'b.mts'],
    ['.cjs for .cts', empty('b.cts'), 'x.ts', './b.cjs', 'b.cts'],
    ['declarations', empty('b.d.ts'), 'x.ts', './b', 'b.d.ts'],
    ['declarations of a built file', empty('b.d.ts', 'b.js'), 'x.ts', './b.js', 'b.d.ts'],
    ['a name with a dot', empty('b.service.ts'), 'x.ts', './b.service', 'b.service.ts'],
    ['a folder', empty('b/index.ts'), 'x.ts', './b', 'b/index.ts'],
    ['a file before a folder', empty('b/index.ts', 'b.ts'), 'x.ts', './b', 'b.ts'],
    ['a folder that is said to be one', empty('b/index.ts', 'b.ts'), 'x.ts', './b/', 'b/index.ts'],
    ['the own folder', empty('a/index.ts', 'a.ts'), 'a/x.ts', '.', 'a/index.ts'],
    ['the folder above', empty('index.ts', 'a/x.ts'), 'a/x.ts', '..', 'index.ts'],
    ['a folder with a manifest', { ...empty('b/main.ts'), 'b/package.json': '{ "main": "main.js" }' }, 'x.ts', './b', 'b/main.ts'],
    ['out of the workspace', empty('b.ts'), 'x.ts', '../b', undefined],
    ['to what is not there', empty('b.ts'), 'x.ts', './c', undefined],
    ['to what is no code', empty('b.css'), 'x.ts', './b.css', undefined],
    ['with what bundlers add', empty('b.ts'), 'x.ts', './b?worker', 'b.ts'],
  ],
  'tsconfig.json': [
    ['exact paths', configured({ compilerOptions: { paths: { lib: ['src/lib.ts'] } } }, 'src/lib.ts'), 'x.ts', 'lib', 'src/lib.ts'],
    ['paths with a star', configured({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }, 'src/a/b.ts'), 'x.ts', '@/a/b', 'src/a/b.ts'],
    ['the star within', configured({ compilerOptions: { paths: { 'lib-*/x': ['./*/y'] } } }, 'a/y.ts'), 'x.ts', 'lib-a/x', 'a/y.ts'],
    [
      'the longest pattern wins',
      configured({ compilerOptions: { paths: { '*': ['a/*'], '@/*': ['b/*'], '@/c/*': ['c/*'] } } }, 'a/@/c/d.ts', 'b/c/d.ts', 'c/d.ts'),
      'x.ts',
      '@/c/d',
      'c/d.ts',
    ],
    [
      'the first target that is there',
      configured({ compilerOptions: { paths: { '@/*': ['a/*', 'b/*'] } } }, 'b/c.ts'),
      'x.ts',
      '@/c',
      'b/c.ts',
    ],
    [
      'paths are relative to baseUrl',
      configured({ compilerOptions: { baseUrl: 'src', paths: { '@/*': ['*'] } } }, 'src/a.ts'),
      'x.ts',
      '@/a',
      'src/a.ts',
    ],
    ['baseUrl alone', configured({ compilerOptions: { baseUrl: 'src' } }, 'src/a/b.ts'), 'x.ts', 'a/b', 'src/a/b.ts'],
    [
      'the nearest one wins',
      {
        ...configured({ compilerOptions: { paths: { a: ['one.ts'] } } }, 'one.ts', 'p/two.ts'),
        'p/tsconfig.json': '{ "compilerOptions": { "paths": { "a": ["two.ts"] } } }',
      },
      'p/x.ts',
      'a',
      'p/two.ts',
    ],
    [
      'the nearest one hides those above',
      { ...configured({ compilerOptions: { paths: { a: ['one.ts'] } } }, 'one.ts'), 'p/tsconfig.json': '{}' },
      'p/x.ts',
      'a',
      undefined,
    ],
    ['jsconfig.json', { 'jsconfig.json': '{ "compilerOptions": { "paths": { "a": ["b.js"] } } }', 'b.js': '' }, 'x.js', 'a', 'b.js'],
    [
      'extends, with paths from where they stand',
      {
        'config/base.json': '{ "compilerOptions": { "paths": { "a": ["../b.ts"] } } }',
        'p/tsconfig.json': '{ "extends": "../config/base" }',
        'b.ts': '',
      },
      'p/x.ts',
      'a',
      'b.ts',
    ],
    [
      'extends a list, the last one wins',
      {
        'one.json': '{ "compilerOptions": { "paths": { "a": ["one.ts"], "b": ["one.ts"] } } }',
        'two.json': '{ "compilerOptions": { "paths": { "a": ["two.ts"] } } }',
        ...configured({ extends: ['./one.json', './two.json'] }, 'one.ts', 'two.ts'),
      },
      'x.ts',
      'a',
      'two.ts',
    ],
    [
      'extends a package of the workspace',
      {
        'packages/config/package.json': '{ "name": "@s/config" }',
        'packages/config/base.json': '{ "compilerOptions": { "paths": { "@/*": ["${configDir}/src/*"] } } }',
        'p/tsconfig.json': '{ "extends": "@s/config/base.json" }',
        'p/src/a.ts': '',
      },
      'p/x.ts',
      '@/a',
      'p/src/a.ts',
    ],
    [
      'references beside it',
      {
        ...configured({ files: [], references: [{ path: './tsconfig.app.json' }] }, 'src/a.ts'),
        'tsconfig.app.json': '{ "compilerOptions": { "paths": { "@/*": ["src/*"] } } }',
      },
      'src/x.ts',
      '@/a',
      'src/a.ts',
    ],
    [
      'rootDirs',
      configured({ compilerOptions: { rootDirs: ['src', 'generated'] } }, 'generated/a/b.ts'),
      'src/a/x.ts',
      './b',
      'generated/a/b.ts',
    ],
    [
      'comments and trailing commas',
      { 'tsconfig.json': '{ // a\n "compilerOptions": { "paths": { "a": ["b.ts",], }, /* b */ } }', 'b.ts': '' },
      'x.ts',
      'a',
      'b.ts',
    ],
    [
      'mappings to built files lead to sources',
      { ...packaged({}, 'src/a.ts'), ...configured({ compilerOptions: { paths: { '@s/lib/*': ['packages/lib/dist/*'] } } }) },
      'x.ts',
      '@s/lib/a',
      'packages/lib/src/a.ts',
    ],
  ],
  'packages of the workspace': [
    ['main that is there', packaged({ main: 'start.js' }, 'start.js'), 'x.ts', '@s/lib', 'packages/lib/start.js'],
    ['types before main', packaged({ main: 'a.js', types: 'b.d.ts' }, 'a.js', 'b.d.ts'), 'x.ts', '@s/lib', 'packages/lib/b.d.ts'],
    ['main that is built', packaged({ main: 'dist/index.js' }, 'src/index.ts'), 'x.ts', '@s/lib', 'packages/lib/src/index.ts'],
    ['main deep in the build', packaged({ main: './dist/cjs/lib/a.js' }, 'src/lib/a.ts'), 'x.ts', '@s/lib', 'packages/lib/src/lib/a.ts'],
    [
      'sources beside the build',
      packaged({ main: './_cjs/index.js', types: './_types/index.d.ts' }, 'index.ts'),
      'x.ts',
      '@s/lib',
      'packages/lib/index.ts',
    ],
    ['nothing said', packaged({}, 'src/index.ts'), 'x.ts', '@s/lib', 'packages/lib/src/index.ts'],
    ['nothing there', packaged({ main: 'dist/bundle.js' }, 'src/index.tsx'), 'x.ts', '@s/lib', 'packages/lib/src/index.tsx'],
    [
      'itself',
      packaged({ main: 'dist/index.js' }, 'src/index.ts', 'test/a.ts'),
      'packages/lib/test/a.ts',
      '@s/lib',
      'packages/lib/src/index.ts',
    ],
    ['a path into it', packaged({}, 'src/a.ts'), 'x.ts', '@s/lib/src/a', 'packages/lib/src/a.ts'],
    ['a path into its build', packaged({}, 'src/a.ts'), 'x.ts', '@s/lib/dist/a.js', 'packages/lib/src/a.ts'],
    ['a path into its sources', packaged({}, 'src/a/index.ts'), 'x.ts', '@s/lib/a', 'packages/lib/src/a/index.ts'],
    [
      'outDir and rootDir as told',
      {
        ...packaged({ main: 'out/js/a.js' }, 'code/a.ts', 'src/a.ts'),
        'packages/lib/tsconfig.build.json': '{ "compilerOptions": { "outDir": "out/js", "rootDir": "code" } }',
      },
      'x.ts',
      '@s/lib',
      'packages/lib/code/a.ts',
    ],
    ['exports as a string', packaged({ exports: './dist/a.js' }, 'src/a.ts'), 'x.ts', '@s/lib', 'packages/lib/src/a.ts'],
    [
      'exports by condition',
      packaged({ exports: { '.': { import: { types: './dist/a.d.mts', default: './dist/a.mjs' } } } }, 'src/a.ts'),
      'x.ts',
      '@s/lib',
      'packages/lib/src/a.ts',
    ],
    [
      'exports under require alone',
      packaged({ exports: { '.': { require: './dist/a.cjs' } } }, 'src/a.ts'),
      'x.ts',
      '@s/lib',
      'packages/lib/src/a.ts',
    ],
    [
      'exports with a condition of its own',
      {
        ...packaged({ exports: { '.': { '@s/source': './code/a.ts', default: './dist/b.js' } } }, 'code/a.ts', 'src/b.ts'),
        ...configured({ compilerOptions: { customConditions: ['@s/source'] } }),
      },
      'x.ts',
      '@s/lib',
      'packages/lib/code/a.ts',
    ],
    [
      'exports of a path',
      packaged({ exports: { './deep': './dist/deep/it.js' } }, 'src/deep/it.ts'),
      'x.ts',
      '@s/lib/deep',
      'packages/lib/src/deep/it.ts',
    ],
    [
      'exports with a star',
      packaged({ exports: { './*': './dist/parts/*/index.js' } }, 'src/parts/a/index.ts'),
      'x.ts',
      '@s/lib/a',
      'packages/lib/src/parts/a/index.ts',
    ],
    [
      'exports as a list',
      packaged({ exports: { '.': ['./nowhere/b.js', './dist/a.js'] } }, 'src/a.ts'),
      'x.ts',
      '@s/lib',
      'packages/lib/src/a.ts',
    ],
    ['inner names', packaged({ imports: { '#a': './src/a.js' } }, 'src/a.ts'), 'packages/lib/src/x.ts', '#a', 'packages/lib/src/a.ts'],
    [
      'inner names with a star',
      packaged({ imports: { '#in/*': './dist/in/*.js' } }, 'src/in/a.ts'),
      'packages/lib/src/x.ts',
      '#in/a',
      'packages/lib/src/in/a.ts',
    ],
    [
      'inner names for a package',
      { ...packaged({ main: 'a.js' }, 'a.js'), 'p/package.json': '{ "imports": { "#a": "@s/lib" } }' },
      'p/x.ts',
      '#a',
      'packages/lib/a.js',
    ],
    ['installed packages lead nowhere', packaged({}, 'src/index.ts'), 'x.ts', 'rxjs', undefined],
    ['nor do those of the platform', packaged({}, 'src/index.ts'), 'x.ts', 'node:fs', undefined],
    [
      'a member before a fixture of the same name',
      {
        ...packaged({ main: 'a.js' }, 'a.js'),
        'a/package.json': '{ "name": "@s/lib", "main": "b.js" }',
        'a/b.js': '',
        'package.json': '{ "workspaces": ["packages/*"] }',
      },
      'x.ts',
      '@s/lib',
      'packages/lib/a.js',
    ],
    [
      'a member of a pnpm workspace',
      {
        ...packaged({ main: 'a.js' }, 'a.js'),
        'a/package.json': '{ "name": "@s/lib", "main": "b.js" }',
        'a/b.js': '',
        'pnpm-workspace.yaml': 'packages:\n  - "packages/**"\n  - "!a"\n',
      },
      'x.ts',
      '@s/lib',
      'packages/lib/a.js',
    ],
  ],
};

for (const [group, some] of Object.entries(cases)) {
  describe(`imports by ${group}`, () => {
    for (const [title, files, from, specifier, expected] of some) {
      it(`${title}: ${specifier}`, () => {
        assert.equal(resolverOf(files).resolve(from, specifier), expected);
      });
    }
  });
}

describe('broken configuration', () => {
  const broken: readonly (readonly [title: string, files: Files, problem: RegExp])[] = [
    ['is ignored with one note', { 'tsconfig.json': '{ "compilerOptions": { "paths": ' }, /^tsconfig\.json is ignored: /],
    ['that is no object', { 'tsconfig.json': '[]' }, /^tsconfig\.json is ignored: .*must be an object$/],
    [
      'that extends itself by a detour',
      { 'tsconfig.json': '{ "extends": "./a.json" }', 'a.json': '{ "extends": "./tsconfig.json" }' },
      /^a\.json extends itself$/,
    ],
    [
      'that extends what is not there',
      { 'tsconfig.json': '{ "extends": "./gone.json" }' },
      /^tsconfig\.json extends \.\/gone\.json, which is not there$/,
    ],
    ['of a package', { 'p/package.json': '{ "name": ' }, /^p\/package\.json is ignored: /],
    ['of pnpm', { 'pnpm-workspace.yaml': 'packages: [' }, /^pnpm-workspace\.yaml is ignored: /],
  ];
  for (const [title, files, problem] of broken) {
    it(`${title}, and the rest still resolves`, () => {
      const resolver = resolverOf({ ...files, ...packaged({ main: 'a.js' }, 'a.js'), 'b.ts': '' });
      for (let time = 0; time < 2; time++) {
        assert.equal(resolver.resolve('x.ts', './b'), 'b.ts');
        assert.equal(resolver.resolve('x.ts', '@s/lib'), 'packages/lib/a.js');
      }
      assert.equal(resolver.problems.length, 1);
      assert.match(resolver.problems.map(({ path, problem: what }) => `${path} ${what}`).join(), problem);
    });
  }

  const strange: readonly Files[] = [
    {
      'tsconfig.json':
        '{ "compilerOptions": { "paths": { "a": 1, "b": [2], "*": ["../../*"] }, "baseUrl": 3, "rootDirs": "x", "outDir": [] }, "references": [1, {}, { "path": 4 }], "extends": [5] }',
    },
    { 'tsconfig.json': '{ "compilerOptions": 1, "references": {} }' },
    { 'package.json': '{ "name": 1, "workspaces": 2, "main": 3, "imports": [], "exports": 4 }' },
    {
      'package.json':
        '{ "name": "a", "exports": { ".": 1, "./*": { "import": [{}] } }, "imports": { "#x": 7 }, "workspaces": { "packages": 8 } }',
    },
    { 'pnpm-workspace.yaml': '- 1' },
  ];
  for (const files of strange) {
    it(`of unexpected shape does no harm: ${Object.values(files)[0] ?? ''}`, () => {
      const resolver = resolverOf({ ...files, 'b.ts': '' });
      for (const specifier of ['a', 'a/x', '#x', 'b', '@x/y', '', '/', '#', '@', './../..']) resolver.resolve('x.ts', specifier);
      assert.equal(resolver.resolve('x.ts', './b'), 'b.ts');
    });
  }
});
