// An item is kept as a text; the columns beside it are the members by which SQLite looks for it.

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS items (
    pk TEXT NOT NULL, sk TEXT NOT NULL, item TEXT NOT NULL, duePk TEXT, dueSk TEXT, expiresAt REAL,
    PRIMARY KEY (pk, sk)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS due ON items (duePk, dueSk, pk, sk) WHERE duePk IS NOT NULL AND dueSk IS NOT NULL;
  CREATE INDEX IF NOT EXISTS expiring ON items (expiresAt) WHERE expiresAt IS NOT NULL;
  CREATE TABLE IF NOT EXISTS changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, event TEXT NOT NULL, byService INTEGER NOT NULL,
    pk TEXT NOT NULL, sk TEXT NOT NULL, item TEXT
  );
  CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, content TEXT NOT NULL, at INTEGER NOT NULL);
`
