import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { findMerchant } from '../directory/merchants.ts';
import { StartError } from '../errors.ts';
import { describe } from '../import/problem.ts';
import { readLines } from '../import/read-lines.ts';
import { type ImportResult, importLines, MOST_PROBLEMS, type Progress } from '../import/run-import.ts';
import { openDatabases } from '../server.ts';
import type { Databases } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { Regions } from '../storage/regions.ts';

/** The back office writes as no app, and in no request. */
const BACK_OFFICE = { appId: 0, appName: null, correlationId: '00000000-0000-0000-0000-000000000000' };

/** Writes a merchant's records from a file, or from standard input where the file is `-`. */
export async function importCommand(env: NodeJS.ProcessEnv, company: string, file: string): Promise<void> {
  const source = await openSource(file);
  const databases = await openDatabases(readConfig(env));
  try {
    await migrate(databases);
    report(await importFrom(source, databases, company));
  } finally {
    await databases.close();
  }
}

interface Source {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Undefined where it cannot be known. */
  readonly size: number | undefined;
}

async function openSource(file: string): Promise<Source> {
  if (file === '-') return { chunks: process.stdin, size: undefined };
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new StartError(`There is no file ${file}.`);
  return { chunks: createReadStream(file), size: found.size };
}

async function importFrom({ chunks, size }: Source, databases: Databases, company: string): Promise<ImportResult> {
  const companyId = /^\d{1,15}$/.test(company) ? Number(company) : 0;
  const merchant = await findMerchant(databases.control, companyId);
  if (!merchant) throw new StartError(`There is no company ${company}.`);
  const tenant = new Regions(databases, systemClock).tenant({ ...merchant, ...BACK_OFFICE });
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    const onProgress = progressLine(size);
    return await importLines(tenant, readLines(chunks), { onProgress, signal: stop.signal });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
    if (process.stderr.isTTY) process.stderr.write('\n');
  }
}

/** One line on a terminal, rewritten: how much is done, how fast, and how long it will take. */
function progressLine(size: number | undefined): (progress: Progress) => void {
  const started = performance.now();
  return ({ lines, bytes }) => {
    if (!process.stderr.isTTY) return;
    const seconds = (performance.now() - started) / 1000;
    const left = size === undefined ? '' : `, ${Math.ceil((seconds * (size - bytes)) / bytes)} s left`;
    process.stderr.write(`\r${lines} lines, ${Math.round(lines / seconds)} a second${left}\x1b[K`);
  };
}

function report({ lines, written, problems, stopped }: ImportResult): void {
  for (const problem of problems) process.stderr.write(`${describe(problem)}\n`);
  const done = `Lines imported: ${lines}; new or changed: ${written}, as they were: ${lines - written}.`;
  if (problems.length > 0) {
    const count =
      problems.length === MOST_PROBLEMS ? `The first ${MOST_PROBLEMS} problems` : `${problems.length} problems`;
    throw new StartError(`${count}, listed above. ${done} Mend the file and run it again.`);
  }
  if (stopped) throw new StartError(`Stopped. ${done} Run it again to go on.`);
  process.stdout.write(`${done}\n`);
}
