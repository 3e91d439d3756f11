import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { StartError } from '../process/start-error.ts';
import { type Db, withoutLimits } from './access.ts';
import { cellName } from './cells.ts';
import { type ControlDatabases, poolsOf } from './database.ts';
import { KNOWN_MIGRATIONS } from './known-migrations.ts';
import { schemasOf } from './migrate.ts';
import type { DatabasePool } from './pool.ts';

/** SHA-256 of lines including their line feeds, as printed by `sha256sum`. */
export class Digest {
  readonly #hash = createHash('sha256');

  add(line: string): string {
    this.#hash.update(line).update('\n');
    return line;
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}

export const broken = (reason: string, cause?: unknown): StartError =>
  new StartError(`The backup cannot be restored: ${reason}.`, { cause });

/** Reads the lines of a gzipped file. Only line feeds end a line, since names may contain other separators. */
export async function* readArchive(file: string): AsyncGenerator<string> {
  const unzip = createGunzip();
  // A failure destroys the stream read below, which then throws it.
  pipeline(createReadStream(file), unzip).catch(() => {});
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of unzip) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw broken(
      code.startsWith('Z_') ? 'its gzip data is damaged or incomplete' : `it cannot be read: ${message}`,
      error,
    );
  }
  if (rest !== '') yield rest;
}

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'its folder may not be written to',
  EROFS: 'its folder may not be written to',
  ENOSPC: 'the disk is full',
};

/** Writes gzipped lines to a new file that only its owner can read. Removes the file if writing fails or is aborted. */
export async function writeArchive(lines: AsyncIterable<string>, file: string, signal?: AbortSignal): Promise<void> {
  if (existsSync(file)) throw new StartError(`${file} exists already; name a new file.`);
  const partial = `${file}.partial`;
  async function* withLineFeeds() {
    for await (const line of lines) yield `${line}\n`;
  }
  try {
    // A file left by an interrupted backup or another user may be readable by others.
    await rm(partial, { force: true });
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(withLineFeeds()), createGzip(), target, { signal });
    await rename(partial, file);
  } catch (error) {
    const reason = WRITE_PROBLEMS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason ? new StartError(`${file} cannot be written: ${reason}.`, { cause: error }) : error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** A table in a backup, without generated columns, which the database computes again. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isForced: boolean;
}

/** Tables of a schema, except the lists of applied migrations and files. */
export async function tablesOf(db: Db, schema: string): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select format('%I.%I', $1::text, c.relname) as name, c.relforcerowsecurity as "isForced",
       array(select format('%I', a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' and c.relname not in ('migrations', 'schema_files') order by c.relname`,
    [schema],
  );
  return rows;
}

const SEQUENCES = `select format('%I.%I', $1::text, relname) as name from pg_class
  where relnamespace = to_regnamespace($1) and relkind = 'S' order by relname`;

const ROWS = 500;

/** Databases as of one moment, each read in one transaction. */
export class Snapshots {
  readonly #clients = new Map<DatabasePool, PoolClient>();

  private constructor() {}

  static async take(pools: Iterable<DatabasePool>): Promise<Snapshots> {
    const snapshots = new Snapshots();
    try {
      for (const pool of new Set(pools)) {
        const client = await pool.connect();
        snapshots.#clients.set(pool, client);
        await client.query('begin isolation level repeatable read, read only');
        await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
        // The snapshot is taken by the first statement that reads.
        await client.query('select count(*) from pg_class');
      }
      return snapshots;
    } catch (error) {
      snapshots.release();
      throw error;
    }
  }

  of(pool: DatabasePool): Db {
    const client = this.#clients.get(pool);
    if (!client) throw new Error('No snapshot was taken of this database.');
    return withoutLimits(client);
  }

  release(): void {
    for (const client of this.#clients.values()) client.release(true);
  }
}

/** Rows of a table, all or for one merchant, each as a line of JSON written by the database. */
export async function* rowsOf(db: Db, { name, columns }: Table, companyId?: number): AsyncGenerator<string> {
  const only = companyId === undefined ? '' : ` where company_id = ${BigInt(companyId)}`;
  await db.query(
    `declare backup_rows no scroll cursor for
     select row_to_json(r)::text as text from (select ${columns.join(', ')} from ${name}${only}) r`,
  );
  for (;;) {
    const { rows } = await db.query<{ text: string }>(`fetch ${ROWS} from backup_rows`);
    // Stored documents may contain line breaks between values; inside strings they are escaped.
    for (const { text } of rows) yield text.replaceAll('\n', ' ');
    if (rows.length < ROWS) break;
  }
  await db.query('close backup_rows');
}

const FORMAT = 'tillgate backup 2';
const FORMAT_WITHOUT_DIGEST = 'tillgate backup 1';

/**
 * Lines of a backup of all databases. A line in brackets is a heading: the format with the versions
 * of the schemas, a cell, a table with its columns, a sequence with its value, or the end with the
 * number of rows and a digest of all preceding lines. Every other line is a row, as JSON written by
 * the database. Each database is read in one snapshot; all snapshots are taken at the same moment.
 */
export async function* dump(databases: ControlDatabases, program: string): AsyncGenerator<string> {
  const snapshots = await Snapshots.take(poolsOf(databases));
  try {
    const digest = new Digest();
    yield digest.add(heading(FORMAT, program, KNOWN_MIGRATIONS));
    let rowCount = 0;
    for (const schema of schemasOf(databases)) {
      if (schema.cell) yield digest.add(heading('cell', cellName(schema.cell)));
      const db = snapshots.of(schema.pool);
      for (const table of await tablesOf(db, schema.name)) {
        yield digest.add(heading('table', table.name, table.columns));
        for await (const row of rowsOf(db, table)) {
          rowCount += 1;
          yield digest.add(row);
        }
      }
      for (const { name } of (await db.query<{ name: string }>(SEQUENCES, [schema.name])).rows) {
        const { rows } = await db.query<{ value: string; called: boolean }>(
          `select last_value::text as value, is_called as called from ${name}`,
        );
        yield digest.add(heading('sequence', name, rows[0]?.value, rows[0]?.called));
      }
    }
    yield heading('end', rowCount, digest.hex());
  } finally {
    snapshots.release();
  }
}

const heading = (...values: readonly unknown[]): string => JSON.stringify(values);

/** Reads a backup to its end. Throws a StartError unless this version can restore it and every line is intact. */
export async function verify(lines: AsyncIterable<string>): Promise<void> {
  const digest = new Digest();
  let first: string | undefined;
  let last: string | undefined;
  let rows = 0;
  for await (const line of lines) {
    if (first === undefined) checkFormat(line);
    first ??= line;
    if (last !== undefined) digest.add(last);
    last = line;
    if (!line.startsWith('[')) rows += 1;
  }
  if (last === undefined) checkFormat('');
  const [kind, counted, expected] = headingOf(last ?? '');
  if (kind !== 'end') throw broken('it ends early, or something follows its end');
  if (counted !== rows || expected !== digest.hex()) {
    throw broken('it is damaged, or was changed after it was written; use another backup');
  }
}

function headingOf(line: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(line);
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

function checkFormat(line: string): void {
  const [format, program, migrations] = headingOf(line);
  if (format === FORMAT_WITHOUT_DIGEST) {
    throw broken(
      `version ${program} wrote it without a digest; restore it with that version, start this one, and write a new backup`,
    );
  }
  if (format !== FORMAT) throw broken('it is not a backup that `tillgate backup` wrote');
  if (!isDeepStrictEqual(migrations, KNOWN_MIGRATIONS)) {
    throw broken(`its schemas are those of version ${program}; restore it with that version, then start this one`);
  }
}
