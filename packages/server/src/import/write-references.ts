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

export async function importStores(tx: TenantTransaction, entries: readonly Entry<'store'>[]): Promise<number> {
  await requireRightStores(tx, entries);
  const lines = entries.map(({ line }) => line);
  return insert(tx, INSERT_STORES, entries, [
    lines.map((line) => line.code),
    lines.map((line) => line.timezone),
    lines.map((line) => line.currency ?? tx.scope.currency),
    lines.map((line) => line.address),
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
}

export function importSuppliers(tx: TenantTransaction, entries: readonly Entry<'supplier'>[]): Promise<number> {
  const lines = entries.map(({ line }) => line);
  return insert(tx, INSERT_SUPPLIERS, entries, [
    lines.map((line) => line.code),
    lines.map((line) => line.email),
    lines.map((line) => line.phone),
  ]);
}

export function importTaxes(tx: TenantTransaction, entries: readonly Entry<'tax'>[]): Promise<number> {
  return insert(tx, INSERT_TAXES, entries, [entries.map(({ line }) => line.rate)]);
}

/** Inserts what is not known yet and gives how many those were. */
async function insert(
  tx: TenantTransaction,
  sql: Statement,
  entries: readonly Entry<'store' | 'supplier' | 'tax'>[],
  columns: readonly unknown[],
): Promise<number> {
  const lines = entries.map(({ line }) => line);
  const ids = await tx.newIds(lines.length);
  const common = [
    lines.map((line) => line.externalId),
    lines.map((line) => line.name),
    lines.map((line) => line.status),
  ];
  return (await tx.query(sql, [tx.timestamp, ids, ...common, ...columns])).length;
}
