import path from 'node:path';
import { ts } from 'ts-morph';
import type { Texts } from '../corpus.ts';

/** Where the compiler sees the workspace: nothing of it is on the disk. */
const root = '/workspace';

export const absolute = (file: string): string => path.posix.join(root, file);

/** The compiler's own resolution over the same files, with the workspace's packages linked into `node_modules` as installers do. */
export class CompilerResolution {
  readonly #files: ReadonlyMap<string, string>;
  readonly #folders = new Set<string>();
  readonly #links = new Map<string, string>();
  readonly #options = new Map<string, ts.CompilerOptions>();

  constructor(texts: Texts) {
    this.#files = new Map(Object.entries(texts).map(([file, text]) => [absolute(file), text]));
    for (const [file, text] of this.#files) {
      for (let folder = path.posix.dirname(file); folder !== '/'; folder = path.posix.dirname(folder)) this.#folders.add(folder);
      if (path.posix.basename(file) !== 'package.json') continue;
      const { name } = JSON.parse(text) as { name?: string };
      if (name !== undefined) this.#links.set(`${root}/node_modules/${name}`, path.posix.dirname(file));
    }
  }

  /** The file of the workspace that an import means, in the options of the nearest `tsconfig.json`, or of one it refers to beside it. */
  resolve(from: string, specifier: string): string | undefined {
    const name = ts.resolveModuleName(specifier, absolute(from), this.optionsOf(from), this.#host).resolvedModule?.resolvedFileName;
    const file = name === undefined ? undefined : this.#real(name);
    return file !== undefined && this.#files.has(file) ? path.posix.relative(root, file) : undefined;
  }

  optionsOf(file: string): ts.CompilerOptions {
    const config = this.#nearest(absolute(file));
    if (config === undefined) return { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext, allowJs: true };
    const known = this.#options.get(config);
    if (known) return known;
    const options = this.#parse(config);
    this.#options.set(config, options);
    return options;
  }

  #nearest(file: string): string | undefined {
    for (let folder = path.posix.dirname(file); folder.startsWith(root); folder = path.posix.dirname(folder)) {
      for (const name of ['tsconfig.app.json', 'tsconfig.json']) if (this.#files.has(`${folder}/${name}`)) return `${folder}/${name}`;
    }
    return undefined;
  }

  #parse(config: string): ts.CompilerOptions {
    const { config: fields } = ts.parseConfigFileTextToJson(config, this.#files.get(config) ?? '') as { config: unknown };
    const host = { ...this.#host, useCaseSensitiveFileNames: true, readDirectory: () => [] };
    return ts.parseJsonConfigFileContent(fields, host, path.posix.dirname(config), {}, config).options;
  }

  readonly #real = (file: string): string => {
    for (const [link, folder] of this.#links) if (file === link || file.startsWith(`${link}/`)) return folder + file.slice(link.length);
    return file;
  };

  readonly #host: ts.ModuleResolutionHost & { readFile(file: string): string | undefined; fileExists(file: string): boolean } = {
    fileExists: (file) => this.#files.has(this.#real(file)),
    readFile: (file) => this.#files.get(this.#real(file)),
    directoryExists: (folder) =>
      this.#folders.has(this.#real(folder)) || [...this.#links.keys()].some((link) => link.startsWith(`${folder}/`)),
    realpath: (file) => this.#real(file),
    getCurrentDirectory: () => root,
  };
}
