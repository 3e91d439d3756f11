import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { describe } from '../back-office/import/lines.ts';
import {
  Estimate,
  type ImportOptions,
  type ImportResult,
  MOST_PROBLEMS,
  type Progress,
} from '../back-office/import/run-import.ts';
import { readConfig } from '../config.ts';
import { StartError } from '../process/start-error.ts';
import { withServer } from './connect.ts';

/** Where an import writes, and in which format. */
export interface Output {
  readonly json: boolean;
  /** Writes the outcome, for people or as one JSON object. */
  write(text: string): void;
  note(text: string): void;
  readonly terminal: boolean;
}

interface Position {
  /** Bytes; undefined if unknown. */
  readonly size: number | undefined;
  read(): number;
}

/** Reports each batch: in one rewritten line on a terminal, in one JSON line per batch for programs. */
function progressOf(output: Output, { size, read }: Position): (progress: Progress) => void {
  const started = performance.now();
  const estimate = size === undefined ? undefined : new Estimate(size);
  return ({ lines, written }) => {
    const now = performance.now();
    const secondsLeft = estimate?.secondsLeft(read(), now);
    if (output.json) return output.note(`${JSON.stringify({ lines, written, secondsLeft: secondsLeft ?? null })}\n`);
    if (!output.terminal) return;
    const left = secondsLeft === undefined ? '' : `, ${secondsLeft} s left`;
    output.note(`\r${lines} lines, ${Math.round((lines * 1000) / (now - started))} a second${left}\x1b[K`);
  };
}

/** Prints the result. Throws a StartError unless all lines were imported. */
function report(result: ImportResult, output: Output): void {
  if (output.json) output.write(`${JSON.stringify(forPrograms(result), null, 2)}\n`);
  else for (const line of listed(result)) output.note(`${line}\n`);
  const done = summary(result);
  if (result.problems.length > 0) {
    throw new StartError(`${countOf(result)}, listed above. ${done} Fix the file and run it again.`);
  }
  if (result.stopped) throw new StartError(`Stopped. ${done} Run it again to continue.`);
  if (!output.json) output.write(`${done}\n`);
}

const forPrograms = ({ lines, written, warned, problems, warnings, stopped }: ImportResult) => ({
  lines,
  written,
  unchanged: lines - written,
  stopped,
  problems,
  warningCount: warned,
  warnings,
});

const listed = ({ problems, warnings }: ImportResult): string[] => [
  ...warnings.map((warning) => `warning: ${describe(warning)}`),
  ...problems.map(describe),
];

function countOf({ problems: { length } }: ImportResult): string {
  if (length === MOST_PROBLEMS) return `The first ${MOST_PROBLEMS} problems`;
  return length === 1 ? '1 problem' : `${length} problems`;
}

function summary({ lines, written, warned, warnings }: ImportResult): string {
  const done = `Lines imported: ${lines}; new or changed: ${written}, unchanged: ${lines - written}.`;
  if (warned === 0) return done;
  return `${done} Warnings: ${warned}, ${warnings.length < warned ? `the first ${warnings.length} ` : ''}listed above.`;
}

/** Imports a merchant's records from a file, or from standard input for `-`. */
export async function importCommand(
  env: NodeJS.ProcessEnv,
  company: string,
  file: string,
  output: Output,
): Promise<void> {
  if (!/^\d{1,15}$/.test(company)) throw new StartError(`No such company: ${company}.`);
  const source = await openSource(file);
  await withServer(readConfig(env), { access: 'write', cells: true }, async (server) =>
    report(
      await untilSignal(output, source, (options) => server.importRecords(Number(company), source.chunks, options)),
      output,
    ),
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
