// Signals of every file and nothing else, in a process of its own; prints CPU and memory as alone.mts does.
// usage: node signals.cjs signals FOLDER
import fs from 'node:fs';
import { extractSignals } from '../../src/signals/extractSignals.ts';
import { codeFiles } from './codeFiles.mts';

const [, , , folder = ''] = process.argv;
const start = process.cpuUsage();
for (const file of codeFiles(folder)) extractSignals(file, fs.readFileSync(file, 'utf8'));
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024 }));
