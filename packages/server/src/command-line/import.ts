import { describe } from '../back-office/import/lines.ts';
import { Estimate, type ImportResult, MOST_PROBLEMS, type Progress } from '../back-office/import/run-import.ts';
import { readConfig } from '../config.ts';
import { StartError } from '../process/start-error.ts';
import type { Server } from './admin-client.ts';
import { withServer } from './connect.ts';
import { openSource } from './operation-command.ts';

export interface Output {
  readonly json: boolean;
  /** Writes the outcome, for people or as one JSON object. */
  write(text: string): void;
  note(text: string): void;
  readonly terminal: boolean;
}

/** Prints the result. Throws a StartError unless all lines were imported. */
function report(result: ImportResult, output: Output): void {
  const { lines, written, warned, problems, warnings, stopped } = result;
  const unchanged = lines - written;
  if (output.json) {
    const shown = { lines, written, unchanged, stopped, problems, warningCount: warned, warnings };
    output.write(`${JSON.stringify(shown, null, 2)}\n`);
  } else {
    for (const warning of warnings) output.note(`warning: ${describe(warning)}\n`);
    for (const problem of problems) output.note(`${describe(problem)}\n`);
  }
  const listed = warnings.length < warned ? `the first ${warnings.length} ` : '';
  const warn = warned === 0 ? '' : ` Warnings: ${warned}, ${listed}listed above.`;
  const done = `Lines imported: ${lines}; new or changed: ${written}, unchanged: ${unchanged}.${warn}`;
  if (problems.length > 0) {
    const first = problems.length === MOST_PROBLEMS ? 'The first ' : '';
    const count = `${first}${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
    throw new StartError(`${count}, listed above. ${done} Fix the file and run it again.`);
  }
  if (stopped) throw new StartError(`Stopped. ${done} Run it again to continue.`);
  if (!output.json) output.write(`${done}\n`);
}

/** Imports a merchant's records from a file, or from standard input for `-`. */
export async function importCommand(env: NodeJS.ProcessEnv, company: string, file: string, output: Output) {
  if (!/^\d{1,15}$/.test(company)) throw new StartError(`No such company: ${company}.`);
  const source = await openSource(file);
  await withServer(readConfig(env), { access: 'write', cells: true }, async (server) =>
    report(await untilSignal(server, Number(company), source, output), output),
  );
}

type Source = Awaited<ReturnType<typeof openSource>>;

/** Reports each batch: in one rewritten line on a terminal, in one JSON line per batch for programs. */
function progressOf(output: Output, { size, read }: Source): (progress: Progress) => void {
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

/** Reports progress. SIGINT and SIGTERM stop the import after the current batch. */
async function untilSignal(server: Server, companyId: number, source: Source, output: Output): Promise<ImportResult> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    const options = { onProgress: progressOf(output, source), signal: stop.signal };
    return await server.importRecords(companyId, source.chunks, options);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
    if (output.terminal && !output.json) output.note('\n');
  }
}
