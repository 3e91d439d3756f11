import type { RunResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { barChart } from './bar-chart.ts';
import { figures, image, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Compared with bare servers';
type Row = RunResult['rows'][number];

const cpu = ({ server, database }: Row): number => server + (database ?? 0);

/** Tillgate and the two floors, at each size. */
export function floorsSection(result: Result<RunResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench run 10000 1000000');
  const { rows } = result.data;
  const works = [...new Set(rows.map(({ work }) => work))];
  const plot = { file: 'floors.svg', svg: chart(rows, works) };
  return {
    title: TITLE,
    plots: [plot],
    text: [
      measuredOn(result),
      `Floor A is \`node:http\` and \`pg\` over one plain table. Floor B uses Tillgate's own tables and sends the same responses. Both
prepare their statements and do nothing else. The price of a Tillgate request also covers authentication, validation against
the contract, the rate limit, idempotency, record versions and the log.

CPU is in microseconds per request. The last column is the floor's CPU, server and database together, divided by Tillgate's:
above 1, Tillgate costs less.`,
      image(plot, 'CPU time of a request on Tillgate and on the floors'),
      table(
        ['Request', 'Items', 'Server', 'Requests/s', 'Server CPU', 'Database CPU', 'CPU to Tillgate'],
        works.flatMap((work) => comparedRows(rows, work)),
      ),
    ].join('\n\n'),
  };
}

const comparedRows = (rows: readonly Row[], work: string): string[][] =>
  rows
    .filter((row) => row.work === work)
    .map((row) => {
      const ours = rows.find(({ who, size, work: other }) => who === 'tillgate' && size === row.size && other === work);
      const ratio = ours && ours !== row ? number(cpu(row) / cpu(ours)) : '–';
      return [work, number(row.size), row.who, ...figures(row), ratio];
    });

function chart(rows: readonly Row[], works: readonly string[]): string {
  const size = Math.min(...rows.map((row) => row.size));
  const groups = works.map((work) => ({
    label: work,
    bars: rows
      .filter((row) => row.work === work && row.size === size)
      .map(({ who, server, database }) => ({ label: who, parts: [server, database ?? 0] })),
  }));
  const title = `CPU time of a request, in µs, at ${number(size)} items`;
  return barChart({ title, series: ['server', 'database'], groups, format: number });
}
