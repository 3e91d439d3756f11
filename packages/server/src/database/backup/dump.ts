import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../access.ts';
import { cellName } from '../cells.ts';
import { type Databases, poolsOf } from '../database.ts';
import { KNOWN_MIGRATIONS } from '../known-migrations.ts';
import { type Schema, schemasOf } from '../migrate.ts';
import { broken, Digest } from './archive.ts';
import { rowsOf, Snapshots, sequencesOf, tablesOf } from './snapshot.ts';

const FORMAT = 'tillgate backup 2';
const FORMAT_WITHOUT_DIGEST = 'tillgate backup 1';

/**
 * Lines of a backup of all databases. A line in brackets is a heading: the format with the versions
 * of the schemas, a cell, a table with its columns, a sequence with its value, or the end with the
 * number of rows and a digest of all preceding lines. Every other line is a row, as JSON written by
 * the database. Each database is read in one snapshot; all snapshots are taken at the same moment.
 */
export async function* dump(databases: Databases, program: string): AsyncGenerator<string> {
  const snapshots = await Snapshots.take(poolsOf(databases));
  try {
    const digest = new Digest();
    yield digest.add(heading(FORMAT, program, KNOWN_MIGRATIONS));
    let rows = 0;
    for (const schema of schemasOf(databases)) {
      if (schema.cell) yield digest.add(heading('cell', cellName(schema.cell)));
      for await (const line of dumpSchema(snapshots.of(schema.pool), schema)) {
        if (!line.startsWith('[')) rows += 1;
        yield digest.add(line);
      }
    }
    yield heading('end', rows, digest.hex());
  } finally {
    snapshots.release();
  }
}

const heading = (...values: readonly unknown[]): string => JSON.stringify(values);

async function* dumpSchema(db: Db, { name }: Schema): AsyncGenerator<string> {
  for (const table of await tablesOf(db, name)) {
    yield heading('table', table.name, table.columns);
    yield* rowsOf(db, table);
  }
  for (const sequence of await sequencesOf(db, name)) {
    const { rows } = await db.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${sequence}`,
    );
    yield heading('sequence', sequence, rows[0]?.value, rows[0]?.called);
  }
}

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

/** Values of a heading; an empty list for other lines. */
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
