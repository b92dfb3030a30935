import { columnWeights } from './bm25.ts';

export const settings = `
  PRAGMA busy_timeout = 10000;
  PRAGMA page_size = 4096;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -8000;
  PRAGMA wal_autocheckpoint = 4000;
`;

/**
 * `facts` is apart because a start reads all of `files` and nothing else. Words come split and stemmed, so the tokenizer has only to part
 * them. To take out a row FTS5 wants its words again: each of `body` once and their number are enough, a third of the text (with
 * `contentless_delete` none were needed, but its averages would be off after the first change). Segments are merged by their number, not
 * little by little: a quarter of the time of a first index.
 */
export const schema = `
  CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, mtime REAL, size INTEGER, hash TEXT NOT NULL,
    lines INTEGER NOT NULL, generated INTEGER NOT NULL, problem TEXT, tokens INTEGER NOT NULL, imports TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS facts (id INTEGER PRIMARY KEY, names TEXT NOT NULL, signals TEXT NOT NULL, body BLOB NOT NULL, length INTEGER NOT NULL);
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (path, names, body, content = '', tokenize = 'ascii');
  INSERT INTO words (words, rank) VALUES ('automerge', 0), ('crisismerge', 64);
`;

export const emptied = `DELETE FROM files; DELETE FROM facts; DROP TABLE words; ${schema}`;

const { path, names, body } = columnWeights;

export const queries = {
  heads: 'SELECT id, path, mtime, size, hash, lines, generated, problem FROM files ORDER BY path',
  ids: 'SELECT id, path FROM files',
  known: 'SELECT id, hash FROM files WHERE path = ?',
  touch: 'UPDATE files SET mtime = ?, size = ? WHERE id = ?',
  insertFile: 'INSERT INTO files (mtime, size, hash, lines, generated, problem, tokens, imports, path) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  updateFile:
    'UPDATE files SET mtime = ?, size = ?, hash = ?, lines = ?, generated = ?, problem = ?, tokens = ?, imports = ? WHERE path = ?',
  putFacts: 'INSERT OR REPLACE INTO facts (names, signals, body, length, id) VALUES (?, ?, ?, ?, ?)',
  insertWords: 'INSERT INTO words (path, names, body, rowid) VALUES (?, ?, ?, ?)',
  storedWords: 'SELECT names, body, length FROM facts WHERE id = ?',
  removeFile: 'DELETE FROM files WHERE id = ?',
  removeFacts: 'DELETE FROM facts WHERE id = ?',
  removeWords: "INSERT INTO words (words, path, names, body, rowid) VALUES ('delete', ?, ?, ?, ?)",
  signals: 'SELECT signals, imports FROM files JOIN facts USING (id) WHERE path = ? AND hash = ?',
  imports: 'SELECT path, hash, imports FROM files',
  statistics: 'SELECT count(*), coalesce(sum(tokens), 0) FROM files',
  matches: `SELECT rowid, bm25(words, ${String(path)}, ${String(names)}, ${String(body)}) FROM words WHERE words MATCH ?`,
  declaring: 'SELECT id FROM words JOIN facts ON facts.id = words.rowid WHERE words MATCH ? AND instr(facts.names, ?)',
  declaringAny: 'SELECT id FROM facts WHERE instr(names, ?)',
  version: 'PRAGMA data_version',
} as const;
