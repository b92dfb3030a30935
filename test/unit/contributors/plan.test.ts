import assert from 'node:assert/strict';
import fc from 'fast-check';
import { currentTask, parseCheckList } from '../../../src/contributors/checkList.ts';
import { plan } from '../../../src/contributors/plan.ts';
import { collected, turn, versions } from './request.ts';

const list = (text: string): string[] => parseCheckList(text).tasks.map(({ text: said, isDone }) => `${isDone ? 'x' : 'o'} ${said}`);

describe('check lists', () => {
  const cases: readonly (readonly [title: string, text: string, tasks: readonly string[]])[] = [
    ['every kind of marker', '- [ ] a\n* [x] b\n+ [X] c\n1. [ ] d\n2) [-] e\n', ['o a', 'x b', 'x c', 'o d', 'o e']],
    ['nested ones', '- [ ] a\n  - [x] b\n\t- [ ] c\n', ['o a', 'x b', 'o c']],
    ['optional ones', '- [ ]* a\n', ['o a']],
    ['no boxes in code', '```md\n- [ ] a\n~~~\n```\n- [ ] b\n~~~\n- [ ] c\n', ['o b']],
    ['code in one line', '```a``` is code\n- [ ] a\n', ['o a']],
    ['no boxes in comments', '<!-- - [ ] a -->\n<!--\n- [ ] b\n-->\n- [ ] c <!-- d -->\n', ['o c']],
    ['the beginning of a comment within a task', '- [ ] strip <!-- of input\n- [ ] b\n', ['o strip <!-- of input', 'o b']],
    ['no boxes of frontmatter', '---\ntodo: |\n  - [ ] a\n---\n- [ ] b\n', ['o b']],
    ['no links, no quotes, no empty boxes', '- [a](b)\n> - [ ] c\n- [ ]\n- [x]\n- [] d\n- [ ]e\n', []],
    ['nothing', '', []],
  ];
  for (const [title, text, tasks] of cases) {
    it(`know ${title}`, () => {
      assert.deepEqual(list(text), tasks);
    });
  }

  it('have their goal from the frontmatter, else the first heading', () => {
    assert.equal(parseCheckList('---\ngoal: Ship it\n---\n# Title\n').goal, 'Ship it');
    assert.equal(parseCheckList('```\n# no\n```\n## Sub\n# Title #\n').goal, 'Title');
    assert.equal(parseCheckList('- [ ] a\n').goal, undefined);
  });

  it('say where the box is: an x in its place marks the task done, and no other task changes', () => {
    const line = fc.constantFrom(
      '- [ ] a',
      '  * [ ] a',
      '1. [x] b',
      '\t+ [X] c',
      'text',
      '',
      '```',
      '# h',
      '<!-- x --> ',
      '- [ ] <!-- y --> z',
      '<!--',
      '-->',
      '---',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const before = parseCheckList(lines.join('\n'));
        for (const [place, task] of before.tasks.entries()) {
          const changed: string[] = [...lines];
          const old = changed[task.line - 1] ?? '';
          assert.ok([' ', 'x', 'X'].includes(old[task.column] ?? ''));
          changed[task.line - 1] = `${old.slice(0, task.column)}x${old.slice(task.column + 1)}`;
          const after = parseCheckList(changed.join('\n'));
          assert.deepEqual(
            after.tasks.map(({ text, isDone }) => [text, isDone]),
            before.tasks.map(({ text, isDone }, at) => [text, at === place || isDone]),
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the current task', () => {
  const current = (text: string, task?: string): string | undefined =>
    currentTask(parseCheckList(text), task === undefined ? undefined : { task })?.task.text;
  const cases: readonly (readonly [title: string, text: string, step: string | undefined, task: string | undefined])[] = [
    ['is the first open one', '- [x] a\n- [ ] b\n- [ ] c\n', undefined, 'b'],
    ['is the one that was set', '- [ ] a\n- [ ] b\n- [ ] c\n', 'b', 'b'],
    ['is the next open one when the one that was set is done', '- [ ] a\n- [x] b\n- [x] c\n- [ ] d\n', 'b', 'd'],
    ['is the first open one of all where nothing is open after it', '- [x] z\n- [ ] a\n- [ ] b\n- [x] c\n', 'c', 'a'],
    ['is the first open one when the one that was set is gone', '- [x] a\n- [ ] c\n', 'b', 'c'],
    ['moves with its words when lines come and go', '# new\n- [ ] z\n- [ ] a\n\n- [ ] b\n', 'b', 'b'],
    ['of two with one text is the open one', '- [x] b\n- [ ] a\n- [ ] b\n', 'b', 'b'],
    ['is a sub-task before the task that it belongs to', '- [ ] a\n  - [x] b\n  - [ ] c\n- [ ] d\n', undefined, 'c'],
    ['is the task itself once its sub-tasks are done', '- [ ] a\n  - [x] b\n- [ ] d\n', undefined, 'a'],
    ['of a task that was set is its first open sub-task', '- [ ] z\n- [ ] a\n  - [ ] c\n', 'a', 'c'],
    ['is none of an empty list', '', 'a', undefined],
  ];
  for (const [title, text, step, task] of cases) {
    it(title, () => {
      assert.equal(current(text, step), task);
    });
  }

  const twins: readonly (readonly [title: string, text: string, occurrence: number, line: number])[] = [
    ['is the one that was set', '- [ ] b\n- [ ] a\n- [ ] b\n', 2, 3],
    ['is the next one when it is done, not the other twin', '- [x] b\n- [ ] a\n- [ ] b\n', 1, 2],
    ['is the one that was set though the first is still open', '- [ ] b\n- [ ] a\n- [x] b\n- [ ] c\n', 2, 4],
    ['is the last twin when there are fewer of them now', '- [ ] a\n- [ ] b\n', 2, 2],
    ['is the first open one when all twins are gone', '- [x] a\n- [ ] c\n', 2, 2],
  ];
  for (const [title, text, occurrence, line] of twins) {
    it(`of several with one text ${title}`, () => {
      assert.equal(currentTask(parseCheckList(text), { task: 'b', occurrence })?.task.line, line);
    });
  }

  it('is an open one whenever there is any, whatever was set', () => {
    const line = fc.constantFrom('- [ ] a', '- [x] a', '- [ ] b', '  - [ ] c', '  - [x] c');
    const step = fc.option(fc.record({ task: fc.constantFrom('a', 'b', 'c', 'd'), occurrence: fc.integer({ min: 1, max: 4 }) }), {
      nil: undefined,
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), step, (lines, set) => {
        const list = parseCheckList(lines.join('\n'));
        assert.equal(currentTask(list, set)?.task.isDone, list.tasks.some(({ isDone }) => !isDone) ? false : undefined);
      }),
    );
  });
});

describe('plan', () => {
  const text =
    '# Retry\n- [x] a\n- [x] b\n- [x] c\n- [x] d\n- [ ] Part\n  - [ ] e\n    - note of e\n    more\n  - [ ] f\n- [ ] g\n- [ ] h\n';
  it('tells goal, progress, the current task with its notes, the last three done and the next two', async () => {
    const all = await versions(plan, turn({ 'PLAN.md': text }));
    assert.equal(
      all[0],
      `## Plan, PLAN.md
- goal: Retry
- progress: 4 of 9 done
- current: e (of: Part)
  - note of e
  more
- done: b
- done: c
- done: d
- next: f
- next: g
`,
    );
    assert.equal(all.at(-1), '## Plan, PLAN.md\n- current: e (of: Part)\n');
  });

  it('keeps within 25 lines', async () => {
    const notes = Array.from({ length: 60 }, (_, n) => `  note ${String(n)}\n`).join('');
    const [found = ''] = await versions(plan, turn({ 'PLAN.md': `- [ ] a\n${notes}` }));
    assert.ok(found.trimEnd().split('\n').length <= 25);
  });

  it('is the first file with an open task, by the order of the patterns, then by path', async () => {
    const files = {
      'PLAN.md': '- [x] a\n',
      'TODO.md': 'no list\n',
      '.specify/specs/002/tasks.md': '- [ ] c\n',
      '.specify/specs/001/tasks.md': '- [ ] b\n',
    };
    assert.match((await versions(plan, turn(files)))[0] ?? '', /^## Plan, \.specify\/specs\/001\/tasks\.md\n/u);
  });

  it('is the file of the step that was set, while it has an open task', async () => {
    const files = { 'PLAN.md': '- [ ] a\n', 'TODO.md': '- [ ] b\n- [ ] c\n' };
    const step = { file: 'TODO.md', task: 'c' };
    assert.match((await versions(plan, turn(files, { planStep: step })))[0] ?? '', /TODO\.md\n[^]*current: c\n/u);
    assert.match((await versions(plan, turn({ ...files, 'TODO.md': '- [x] c\n' }, { planStep: step })))[0] ?? '', /PLAN\.md\n/u);
    assert.match((await versions(plan, turn({ 'PLAN.md': '- [ ] a\n' }, { planStep: step })))[0] ?? '', /PLAN\.md\n/u);
  });

  it('goes back to the first open task where nothing is open after the step that was set, and says so', async () => {
    const [found] = await versions(plan, turn({ 'PLAN.md': '- [ ] a\n- [ ] c\n- [x] b\n' }, { planStep: { file: 'PLAN.md', task: 'b' } }));
    assert.equal(
      found,
      '## Plan, PLAN.md\n- progress: 1 of 3 done, none open after the last step: back to the first open one\n- current: a\n- done: b\n- next: c\n',
    );
  });

  it('is nothing where nothing is open', async () => {
    assert.equal(await collected(plan, turn({ 'PLAN.md': '- [x] a\n', 'TODO.md': '# Nothing yet\n' })), undefined);
  });

  it('bears with conflict markers, huge files and patterns that cannot be used, and says so', async () => {
    const conflict = '<<<<<<< ours\n- [ ] a\n=======\n- [x] a\n>>>>>>> theirs\n';
    assert.deepEqual((await collected(plan, turn({ 'PLAN.md': conflict })))?.degraded, ['PLAN.md has conflict markers']);
    const huge = await collected(plan, turn({ 'PLAN.md': '- [ ] a\n'.repeat(40_000) }));
    assert.deepEqual([huge?.items, huge?.degraded], [[], ['PLAN.md is larger than 256 KB']]);
    const one = turn({ 'PLAN.md': '- [ ] a\n' });
    const odd = await collected(plan, { ...one, settings: { ...one.settings, planFiles: ['{a,a}'.repeat(99), '/PLAN.md'] } });
    assert.equal(odd?.items.length, 2);
    assert.match(odd.degraded?.[0] ?? '', /^the pattern \{a,a\}.* cannot be used$/u);
  });
});
