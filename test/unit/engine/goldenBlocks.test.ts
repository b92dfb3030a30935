import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { segmentsOf, wholeOf, type Block } from '../../../src/broker/block.ts';
import { MeasuredBlock } from '../../../src/broker/measure.ts';
import { contributorTable } from '../../../src/broker/table.ts';
import { fenceFor } from '../../../src/contributors/fence.ts';
import type { AssembleRequest } from '../../../src/engine/api.ts';
import { characters } from '../broker/helpers.ts';
import { collectedBlocks } from './collectedBlocks.ts';
import { plannedTurn } from './plannedWorkspace.ts';
import { request, temporaryFolder } from './workspaceFixture.ts';

async function blocksOf(folder: string, one: AssembleRequest): Promise<Block[]> {
  const { blocks, degraded } = await collectedBlocks(folder, one);
  assert.deepEqual(degraded, []);
  return blocks;
}

/** The smallest version that leaves something. */
const least = (block: Block): string => {
  const measured = new MeasuredBlock({ ...block, pinned: true }, characters);
  return segmentsOf(block, measured.least.selection).join('');
};

function page(blocks: readonly Block[]): string {
  const sections = contributorTable.map((row) => {
    const block = blocks.find(({ name }) => name === row.name);
    const title = `## ${row.name}: layer ${row.layer}, priority ${String(row.priority)}, mandatory ${row.mandatory}\n`;
    if (block === undefined) return `${title}\nNothing to say.\n`;
    const whole = segmentsOf(block, wholeOf(block)).join('');
    const shrunk = block.mandatory === 'yes' ? whole : least(block);
    return `${title}\n${block.reason} (${block.source})\n\n${boxed(whole)}\n${shrunk === whole ? 'It does not shrink.' : `At least:\n\n${boxed(shrunk)}`}\n`;
  });
  return `# What each contributor says\n\n${sections.join('\n')}`;
}

function boxed(text: string): string {
  const fence = fenceFor(text);
  return `${fence}md\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** `BLESS=1` writes the pages anew, to be read before they are committed. */
function compare(file: string, text: string): void {
  const place = path.join('test/golden', file);
  if (process.env['BLESS'] === '1') fs.writeFileSync(place, text);
  assert.equal(text, fs.readFileSync(place, 'utf8'));
}

describe('golden blocks', () => {
  it('of a workspace in which every contributor speaks, whole and at least', async () => {
    const { folder, one } = plannedTurn();
    const blocks = await blocksOf(folder, one);
    assert.deepEqual(
      contributorTable.map(({ name }) => name).filter((name) => !blocks.some((block) => block.name === name)),
      [],
    );
    compare('contributors.md', page(blocks));
  });
  it('of an empty workspace', async () => {
    compare('contributors-empty.md', page(await blocksOf(temporaryFolder(), request('what is this?'))));
  });
});
