import { spawn, type ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

export interface CommandLimits {
  /** Milliseconds. */
  readonly time: number;
  readonly characters: number;
}

export type CommandOutput = { readonly text: string; readonly code: number } | { readonly problem: string };

/** Runs a command line in a shell and gives what it wrote to its standard output. Past a limit, or once cancelled, it is killed with all it started. Never rejects. */
export function runCommand(command: string, cwd: string, limits: CommandLimits, signal: AbortSignal): Promise<CommandOutput> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ problem: 'was cancelled' });
      return;
    }
    const child = start(command, cwd);
    let [text, complaint] = ['', ''];
    const end = (output: CommandOutput): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(output);
    };
    const stop = (problem: string): void => {
      kill(child);
      end({ problem });
    };
    const cancel = (): void => {
      stop('was cancelled');
    };
    const timer = setTimeout(() => {
      stop(`took longer than ${String(limits.time)} ms`);
    }, limits.time);
    signal.addEventListener('abort', cancel, { once: true });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > limits.characters) stop(`gave more than ${String(limits.characters)} characters`);
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      if (complaint.length < mostComplaint) complaint += chunk;
    });
    child.on('error', (error) => {
      end({ problem: `could not be run: ${error.message}` });
    });
    child.on('close', (code) => {
      const output = stripVTControlCharacters(text).replace(/\r\n?/gu, '\n').trim();
      if (output === '' && code !== 0) end({ problem: `ended with code ${String(code)}${firstLine(complaint)}` });
      else end({ text: output, code: code ?? 1 });
    });
  });
}

const mostComplaint = 2_000;

const isWindows = process.platform === 'win32';

/** In a process group of its own, so that what the shell starts ends with it. */
const start = (command: string, cwd: string): ChildProcess =>
  spawn(command, {
    cwd,
    shell: true,
    detached: !isWindows,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', GIT_OPTIONAL_LOCKS: '0' },
  });

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (isWindows) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => child.kill());
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // it has ended, or has no group
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function firstLine(complaint: string): string {
  const line = stripVTControlCharacters(complaint).trim().split('\n')[0]?.slice(0, 200) ?? '';
  return line === '' ? '' : `: ${line}`;
}
