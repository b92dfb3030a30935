// What npm start does, step by step.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { browserEditorRuns } from '../editor/lib/locations.mjs';
import { buildExtension, ensurePackages, say, SetupError } from '../editor/lib/steps.mjs';
import { demoProject } from '../editor/lib/workspace.mjs';
import { downloadVscode, findVscode, hasDisplay, openInstalled, runDownloaded } from './desktop.mjs';
import { serveInBrowser } from './inBrowser.mjs';

const help = `Opens VS Code with the Context Broker extension on a folder.

  npm start [folder]                without a folder: a copy of viem, an open-source TypeScript library
  npm start -- --browser [folder]   use the in-browser VS Code, even if a desktop one is there
  npm start -- --port N [folder]    port of the in-browser VS Code
  npm start -- --help

It uses the installed VS Code, else one that it can download, else a VS Code in the browser (Linux only).`;

const defaultPort = 8390;

/** @param {string[]} args */
export async function main(args) {
  try {
    const { values, positionals } = readArguments(args);
    if (values.help) return console.log(help);
    await start({ given: positionals[0], browser: values.browser, port: readPort(values.port) });
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
}

async function start({ given, browser, port }) {
  const chosen = given === undefined ? undefined : existingFolder(given);
  say(`Context Broker: opens VS Code with the extension on ${chosen ?? 'a demo project'}.`);
  await ensurePackages();
  await buildExtension();
  if (!chosen) say('Demo project: a copy of viem in .vscode-test/demo/viem, yours to edit.');
  const folder = chosen ?? demoProject();
  if (!browser && (await openDesktop(folder))) return;
  if (!browserEditorRuns) {
    throw new SetupError(
      'No VS Code found. Install it from https://code.visualstudio.com, with its "code" command on the PATH, then try again.',
    );
  }
  await serveInBrowser(folder, port);
}

async function openDesktop(folder) {
  if (!hasDisplay()) {
    say('No display here, so the in-browser VS Code is used.');
    return false;
  }
  const installed = findVscode();
  if (installed) {
    await openInstalled(installed, folder);
    return true;
  }
  say('No VS Code installed; trying to download one into .vscode-test.');
  const downloaded = await downloadVscode();
  if (!downloaded) {
    say('It could not be downloaded.');
    return false;
  }
  await runDownloaded(downloaded, folder);
  return true;
}

function readArguments(args) {
  const options = { browser: { type: 'boolean', default: false }, port: { type: 'string' }, help: { type: 'boolean', short: 'h' } };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${help}`);
  }
}

function readPort(text = String(defaultPort)) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new SetupError(`Not a port: ${text}`);
  return port;
}

function existingFolder(given) {
  const folder = path.resolve(process.env.INIT_CWD ?? '.', given); // npm itself runs us in the project's root
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new SetupError(`No such folder: ${folder}`);
  return folder;
}
