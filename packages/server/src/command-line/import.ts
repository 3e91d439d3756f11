import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { importMerchant } from '../back-office/import/import-merchant.ts';
import type { ImportOptions, ImportResult } from '../back-office/import/run-import.ts';
import { readConfig } from '../config.ts';
import { Regions } from '../database/regions.ts';
import { systemClock } from '../process/clock.ts';
import { StartError } from '../process/start-error.ts';
import { atWorkplace, prepared, type Workplace } from './connect.ts';
import { type Output, type Position, progressOf, report } from './import-report.ts';
import { sendImport } from './send-import.ts';

/** Imports a merchant's records from a file, or from standard input for `-`. */
export async function importCommand(
  env: NodeJS.ProcessEnv,
  company: string,
  file: string,
  output: Output,
): Promise<void> {
  if (!/^\d{1,15}$/.test(company)) throw new StartError(`No such company: ${company}.`);
  const source = await openSource(file);
  await atWorkplace(readConfig(env), {}, async (place) =>
    report(await untilSignal(output, source, (options) => importAt(place, Number(company), source, options)), output),
  );
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

async function importAt(
  place: Workplace,
  companyId: number,
  { chunks }: Source,
  options: ImportOptions,
): Promise<ImportResult> {
  if ('databases' in place) {
    const { databases } = place;
    return prepared(databases, true, (failureOf) => {
      const regions = new Regions(databases, systemClock, { failureOf });
      return importMerchant({ pool: databases.control, regions, companyId }, chunks, options);
    });
  }
  if ('folder' in place.server) return sendImport(place.server, companyId, chunks, options);
  throw new StartError('An import does not go through TILLGATE_ADMIN_URL; run it where the server or its database is.');
}

/** Reports progress. SIGINT and SIGTERM stop the import after the current batch. */
async function untilSignal(
  output: Output,
  source: Source,
  work: (options: ImportOptions) => Promise<ImportResult>,
): Promise<ImportResult> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    return await work({ onProgress: progressOf(output, source), signal: stop.signal });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
    if (output.terminal && !output.json) output.note('\n');
  }
}
