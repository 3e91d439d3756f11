import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { findMerchant } from '../directory/merchants.ts';
import { readLines } from '../import/read-lines.ts';
import { type ImportResult, importLines } from '../import/run-import.ts';
import { unpack } from '../import/unpack.ts';
import { openDatabases } from '../open-databases.ts';
import { StartError } from '../start-error.ts';
import type { Databases } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { Regions } from '../storage/regions.ts';
import { type Output, type Position, progressOf, report } from './import-report.ts';

/** The back office writes as no app, and in no request. */
const BACK_OFFICE = { appId: 0, appName: null, correlationId: '00000000-0000-0000-0000-000000000000' };

/** Writes a merchant's records from a file, or from standard input where the file is `-`. */
export async function importCommand(
  env: NodeJS.ProcessEnv,
  company: string,
  file: string,
  output: Output,
): Promise<void> {
  const source = await openSource(file);
  const databases = await openDatabases(readConfig(env));
  try {
    await migrate(databases);
    report(await importFrom(source, databases, company, output), output);
  } finally {
    await databases.close();
  }
}

interface Source extends Position {
  readonly chunks: AsyncIterable<Uint8Array>;
}

async function openSource(file: string): Promise<Source> {
  if (file === '-') return { chunks: process.stdin, size: undefined, read: () => 0 };
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new StartError(`No such file: ${file}.`);
  const stream = createReadStream(file);
  return { chunks: stream, size: found.size, read: () => stream.bytesRead };
}

async function importFrom(
  source: Source,
  databases: Databases,
  company: string,
  output: Output,
): Promise<ImportResult> {
  const companyId = /^\d{1,15}$/.test(company) ? Number(company) : 0;
  const merchant = await findMerchant(databases.control, companyId);
  if (!merchant) throw new StartError(`No such company: ${company}.`);
  const tenant = new Regions(databases, systemClock).tenant({ ...merchant, ...BACK_OFFICE });
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    const onProgress = progressOf(output, source);
    return await importLines(tenant, readLines(unpack(source.chunks)), { onProgress, signal: stop.signal });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
    if (output.terminal && !output.json) output.note('\n');
  }
}
