import { isDeepStrictEqual } from 'node:util';
import { type Entry, RESOURCES, type Resource } from '../../src/database/change-log.ts';
import type { Databases } from '../../src/database/database.ts';
import type { DatabasePool } from '../../src/database/pool.ts';

const TABLES: Partial<Record<Resource, string>> = {
  items: 'items',
  categories: 'categories',
  brands: 'brands',
  menus: 'menus',
  modifiers: 'modifier_groups',
  purchaseOrders: 'purchase_orders',
  stockTransfers: 'stock_transfers',
  stockAdjustments: 'stock_adjustments',
  openOrders: 'open_orders',
  stores: 'stores',
  suppliers: 'suppliers',
  taxes: 'taxes',
};

/** A change as a trigger sees it. Versions tell changed records from rows that only follow another one. */
interface Seen {
  readonly company: number;
  readonly transaction: string;
  readonly resource: Resource;
  readonly id: number;
  readonly store: number | null;
  readonly day: string | null;
  readonly before: Row | null;
  readonly after: Row | null;
}

type Row = Readonly<Record<string, unknown>>;

interface LoggedRow {
  readonly company: number;
  readonly transaction: string;
  readonly position: number;
  readonly app: number;
  readonly kinds: number;
  readonly stores: number[];
  readonly entries: Entry[];
}

/** Adds triggers that note what every transaction changes in the UK's records, and the rows that it logs. */
export async function watchChanges({ regions }: Databases): Promise<Watched> {
  await regions.UK.query(`
    create table region_uk.seen (n bigint generated always as identity, transaction text default pg_current_xact_id()::text,
      company bigint, resource text, id bigint, store bigint, day date, before json, after json);
    create table region_uk.seen_log (transaction text default pg_current_xact_id()::text, company bigint, position bigint);
    create function region_uk.see_record() returns trigger language plpgsql security definer as $$ begin
      insert into region_uk.seen (company, resource, id, before, after)
      select new.company_id, tg_argv[0], new.id, case tg_op when 'UPDATE' then to_json(old) end, to_json(new);
      return null;
    end $$;
    create function region_uk.see_movement() returns trigger language plpgsql security definer as $$ begin
      insert into region_uk.seen (company, resource, id, store) values (new.company_id, 'stock', new.item_id, new.store_id);
      return null;
    end $$;
    create function region_uk.see_day() returns trigger language plpgsql security definer as $$ begin
      insert into region_uk.seen (company, resource, id, store, day)
      values (new.company_id, 'dailySales', new.store_id, new.store_id, new.day);
      return null;
    end $$;
    create function region_uk.see_log() returns trigger language plpgsql security definer as $$ begin
      insert into region_uk.seen_log (company, position) values (new.company_id, new.position);
      return null;
    end $$;
    create trigger see after insert on region_uk.stock_movements for each row execute function region_uk.see_movement();
    create trigger see after insert or update on region_uk.daily_sales
      for each row execute function region_uk.see_day();
    create trigger see after insert on region_uk.changes for each row execute function region_uk.see_log();
    ${Object.entries(TABLES)
      .map(
        ([resource, table]) => `
        create trigger see_new after insert on region_uk.${table} for each row
          execute function region_uk.see_record('${resource}');
        create trigger see_changed after update on region_uk.${table} for each row
          when (old.version <> new.version) execute function region_uk.see_record('${resource}');`,
      )
      .join('')}`);
  return new Watched(regions.UK);
}

/** An entry of the log without the parts that only one side knows, so that both compare equal. */
interface About {
  readonly key: string;
  readonly created: boolean;
  readonly version: number | undefined;
  readonly properties: readonly string[] | undefined;
  readonly stores: readonly number[] | undefined;
}

export class Watched {
  readonly #pool: DatabasePool;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** Transactions of one merchant, or of all, whose row in the log differs from what the triggers saw. */
  async differences(company?: number): Promise<unknown[]> {
    const [seen, log] = [await this.#seen(company), await this.log(company)];
    const logged = new Map(log.map((row) => [row.transaction, row]));
    const transactions = new Set([...seen.keys(), ...logged.keys()]);
    return [...transactions].flatMap((transaction) => {
      const expected = [...(seen.get(transaction)?.values() ?? [])].sort(byKey);
      const found = (logged.get(transaction)?.entries ?? []).map(aboutEntry).sort(byKey);
      const isEqual = isDeepStrictEqual(expected, found) && isSummedUp(logged.get(transaction));
      return isEqual ? [] : [{ transaction, expected, found, row: logged.get(transaction) }];
    });
  }

  /** Rows in the log by merchant, oldest first. */
  async log(company?: number): Promise<LoggedRow[]> {
    const { rows } = await this.#pool.query<LoggedRow>(
      `select c.company_id as company, s.transaction, c.position, c.app_id as app, c.kinds, c.store_ids as stores, c.entries
       from region_uk.changes c join region_uk.seen_log s on s.company = c.company_id and s.position = c.position
       where $1::bigint is null or c.company_id = $1 order by c.company_id, c.position`,
      [company],
    );
    return rows.map((row) => ({ ...row, stores: row.stores.map(Number) }));
  }

  async #seen(company?: number): Promise<Map<string, Map<string, About>>> {
    const { rows } = await this.#pool.query<Seen>(
      'select * from region_uk.seen where $1::bigint is null or company = $1 order by n',
      [company],
    );
    const byTransaction = new Map<string, Map<string, About>>();
    for (const seen of rows) {
      const records = byTransaction.get(seen.transaction) ?? new Map<string, About>();
      byTransaction.set(seen.transaction, records);
      const about = aboutSeen(seen);
      const earlier = records.get(about.key);
      records.set(about.key, earlier ? both(earlier, about) : about);
    }
    return byTransaction;
  }
}

const byKey = (a: About, b: About): number => (a.key < b.key ? -1 : 1);

/** Bits and stores of a row are those of its entries. */
function isSummedUp(row: LoggedRow | undefined): boolean {
  if (!row) return true;
  const kinds = row.entries.reduce((bits, { r }) => bits | r, 0);
  const everywhere = row.entries.some(({ s }) => s === undefined);
  const stores = everywhere ? [] : [...new Set(row.entries.flatMap(({ s }) => s ?? []))].sort((a, b) => a - b);
  return row.kinds === kinds && isDeepStrictEqual(row.stores, stores);
}

function aboutEntry({ r, id, k, v, p, s, d }: Entry): About {
  const resource = RESOURCES[Math.log2(r)] as Resource;
  const created = k === 'created' || (resource === 'openOrders' && k === 'closed' && v === 1);
  const key = `${resource} ${id} ${resource === 'stock' ? s?.[0] : (d ?? '')}`;
  const properties = TABLES[resource] && !created ? (p ?? []).filter(isOfRow(resource)).sort() : undefined;
  return { key, created, version: v, properties, stores: s && [...s].sort((a, b) => a - b) };
}

function aboutSeen({ resource, id, store, day, before, after }: Seen): About {
  const key = `${resource} ${id} ${resource === 'stock' ? store : (day ?? '')}`;
  const stores = store === null ? storesOf(resource, before, after) : [store];
  if (!after) return { key, created: false, version: undefined, properties: undefined, stores };
  const properties = before ? differing(recordOf(before), recordOf(after)) : undefined;
  return { key, created: !before, version: after.version as number, properties, stores };
}

function both(earlier: About, later: About): About {
  const union = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined, order?: (a: T, b: T) => number) =>
    a && b && [...new Set([...a, ...b])].sort(order);
  return {
    ...later,
    created: earlier.created,
    properties: earlier.created ? undefined : union(earlier.properties, later.properties),
    stores: union(earlier.stores, later.stores, (a, b) => a - b),
  };
}

/** Lists that are not in a record's row; the log names them more often than they change. */
const isOfRow = (resource: Resource) => (name: string) =>
  !(resource === 'menus' && ['items', 'stores'].includes(name)) && !(resource === 'modifiers' && name === 'items');

const STORE_COLUMNS: Partial<Record<Resource, readonly string[]>> = {
  purchaseOrders: ['store_id'],
  stockTransfers: ['from_store_id', 'to_store_id'],
  stockAdjustments: ['store_id'],
  openOrders: ['store_id'],
  stores: ['id'],
};

function storesOf(resource: Resource, before: Row | null, after: Row | null): number[] | undefined {
  const columns = STORE_COLUMNS[resource];
  if (!columns) return undefined;
  const ids = [before, after].flatMap((row) => (row ? columns.map((column) => row[column] as number) : []));
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** The record that the API returns for a row. */
const recordOf = ({ doc, summary, lines }: Row): Row =>
  doc === undefined ? { ...JSON.parse(summary as string), lines } : JSON.parse(doc as string);

const differing = (before: Row, after: Row): string[] =>
  Object.keys(after)
    .filter((name) => !isDeepStrictEqual(before[name], after[name]) && !['version', 'updatedAt'].includes(name))
    .sort();
