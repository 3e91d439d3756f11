import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Clock } from '@tillgate/server/clock.ts';
import { describeMerchant } from '@tillgate/server/directory/merchants/describe-merchant.ts';
import { readLines } from '@tillgate/server/import/read-lines.ts';
import { importLines } from '@tillgate/server/import/run-import.ts';
import type { Databases } from '@tillgate/server/storage/database.ts';
import { schemaOf } from '@tillgate/server/storage/region.ts';
import { Regions } from '@tillgate/server/storage/regions.ts';
import { BACK_OFFICE } from '@tillgate/server/storage/scope.ts';
import type { TenantStore } from '@tillgate/server/storage/tenant.ts';
import { fileOf } from '../../src/back-office/files.ts';
import { REFERENCES } from '../../src/back-office/generate/references.ts';
import type { Merchant, MerchantRole } from '../../src/target/target.ts';

/** The back office writes without an app or a request. */

const FILES: Partial<Record<MerchantRole, string>> = {
  main: fileOf('main'),
  other: fileOf('other'),
  live: fileOf('live'),
};

const PLAIN = REFERENCES.map((line) => `${JSON.stringify(line)}\n`).join('');

/**
 * Imports the merchant's file, or only stores, suppliers and taxes if it has none. Adds the file's name to the
 * merchant.
 */
export async function importInto(databases: Databases, clock: Clock, merchant: Merchant): Promise<Merchant> {
  const file = FILES[merchant.role];
  const tenant = new Regions(databases, clock).tenant({ ...(await found(databases, merchant)), ...BACK_OFFICE });
  await importAll(tenant, file ? createReadStream(file) : Readable.from([Buffer.from(PLAIN)]));
  return file ? { ...merchant, backOffice: { file } } : merchant;
}

/** Ids of a merchant's stores, in the order of the file. */
export async function storeIdsOf(databases: Databases, clock: Clock, merchant: Merchant): Promise<number[]> {
  const cell = await found(databases, merchant);
  const text = `select id from ${schemaOf(cell.region)}.stores where company_id = $1 order by id`;
  const { rows } = await new Regions(databases, clock).poolOf(cell).query<{ id: number }>(text, [merchant.companyId]);
  return rows.map(({ id }) => id);
}

const found = ({ control }: Databases, { companyId }: Merchant) => describeMerchant(control, companyId);

async function importAll(tenant: TenantStore, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const { problems } = await importLines(tenant, readLines(chunks));
  const [problem] = problems;
  if (problem) throw new Error(`line ${problem.line} of the back office's file: ${problem.path} ${problem.message}`);
}
