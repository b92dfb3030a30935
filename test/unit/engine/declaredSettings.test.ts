import assert from 'node:assert/strict';
import manifest from '../../../package.json' with { type: 'json' };
import { settingsFrom, type SettingSchemas } from '../../../src/engine/settings.ts';

const schemas = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as SettingSchemas;
const read = (entries: unknown): ReturnType<typeof settingsFrom> =>
  settingsFrom(schemas, (name) => (name === 'contributors.declared' ? entries : undefined));

const rules = { name: 'rules', layer: 'mission', priority: 50, file: 'docs/rules.md' };

describe('declared contributors', () => {
  it('are taken from the settings: files, globs and commands, priorities clamped below our own, with a warning', () => {
    const { settings, warnings } = read([
      rules,
      { name: 'decisions', layer: 'plan', priority: 99, title: 'Decisions', glob: 'docs/*.md' },
      { name: 'changes', layer: 'task', priority: -1, command: 'git diff --stat' },
    ]);
    assert.deepEqual(warnings, [
      'settings: contextBroker.contributors.declared: entry 2 (decisions) has the priority 99; 69 is used, the nearest it can be',
      'settings: contextBroker.contributors.declared: entry 3 (changes) has the priority -1; 0 is used, the nearest it can be',
    ]);
    assert.deepEqual(settings.declared, [
      { name: 'rules', layer: 'mission', priority: 50, from: { file: 'docs/rules.md' } },
      { name: 'decisions', layer: 'plan', priority: 69, title: 'Decisions', from: { glob: 'docs/*.md' } },
      { name: 'changes', layer: 'task', priority: 0, from: { command: 'git diff --stat' } },
    ]);
  });

  const bad: readonly (readonly [what: string, entry: unknown, warning: RegExp])[] = [
    ['nothing', null, /entry 2 needs a name/],
    ['a text', 'git status', /entry 2 needs a name/],
    ['an odd name', { ...rules, name: 'two words' }, /entry 2 \(two words\) needs a name/],
    ['the name of ours', { ...rules, name: 'ast' }, /\(ast\) has the name of a contributor of ours/],
    ['a name that we keep for ourselves', { ...rules, name: 'memory' }, /\(memory\) has the name of a contributor of ours/],
    ['a name that every object has', { ...rules, name: 'toString' }, /needs a name/],
    ['a name twice', rules, /\(rules\) has the name of an entry before it/],
    ['no layer', { ...rules, name: 'b', layer: undefined }, /\(b\) needs a layer, one of system, mission/],
    ['an unknown layer', { ...rules, name: 'b', layer: 'attic' }, /needs a layer/],
    ['a priority in words', { ...rules, name: 'b', priority: 'high' }, /needs a priority, a number/],
    ['a title that is none', { ...rules, name: 'b', title: 7 }, /has a title that is no text/],
    ['neither file, glob nor command', { ...rules, name: 'b', file: undefined }, /needs one of file, glob and command/],
    ['two sources', { ...rules, name: 'b', glob: '*.md' }, /needs one of file, glob and command/],
    ['a blank source', { ...rules, name: 'b', file: ' ' }, /needs a text for file/],
  ];
  for (const [what, entry, warning] of bad) {
    it(`with ${what} cost a warning that names the entry, and no other entry`, () => {
      const last = { ...rules, name: 'last' };
      const { settings, warnings } = read([rules, entry, last]);
      assert.match(warnings.join('\n'), /^settings: contextBroker\.contributors\.declared: /u);
      assert.match(warnings.join('\n'), warning);
      assert.deepEqual(
        settings.declared.map(({ name }) => name),
        ['rules', 'last'],
      );
    });
  }

  it('that are no list are none, with a warning', () => {
    const { settings, warnings } = read({ rules });
    assert.deepEqual(settings.declared, []);
    assert.match(warnings.join('\n'), /declared is \{.*\}; \[\] is used/);
  });
});
