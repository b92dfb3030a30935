// Writes an extension with many language model tools: more than anybody should have, with schemas longer than they need be.
import fs from 'node:fs';
import path from 'node:path';

const count = 80;
const long = (what, place) =>
  `${what} of the shop, in cents, as it was counted in stock room ${place} on the last day of the month. `.repeat(4);

const toolOf = (place) => ({
  name: `many_tool_${place}`,
  toolReferenceName: `manyTool${place}`,
  displayName: `Tool ${place} (test only)`,
  userDescription: 'One of many.',
  modelDescription: long('Gives the takings', place),
  canBeReferencedInPrompt: true,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      ['from', 'to', 'title', 'author'].map((name) => [name, { type: 'string', description: long(name, place) }]),
    ),
    required: ['from'],
  },
});

const code = `'use strict';
const vscode = require('vscode');
const answer = { invoke: () => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart('nothing')]) };
exports.activate = (context) => {
  const { languageModelTools } = context.extension.packageJSON.contributes;
  for (const { name } of languageModelTools) context.subscriptions.push(vscode.lm.registerTool(name, answer));
};
`;

/** The folder of the extension, below `outDir`. */
export function manyTools(outDir) {
  const folder = path.join(outDir, 'many-tools');
  const manifest = {
    name: 'many-tools',
    displayName: 'Many Tools (test only)',
    publisher: 'context-broker-test',
    version: '0.0.1',
    private: true,
    engines: { vscode: '^1.110.0' },
    main: './extension.js',
    activationEvents: ['onStartupFinished'],
    contributes: { languageModelTools: Array.from({ length: count }, (_, place) => toolOf(place + 1)) },
  };
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, 'extension.js'), code);
  return folder;
}
