import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { AssembleRequest, Assembled, CommandResult } from '../../../src/engine/api.ts';
import { WorkspaceState } from '../../../src/engine/workspaceState.ts';
import { assembled, assembleIn, openEngine, request, settings, shop, temporaryFolder, workspace } from './workspaceFixture.ts';

const { skillFolders: folders, planFiles } = settings();
const textOf = ({ blocks }: Assembled, wanted: string): string | undefined => blocks.find(({ name }) => name === wanted)?.sent;
const skill = (name: string): Record<string, string> => ({
  [`.github/skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: Does ${name}.\n---\n# ${name}\nSteps.\n`,
});
const result = (more: Partial<CommandResult> = {}): CommandResult => ({
  thread: 'test',
  command: 'plan',
  request: 'retry more',
  text: 'First wait.',
  timestamp: '2026-01-01T00:00:00Z',
  traceId: 'id',
  ...more,
});

describe('what a turn reads of the project', () => {
  it('is mission, plan, skills and the task pack, in their places', async () => {
    const folder = workspace({
      ...shop,
      ...skill('releasing'),
      'PLAN.md': '- [ ] wait longer\n',
      '.context-broker/mission.md': '---\nstatus: beta\n---\n',
      'package.json': '{ "scripts": { "test": "mocha" } }',
    });
    const turn = await assembleIn(folder, request('why does retry give up?', { command: 'fix', task: 'Look at retry.' }));
    assert.equal(textOf(turn, 'skills'), '## Skills, 1\n```\n- releasing: Does releasing.\n```\n');
    assert.equal(textOf(turn, 'mission'), '## Mission\n- status: beta\n');
    assert.match(textOf(turn, 'plan') ?? '', /- current: wait longer\n/u);
    assert.match(textOf(turn, 'taskPack') ?? '', /- tests: `npm test` runs `mocha`\n/u);
    assert.equal(textOf(turn, 'task'), '## Delegated task\nLook at retry.\n');
    assert.doesNotMatch(textOf(turn, 'semantic') ?? '', /mission\.md|SKILL\.md/u);
    assert.ok(turn.messages[0]?.content.includes('## Skills, 1\n'));
    assert.deepEqual(turn.trace.degraded, []);
  });

  it('is nothing that .contextignore keeps out, and each skill once though a folder is linked', async () => {
    const folder = workspace({
      ...shop,
      ...skill('a'),
      ...skill('secret'),
      'PLAN.md': '- [ ] a\n',
      '.context-broker/mission.md': '# Status\nx\n',
      '.contextignore': 'PLAN.md\n.github/skills/secret\n.context-broker\n',
    });
    fs.mkdirSync(path.join(folder, '.claude'));
    fs.symlinkSync(path.join(folder, '.github/skills'), path.join(folder, '.claude/skills'));
    const turn = await assembleIn(folder, request('why?'));
    assert.equal(textOf(turn, 'skills'), '## Skills, 1\n```\n- a: Does a.\n```\n');
    assert.deepEqual([textOf(turn, 'plan'), textOf(turn, 'mission')], [undefined, undefined]);
  });

  it('is what the editor holds unsaved', async () => {
    const folder = workspace({ ...shop, 'PLAN.md': '- [ ] a\n- [ ] b\n' });
    const engine = await openEngine(folder);
    await engine.update([{ path: path.join(folder, 'PLAN.md'), text: '\ufeff- [x] a\r\n- [ ] b\r\n' }]);
    assert.match(textOf(assembled(await engine.assemble(request('why?'))), 'plan') ?? '', /current: b\n- done: a\n/u);
  });
});

describe('a skill', () => {
  it('is loaded by name, with its path, and is listed first from then on, in other engines too', async () => {
    const [folder, state] = [workspace({ ...shop, ...skill('a'), ...skill('b') }), temporaryFolder()];
    const engine = await openEngine(folder, { state });
    assert.deepEqual(await engine.loadSkill({ name: 'b', folders, at: '2026-01-01T00:00:00Z' }), {
      name: 'b',
      path: '.github/skills/b/SKILL.md',
      text: '# b\nSteps.',
    });
    const again = await openEngine(folder, { state });
    assert.match(textOf(assembled(await again.assemble(request('why?'))), 'skills') ?? '', /- b: Does b\.\n- a: Does a\.\n```\n$/u);
  });
  it('that is none is not found, and nothing is remembered', async () => {
    const state = temporaryFolder();
    const engine = await openEngine(workspace(shop), { state });
    assert.equal(await engine.loadSkill({ name: '__proto__', folders, at: 'now' }), undefined);
    assert.deepEqual(
      fs.readdirSync(state).filter((name) => name.startsWith('skills')),
      [],
    );
  });
});

describe('the tasks of the plan', () => {
  it('have places of boxes; the step that is set is kept by its words', async () => {
    const [folder, state] = [workspace({ 'PLAN.md': '\ufeff# Goal\r\n- [x] a\r\n  - [ ] b\r\n- [ ] c\r\n' }), temporaryFolder()];
    const engine = await openEngine(folder, { state });
    const plan = await engine.planTasks(planFiles);
    assert.deepEqual(plan, {
      file: 'PLAN.md',
      path: path.join(folder, 'PLAN.md'),
      goal: 'Goal',
      tasks: [
        { text: 'a', isDone: true, isCurrent: false, line: 2, column: 3 },
        { text: 'b', isDone: false, isCurrent: true, line: 3, column: 5 },
        { text: 'c', isDone: false, isCurrent: false, line: 4, column: 3 },
      ],
    });
    await engine.setPlanStep({ file: 'PLAN.md', task: 'c', occurrence: 2 });
    workspace({ 'PLAN.md': '# New\n- [ ] c\n- [ ] z\n- [ ] c\n' }, folder);
    const again = await openEngine(folder, { state });
    assert.deepEqual((await again.planTasks(planFiles))?.tasks.find(({ isCurrent }) => isCurrent)?.line, 4);
  });
  it('are none where nothing is open', async () => {
    assert.equal(await (await openEngine(workspace({ 'PLAN.md': '- [x] a\n' }))).planTasks(planFiles), undefined);
  });
});

describe('what is remembered of a workspace', () => {
  it('has the plan step and the skills used last, also when their files have been set aside', () => {
    const state = new WorkspaceState(temporaryFolder());
    for (let n = 0; n < 300; n++) {
      const task = `${String(n)} ${'x'.repeat(400)}`;
      state.setPlanStep({ file: 'PLAN.md', task, occurrence: 2 });
      assert.deepEqual(state.planStep, { file: 'PLAN.md', task, occurrence: 2 });
      state.useSkill(`skill ${'y'.repeat(400)}`, `2026-01-01T00:00:00.${String(n).padStart(3, '0')}Z`);
      assert.deepEqual([...state.skillUse.values()], [`2026-01-01T00:00:00.${String(n).padStart(3, '0')}Z`]);
    }
  });
  it('is nothing without a folder', async () => {
    const state = new WorkspaceState(undefined);
    state.setPlanStep({ file: 'PLAN.md', task: 'a' });
    state.useSkill('a', 'now');
    state.addArtifact(result());
    assert.deepEqual([state.planStep, state.skillUse.size, state.artifactsOf('test')], [undefined, 0, []]);
    const engine = await openEngine(workspace({ ...shop, ...skill('a') }));
    assert.equal((await engine.loadSkill({ name: 'a', folders, at: 'now' }))?.path, '.github/skills/a/SKILL.md');
  });
});

describe('what a command produced', () => {
  const ask = async (folder: string, state: string, more: Partial<AssembleRequest> = {}): Promise<Assembled> =>
    assembled(await (await openEngine(folder, { state })).assemble(request('why?', more)));
  const keep = async (folder: string, state: string, ...all: CommandResult[]): Promise<void> => {
    const engine = await openEngine(folder, { state });
    for (const one of all) await engine.addArtifact(one);
  };

  it('is told to the next command of its thread, not to other threads', async () => {
    const [folder, state] = [workspace(shop), temporaryFolder()];
    await keep(folder, state, result(), result({ command: 'fix', text: 'Done.' }), result({ thread: 'other', text: 'Other.' }));
    assert.equal(
      textOf(await ask(folder, state), 'artifacts'),
      '## Earlier results of this chat\n- plan (/plan retry more): First wait.\n- diff summary (/fix retry more): Done.\n',
    );
    assert.equal(textOf(await ask(folder, state, { session: 'third' }), 'artifacts'), undefined);
  });

  it('is nothing of plain questions and empty answers', async () => {
    const [folder, state] = [workspace(shop), temporaryFolder()];
    await keep(folder, state, result({ command: '' }), result({ text: ' ' }), result({ command: 'preview' }));
    assert.equal(textOf(await ask(folder, state), 'artifacts'), undefined);
    assert.deepEqual(
      fs.readdirSync(state).filter((name) => name.startsWith('artifacts')),
      [],
    );
  });

  it('survives malformed lines, and a state folder that cannot be used costs the turn nothing', async () => {
    const [folder, state] = [workspace(shop), temporaryFolder()];
    await keep(folder, state, result());
    fs.appendFileSync(
      path.join(state, 'artifacts.jsonl'),
      '\nnot json\n{"thread":"test"}\n{"thread":"test","command":"fly","request":"","text":"","timestamp":""}\n[',
    );
    fs.writeFileSync(path.join(state, 'plan-steps.jsonl'), '{"file":1}\nnull\n');
    assert.match(textOf(await ask(folder, state), 'artifacts') ?? '', /First wait/u);
    const file = path.join(folder, 'README.md');
    assert.equal(textOf(await ask(folder, file), 'artifacts'), undefined);
    await assert.rejects(keep(folder, file, result()));
  });

  it('is bounded: a long answer is cut, and old ones go', async () => {
    const [folder, state] = [workspace(shop), temporaryFolder()];
    const engine = await openEngine(folder, { state });
    for (let n = 0; n < 400; n++) await engine.addArtifact(result({ text: `${String(n)} ${'😀'.repeat(20_000)}` }));
    const size = fs
      .readdirSync(state)
      .filter((name) => name.startsWith('artifacts'))
      .reduce((sum, name) => sum + fs.statSync(path.join(state, name)).size, 0);
    assert.ok(size < 5 * 1_048_576);
    assert.match(textOf(assembled(await engine.assemble(request('why?'))), 'artifacts') ?? '', /399 😀/u);
  });
});
