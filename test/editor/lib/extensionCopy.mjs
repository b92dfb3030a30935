// Puts extensions where the server looks for installed ones.
import fs from 'node:fs';
import path from 'node:path';

// The same files as .vscodeignore lets into a package.
const packaged = /^(dist(\/.+\.(js|LEGAL\.txt))?|media(\/.+)?|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;

/** Copies the extension at `source` into `extensionsDir` as an installation would leave it; `whole` takes every file of the folder. */
export function installExtension(source, extensionsDir, { whole = false } = {}) {
  const { publisher, name, version } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
  const target = path.join(extensionsDir, `${publisher}.${name}-${version}`);
  fs.rmSync(target, { recursive: true, force: true });
  const wanted = (file) => {
    const relative = path.relative(source, file).split(path.sep).join('/');
    return whole || relative === '' || packaged.test(relative);
  };
  fs.cpSync(source, target, { recursive: true, filter: wanted });
  return target;
}
