import assert from 'node:assert/strict';
import { mission } from '../../../src/contributors/mission.ts';
import { collected, turn, versions } from './request.ts';

const file = '.context-broker/mission.md';
const whole = async (text: string): Promise<string> => (await versions(mission, turn({ [file]: text })))[0] ?? '';

const full = `---
status: beta, since June
goal: Checkout works offline
---
# Shop

## Criteria
- [x] orders are kept
- [ ] payments are retried
* [ ] stock is shown

## Pending
1. P1: decide on the queue
- [x] done already

## Handoff 2026-02-01
### Decisions
- IndexedDB, not files
### Key files
- src/cart.ts
### Alerts
- the sandbox is down

## Handoff 2026-01-01
### Decisions
- files
### Blockers
- none
`;

describe('mission', () => {
  it('tells status, goal, unmet criteria, what is pending and the latest handoff', async () => {
    assert.equal(
      await whole(full),
      `## Mission
- status: beta, since June
- goal: Checkout works offline
- unmet: payments are retried
- unmet: stock is shown
- pending: P1: decide on the queue
- decision: IndexedDB, not files
- key file: src/cart.ts
- alert: the sandbox is down
`,
    );
  });

  it('loses the handoff first, line by line from the end', async () => {
    const all = await versions(mission, turn({ [file]: full }));
    assert.equal(all.length, 8);
    assert.doesNotMatch(all[3] ?? '', /decision|key file|alert/u);
    assert.equal(all.at(-1), '## Mission\n- status: beta, since June\n');
  });

  it('has at most five lines of a kind and 40 in all', async () => {
    const list = (box: string): string => Array.from({ length: 9 }, (_, n) => `- ${box}entry ${String(n)}\n`).join('');
    const kinds = ['Decisions', 'Blockers', 'Active work', 'Key files', 'Alerts'].map((kind) => `### ${kind}\n${list('')}`).join('');
    const text = await whole(`# Status\nFine.\n# Goal\nDone.\n# Criteria\n${list('[ ] ')}# Pending\n${list('')}# Handoff\n${kinds}`);
    assert.equal(text.match(/^- unmet/gmu)?.length, 5);
    assert.equal(text.match(/^- alert/gmu)?.length, 5);
    assert.ok(text.trimEnd().split('\n').length <= 40);
  });

  it('takes status and goal of headings too, the last of handoffs without a date, and no boxes of code or comments', async () => {
    const text = await whole(
      '# Status\nAll\nwell.\n\nMore.\n# Criteria\n```\n- [ ] code\n```\n<!--\n- [ ] comment\n-->\n- [ ] true\n# Handoff\n## Decisions\n- a\n# Handoff\n## Decisions\n- b\n',
    );
    assert.equal(text, '## Mission\n- status: All well.\n- unmet: true\n- decision: b\n');
  });

  for (const [title, text] of [
    ['CRLF and BOM', `\ufeff${full.replaceAll('\n', '\r\n')}`],
    ['a frontmatter that is not quite YAML', full.replace('beta, since June', '"beta", since: June')],
    ['conflict markers', full.replace('## Pending', '<<<<<<< a\n=======\n>>>>>>> b\n## Pending')],
  ] as const) {
    it(`bears with ${title}`, async () => {
      const found = await whole(text.replaceAll('\r\n', '\n'));
      assert.match(found, /- status: .*since/u);
      assert.match(found, /- unmet: stock is shown\n- pending: P1: decide on the queue\n/u);
    });
  }

  const sides = (ours: string, theirs: string): string => `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;
  const conflict = `${file} has conflict markers: what stands between them is left out`;
  const open = `${file} has a frontmatter without its closing ---`;
  const broken: readonly (readonly [title: string, text: string, lines: string, degraded: readonly string[]])[] = [
    [
      'markers before the frontmatter',
      `${sides('---\nstatus: a\n---\n', '---\nstatus: b\n---\n')}# Criteria\n- [ ] x\n`,
      '- unmet: x\n',
      [conflict],
    ],
    [
      'markers in the frontmatter',
      `---\n${sides('status: a\n', 'status: b\n')}goal: Ship\n---\n# Criteria\n- [ ] x\n`,
      '- goal: Ship\n- unmet: x\n',
      [conflict],
    ],
    [
      'markers among criteria',
      `---\ngoal: Ship\n---\n# Criteria\n- [ ] x\n${sides('- [ ] ours\n', '- [ ] theirs\n')}- [ ] y\n`,
      '- goal: Ship\n- unmet: x\n- unmet: y\n',
      [conflict],
    ],
    ['a marker that is not closed', '<<<<<<< ours\n---\ngoal: Ship\n---\n# Criteria\n- [ ] x\n', '- goal: Ship\n- unmet: x\n', [conflict]],
    ['a frontmatter that is not closed', '---\nstatus: a\ngoal: Ship\n\n# Criteria\n- [ ] x\n', '- unmet: x\n', [open]],
    ['a rule in place of a frontmatter', '---\n\n# Criteria\n- [ ] x\n', '- unmet: x\n', []],
  ];
  for (const [title, text, lines, degraded] of broken) {
    it(`tells what is safe of ${title}, and names what is broken`, async () => {
      const one = turn({ [file]: text });
      assert.equal((await versions(mission, one))[0], `## Mission\n${lines}`);
      assert.deepEqual((await collected(mission, one))?.degraded, degraded);
    });
  }

  describe('without its file', () => {
    const manifest = '{ "name": "shop", "version": "1.2.0", "description": "Sells books." }';
    it('is what the package manifest of the root says, and no more', async () => {
      const files = { 'packages/a/src/a.ts': '', 'packages/a/package.json': '{ "name": "a" }', 'package.json': manifest };
      assert.deepEqual(await versions(mission, turn(files)), [
        '## Project\n- name: shop 1.2.0\n- description: Sells books.\n',
        '## Project\n- name: shop 1.2.0\n',
      ]);
    });
    it('is nothing where the manifest says nothing', async () => {
      assert.equal(await collected(mission, turn({ 'package.json': '{ "private": true, "name": 5 }' })), undefined);
    });
    it('says that a manifest cannot be parsed', async () => {
      assert.deepEqual((await collected(mission, turn({ 'package.json': '[]' })))?.degraded, ['package.json cannot be parsed']);
      const draft = await collected(mission, turn({ 'package.json': '<<<<<<< a\n{}\n' }));
      assert.deepEqual([draft?.items, draft?.degraded], [[], ['package.json cannot be parsed']]);
    });
  });

  it('goes by the manifest where the file says nothing, cannot be read or is huge, and says which', async () => {
    const manifest = { 'package.json': '{ "name": "shop" }' };
    const named = '## Project\n- name: shop\n';
    assert.deepEqual(await versions(mission, turn({ ...manifest, [file]: '# Only a title\n' })), [named]);
    const huge = await collected(mission, turn({ ...manifest, [file]: 'x'.repeat(262_145) }));
    assert.deepEqual([huge?.head, huge?.degraded], ['## Project\n', [`${file} is larger than 256 KB`]]);
    const one = turn({ ...manifest, [file]: '' });
    const closed = await collected(mission, {
      ...one,
      files: { ...one.files, text: (path) => (path === file ? undefined : manifest['package.json']) },
    });
    assert.deepEqual(closed?.degraded, [`${file} could not be read`]);
  });
});
