import type { RunResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { barChart, COLOURS } from './bar-chart.ts';
import { lineChart } from './line-chart.ts';
import { image, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Compared with bare servers';
type Row = RunResult['rows'][number];

const cpu = ({ server, database }: Row): number => server + (database ?? 0);

/** Tillgate and the two floors, at each size. */
export function floorsSection(result: Result<RunResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench run 10000 1000000');
  const { rows } = result.data;
  const works = [...new Set(rows.map(({ work }) => work))];
  const compared = works.filter((work) => rows.some((row) => row.work === work && row.who !== 'tillgate'));
  const alone = works.filter((work) => !compared.includes(work));
  const plot = { file: 'floors.svg', svg: chart(rows, compared) };
  const growth = { file: 'sizes.svg', svg: sizesChart(rows, compared.slice(0, COLOURS.length)) };
  return {
    title: TITLE,
    plots: [plot, growth],
    text: [
      measuredOn(result),
      `Floor A is \`node:http\` and \`pg\` over one plain table. Floor B uses Tillgate's own tables and sends the same responses. Both
prepare their statements and do nothing else. The price of a Tillgate request also covers authentication, validation against
the contract, the rate limit, idempotency, record versions and the log.

CPU is in microseconds per request. The last column is the floor's CPU, server and database together, divided by Tillgate's:
above 1, Tillgate costs less.`,
      image(plot, 'CPU time of a request at Tillgate and at the floors'),
      image(growth, "CPU time of Tillgate's requests by the number of items"),
      table(
        ['Request', 'Items', 'Server', 'Requests/s', 'Server CPU', 'Database CPU', 'CPU to Tillgate'],
        compared.flatMap((work) => comparedRows(rows, work)),
      ),
      'Requests that the floors do not serve:',
      table(
        ['Request', 'Items', 'Requests/s', 'Server CPU', 'Database CPU'],
        rows
          .filter(({ work }) => alone.includes(work))
          .map(({ work, size, rate, server, database }) => [
            work,
            number(size),
            number(rate),
            number(server),
            number(database),
          ]),
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
      const figures = [row.rate, row.server, row.database].map((value) => number(value));
      return [work, number(row.size), row.who, ...figures, ratio];
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

function sizesChart(rows: readonly Row[], works: readonly string[]): string {
  const xs = [...new Set(rows.map(({ size }) => size))].sort((a, b) => a - b);
  const cpuAt = (work: string, size: number) => {
    const row = rows.find((one) => one.work === work && one.size === size && one.who === 'tillgate');
    return row ? cpu(row) : Number.NaN;
  };
  const lines = works.map((name) => ({ name, ys: xs.map((size) => cpuAt(name, size)) }));
  const title = 'CPU time of a request, in µs, by the number of items';
  return lineChart({ title, xs, lines, formatX: number, formatY: number });
}
