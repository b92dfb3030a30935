export const settings = `
  PRAGMA busy_timeout = 3000;
  PRAGMA page_size = 4096;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -8000;
  PRAGMA wal_autocheckpoint = 4000;
`;

/**
 * `facts` is apart because a start reads all of `folders` and, where `digest` does not tell that nothing has changed, of `files`, and nothing else. Words come split and stemmed, so the tokenizer has only to part
 * them; those of a body stand there once each, marked with their number. Segments are merged by their number, not little by little: a quarter of the time of a first index.
 */
export const schema = `
  CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, mtime REAL, size INTEGER, hash TEXT NOT NULL,
    lines INTEGER NOT NULL, generated INTEGER NOT NULL, problem TEXT,
    pathWords INTEGER NOT NULL, nameWords INTEGER NOT NULL, bodyWords INTEGER NOT NULL, imports TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS facts (id INTEGER PRIMARY KEY, names TEXT NOT NULL, signals TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS folders (
    place TEXT PRIMARY KEY, mark TEXT NOT NULL, rules TEXT NOT NULL, hasRules INTEGER NOT NULL, files TEXT NOT NULL, folders TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS digest (digest TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS problems ON files (path, problem) WHERE problem IS NOT NULL;
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (path, names, body, content = '', contentless_delete = 1, tokenize = 'ascii');
  INSERT INTO words (words, rank) VALUES ('automerge', 0), ('crisismerge', 64);
`;

/** Of this connection alone: where each word stands. */
export const vocabulary = 'CREATE VIRTUAL TABLE IF NOT EXISTS temp.places USING fts5vocab (main, words, instance)';

export const emptied = `DELETE FROM files; DELETE FROM facts; DELETE FROM folders; DELETE FROM digest; DROP TABLE words; ${schema}`;

export const queries = {
  heads: 'SELECT id, path, mtime, size, hash, lines, generated, problem, pathWords, nameWords, bodyWords FROM files',
  size: 'SELECT count(*) FROM files',
  problems: 'SELECT path, problem FROM files WHERE problem IS NOT NULL',
  digest: 'SELECT digest FROM digest',
  putDigest: 'INSERT INTO digest (digest) VALUES (?)',
  removeDigest: 'DELETE FROM digest',
  ids: 'SELECT id, path FROM files',
  hashes: 'SELECT path, hash FROM files',
  known: 'SELECT id, hash FROM files WHERE path = ?',
  touch: 'UPDATE files SET mtime = ?, size = ? WHERE id = ?',
  insertFile: `INSERT INTO files (mtime, size, hash, lines, generated, problem, pathWords, nameWords, bodyWords, imports, path)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  updateFile: `UPDATE files SET mtime = ?, size = ?, hash = ?, lines = ?, generated = ?, problem = ?, pathWords = ?, nameWords = ?,
    bodyWords = ?, imports = ? WHERE path = ?`,
  putFacts: 'INSERT OR REPLACE INTO facts (names, signals, id) VALUES (?, ?, ?)',
  insertWords: 'INSERT INTO words (path, names, body, rowid) VALUES (?, ?, ?, ?)',
  removeFile: 'DELETE FROM files WHERE id = ?',
  removeFacts: 'DELETE FROM facts WHERE id = ?',
  removeWords: 'DELETE FROM words WHERE rowid = ?',
  signals: 'SELECT signals, imports FROM files JOIN facts USING (id) WHERE path = ? AND hash = ?',
  imports: 'SELECT path, hash, imports FROM files',
  frequencies: "SELECT doc, sum(col = 'path'), sum(col = 'names') FROM places WHERE term = ? GROUP BY doc",
  counts: 'SELECT doc, term FROM places WHERE term >= ? AND term <= ?',
  declaring: 'SELECT id FROM words JOIN facts ON facts.id = words.rowid WHERE words MATCH ? AND instr(facts.names, ?)',
  declaringAny: 'SELECT id FROM facts WHERE instr(names, ?)',
  declaredNames: 'SELECT id, facts.names FROM words JOIN facts ON facts.id = words.rowid WHERE words MATCH ?',
  folders: 'SELECT place, mark, rules, hasRules, files, folders FROM folders',
  putFolder: 'INSERT OR REPLACE INTO folders (place, mark, rules, hasRules, files, folders) VALUES (?, ?, ?, ?, ?, ?)',
  removeFolder: 'DELETE FROM folders WHERE place = ?',
  version: 'PRAGMA data_version',
} as const;
