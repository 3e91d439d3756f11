import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Clock } from '@tillgate/server/clock.ts';
import { readLines } from '@tillgate/server/import/read-lines.ts';
import { importLines } from '@tillgate/server/import/run-import.ts';
import type { Databases } from '@tillgate/server/storage/database.ts';
import { Regions } from '@tillgate/server/storage/regions.ts';
import type { TenantStore } from '@tillgate/server/storage/tenant.ts';
import { fileOf } from '../../src/back-office/files.ts';
import { REFERENCES } from '../../src/back-office/generate/references.ts';
import type { Merchant, MerchantRole } from '../../src/target/target.ts';

/** The back office writes as no app, and in no request. */
const BACK_OFFICE = { appId: 0, appName: null, correlationId: '00000000-0000-0000-0000-000000000000' };

const FILES: Partial<Record<MerchantRole, string>> = {
  main: fileOf('main'),
  other: fileOf('other'),
  live: fileOf('live'),
};

const PLAIN = REFERENCES.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Imports the merchant's file, or stores, suppliers and taxes alone where it has none; names the file in the merchant. */
export async function importInto(databases: Databases, clock: Clock, merchant: Merchant): Promise<Merchant> {
  const file = FILES[merchant.role];
  const tenant = new Regions(databases, clock).tenant({
    companyId: merchant.companyId,
    region: merchant.region ?? 'UK',
    currency: 'GBP',
    ...BACK_OFFICE,
  });
  await importAll(tenant, file ? createReadStream(file) : Readable.from([Buffer.from(PLAIN)]));
  return file ? { ...merchant, backOffice: { file } } : merchant;
}

/** The ids of a merchant's stores, in the order of the file. */
export async function storeIdsOf(databases: Databases, { companyId, region = 'UK' }: Merchant): Promise<number[]> {
  const text = `select id from region_${region.toLowerCase()}.stores where company_id = $1 order by id`;
  const { rows } = await databases.regions[region].query<{ id: number }>(text, [companyId]);
  return rows.map(({ id }) => id);
}

async function importAll(tenant: TenantStore, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const { problems } = await importLines(tenant, readLines(chunks));
  const [problem] = problems;
  if (problem) throw new Error(`line ${problem.line} of the back office's file: ${problem.path} ${problem.message}`);
}
