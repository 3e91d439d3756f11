import { type Statement, statement } from '../storage/statement.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { MerchantData } from './merchant-data.ts';

/** Ids by name, or by code for stores. */
export type Ids = ReadonlyMap<string, number>;

const INSERT_STORES = statement(
  undefined,
  `insert into region.stores (company_id, id, status, name, code, timezone, currency, address, entry_date, updated_at)
   select $1, id, 1, name, code, timezone, $3, address, $2, $2
   from unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[]) as s (id, name, code, timezone, address)`,
);
const INSERT_SUPPLIERS = statement(
  undefined,
  `insert into region.suppliers (company_id, id, status, name, code, email, phone, entry_date, updated_at)
   select $1, id, 1, name, code, email, phone, $2, $2
   from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[]) as s (id, name, code, email, phone)`,
);
const INSERT_TAXES = statement(
  undefined,
  `insert into region.taxes (company_id, id, status, name, rate, entry_date, updated_at)
   select $1, id, 1, name, rate, $2, $2 from unnest($3::bigint[], $4::text[], $5::numeric[]) as t (id, name, rate)`,
);
export function writeStores(tx: TenantTransaction, { stores, currency }: MerchantData): Promise<Ids> {
  const columns = [
    stores.map((s) => s.name),
    stores.map((s) => s.code),
    stores.map((s) => s.timezone),
    stores.map((s) => s.address),
  ];
  return insert(
    tx,
    INSERT_STORES,
    stores.map((s) => s.code),
    (ids) => [tx.timestamp, currency, ids, ...columns],
  );
}

export function writeSuppliers(tx: TenantTransaction, { suppliers }: MerchantData): Promise<Ids> {
  const columns = [
    suppliers.map((s) => s.name),
    suppliers.map((s) => s.code),
    suppliers.map((s) => s.email),
    suppliers.map((s) => s.phone),
  ];
  return insert(
    tx,
    INSERT_SUPPLIERS,
    suppliers.map((s) => s.name),
    (ids) => [tx.timestamp, ids, ...columns],
  );
}

export function writeTaxes(tx: TenantTransaction, { taxes }: MerchantData): Promise<Ids> {
  const names = Object.keys(taxes);
  return insert(tx, INSERT_TAXES, names, (ids) => [tx.timestamp, ids, names, Object.values(taxes)]);
}

async function insert(
  tx: TenantTransaction,
  sql: Statement,
  keys: readonly string[],
  valuesOf: (ids: number[]) => unknown[],
): Promise<Ids> {
  const ids = await tx.newIds(keys.length);
  await tx.query(sql, valuesOf(ids));
  return new Map(keys.map((key, i) => [key, ids[i] as number]));
}
