import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { highestContributedPriority } from '../../../src/broker/contributor.ts';
import { defaultReservations, layers } from '../../../src/broker/layers.ts';
import { contributorTable, essential } from '../../../src/broker/table.ts';
import { contributorName } from '../../../src/engine/declaredSettings.ts';
import { settingsFrom, type SettingSchemas } from '../../../src/engine/settings.ts';
import { estimators } from '../../../src/tokens/counter.ts';

const { contributes } = manifest;
const schemas = Object.assign({}, ...contributes.configuration.map(({ properties }) => properties)) as SettingSchemas;
const declaredSchema = schemas['contextBroker.contributors.declared']?.items?.properties ?? {};
const ids = fs.readFileSync('src/editor/ids.ts', 'utf8');
const section = (name: string): string => new RegExp(`export const ${name} = \\{([^}]*)\\}`, 'u').exec(ids)?.[1] ?? '';
const quoted = (text: string): string[] => [...text.matchAll(/'(contextBroker\.[\w.]+)'/gu)].map(([, id = '']) => id);

/** All but the one with the ids. */
const filesOfEditor = (): { file: string; text: string }[] =>
  fs
    .readdirSync('src/editor', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'ids.ts')
    .map((file) => ({ file, text: fs.readFileSync(path.join('src/editor', file), 'utf8') }));

describe('the manifest', () => {
  it('has every command of the code, and the code every command of the manifest', () => {
    const inCode = quoted(section('commandIds')).sort();
    assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), inCode);
  });

  it('names only commands and views that exist in its menus', () => {
    const commands = new Set(contributes.commands.map(({ command }) => command));
    const views = contributes.views.contextBroker.map(({ id }) => id);
    const items = Object.values(contributes.menus).flat();
    for (const { command } of items) assert.ok(commands.has(command), command);
    for (const { when } of items) for (const [, view = ''] of when.matchAll(/view == ([\w.]+)/gu)) assert.ok(views.includes(view), view);
  });

  it('tests for words that the tree gives its rows, and the tree gives no others', () => {
    const words = [...(/ItemWord =([^;]+);/u.exec(ids)?.[1] ?? '').matchAll(/'(\w+)'/gu)].map(([, word]) => word);
    const tested = Object.values(contributes.menus)
      .flat()
      .flatMap(({ when }) => [...when.matchAll(/\\b(\w+)\\b/gu)].map(([, word]) => word));
    for (const word of tested) assert.ok(words.includes(word), word);
    assert.deepEqual(
      words.filter((word) => !tested.includes(word)),
      ['block'],
    );
  });

  it('has every setting of the code, and the code reads every setting of the manifest', () => {
    const read = new Set<string>();
    settingsFrom(schemas, (name) => {
      read.add(`contextBroker.${name}`);
      return undefined;
    });
    assert.deepEqual(Object.keys(schemas).sort(), [...read].sort());
  });

  it('gives every number a range, a default within it, a unit or meaning, and an order', () => {
    for (const [name, schema] of Object.entries(schemas)) {
      const { markdownDescription, order } = schema as { markdownDescription?: string; order?: number };
      assert.ok(markdownDescription !== undefined && markdownDescription.length > 20 && order !== undefined, name);
      if (![schema.type].flat().includes('integer')) continue;
      assert.ok(schema.minimum !== undefined && schema.maximum !== undefined, name);
      if (typeof schema.default === 'number') assert.ok(schema.default >= schema.minimum && schema.default <= schema.maximum, name);
    }
  });

  it('lets no untrusted workspace change any setting', () => {
    assert.deepEqual([...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations].sort(), Object.keys(schemas).sort());
  });

  it('has the reservations, contributors and estimators of the code', () => {
    for (const layer of layers) assert.equal(schemas[`contextBroker.layers.${layer}`]?.default, defaultReservations[layer]);
    const known = (name: string): readonly unknown[] | undefined =>
      schemas[`contextBroker.contributors.${name}`]?.items?.anyOf?.flatMap((one) => one.enum ?? []);
    assert.deepEqual(
      known('pinned'),
      contributorTable.map(({ name }) => name),
    );
    assert.deepEqual(
      known('excluded'),
      contributorTable.map(({ name }) => name).filter((name) => !essential.has(name)),
    );
    assert.deepEqual(Object.keys(schemas['contextBroker.contributors.priorities']?.properties ?? {}), known('excluded'));
    assert.deepEqual(schemas['contextBroker.contributors.excluded']?.items?.not?.enum, [...essential].sort());
    assert.deepEqual(declaredSchema['layer']?.enum, layers);
    assert.equal(declaredSchema['priority']?.maximum, highestContributedPriority);
    assert.equal(declaredSchema['name']?.pattern, contributorName.source);
    assert.deepEqual(schemas['contextBroker.estimator']?.enum, [...estimators]);
  });

  it('names the participant, the views and the vendor as the code does', () => {
    for (const id of [
      contributes.chatParticipants[0]?.id,
      ...contributes.views.contextBroker.map(({ id }) => id),
      contributes.languageModelChatProviders[0]?.vendor,
    ]) {
      assert.ok(id !== undefined && ids.includes(`'${id}'`), id);
    }
  });

  it('has every language model tool of the code, by the name that # calls it, and the code every one of the manifest', () => {
    const inCode = [...section('toolNames').matchAll(/(\w+): '(\w+)'/gu)].map(([, reference, name]) => ({ name, reference }));
    assert.deepEqual(
      contributes.languageModelTools.map(({ name, toolReferenceName }) => ({ name, reference: toolReferenceName })),
      inCode,
    );
    const elsewhere = filesOfEditor().filter(({ text }) => inCode.some(({ name = '' }) => text.includes(name)));
    assert.deepEqual(
      elsewhere.map(({ file }) => file),
      [],
    );
  });

  it('tells people and models what each tool and each of its inputs is', () => {
    for (const {
      name,
      displayName,
      userDescription,
      modelDescription,
      icon,
      canBeReferencedInPrompt,
      tags,
      inputSchema,
    } of contributes.languageModelTools) {
      assert.ok(displayName.length > 5 && userDescription.length > 20 && modelDescription.length > 100, name);
      assert.ok(/^\$\([\w-]+\)$/u.test(icon) && canBeReferencedInPrompt && tags.length > 0, name);
      const inputs = Object.entries(inputSchema.properties as Readonly<Record<string, { readonly description?: string }>>);
      for (const [input, { description = '' }] of inputs) assert.ok(description.length > 10, `${name} ${input}`);
      for (const input of inputSchema.required as readonly string[])
        assert.ok(
          inputs.some(([known]) => known === input),
          name,
        );
    }
  });

  it('is spelt out nowhere else in the editor: ids are in one file', () => {
    const known = new Set(contributes.commands.map(({ command }) => command));
    for (const { file, text } of filesOfEditor()) {
      assert.deepEqual(
        quoted(text).filter((id) => known.has(id)),
        [],
        file,
      );
    }
  });
});

describe('settings', () => {
  const read = (values: Readonly<Record<string, unknown>>): ReturnType<typeof settingsFrom> =>
    settingsFrom(schemas, (name) => values[name]);

  const bad: readonly (readonly [name: string, value: unknown, warning: RegExp])[] = [
    ['projection.percent', '', /projection\.percent is ""; 25 is used/],
    ['projection.percent', 'much', /is "much"; 25 is used/],
    ['projection.percent', -5, /is -5; 0 is used, the nearest it can be/],
    ['projection.percent', Number.NaN, /25 is used/],
    ['budget.marginPercent', 1_000, /50 is used, the nearest/],
    ['layers.ast', 0.5, /5000 is used/],
    ['layers.ast', null, /^$/],
    ['session.maxTokens', -1, /session\.maxTokens is -1; no limit is used/],
    ['session.maxSteps', 'few', /session\.maxSteps is "few"; null is used/],
    ['estimator', 'guess', /is "guess"; "o200k_base" is used/],
    ['contributors.pinned', 'ast', /is "ast"; \[\] is used/],
    ['contributors.pinned', ['ast', 7], /entries that mean nothing/],
    ['contributors.excluded', ['ast', 'persona'], /entries that mean nothing/],
    ['contributors.priorities', [1], /priorities is \[1\]; \{\} is used/],
    ['contributors.priorities', { ast: 900 }, /priorities ast: is 900; 100 is used, the nearest/],
    ['contributors.priorities', { ast: 'high' }, /has "high" for ast, which means nothing/],
    ['signals.tracesTag', '', /"traces" is used/],
    ['signals.tracesId', '(', /is "\(", which is no regular expression/],
  ];
  for (const [name, value, warning] of bad) {
    it(`turn ${JSON.stringify(value)} for ${name} into something that works, with a warning`, () => {
      const { settings, warnings } = read({ [name]: value });
      assert.match(warnings.join('\n'), warning);
      assert.equal(typeof settings.budget.reserve.marginPercent, 'number');
    });
  }

  it('keep what is good of a list', () => {
    assert.deepEqual(read({ 'contributors.pinned': ['ast', 7] }).settings.budget.pinned, ['ast']);
  });

  it('take names of contributors of others without a word', () => {
    const { settings, warnings } = read({ 'contributors.pinned': ['tickets'], 'contributors.excluded': ['lint.rules'] });
    assert.deepEqual([settings.budget.pinned, settings.budget.excluded, warnings], [['tickets'], ['lint.rules'], []]);
  });

  it('keep what is good of an object of numbers', () => {
    const priorities = { ast: 12, semantic: -4, code: 'first', 'someone else': 80 };
    assert.deepEqual(read({ 'contributors.priorities': priorities }).settings.budget.priorities, {
      ast: 12,
      semantic: 0,
      'someone else': 69,
    });
  });

  it('are frozen', () => {
    assert.ok(Object.isFrozen(read({}).settings));
  });
});
