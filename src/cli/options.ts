import { parseArgs } from 'node:util';

/** A wrong command line. Its message says what to write instead. */
export class UsageError extends Error {}

const options = {
  workspace: { type: 'string', default: '.' },
  task: { type: 'string' },
  command: { type: 'string', default: '' },
  window: { type: 'string', default: '128000' },
  projection: { type: 'string' },
  active: { type: 'string' },
  reference: { type: 'string', multiple: true },
  estimator: { type: 'string', default: 'o200k_base' },
  format: { type: 'string', default: 'markdown' },
  state: { type: 'string' },
  tools: { type: 'string' },
  'max-always-on': { type: 'string' },
  timing: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

export const usage = `context-broker: what a model would see for a task, and why

  assemble --task TEXT [--workspace DIR] [--command explain|implement|fix|review|plan|preview] [--window TOKENS] [--projection TOKENS]
           [--active FILE] [--reference FILE]... [--estimator o200k_base|cl100k_base|chars/4] [--format markdown|json]
           [--state DIR] [--timing]
      Assembles the context for a task. JSON: { messages, trace, files, cache }.

  signals [FILE...] [--workspace DIR] [--format markdown|json]
      Signatures, complexity, branches, missing traces, imports and calls. JSON: { files }.

  check [--max-always-on TOKENS] [--workspace DIR] [--tools FILE] [--command NAME] [--window TOKENS] [--format markdown|json] [--state DIR]
      What every turn carries whatever is asked: persona, instructions that always apply, skills, tools. JSON: { blocks, total, limit, problems }.
      Skills fit themselves to the window: the verdict is for --window. Of settings it has the defaults. A file that is too large to be read fails it.

  archive list | show ID | search TEXT | export [--state DIR] [--format markdown|json]
      What compactions took out of chats, oldest first: one line each, one in full, those with a text, all in full. In the editor,
      "Open State Folder" tells the DIR.

  --workspace DIR      the project, by default the current folder
  --task TEXT          the request; - reads it from standard input
  --window TOKENS      the model's context window, 1 to 100,000,000 (128000)
  --projection TOKENS  what injected context may use, absolute; by default 25 % of the window (8 % for /plan)
  --active FILE        the file that is open in front of the user
  --reference FILE     a file or folder the user attached
  --state DIR          where the trace is recorded and the archive lies, by default a folder in the user's cache
  --tools FILE         JSON: a list of tools, or { tools }, each with name, description and inputSchema
  --max-always-on N    exit code 1 where the blocks of every turn have more tokens
  --timing             adds times to the JSON; nothing else depends on the clock
  --help, --version

Exit codes: 0 done · 1 the context cannot be assembled, a limit is exceeded, or nothing was found · 2 wrong command line. Only the answer goes to standard output.
`;

export const commands = ['', 'explain', 'implement', 'fix', 'review', 'plan', 'preview'];

export type CommandLine = ReturnType<typeof parse>;

/** Throws a UsageError on unknown options. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    return parse(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true, strict: true });

/** No window has more. */
export const mostTokens = 100_000_000;

/** A whole number of tokens from `least` on. */
export function tokenOption(name: string, value: string, least: number): number {
  const number = Number(value.replaceAll('_', ''));
  if (!Number.isSafeInteger(number) || number < least || number > mostTokens || value.trim() === '') {
    throw new UsageError(`--${name} wants a whole number of tokens from ${String(least)} to ${String(mostTokens)}, not ${value}`);
  }
  return number;
}

export function choiceOption<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new UsageError(`--${name} is one of ${choices.filter((one) => one !== '').join(', ')}, not ${value}`);
  return choice;
}
