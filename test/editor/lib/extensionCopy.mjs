// Puts extensions where the server looks for installed ones.
import fs from 'node:fs';
import path from 'node:path';

// The same files as .vscodeignore lets into a package.
const packagedEntries = ['dist', 'media', 'package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'];
const bundle = /\.(js|LEGAL\.txt)$/;

/** Copies the extension at `source` into `extensionsDir` as an installation would leave it; `whole` takes every file of the folder. */
export function installExtension(source, extensionsDir, { whole = false } = {}) {
  const { publisher, name, version } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
  const target = path.join(extensionsDir, `${publisher}.${name}-${version}`);
  const dist = path.join(source, 'dist');
  const filter = (file) => whole || path.dirname(file) !== dist || bundle.test(file);
  fs.rmSync(target, { recursive: true, force: true });
  for (const entry of whole ? fs.readdirSync(source) : packagedEntries) {
    const file = path.join(source, entry);
    if (fs.existsSync(file)) fs.cpSync(file, path.join(target, entry), { recursive: true, filter });
  }
  return target;
}
