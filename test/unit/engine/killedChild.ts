import { spawn } from 'node:child_process';

/** Runs Node with these arguments until it is killed, so many milliseconds after its first word; gives the lines that it had finished. */
export async function killedChild(args: readonly string[], afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
    timer ??= setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return said.split('\n').slice(0, -1);
}
