import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Opens the partner's database. Each write is on disk before the call returns. */
export function openDatabase(file: string): DatabaseSync {
  // The file contains tokens, so only its owner may read it.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table if not exists sign_ups (
      id text primary key, state text not null, code_verifier text not null, started_at integer not null
    ) strict;
    create table if not exists merchants (
      id integer primary key, tokens text, ended_with text
    ) strict;
    create table if not exists places (
      merchant_id integer primary key, place text not null
    ) strict;
    create table if not exists items (
      merchant_id integer not null, id integer not null, version integer not null, status integer not null,
      code text not null, name text not null, price text not null, currency text not null,
      primary key (merchant_id, id)
    ) strict;
  `);
  return database;
}

/** Runs `work` in a transaction. */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('begin immediate');
  try {
    work();
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
