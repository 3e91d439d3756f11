import { Readable } from 'node:stream';
import type { Merchant } from '../../src/directory/merchants.ts';
import { readLines } from '../../src/import/read-lines.ts';
import { type ImportOptions, type ImportResult, importLines } from '../../src/import/run-import.ts';
import { Regions } from '../../src/storage/regions.ts';
import type { TenantStore } from '../../src/storage/tenant.ts';
import type { Service } from './service.ts';

const BACK_OFFICE = { appId: 0, correlationId: '00000000-0000-4000-8000-000000000000' };

/** The merchant's store as its back office writes to it. */
export const backOffice = (service: Service, merchant: Merchant): TenantStore =>
  new Regions(service.databases, service.clock).tenant({ ...merchant, ...BACK_OFFICE });

/** Imports lines as `tillgate import` does; text is sent as it is. */
export function importAll(
  service: Service,
  merchant: Merchant,
  lines: readonly (object | string)[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  return importLines(backOffice(service, merchant), readLines(Readable.from([Buffer.from(text)])), options);
}

/** Imports lines that have to be right. */
export async function furnish(service: Service, merchant: Merchant, lines: readonly object[]): Promise<ImportResult> {
  const result = await importAll(service, merchant, lines);
  if (result.problems.length > 0) throw new Error(JSON.stringify(result.problems));
  return result;
}

export const storeLine = (externalId: string, timezone = 'Europe/London', more: object = {}) => ({
  type: 'store',
  externalId,
  name: `Store ${externalId}`,
  code: externalId,
  timezone,
  ...more,
});

export const itemLine = (externalId: string, more: object = {}) => ({
  type: 'item',
  externalId,
  name: `Item ${externalId}`,
  price: '3.50',
  ...more,
});

/** A sale of one thing, paid by card unless told otherwise. */
export const saleLine = (externalId: string, store: string | number, at: string, more: object = {}) => ({
  type: 'sale',
  externalId,
  store,
  number: externalId,
  at,
  lines: [{ item: 'A', quantity: '1', gross: '3.50', tax: '0.58' }],
  payments: [{ kind: 'card', amount: '3.50' }],
  ...more,
});
