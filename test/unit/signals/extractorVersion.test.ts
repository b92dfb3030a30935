import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { extractorVersion } from '../../../src/signals/deriveFile.ts';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { packSignals } from '../../../src/signals/packSignals.ts';
import { wordsOf } from '../../../src/signals/words.ts';

const golden = 'test/golden/extractor.json';
const sources = path.resolve('node_modules/rxjs/src/internal');

/** What the extractor says of real sources, as one number. */
function digest(): string {
  const hash = createHash('sha1');
  for (const name of fs.readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts')) continue;
    const text = fs.readFileSync(path.join(sources, name), 'utf8');
    hash.update(packSignals(extractSignals(name, text))).update(wordsOf(text).join(' '));
  }
  return hash.digest('hex');
}

describe('the extractor version', () => {
  it('goes up when signals or words change: else what is stored of other files would stay as it was', () => {
    const now = { version: extractorVersion, digest: digest() };
    const before = JSON.parse(fs.readFileSync(golden, 'utf8')) as typeof now;
    if (process.env['BLESS'] === '1' && now.version !== before.version) fs.writeFileSync(golden, `${JSON.stringify(now)}\n`);
    else assert.deepEqual(now, before, 'raise extractorVersion in src/signals/deriveFile.ts, then run once with BLESS=1');
  });
});
