import { DirectoryError } from '../../control/directory-error.ts';
import { findMerchant } from '../../control/merchants/merchants.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { Regions } from '../../database/regions.ts';
import { BACK_OFFICE } from '../../database/scope.ts';
import { readLines } from './read-lines.ts';
import { type ImportOptions, type ImportResult, importLines } from './run-import.ts';
import { unpack } from './unpack.ts';

export interface ImportTarget {
  readonly pool: DatabasePool;
  readonly regions: Regions;
  readonly companyId: number;
}

/** Imports a merchant's records from an NDJSON file, plain or gzipped. */
export async function importMerchant(
  { pool, regions, companyId }: ImportTarget,
  chunks: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportResult> {
  const merchant = await findMerchant(pool, companyId);
  if (!merchant) throw new DirectoryError(`No such company: ${companyId}.`);
  return importLines(regions.tenant({ ...merchant, ...BACK_OFFICE }), readLines(unpack(chunks)), options);
}
