import { DirectoryError } from '../control/errors.ts';
import { describeMerchant } from '../control/merchants.ts';
import type { Db } from '../database/access.ts';
import { Digest, rowsOf, Snapshots, tablesOf } from '../database/backup.ts';
import { type Region, schemaOf } from '../process/region.ts';
import { toTimestamp } from '../process/time.ts';
import type { Runtime } from '../runtime.ts';
import { VERSION } from '../version.ts';

/**
 * Internal tables: totals, texts and changes derived from other records, stored responses of idempotent writes, and the
 * progress of apps' webhooks.
 */
const DERIVED_TABLES = /^(?:row_counts|document_numbers|idempotency_keys|item_stock|change\w+|webhook_\w+|\w+_search)$/;
const DERIVED_COLUMNS = new Set(['company_id', 'doc', 'summary', 'search_text', 'sort_key', 'twin']);

/** Data of a merchant in the control plane. */
const OF_THE_MERCHANT: Readonly<Record<string, string>> = {
  people: `select u.id, u.name, u.email, m.role from control.memberships m join control.users u on u.id = m.user_id
    where m.company_id = $1 order by u.id`,
  invitations: `select id, email, role, created_at, expires_at from control.invitations where company_id = $1 order by id`,
  connections: `select f.id, f.app_id, a.name as app, f.env, f.created_at, f.revoked_at, f.revoked_because
    from control.token_families f join control.apps a on a.id = f.app_id where f.company_id = $1 order by f.id`,
  access_requests: `select r.id, r.app_id, a.name as app, r.state, r.store_ids, r.approved_store_ids, r.created_at, r.decided_at
    from control.access_requests r join control.apps a on a.id = r.app_id where r.company_id = $1 order by r.id`,
  audit_log: `select id, at, event, app_id, user_id, source, details from control.audit_log where company_id = $1 order by id`,
};

/**
 * Lines of an archive of all data of a merchant, as of one moment: the format and the merchant, then one line per row
 * with the name of its table, then the number of rows and a digest of all preceding lines. Throws a DirectoryError for
 * an unknown merchant, and for one that is being moved, whose cell may just have changed.
 */
export async function* exportMerchant({ control, regions }: Runtime, companyId: number): AsyncGenerator<string> {
  const merchant = await describeMerchant(control.pool, companyId);
  if (merchant.moving)
    throw new DirectoryError(`The merchant ${companyId} is moving to another cell; export it when it has moved.`);
  const home = regions.poolOf(merchant);
  const snapshots = await Snapshots.take([control.pool, home]);
  try {
    const at = toTimestamp(control.clock());
    const digest = new Digest();
    yield digest.add(JSON.stringify({ format: 'tillgate export 1', program: VERSION, at, merchant }));
    let rows = 0;
    for await (const line of rowsOfMerchant(snapshots.of(control.pool), snapshots.of(home), merchant)) {
      rows += 1;
      yield digest.add(line);
    }
    yield JSON.stringify({ end: true, rows, sha256: digest.hex() });
  } finally {
    snapshots.release();
  }
}

/** Lists the rows of all tables with rows of merchants, found in the database's catalogue, so new ones are included. */
async function* rowsOfMerchant(
  control: Db,
  home: Db,
  { companyId, region }: { readonly companyId: number; readonly region: Region },
): AsyncGenerator<string> {
  for (const [table, text] of Object.entries(OF_THE_MERCHANT)) {
    const { rows } = await control.query(text, [companyId]);
    for (const row of rows) yield JSON.stringify({ table, row });
  }
  const schema = schemaOf(region);
  for (const table of await tablesOf(home, schema)) {
    const name = table.name.slice(schema.length + 1);
    if (!table.columns.includes('company_id') || DERIVED_TABLES.test(name)) continue;
    const columns = table.columns.filter((column) => !DERIVED_COLUMNS.has(column));
    const label = JSON.stringify(name);
    for await (const row of rowsOf(home, { ...table, columns }, companyId)) yield `{"table":${label},"row":${row}}`;
  }
}
