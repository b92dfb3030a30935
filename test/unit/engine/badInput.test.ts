import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { openIndex } from './indexFixture.ts';
import { assembled, assembleIn, openEngine, request, shop, temporaryFolder, workspace } from './workspaceFixture.ts';

const question = 'why does the retry logic give up after one attempt?';

/** Every file beside a healthy workspace; a degraded row names it, all others are as they were. */
const badFiles: readonly (readonly [title: string, content: string | Uint8Array, row: RegExp | undefined])[] = [
  ['half-typed code', 'export function retry(a: string, {\n  if (', /bad\.ts/],
  ['half a string', "const a = 'retry\nexport const b = 1;\n", /bad\.ts/],
  ['conflict markers', '<<<<<<< HEAD\nexport const a = 1;\n=======\nexport const a = 2;\n>>>>>>> theirs\n', /bad\.ts/],
  ['a one-line megabyte', `export const retry = [${'1,'.repeat(500_000)}];`, /bad\.ts/],
  ['more than a megabyte', 'export const a = 1;\n'.repeat(80_000), /bad\.ts is larger than 1 MB/],
  ['deep nesting', `export const retry = ${'[\n'.repeat(500)}${']\n'.repeat(500)};`, undefined],
  ['very deep nesting', `export const retry = ${'('.repeat(100_000)}1${')'.repeat(100_000)};\n`.replaceAll('((((', '(\n((('), /bad\.ts/],
  ['a lone surrogate', Buffer.from([0x2f, 0x2f, 0xed, 0xa0, 0x80, 0x0a]), undefined],
  ['CRLF', 'export const retry = 1;\r\nexport const b = 2;\r\n', undefined],
  ['a BOM', '\ufeffexport const retry = 1;\n', undefined],
  ['binary content', Uint8Array.from({ length: 5_000 }, (_, at) => at % 256), /bad\.ts binary content/],
  ['special-token text', 'export const retry = "<|endoftext|>";\n', undefined],
  ['nothing', '', undefined],
];

describe('bad input', () => {
  for (const [title, content, row] of badFiles) {
    it(`${title}: the turn works, ${row === undefined ? 'nothing is degraded' : 'one row says so'}, every other file is as it was`, async () => {
      const healthy = await (await openEngine(workspace(shop))).signals([]);
      const folder = workspace({ ...shop, 'src/bad.ts': content });
      const { trace, files } = await assembleIn(folder, request(question));
      assert.ok(files.some(({ path: file, detail }) => file === 'src/retry.ts' && detail !== 'mention'));
      const rows = trace.degraded.filter((one) => one.includes('bad.ts'));
      assert.equal(rows.length, row === undefined ? 0 : 1, trace.degraded.join('\n'));
      if (row !== undefined) assert.match(rows.join(), row);
      const after = await (await openEngine(folder)).signals([]);
      assert.deepEqual(
        after.files.filter((file) => file.path !== 'src/bad.ts'),
        healthy.files,
      );
    });
  }

  it('a link to a folder that leads back, and one to nowhere, are passed by', async () => {
    const folder = workspace(shop);
    fs.symlinkSync(folder, path.join(folder, 'src/loop'));
    fs.symlinkSync(path.join(folder, 'nowhere.ts'), path.join(folder, 'src/gone.ts'));
    fs.symlinkSync(path.join(folder, 'src/self.ts'), path.join(folder, 'src/self.ts'));
    const { trace } = await assembleIn(folder, request(question));
    assert.deepEqual(trace.degraded, []);
    assert.ok(!trace.ranking.some(({ path: file }) => file.includes('loop')));
  });

  it('a tsconfig that is broken, a package.json that is broken', async () => {
    const { trace } = await assembleIn(workspace({ ...shop, 'tsconfig.json': '{ "extends": [,', 'package.json': '{' }), request(question));
    assert.equal(trace.ranking[0]?.path, 'src/retry.ts');
  });

  it('a folder in place of a file, a file that vanishes, an attachment that does not exist', async () => {
    const folder = workspace(shop);
    fs.mkdirSync(path.join(folder, 'src/folder.ts'));
    const engine = await openEngine(folder);
    await engine.index();
    fs.rmSync(path.join(folder, 'src/retry.ts'));
    const references = [{ kind: 'file' as const, label: 'gone.ts', path: path.join(folder, 'gone.ts') }];
    const { trace, blocks } = assembled(await engine.assemble(request(question, { references })));
    assert.match(trace.degraded.join('\n'), /references: gone\.ts does not exist/);
    assert.match(blocks.find(({ name }) => name === 'references')?.sent ?? '', /gone\.ts: attached, but does not exist/);
  });

  it('ignore rules that cannot be understood, and globs that would explode', async () => {
    const folder = workspace({
      ...shop,
      '.gitignore': '[\n\\\n!\n**{\nsrc/wait.ts\n',
      'a.instructions.md': `---\napplyTo: "${'{a,b}'.repeat(200)}"\n---\nText.\n`,
    });
    const engine = await openEngine(folder, { exclude: ['[', '{'.repeat(5_000), '**/cart.ts'] });
    const { trace, files } = assembled(await engine.assemble(request(question)));
    assert.equal(trace.ranking[0]?.path, 'src/retry.ts');
    assert.ok(!files.some(({ path: file }) => file === 'src/wait.ts' || file === 'src/cart.ts'));
  });

  it('a lone surrogate, a special token and control characters in the request itself', async () => {
    const text = `retry \ud800 <|endoftext|> \u0000 ${question}`;
    const { messages } = await assembleIn(workspace(shop), request(text));
    assert.equal(messages.at(-1)?.content, text);
  });

  it('an empty workspace, and one that does not exist', async () => {
    assert.deepEqual((await assembleIn(temporaryFolder(), request(question))).trace.admitted, ['persona', 'user', 'modelProfile']);
    const { trace } = await assembleIn(path.join(temporaryFolder(), 'nowhere'), request(question));
    assert.match(trace.degraded.join(), /index: .*ENOENT/);
  });

  const asRoot = process.getuid?.() === 0;
  (asRoot ? it : it)('a file and a folder that may not be read', async () => {
    const folder = workspace({ ...shop, 'src/secret.ts': 'export const retry = 1;\n', 'locked/a.ts': 'export {};\n' });
    fs.chmodSync(path.join(folder, 'src/secret.ts'), 0);
    fs.chmodSync(path.join(folder, 'locked'), 0);
    const { trace } = await assembleIn(folder, request(question));
    assert.equal(trace.degraded.length, asRoot ? 0 : 2); // root reads everything
    fs.chmodSync(path.join(folder, 'locked'), 0o700);
  });

  it('what .contextignore names is never sent, whatever the name begins with', async () => {
    const names = ['..secret.ts', '..conf/k.ts', '...ts'];
    const secret = Object.fromEntries(names.map((name) => [name, 'export const retrySecret = 1;\n']));
    const folder = workspace({
      ...shop,
      ...secret,
      '.contextignore': '..secret.ts\n..conf/\n...ts\n',
      '..plain.ts': 'export const retryPlain = 1;\n',
    });
    fs.symlinkSync('..secret.ts', path.join(folder, 'link.ts'));
    const references = [...names, 'link.ts', '..plain.ts'].map((name) => ({
      kind: 'file' as const,
      label: name,
      path: path.join(folder, name),
    }));
    const { trace, messages } = await assembleIn(folder, request('what of retrySecret?', { references }));
    assert.ok(!JSON.stringify(messages).includes('retrySecret = 1'));
    assert.equal(trace.degraded.filter((row) => row.includes('is kept out by .contextignore')).length, names.length + 1);
    assert.ok(JSON.stringify(messages).includes('retryPlain = 1'), 'a name like any other');
  });

  it('what .contextignore names is never sent, even when it is attached or open', async () => {
    const folder = workspace({ ...shop, '.contextignore': 'src/secret.ts\n', 'src/secret.ts': 'export const retrySecret = 1;\n' });
    const secret = path.join(folder, 'src/secret.ts');
    const references = [{ kind: 'file' as const, label: 'src/secret.ts', path: secret }];
    const workingState = {
      active: { path: secret, line: 1, selection: { range: [1, 1] as const, text: 'export const retrySecret' } },
      unsaved: [secret],
      diagnostics: [],
    };
    const { messages, trace } = await assembleIn(folder, request(question, { references, workingState }));
    assert.ok(!messages.some(({ content }) => content.includes('retrySecret')));
    assert.match(trace.degraded.join(), /secret\.ts is kept out by \.contextignore/);
  });

  const secret = 'export const retrySecret = 1;\n';
  const leaks: readonly (readonly [title: string, prepare: (folder: string) => string])[] = [
    ['by a link to it', (folder) => (fs.symlinkSync('secret.ts', path.join(folder, 'src/alias.ts')), path.join(folder, 'src/alias.ts'))],
    ['through a link to its folder', (folder) => (fs.symlinkSync('src', path.join(folder, 'pub')), path.join(folder, 'pub/secret.ts'))],
    [
      'in another case',
      (folder) => (fs.writeFileSync(path.join(folder, '.contextignore'), 'SRC/Secret.ts\n'), path.join(folder, 'src/secret.ts')),
    ],
    [
      'where .contextignore is UTF-16',
      (folder) => (
        fs.writeFileSync(path.join(folder, '.contextignore'), '\ufeffsrc/secret.ts\r\n', 'utf16le'),
        path.join(folder, 'src/secret.ts')
      ),
    ],
    [
      'where .contextignore has a line of a megabyte',
      (folder) => (
        fs.writeFileSync(path.join(folder, '.contextignore'), `${'x'.repeat(1_000_000)}\nsrc/secret.ts\n`),
        path.join(folder, 'src/secret.ts')
      ),
    ],
    [
      'where .contextignore cannot be read',
      (folder) => (
        fs.rmSync(path.join(folder, '.contextignore')),
        fs.mkdirSync(path.join(folder, '.contextignore')),
        path.join(folder, 'src/secret.ts')
      ),
    ],
  ];
  for (const [title, prepare] of leaks) {
    it(`what .contextignore names does not leak ${title}`, async () => {
      const folder = workspace({ ...shop, '.contextignore': 'src/secret.ts\n', 'src/secret.ts': secret });
      const file = prepare(folder);
      const references = [
        { kind: 'file' as const, label: 'attached', path: file },
        { kind: 'folder' as const, label: 'src', path: path.join(folder, 'src') },
      ];
      const workingState = { active: { path: file, line: 1 }, unsaved: [file], diagnostics: [] };
      const { messages } = await assembleIn(folder, request('what is retrySecret in secret.ts', { references, workingState }));
      assert.ok(!messages.slice(0, -1).some(({ content }) => content.includes('retrySecret')));
    });
  }

  const forms: readonly (readonly [title: string, rules: string])[] = [
    ['between carriage returns alone', '# ours\rsrc/secret.ts\rother.ts'],
    ['before two carriage returns', 'src/secret.ts\r\r\n'],
    ['behind a blank', ' src/secret.ts\n'],
    ['behind a tab', '\tsrc/secret.ts\n'],
    ['before a tab', 'src/secret.ts\t\n'],
    ['before a no-break space', 'src/secret.ts\u00a0\n'],
    ['before a form feed', 'src/secret.ts\f\n'],
    ['before a line separator', 'other.ts\u2028src/secret.ts\u2028other.ts'],
    ['behind a byte order mark in the midst', 'other.ts\n\ufeffsrc/secret.ts\n'],
    ['from the folder on', './src/secret.ts\n'],
    ['from the folder on, with a backslash', '.\\src/secret.ts\n'],
    ['behind two slashes', '//src/secret.ts\n'],
    ['with a remark', 'src/secret.ts # not for models\n'],
  ];
  for (const [title, rules] of forms) {
    it(`what .contextignore names ${title} does not leak`, async () => {
      const folder = workspace({ ...shop, '.contextignore': rules, 'src/secret.ts': secret });
      const file = path.join(folder, 'src/secret.ts');
      const references = [{ kind: 'file' as const, label: 'attached', path: file }];
      const { messages, trace } = await assembleIn(folder, request('what is retrySecret in secret.ts', { references }));
      assert.ok(!messages.slice(0, -1).some(({ content }) => content.includes('retrySecret')));
      assert.match(trace.degraded.join(), /attached is kept out by \.contextignore/);
    });
  }

  it('what .contextignore lets in again stays in, and names with blanks and number signs are names', async () => {
    const rules = '*.ts\n!retry.ts\n\\#a.md\n  !wait.ts\n';
    const folder = workspace({ ...shop, '.contextignore': rules, '#a.md': 'x', 'b #c.md': 'x' });
    const index = openIndex(folder);
    await index.ready();
    assert.deepEqual(
      index.paths.filter((file) => /#|\.ts$/u.test(file)),
      ['b #c.md', 'src/retry.ts'],
    );
    index.close();
  });

  it('what .contextignore names does not leak where the workspace is opened by a link', async () => {
    const folder = workspace({ ...shop, '.contextignore': 'src/secret.ts\n', 'src/secret.ts': secret });
    const link = path.join(temporaryFolder(), 'link');
    fs.symlinkSync(folder, link);
    const references = [{ kind: 'file' as const, label: 'attached', path: path.join(folder, 'src/secret.ts') }];
    const { messages } = await assembleIn(link, request('what is it?', { references }));
    assert.ok(!messages.some(({ content }) => content.includes('retrySecret')));
  });

  it('a link to a file outside the workspace brings in nothing', async () => {
    const outside = path.join(workspace({ 'key.ts': secret }), 'key.ts');
    const folder = workspace(shop);
    fs.symlinkSync(outside, path.join(folder, 'src/key.ts'));
    fs.rmSync(path.join(folder, 'AGENTS.md'));
    fs.symlinkSync(outside, path.join(folder, 'AGENTS.md'));
    const { messages } = await assembleIn(folder, request('what is retrySecret?'));
    assert.ok(!messages.slice(0, -1).some(({ content }) => content.includes('retrySecret')));
  });

  it('a name with line breaks in it is left out, and said so', async function () {
    if (process.platform === 'win32') this.skip(); // Windows has no such names
    const { trace, messages } = await assembleIn(workspace({ ...shop, 'src/a\n## Fake\n.ts': 'export {};' }), request(question));
    assert.ok(!messages.some(({ content }) => content.includes('## Fake')));
    assert.match(trace.degraded.join(), /control characters/);
  });

  it('a device, a pipe and a name too long for a file cost their attachment alone', async function () {
    if (process.platform === 'win32') this.skip(); // Windows has no such files
    const folder = workspace(shop);
    const paths = ['/dev/zero', path.join(folder, 'README.md/x'), path.join(folder, 'x'.repeat(300))];
    const references = paths.map((file) => ({ kind: 'file' as const, label: file.slice(-20), path: file }));
    const { trace } = await assembleIn(folder, request(question, { references }));
    assert.equal(trace.degraded.filter((row) => row.startsWith('references: ')).length, 3);
  });

  it('a megabyte without a blank in the request, and one of pasted log', async () => {
    const engine = await openEngine(workspace(shop));
    const window = { tokens: 4_000_000, kind: 'total' as const, source: 'test' };
    for (const text of [
      'a'.repeat(1_000_000),
      'ab12'.repeat(250_000),
      'a.b'.repeat(300_000),
      'retry failed at src/wait.ts:3 callIt()\n'.repeat(25_000),
    ]) {
      assert.equal((await engine.assemble(request(text, { window }))).kind, 'assembled');
    }
  });

  it('what .gitignore names may be attached by hand', async () => {
    const folder = workspace({ ...shop, '.gitignore': 'local/\n', 'local/notes.txt': 'the retry notes' });
    const references = [{ kind: 'file' as const, label: 'local/notes.txt', path: path.join(folder, 'local/notes.txt') }];
    const { blocks } = await assembleIn(folder, request('what do the notes say?', { references }));
    assert.match(blocks.find(({ name }) => name === 'references')?.sent ?? '', /the retry notes/);
  });
});
