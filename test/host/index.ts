// The module behind extensionTestsPath: runs every bundled test beside it with mocha, inside the extension host.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

export async function run(): Promise<void> {
  const grep = process.env['TEST_GREP'];
  const mocha = new Mocha({
    timeout: 30_000,
    color: false,
    reporter: path.join(__dirname, '../../test/report.cjs'),
    ...(grep ? { grep } : {}),
  });
  const files = readdirSync(__dirname).filter((file) => file.endsWith('.test.js'));
  for (const file of files.sort()) mocha.addFile(path.join(__dirname, file));
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures.toString()} failed`);
}
