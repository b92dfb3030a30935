import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from '../../../src/engine/api.ts';
import { LocalEngine } from '../../../src/engine/localEngine.ts';
import { WorkspaceIndex } from '../../../src/engine/workspaceIndex.ts';
import { assembled, request, settings, workspace } from './workspaceFixture.ts';

type Folders = readonly (readonly [name: string, folder: string])[];

function workspaceOf(folders: Folders): Workspace {
  const { tracesTag, traceId, maxFileKilobytes } = settings();
  return { roots: folders.map(([name, folder]) => ({ name, path: folder })), exclude: [], tracesTag, traceId, maxFileKilobytes };
}

async function open(...folders: Folders): Promise<LocalEngine> {
  const engine = new LocalEngine();
  await engine.open(workspaceOf(folders));
  return engine;
}

describe('a workspace of several folders', () => {
  const [shop, bank] = [
    workspace({ 'src/a.ts': 'export const retry = 1;\n' }),
    workspace({ 'src/a.ts': 'export const retryLater = 2;\n' }),
  ];

  it('has the files of all of them, each under the name of its folder', async () => {
    const engine = await open(['shop', shop], ['bank', bank]);
    const { files } = await engine.signals([]);
    assert.deepEqual(
      files.map((file) => file.path),
      ['bank/src/a.ts', 'shop/src/a.ts'],
    );
    const { messages } = assembled(await engine.assemble(request('retry')));
    const text = messages.map(({ content }) => content).join('\n');
    assert.ok(text.includes('### shop/src/a.ts') && text.includes('### bank/src/a.ts'));
  });

  it('tells folders of the same name apart, and knows what is unsaved in each', async () => {
    const engine = await open(['app', shop], ['app', bank]);
    await engine.index();
    await engine.update([{ path: path.join(bank, 'src/a.ts'), text: 'export const unsaved = 3;\n' }]);
    const { files } = await engine.signals([]);
    assert.deepEqual(
      files.map((file) => [file.path, file.declarations.map(({ name }) => name)]),
      [
        ['app 2/src/a.ts', ['unsaved']],
        ['app/src/a.ts', ['retry']],
      ],
    );
  });

  it('where one lies in another, shows what is saved and unsaved in a file under both of its names', async () => {
    const outer = workspace({ 'lib/x.ts': 'export const before = 1;\n' });
    const file = path.join(outer, 'lib/x.ts');
    const index = new WorkspaceIndex(
      workspaceOf([
        ['all', outer],
        ['lib', path.join(outer, 'lib')],
      ]),
    );
    await index.ready();
    const names = (): string[] =>
      index.code.files.flatMap(({ path: one, signals }) => signals.declarations.map(({ name }) => `${one} ${name}`));
    fs.writeFileSync(file, 'export const saved = 1;\n');
    index.update([{ path: file }]);
    assert.deepEqual(names(), ['all/lib/x.ts saved', 'lib/x.ts saved']);
    index.update([{ path: file, text: 'export const unsaved = 1;\n' }]);
    assert.deepEqual(names(), ['all/lib/x.ts unsaved', 'lib/x.ts unsaved']);
    index.update([{ path: path.join(outer, 'lib/new.ts'), text: 'export const unwritten = 1;\n' }]);
    await index.ready();
    assert.deepEqual(names(), ['all/lib/new.ts unwritten', 'all/lib/x.ts unsaved', 'lib/new.ts unwritten', 'lib/x.ts unsaved']);
  });

  it('has nothing of a folder that is gone', async () => {
    const [app, lib] = [workspace({ 'a.ts': 'export const a = 1;\n' }), workspace({ 'b.ts': 'export const b = 1;\n' })];
    const index = new WorkspaceIndex(
      workspaceOf([
        ['app', app],
        ['lib', lib],
      ]),
    );
    await index.ready();
    fs.rmSync(app, { recursive: true });
    index.update([{ path: app }]);
    await index.ready();
    assert.deepEqual(index.paths, ['lib/b.ts']);
  });

  describe('follows imports by where its folders lie', () => {
    const call = (from: string): string => `import '${from}';\n`;
    const pay = 'export const pay = (): number => 1;\n';
    const paths = (config: object): string => JSON.stringify({ compilerOptions: config });

    type Case = readonly [title: string, files: Readonly<Record<string, string>>, folders: Folders, caller: string, callee: string];
    const cases: readonly Case[] = [
      [
        'whatever they are called',
        { 'web/src/buy.ts': call('../../server/src/pay'), 'server/src/pay.ts': pay },
        [['Front end', 'web'], ['Back end', 'server']], // prettier-ignore
        'Front end/src/buy.ts',
        'Back end/src/pay.ts',
      ],
      [
        'though two are called the same',
        { 'one/app/buy.ts': call('../../two/app/pay'), 'one/app/pay.ts': pay, 'two/app/pay.ts': pay },
        [['app', 'one/app'], ['app', 'two/app']], // prettier-ignore
        'app/buy.ts',
        'app 2/pay.ts',
      ],
      [
        'though each bears the name of the other',
        { 'web/buy.ts': call('../server/pay'), 'web/pay.ts': pay, 'server/pay.ts': pay },
        [['server', 'web'], ['web', 'server']], // prettier-ignore
        'server/buy.ts',
        'web/pay.ts',
      ],
      [
        'at different depths',
        { 'web/buy.ts': call('../deep/er/server/pay'), 'deep/er/server/pay.ts': pay },
        [['a', 'web'], ['b', 'deep/er/server']], // prettier-ignore
        'a/buy.ts',
        'b/pay.ts',
      ],
      [
        'through the paths of a configuration',
        { 'web/tsconfig.json': paths({ paths: { '@s/*': ['../server/src/*'] } }), 'web/buy.ts': call('@s/pay'), 'server/src/pay.ts': pay },
        [['a', 'web'], ['b', 'server']], // prettier-ignore
        'a/buy.ts',
        'b/src/pay.ts',
      ],
      [
        'through a configuration that another folder has',
        {
          'web/tsconfig.json': '{ "extends": "../server/tsconfig.base.json" }',
          'server/tsconfig.base.json': paths({ paths: { pay: ['./src/pay.ts'] } }),
          'web/buy.ts': call('pay'),
          'server/src/pay.ts': pay,
        },
        [['a', 'web'], ['b', 'server']], // prettier-ignore
        'a/buy.ts',
        'b/src/pay.ts',
      ],
      [
        'within one that lies in another',
        { 'all/web/buy.ts': call('./pay'), 'all/web/pay.ts': pay },
        [['everything', 'all'], ['web only', 'all/web']], // prettier-ignore
        'web only/buy.ts',
        'web only/pay.ts',
      ],
      [
        'from one into another that lies in it and that it ignores itself',
        { 'all/.gitignore': 'web/\n', 'all/buy.ts': call('./web/pay'), 'all/web/pay.ts': pay },
        [['everything', 'all'], ['web only', 'all/web']], // prettier-ignore
        'everything/buy.ts',
        'web only/pay.ts',
      ],
    ];
    for (const [title, files, folders, caller, callee] of cases) {
      it(title, async () => {
        const parent = workspace(files);
        const index = new WorkspaceIndex(workspaceOf(folders.map(([name, folder]) => [name, path.join(parent, folder)])));
        await index.ready();
        assert.deepEqual(index.graphs.imports.imports.get(caller), [callee]);
      });
    }
  });

  it('names a broken configuration by the path that the file has in the workspace', async () => {
    const parent = workspace({ 'web/tsconfig.json': '{ "extends": "./none.json" }', 'web/a.ts': "import 'x';\n", 'server/b.ts': '' });
    const engine = await open(['Front end', path.join(parent, 'web')], ['Back end', path.join(parent, 'server')]);
    const { trace } = assembled(await engine.assemble(request('x')));
    assert.deepEqual(trace.degraded, ['index: Front end/tsconfig.json extends ./none.json, which is not there']);
  });

  it('sees at once that a configuration leads elsewhere', async () => {
    const config = (folder: string): string => JSON.stringify({ compilerOptions: { paths: { pay: [`../server/${folder}/pay.ts`] } } });
    const pay = 'export const pay = (): number => 1;\n';
    const parent = workspace({
      'web/tsconfig.json': config('one'),
      'web/buy.ts': "import 'pay';\n",
      'server/one/pay.ts': pay,
      'server/two/pay.ts': pay,
    });
    const index = new WorkspaceIndex(workspaceOf([['Front end', path.join(parent, 'web')], ['Back end', path.join(parent, 'server')]])); // prettier-ignore
    await index.ready();
    assert.deepEqual(index.graphs.imports.imports.get('Front end/buy.ts'), ['Back end/one/pay.ts']);
    index.update([{ path: path.join(parent, 'web/tsconfig.json'), text: config('two') }]);
    assert.deepEqual(index.graphs.imports.imports.get('Front end/buy.ts'), ['Back end/two/pay.ts']);
  });
});
