import type { PoolClient } from 'pg';
import { type Db, withoutLimits } from './access.ts';
import { broken, type Table, tablesOf } from './backup.ts';
import { cellName } from './cells.ts';
import { type Databases, poolsOf } from './database.ts';
import { isRejected } from './failures.ts';
import { type Schema, schemasOf } from './migrate.ts';
import type { DatabasePool } from './pool.ts';

/** Maximum number of rows and characters written at a time. */
const ROWS = 500;
const CHARACTERS = 4_000_000;

/**
 * Writes a verified backup into migrated, empty databases. Each one is restored in a single transaction, committed once
 * all lines are read and all foreign keys checked. Returns the number of rows.
 */
export async function load(lines: AsyncIterable<string>, databases: Databases): Promise<number> {
  const clients = new Map<DatabasePool, PoolClient>();
  try {
    for (const pool of poolsOf(databases)) clients.set(pool, await pool.connect());
    const clientOf = (pool: DatabasePool): PoolClient => clients.get(pool) as PoolClient;
    const targets = schemasOf(databases).map((schema) => new Target(schema, withoutLimits(clientOf(schema.pool))));
    for (const client of clients.values()) {
      await client.query('begin');
      await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    }
    for (const target of targets) await target.open();
    const rows = await write(lines, targets);
    for (const { name, pool } of targets) await pool.restores.restored(clientOf(pool), name);
    for (const target of targets) await target.close();
    for (const client of clients.values()) await client.query('commit');
    return rows;
  } catch (error) {
    throw isRejected(error) ? broken(`its rows do not fit: ${(error as Error).message}`, error) : error;
  } finally {
    for (const client of clients.values()) client.release(true);
  }
}

async function write(lines: AsyncIterable<string>, targets: readonly Target[]): Promise<number> {
  let target: Target | undefined;
  let cell = '';
  let rows = 0;
  for await (const line of lines) {
    if (!line.startsWith('[')) {
      rows += 1;
      await target?.add(line);
      continue;
    }
    const [kind, ...values] = JSON.parse(line) as readonly [string, ...unknown[]];
    await target?.flush();
    if (kind === 'cell') cell = String(values[0]);
    if (kind !== 'table' && kind !== 'sequence') continue;
    target = targets.find((one) => one.cell === cell && String(values[0]).startsWith(`${one.name}.`));
    if (!target)
      throw broken(`it names ${values[0]}${cell && ` of the cell ${cell}`}, which this deployment does not have`);
    if (kind === 'table') target.begin(String(values[0]), values[1]);
    else await target.setSequence(String(values[0]), String(values[1]), values[2] === true);
  }
  return rows;
}

/** Statements that drop a schema's foreign keys, and that add and check them again. */
const FOREIGN_KEYS = `
  select format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as add,
    format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop
  from pg_constraint c where c.contype = 'f' and c.connamespace = to_regnamespace($1) order by c.oid`;

/** A schema being restored. It has no triggers and foreign keys until it is closed. */
class Target {
  readonly name: string;
  readonly pool: DatabasePool;
  /** Name of the cell; empty for the control plane. */
  readonly cell: string;
  readonly #db: Db;
  #tables = new Map<string, Table>();
  #foreignKeys: readonly { readonly add: string }[] = [];
  #into: Table | undefined;
  #rows: string[] = [];
  #characters = 0;

  constructor({ name, pool, cell }: Schema, db: Db) {
    this.name = name;
    this.pool = pool;
    this.cell = cell ? cellName(cell) : '';
    this.#db = db;
  }

  async open(): Promise<void> {
    const tables = await tablesOf(this.#db, this.name);
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    const { rows } = await this.#db.query<{ add: string; drop: string }>(FOREIGN_KEYS, [this.name]);
    for (const { drop } of rows) await this.#db.query(drop);
    this.#foreignKeys = rows;
    for (const { name, isForced } of tables) {
      await this.#db.query(`alter table ${name} disable trigger user`);
      if (isForced) await this.#db.query(`alter table ${name} no force row level security`);
    }
    await this.#db.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  }

  begin(name: string, columns: unknown): void {
    const table = this.#tables.get(name);
    if (!table || JSON.stringify(columns) !== JSON.stringify(table.columns)) {
      throw broken(`its table ${name} differs from that of this program`);
    }
    this.#into = table;
  }

  async add(row: string): Promise<void> {
    this.#rows.push(row);
    this.#characters += row.length;
    if (this.#rows.length >= ROWS || this.#characters >= CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0 || !this.#into) return;
    const { name, columns } = this.#into;
    const names = columns.join(', ');
    await this.#db.query(
      `insert into ${name} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${this.#rows.join(',')}]`],
    );
    this.#rows = [];
    this.#characters = 0;
  }

  async setSequence(name: string, value: string, isCalled: boolean): Promise<void> {
    await this.#db.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  }

  async close(): Promise<void> {
    for (const { add } of this.#foreignKeys) await this.#db.query(add);
    for (const { name, isForced } of this.#tables.values()) {
      await this.#db.query(`alter table ${name} enable trigger user`);
      if (isForced) await this.#db.query(`alter table ${name} force row level security`);
    }
  }
}
