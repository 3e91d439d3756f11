import { type Statement, statement } from '../storage/statement.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { Entry } from './parse-line.ts';
import { type Problem, requireNone } from './problem.ts';

const INSERT_STORES = statement(
  'import.insert-stores',
  `insert into region.stores (company_id, id, external_id, name, status, code, timezone, currency, address, entry_date,
     updated_at)
   select $1, id, external_id, name, status, code, timezone, currency, address, $2, $2
   from unnest($3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::text[], $9::text[], $10::text[])
     as s (id, external_id, name, status, code, timezone, currency, address)
   on conflict (company_id, external_id) do nothing returning id`,
);
const INSERT_SUPPLIERS = statement(
  'import.insert-suppliers',
  `insert into region.suppliers (company_id, id, external_id, name, status, code, email, phone, entry_date, updated_at)
   select $1, id, external_id, name, status, code, email, phone, $2, $2
   from unnest($3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::text[], $9::text[])
     as s (id, external_id, name, status, code, email, phone)
   on conflict (company_id, external_id) do nothing returning id`,
);
const INSERT_TAXES = statement(
  'import.insert-taxes',
  `insert into region.taxes (company_id, id, external_id, name, status, rate, entry_date, updated_at)
   select $1, id, external_id, name, status, rate, $2, $2
   from unnest($3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::numeric[]) as t (id, external_id, name, status, rate)
   on conflict (company_id, external_id) do nothing returning id`,
);

/** The lines whose record is known, each with its record. */
const KNOWN = (table: string): string =>
  `unnest($3::jsonb[]) as l (line)
   join region.${table} r on r.company_id = $1 and r.external_id = l.line->>'externalId'`;

/** Changes the records of which a line states something else; what it does not state stays. */
const updateOf = (table: string, always: readonly string[], stated: readonly string[]): Statement => {
  const columns = [...always, ...stated, 'status'];
  const values = [
    ...always.map((name) => (name === 'rate' ? `(l.line->>'rate')::numeric as rate` : `l.line->>'${name}' as ${name}`)),
    ...stated.map((name) => `case when l.line ? '${name}' then l.line->>'${name}' else r.${name} end as ${name}`),
    `coalesce((l.line->>'status')::smallint, r.status) as status`,
  ];
  return statement(
    `import.update-${table}`,
    `update region.${table} t set ${columns.map((name) => `${name} = v.${name}`).join(', ')},
       version = t.version + 1, updated_at = $2
     from (select r.id, ${values.join(', ')} from ${KNOWN(table)}) v
     where t.company_id = $1 and t.id = v.id
       and (${columns.map((name) => `t.${name}`).join(', ')}) is distinct from (${columns.map((name) => `v.${name}`).join(', ')})
     returning t.id`,
  );
};
const UPDATE_STORES = updateOf('stores', ['name', 'code', 'timezone'], ['currency', 'address']);
const UPDATE_SUPPLIERS = updateOf('suppliers', ['name'], ['code', 'email', 'phone']);
const UPDATE_TAXES = updateOf('taxes', ['name', 'rate'], []);

/** Known stores with documents, whose time zone or currency a line changes. */
const FIXED_STORES = statement(
  'import.fixed-stores',
  `select l.i::integer - 1 as index, case when l.line->>'timezone' <> r.timezone then '/timezone' else '/currency' end as path
   from unnest($2::jsonb[]) with ordinality as l (line, i)
   join region.stores r on r.company_id = $1 and r.external_id = l.line->>'externalId'
   where (l.line->>'timezone' <> r.timezone or coalesce(l.line->>'currency', r.currency) <> r.currency)
     and (exists (select from region.sales s where s.company_id = $1 and s.store_id = r.id)
       or exists (select from region.stock_movements m where m.company_id = $1 and m.store_id = r.id)
       or exists (select from region.purchase_orders p where p.company_id = $1 and p.store_id = r.id)
       or exists (select from region.open_orders o where o.company_id = $1 and o.store_id = r.id))`,
);

/** Lines whose code another store has, or whose time zone the database does not know. */
const WRONG_STORES = statement(
  'import.wrong-stores',
  `select i::integer - 1 as index, path from (
     select n.i, case
       when exists (select from region.stores s where s.company_id = $1 and s.code = n.code
         and s.external_id is distinct from n.external_id) then '/code'
       when not exists (select from unnest($5::text[]) as z (name) where z.name = n.timezone) then '/timezone' end as path
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality as n (external_id, code, timezone, i)
   ) checked where path is not null order by i`,
);
const ZONES = statement(
  'import.time-zones',
  'select name from pg_timezone_names where name = any($2::text[]) and $1::bigint is not null',
);

const MESSAGES: Readonly<Record<string, string>> = {
  '/code': 'is already used by another store',
  '/timezone': 'must be the name of an IANA time zone, such as Europe/London',
};

const FIXED: Readonly<Record<string, string>> = {
  '/timezone': 'cannot change once the store has documents, whose days are in its time zone',
  '/currency': 'cannot change once the store has documents, whose amounts are in its currency',
};

export async function importStores(tx: TenantTransaction, entries: readonly Entry<'store'>[]): Promise<number> {
  await requireRightStores(tx, entries);
  const lines = entries.map(({ line }) => line);
  return write(tx, { insert: INSERT_STORES, update: UPDATE_STORES }, entries, [
    lines.map((line) => line.code),
    lines.map((line) => line.timezone),
    lines.map((line) => line.currency ?? tx.scope.currency),
    lines.map((line) => line.address ?? null),
  ]);
}

async function requireRightStores(tx: TenantTransaction, entries: readonly Entry<'store'>[]): Promise<void> {
  const lines = entries.map(({ line }) => line);
  const zones = lines.map((line) => line.timezone);
  const known = (await tx.query<{ name: string }>(ZONES, [zones])).map(({ name }) => name);
  const columns = [lines.map((line) => line.externalId), lines.map((line) => line.code), zones, known];
  const wrong = await tx.query<{ index: number; path: string }>(WRONG_STORES, columns);
  const paths = new Map(wrong.map(({ index, path }) => [index, path]));
  const owners = new Map<string, string>();
  const problems = entries.flatMap(({ number, line: { code, externalId } }, i): Problem[] => {
    const owner = owners.get(code) ?? externalId;
    owners.set(code, owner);
    const path = owner === externalId ? paths.get(i) : '/code';
    return path === undefined ? [] : [{ line: number, path, message: MESSAGES[path] ?? '' }];
  });
  requireNone(problems);
  const fixed = await tx.query<{ index: number; path: string }>(FIXED_STORES, [
    lines.map((line) => JSON.stringify(line)),
  ]);
  requireNone(
    fixed.map(({ index, path }) => ({ line: entries[index]?.number ?? 0, path, message: FIXED[path] ?? '' })),
  );
}

export function importSuppliers(tx: TenantTransaction, entries: readonly Entry<'supplier'>[]): Promise<number> {
  const lines = entries.map(({ line }) => line);
  return write(tx, { insert: INSERT_SUPPLIERS, update: UPDATE_SUPPLIERS }, entries, [
    lines.map((line) => line.code ?? null),
    lines.map((line) => line.email ?? null),
    lines.map((line) => line.phone ?? null),
  ]);
}

export function importTaxes(tx: TenantTransaction, entries: readonly Entry<'tax'>[]): Promise<number> {
  return write(tx, { insert: INSERT_TAXES, update: UPDATE_TAXES }, entries, [entries.map(({ line }) => line.rate)]);
}

interface Writes {
  readonly insert: Statement;
  readonly update: Statement;
}

/** Changes what is known and inserts what is not; returns how many records those were. */
async function write(
  tx: TenantTransaction,
  { insert, update }: Writes,
  entries: readonly Entry<'store' | 'supplier' | 'tax'>[],
  columns: readonly unknown[],
): Promise<number> {
  const lines = entries.map(({ line }) => line);
  const ids = await tx.newIds(lines.length);
  const common = [
    lines.map((line) => line.externalId),
    lines.map((line) => line.name),
    lines.map((line) => line.status ?? 1),
  ];
  const changed = await tx.query(update, [tx.timestamp, lines.map((line) => JSON.stringify(line))]);
  const inserted = await tx.query(insert, [tx.timestamp, ids, ...common, ...columns]);
  return changed.length + inserted.length;
}
