import { setTimeout as delay } from 'node:timers/promises';
import type { Column } from '../back-office/files/columns.ts';
import {
  batchSender,
  type LoadResult,
  loadItems,
  MOST_PROBLEMS,
  type Progress,
} from '../back-office/files/load-items.ts';
import { describeProblem, type ItemFile, readItems } from '../back-office/files/read-items.ts';
import { readConfig } from '../config.ts';
import { DirectoryError } from '../control/errors.ts';
import type { Operations } from '../operations/operations.ts';
import { table } from '../operations/text.ts';
import { StartError } from '../process/start-error.ts';
import { withServer } from './connect.ts';
import type { Output } from './import.ts';
import { openSource } from './operation-command.ts';

export interface DataLoad {
  readonly merchant: number;
  readonly app?: number;
  readonly dryRun?: boolean;
}

/** Loads a file of items through the API. Waits for the rate limit. */
export async function loadData(
  env: NodeJS.ProcessEnv,
  path: string,
  { merchant: companyId, app, dryRun = false }: DataLoad,
  output: Output,
): Promise<void> {
  const file = await readItems((await openSource(path)).chunks);
  await withServer(readConfig(env), { access: 'read' }, async (operations) => {
    const of = { appId: app ?? (await onlyApp(operations, companyId)), companyId };
    const { apiUrl } = await operations.call('app.token', of);
    const token = async () => (await operations.call('app.token', of)).accessToken;
    const send = batchSender({ apiUrl, token, dryRun });
    const wait = (seconds: number) => delay(seconds * 1000, undefined);
    const onProgress = (progress: Progress): void => {
      const { rows, created, changed, failed } = progress;
      const line = `\r${rows} rows: ${created} new, ${changed} changed, ${failed} failed\x1b[K`;
      if (output.json) output.note(`${JSON.stringify(progress)}\n`);
      else if (output.terminal) output.note(line);
    };
    report(file, await loadItems(file, send, { wait, onProgress }), dryRun, output);
  });
}

/** The app that can write items, if the merchant's organization has just one. */
async function onlyApp(operations: Operations, companyId: number): Promise<number> {
  const { organizationId } = await operations.call('merchant.show', { companyId });
  if (organizationId === null) throw new DirectoryError(`The merchant ${companyId} is not a sandbox merchant.`);
  const { data } = await operations.call('app.list', { organizationId, product: 'FULL', limit: 200 });
  const apps = data.filter(({ state }) => state !== 'ARCHIVED');
  const [first] = apps;
  if (first && apps.length === 1) return first.id;
  if (!first) throw new DirectoryError('The organization has no FULL app, which alone can write items.');
  const names = apps.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new DirectoryError(`Choose an app with --app: ${names}.`);
}

const COLUMNS = {
  COLUMN: 'header',
  BECOMES: ({ property }: Column) => property ?? 'not loaded',
  'READ AS': ({ property, kind }: Column) => (property === undefined ? '' : (kind ?? '')),
} as const;

/** Prints the result. Throws a StartError unless all rows were loaded or, in a dry run, could be. */
function report(file: ItemFile, result: LoadResult, dryRun: boolean, output: Output): void {
  const { problems, stopped, ...progress } = result;
  const { rows, created, changed, failed } = progress;
  if (output.terminal && !output.json) output.note('\n');
  if (output.json) {
    const { columns } = file;
    output.write(`${JSON.stringify({ dryRun, columns, ...progress, problems, stopped: stopped ?? null }, null, 2)}\n`);
  } else {
    if (dryRun && file.columns.length > 0) output.write(`${table({ data: file.columns, next: null }, COLUMNS)}\n`);
    for (const problem of problems) output.note(`${describeProblem(problem)}\n`);
  }
  const [verb, would] = dryRun ? ['checked', 'would be '] : ['loaded', ''];
  const done = `Rows ${verb}: ${rows}; ${would}new: ${created}, ${would}changed: ${changed}, failed: ${failed}.`;
  if (stopped !== undefined) throw new StartError(`${stopped} ${done} Run it again to continue.`);
  if (rows === 0) throw new StartError('The file has no rows.');
  if (failed > 0) {
    const listed = problems.length === MOST_PROBLEMS ? ` The first ${MOST_PROBLEMS} problems are listed above.` : '';
    throw new StartError(`${done}${listed} Fix the rows and run it again.`);
  }
  if (!output.json) output.write(`${done}\n`);
}
