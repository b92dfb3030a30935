/** A workspace of packages with every kind of configuration that says where imports lead. Nothing of it is built. */
export const monorepo: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "workspaces": ["packages/*", "apps/*"] }',
  'tsconfig.base.json':
    '{ "compilerOptions": { "target": "ES2022", "module": "ESNext", "moduleResolution": "bundler", "composite": true, "paths": { "@shop/core": ["./packages/core/src"], "@shop/core/*": ["./packages/core/src/*"] } } }',
  'tsconfig.json': '{ "files": [], "references": [{ "path": "packages/core" }, { "path": "packages/http" }] }',

  'packages/core/package.json': '{ "name": "@shop/core", "main": "dist/index.js", "types": "dist/index.d.ts" }',
  'packages/core/tsconfig.json':
    '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "rootDir": "src", "outDir": "dist" }, "include": ["src"] }',
  'packages/core/src/index.ts': "export * from './cart.js';\nexport { total as sum } from './money';\nexport * as ids from './ids';\n",
  'packages/core/src/cart.ts': "import { total } from './money.js';\nexport class Cart { sum() { return total([]); } }\n",
  'packages/core/src/money.ts': 'export function total(all: number[]): number { return all.length; }\n',
  'packages/core/src/ids/index.ts': 'export const nextId = (): number => 1;\n',

  'packages/http/package.json': `{
    "name": "@shop/http",
    "exports": {
      ".": { "types": "./src/index.ts", "default": "./dist/index.js" },
      "./client": { "types": "./src/client.ts", "import": "./dist/client.mjs", "require": "./dist/client.cjs" },
      "./parts/*": ["./src/parts/*.ts"],
      "./inner/*": null
    },
    "imports": { "#retry": "./src/retry.ts", "#parts/*": { "types": "./src/parts/*.ts", "default": "./dist/parts/*.js" } }
  }`,
  'packages/http/tsconfig.json': '{ "extends": ["../../tsconfig.base.json", "./more"], "compilerOptions": { "outDir": "dist" } }',
  'packages/http/more.json': '{\n  // with a comment\n  "compilerOptions": { "rootDirs": ["src", "generated"], },\n}',
  'packages/http/src/index.ts': "export { Client } from './client';\nexport { default as retry } from '#retry';\nimport './schema';\n",
  'packages/http/src/client.ts':
    "import retry from '#retry';\nimport { header } from '#parts/header';\nimport { Cart } from '@shop/core';\nimport { nextId } from '@shop/core/ids';\nexport class Client { send() { retry(header); nextId(); return new Cart(); } }\n",
  'packages/http/src/retry.ts': 'export default function retry(work: () => void): void { work(); }\n',
  'packages/http/src/parts/header.ts': 'export function header(): void {}\n',
  'packages/http/generated/schema.ts': 'export const schema = 1;\n',

  'apps/web/package.json': '{ "name": "web", "dependencies": { "@shop/http": "*" } }',
  'apps/web/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
  'apps/web/tsconfig.app.json':
    '{ "compilerOptions": { "module": "ESNext", "moduleResolution": "bundler", "jsx": "preserve", "baseUrl": ".", "paths": { "@/*": ["src/*"], "@/special/*": ["other/*"], "exact": ["src/exact.ts"] } }, "include": ["src"] }',
  'apps/web/src/main.tsx':
    "import { Page } from '@/page';\nimport { special } from '@/special/one';\nimport exact from 'exact';\nimport { other } from 'other/two';\nimport { Client, retry } from '@shop/http';\nimport { header } from '@shop/http/parts/header';\nimport './style.css';\nimport fs from 'node:fs';\nimport { z } from 'zod';\nnew Client(); retry(header); special(); exact(); other(); void Page; void fs; void z;\n",
  'apps/web/src/page.tsx':
    "import { Cart, sum, ids } from '@shop/core';\nexport const Page = () => sum([ids.nextId()]) + new Cart().sum();\n",
  'apps/web/src/exact.ts': 'export default function exact(): void {}\n',
  'apps/web/other/one.ts': 'export function special(): void {}\n',
  'apps/web/other/two.ts': 'export function other(): void {}\n',
};
