import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AssembleRequest, Assembled, AssembleResult } from '../../../src/engine/api.ts';
import { LocalEngine } from '../../../src/engine/localEngine.ts';
import { settings } from './testSettings.ts';

export { settings };

const folders: string[] = [];

/** A folder that is removed when the process ends. */
export function temporaryFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'context-broker-')));
  folders.push(folder);
  return folder;
}

process.on('exit', () => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

/** Writes files and gives their folder. */
export function workspace(files: Readonly<Record<string, string | Uint8Array>>, folder = temporaryFolder()): string {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

export async function openEngine(folder: string, more: { exclude?: string[]; state?: string } = {}): Promise<LocalEngine> {
  const engine = new LocalEngine();
  const { tracesTag, traceId, maxFileKilobytes } = settings();
  await engine.open({ roots: [{ name: path.basename(folder), path: folder }], exclude: [], tracesTag, traceId, maxFileKilobytes, ...more });
  return engine;
}

export const request = (text: string, more: Partial<AssembleRequest> = {}): AssembleRequest => ({
  text,
  command: '',
  session: 'test',
  model: { id: 'model', vendor: 'test', family: 'test' },
  window: { tokens: 128_000, kind: 'total', source: 'test' },
  settings: settings(),
  workingState: { unsaved: [], diagnostics: [] },
  references: [],
  tools: [],
  history: [],
  degraded: [],
  ...more,
});

export function assembled(result: AssembleResult): Assembled {
  if (result.kind !== 'assembled') throw new Error(JSON.stringify(result));
  return result;
}

export const assembleIn = async (folder: string, one: AssembleRequest): Promise<Assembled> =>
  assembled(await (await openEngine(folder)).assemble(one));

export const shop = {
  'src/retry.ts': `import { wait } from './wait.js';

/** Tries again until it works. */
export async function withRetry<T>(work: () => Promise<T>, attempts = 1): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts) throw error;
      await wait(attempt * 100);
    }
  }
}
`,
  'src/wait.ts': 'export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));\n',
  'src/cart.ts':
    "import { withRetry } from './retry.js';\n\nexport class Cart {\n  items: string[] = [];\n  add(item: string): void {\n    this.items.push(item);\n  }\n  checkout(): Promise<void> {\n    return withRetry(() => this.pay());\n  }\n  private async pay(): Promise<void> {}\n}\n",
  'test/retry.test.ts': "import { withRetry } from '../src/retry.js';\nvoid withRetry(async () => 1);\n",
  'README.md': '# Shop\n',
  'AGENTS.md': 'Write short functions.\n',
};
