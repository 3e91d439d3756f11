import type { PoolClient, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Batch } from '../../../src/database/batch.ts';
import type { DatabasePool } from '../../../src/database/pool.ts';
import type { Caller } from '../../support/api-caller.ts';
import { freshDatabases } from '../../support/databases.ts';
import { fillMerchant } from '../../support/full-merchant.ts';
import { type Service, startService } from '../../support/service.ts';

/** A step of a plan, as PostgreSQL describes it. */
interface Step {
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Plans?: readonly Step[];
  readonly [condition: string]: unknown;
}

const textOf = (query: string | QueryConfig): string => (typeof query === 'string' ? query : query.text);

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter'];

/** Plan steps that read a merchant's table without naming the merchant. */
const crossing = (step: Step, tables: ReadonlySet<string>): string[] => {
  const isRead = /Scan$/.test(String(step['Node Type'])) && tables.has(step['Relation Name'] ?? '');
  const stated = CONDITIONS.some((name) => /\bcompany_id = /.test(String(step[name] ?? '')));
  return [
    ...(isRead && !stated ? [String(step['Relation Name'])] : []),
    ...(step.Plans ?? []).flatMap((part) => crossing(part, tables)),
  ];
};

describe('A statement over the tables of merchants', () => {
  let service: Service;
  let caller: Caller;
  const texts = new Set<string>();

  const note = (query: string | QueryConfig | Batch) => {
    const sent = query instanceof Batch ? query.asked.map(({ statement }) => statement.text) : [textOf(query)];
    for (const text of sent) if (/\bregion_uk\./.test(text)) texts.add(text);
  };
  const noting = <T extends DatabasePool | PoolClient>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const member = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name === 'connect') return async () => noting((await member.call(target)) as PoolClient);
        return (...args: unknown[]) => {
          if (['query', 'read', 'find'].includes(String(name))) note(args[0] as string);
          return member.apply(target, args);
        };
      },
    });

  beforeAll(async () => {
    const databases = await freshDatabases();
    const { US, IN, AE, UK } = databases.regions;
    service = await startService({ databases: { ...databases, regions: { US, IN, AE, UK: noting(UK) } } });
    caller = await service.connect();
    await fillMerchant(caller);
  });
  afterAll(() => service?.stop());

  test('reads each of them for one merchant alone, as its plan shows', { timeout: 180_000 }, async () => {
    const of = async (path: string) => (await caller.get(path)).body.data[0]?.id;
    const [item, store] = [await of('/items?type=1'), await of('/stores')];
    const [brandId, taxId] = [await of('/brands'), await of('/taxes')];
    for (const path of ['/menus', '/items', '/suppliers', '/taxes', '/stores'])
      await caller.get(`${path}?search=a&sort=name&page=2`);
    for (const path of ['/brands', '/categories', '/modifiers']) {
      await caller.get(`${path}?search=a&sort=name&page=2`);
      await caller.patch(`${path}/${await of(path)}`, { name: 'Changed' });
    }
    for (const path of ['/purchase-orders', '/stock-transfers', '/stock-adjustments']) {
      await caller.get(`${path}?search=a&fromDate=2026-01-01`);
      await caller.get(`${path}/${await of(path)}`);
    }
    for (const path of [
      '/purchase-orders?transactions=true',
      `/menus/${await of('/menus')}/full`,
      `/modifiers/${await of('/modifiers')}/full`,
      `/items/${item}?storeId=${store}`,
      `/items/${item}/stock`,
      `/stores/${store}/open-orders`,
      '/reports/daily-sales?from=2026-02-01&to=2026-03-01',
      '/reports/sales-by-item?from=2026-02-01&to=2026-03-01',
      '/reports/stock-on-hand',
    ])
      await caller.get(path);
    await caller.patch(`/items/${item}`, { name: 'Changed', brandId, taxId });
    for (let replay = 0; replay < 2; replay += 1)
      await caller.post('/brands', { name: 'Once' }, { 'Idempotency-Key': 'once' });

    const { UK } = service.databases.regions;
    const { rows } = await UK.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'region_uk' and column_name = 'company_id'`,
    );
    const tables = new Set(rows.map(({ name }) => name));
    const looked = [...texts];
    for (const text of looked) expect([text, crossing(await planOf(UK, text), tables)]).toEqual([text, []]);
    expect(looked.length).toBeGreaterThan(80);
  });

  test('would be found if one of its tables were not', async () => {
    const { UK } = service.databases.regions;
    const joined =
      'select 1 from region_uk.items i join region_uk.brands b on b.id = i.brand_id where i.company_id = $1';
    const tables = new Set(['items', 'brands']);
    expect(crossing(await planOf(UK, joined), tables)).toEqual(['brands']);
    expect(crossing(await planOf(UK, `${joined} and b.company_id = $1`), tables)).toEqual([]);
  });
});

/** Plan of a statement for arbitrary values. */
async function planOf(pool: DatabasePool, text: string): Promise<Step> {
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare looked_at as ${text}`);
    const { rows } = await client.query<{ values: number }>(
      `select cardinality(parameter_types) as values from pg_prepared_statements where name = 'looked_at'`,
    );
    const values = Array.from({ length: rows[0]?.values ?? 0 }, () => 'null').join(', ');
    const explained = await client.query(`explain (format json, verbose) execute looked_at${values && `(${values})`}`);
    return explained.rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('deallocate all; reset plan_cache_mode');
    client.release();
  }
}
