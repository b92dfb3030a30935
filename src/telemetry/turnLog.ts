import { JsonLines } from './jsonLines.ts';

const log = new JsonLines('traces', { rotateAt: 8 * 1_048_576, kept: 3 });

/** One line a turn. Throws what the file system throws. */
export const appendTurn = (folder: string, record: object): void => {
  log.append(folder, record);
};

/** Recorded turns newest first, up to `limit`. */
export const readTurns = <Turn>(folder: string, limit: number, parse: (value: unknown) => Turn | undefined): Turn[] =>
  log.read(folder, limit, parse);
