import type { WorkersResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Workers on one machine';
type Row = WorkersResult['rows'][number];

/** One deployment with several workers behind one port. */
export function workersSection(result: Result<WorkersResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench workers');
  const { rows } = result.data;
  return {
    title: TITLE,
    text: [
      measuredOn(result),
      `\`TILLGATE_WORKERS\` runs so many processes behind one port; limits are exact over them, without Redis. The load and PostgreSQL share
the ${result.machine.cores} cores with the workers. Once what all of them take together is as much as there are, more workers answer no more: they
only share the same time, and every process takes longer for the same work, the database too. CPU is in microseconds a request; busy cores are its sum times the requests a second.`,
      table(
        ['Request', 'Workers', 'Requests/s', 'Workers CPU', 'Database CPU', 'Load CPU', 'Busy cores'],
        rows.map(rowOf),
      ),
      'A worker runs on one core. With cores enough for the database and the clients besides, it therefore answers at most:',
      table(
        ['Request', 'Requests/s a worker', 'Cores of the database for it'],
        rows.filter(({ workers }) => workers === 1).map(boundOf),
      ),
    ].join('\n\n'),
  };
}

const rowOf = ({ work, workers, rate, server, database, load }: Row): string[] => {
  const busy = (rate * (server + (database ?? Number.NaN) + load)) / 1e6;
  return [work, number(workers), ...[rate, server, database, load, busy].map(number)];
};

const boundOf = ({ work, server, database }: Row): string[] => [
  work,
  number(1e6 / server),
  number((database ?? Number.NaN) / server),
];
