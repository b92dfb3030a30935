import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { isFine, markOf } from '../../../src/workspace/folderLists.ts';
import { scanWorkspace, type Scan } from '../../../src/workspace/scan.ts';
import { temporaryFolder, workspace } from '../engine/workspaceFixture.ts';

/** Longer than the clock of a file system takes to go on. */
const tickMs = 12;

const scanned = (folder: string, known?: Scan, globs: readonly string[] = []): Promise<Scan> =>
  scanWorkspace([{ name: 'w', path: folder }], globs, () => Promise.resolve(), known?.folders);

const shown = ({ files, problems }: Scan): unknown => ({ files, problems });

const folderOf = (place: string): string => place.slice(place.indexOf('\n') + 1) || '.';

/** Folders, as they are called in the workspace, that were not listed again. */
const reused = (before: Scan, after: Scan): string[] =>
  [...after.folders].filter(([name, list]) => before.folders.get(name) === list).map(([place]) => folderOf(place));

const tree = {
  'a.ts': '',
  'src/b.ts': '',
  'src/deep/c.ts': '',
  'lib/.gitignore': '*.gen.ts\n',
  'lib/d.ts': '',
  'lib/d.gen.ts': '',
  'lib/deep/e.ts': '',
};

describe('folders that were listed before', () => {
  const now = Date.now.bind(Date);

  // What has just been made would be listed again for some seconds.
  beforeEach(() => {
    Date.now = (): number => now() + 60_000;
  });

  afterEach(() => {
    Date.now = now;
  });

  it('are not listed again while nothing changes', async () => {
    const folder = workspace(tree);
    const first = await scanned(folder);
    const second = await scanned(folder, first);
    assert.deepEqual(shown(second), shown(first));
    assert.deepEqual(reused(first, second).sort(), ['.', 'lib', 'lib/deep', 'src', 'src/deep']);
  });

  const changes: readonly (readonly [string, (folder: string) => void, readonly string[]])[] = [
    [
      'a new file',
      (folder): void => {
        fs.writeFileSync(path.join(folder, 'src/new.ts'), '');
      },
      ['src'],
    ],
    [
      'a file that is gone',
      (folder): void => {
        fs.rmSync(path.join(folder, 'src/deep/c.ts'));
      },
      ['src/deep'],
    ],
    [
      'another name',
      (folder): void => {
        fs.renameSync(path.join(folder, 'lib/d.ts'), path.join(folder, 'lib/x.ts'));
      },
      ['lib'],
    ],
    [
      'a folder in place of a file',
      (folder): void => {
        fs.rmSync(path.join(folder, 'src/b.ts'));
        fs.mkdirSync(path.join(folder, 'src/b.ts'));
      },
      ['src', 'src/b.ts'],
    ],
    [
      'a time that was set back',
      (folder): void => {
        const { atime, mtime } = fs.statSync(path.join(folder, 'src'));
        fs.writeFileSync(path.join(folder, 'src/new.ts'), '');
        fs.utimesSync(path.join(folder, 'src'), atime, mtime);
      },
      ['src'],
    ],
    [
      'a rule that was edited where it stands',
      (folder): void => {
        fs.writeFileSync(path.join(folder, 'lib/.gitignore'), 'e.ts\n');
      },
      ['lib', 'lib/deep'],
    ],
  ];
  for (const [what, change, listed] of changes) {
    it(`are listed again for ${what}, and no others`, async () => {
      const folder = workspace(tree);
      const first = await scanned(folder);
      await sleep(tickMs);
      change(folder);
      const second = await scanned(folder, first);
      assert.deepEqual(shown(second), shown(await scanned(folder)));
      assert.notDeepEqual(shown(second), shown(first));
      const again = reused(first, second);
      assert.deepEqual(
        [...second.folders.keys()].map(folderOf).filter((name) => !again.includes(name)),
        listed,
      );
    });
  }

  it('are listed again under other patterns of the settings', async () => {
    const folder = workspace(tree);
    const first = await scanned(folder);
    const second = await scanned(folder, first, ['**/deep']);
    assert.deepEqual(second.files, ['a.ts', 'lib/.gitignore', 'lib/d.ts', 'src/b.ts']);
    assert.deepEqual(reused(first, second), []);
  });

  it('are listed each time where something else decides: a link, a name or a rule that is a problem', async () => {
    const folder = workspace({ ...tree, 'odd/line\nbreak.ts': '', 'odd/f.ts': '' });
    fs.mkdirSync(path.join(folder, 'linked'));
    fs.symlinkSync('../a.ts', path.join(folder, 'linked/a.ts'));
    const first = await scanned(folder);
    assert.ok(first.files.includes('linked/a.ts'));
    assert.equal(first.problems.length, 1);
    fs.rmSync(path.join(folder, 'a.ts'));
    const second = await scanned(folder, first);
    assert.deepEqual(shown(second), shown(await scanned(folder)));
    assert.ok(!second.files.includes('linked/a.ts'), 'its target is gone');
    assert.deepEqual(second.problems, first.problems, 'it is said again');
  });

  it('that changed a moment ago are listed again: their time may not show what comes next', async () => {
    Date.now = now;
    const folder = workspace(tree);
    assert.equal((await scanned(folder)).folders.size, 0);
  });

  it('are told from another folder that is moved in their place', async () => {
    const folder = workspace({ 'a/lib/alpha.ts': '', 'b/lib/beta.ts': '' });
    const first = await scanned(folder);
    const move = (from: string, to: string): void => {
      fs.renameSync(path.join(folder, from), path.join(folder, to));
    };
    move('a', 'c');
    move('b', 'a');
    move('c', 'b');
    // As where both were made within one tick of the clock.
    const { folders } = await scanned(folder);
    const known = [...first.folders].map(([place, list]) => {
      const [inode = ''] = list.mark.split(' ');
      return [place, { ...list, mark: `${inode} ${folders.get(place)?.mark.split(' ')[1] ?? ''}` }] as const;
    });
    assert.deepEqual((await scanned(folder, { ...first, folders: new Map(known) })).files, ['a/lib/beta.ts', 'b/lib/alpha.ts']);
  });

  it('have other lists in a root around them, where other patterns hold', async () => {
    const folder = workspace({ 'pkg/gen/x.ts': '', 'pkg/y.ts': '' });
    const roots = [
      { name: 'all', path: folder },
      { name: 'pkg', path: path.join(folder, 'pkg') },
    ];
    const both = (known?: Scan): Promise<Scan> => scanWorkspace(roots, ['pkg/gen/*.ts'], () => Promise.resolve(), known?.folders);
    const first = await both();
    assert.deepEqual(first.files, ['all/pkg/y.ts', 'pkg/gen/x.ts', 'pkg/y.ts']);
    const second = await both(first);
    assert.deepEqual(second.files, first.files);
    assert.equal(reused(first, second).length, 5);
  });

  it('that cannot be looked at are listed, which says why', () => {
    assert.equal(markOf(`/${'x'.repeat(5_000)}`, 1), undefined);
    assert.equal(markOf(path.join(temporaryFolder(), 'missing'), 1), undefined);
  });

  it('of another device than their root are listed each time', () => {
    const folder = temporaryFolder();
    const { dev } = fs.statSync(folder);
    assert.ok(markOf(folder, dev) !== undefined);
    assert.equal(markOf(folder, dev + 1), undefined);
  });

  it('on a clock too coarse to tell are listed each time', () => {
    for (const coarse of [0, 1_700_000_002_000, 1_700_000_000_120]) assert.ok(!isFine(coarse), String(coarse));
    assert.ok(isFine(1_700_000_000_120.25));
  });

  const names = fc.constantFrom('a.ts', 'b.md', 'x', 'y', '.gitignore', '.contextignore');
  const place = fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }).chain((folders) => names.map((name) => [...folders, name].join('/')));
  const step = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), at: place, text: fc.constantFrom('', '*.ts\n', 'x\n', '!a.ts\n', 'y/\n') }),
    fc.record({ kind: fc.constant('remove' as const), at: place }),
    fc.record({ kind: fc.constant('move' as const), at: place, to: place }),
    fc.record({ kind: fc.constant('link' as const), at: place, to: place }),
    fc.record({ kind: fc.constant('scan' as const) }),
  );

  it('give what a fresh look gives, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const folder = workspace({ 'a.ts': '', 'x/a.ts': '', 'x/y/b.md': '', 'y/a.ts': '' }, temporaryFolder());
        let known = await scanned(folder);
        for (const one of steps) {
          if (one.kind === 'scan') {
            known = await scanned(folder, known);
            await sleep(tickMs);
          } else act(folder, one);
        }
        known = await scanned(folder, known);
        assert.deepEqual(shown(known), shown(await scanned(folder)));
      }),
      { numRuns: 60 },
    );
  });
});

type Step = { readonly at: string; readonly kind: string; readonly text?: string; readonly to?: string };

/** What cannot be done, as a folder is in the way, is left undone. */
function act(folder: string, { kind, at, text = '', to = '' }: Step): void {
  const file = path.join(folder, at);
  try {
    if (kind === 'write') {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
    } else if (kind === 'remove') fs.rmSync(file, { recursive: true, force: true });
    else if (kind === 'move') fs.renameSync(file, path.join(folder, to));
    else fs.symlinkSync(path.join(folder, to), file);
  } catch (error) {
    assert.ok((error as NodeJS.ErrnoException).code !== undefined, String(error));
  }
}
