import type { BulkResult, Cost } from '../measured.ts';
import type { Result } from '../results.ts';
import { measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'Whole catalogues';

const WRITES = `A batch of \`POST /items/batch\` writes up to 1,000 items by the rules of single requests. Floor A and Express insert one row a
request, from 16 connections; batches are sent one after the other, and need no others. Directus and Medusa have batches of their
own: an array of 100 items, and 200 products. Figures are those of one record.`;

const READS = `One reader, who reads everything: page after page by cursor, or as one stream, with gzip and without. Figures are those of one record.`;

const GETS = `Gets of one item, one after the other, while another client of the same process sends batches or reads streams without pause. The
client of the gets shares the machine with all of them, so its longest waits are also those of a busy machine: compare with the first row.`;

/** Batches and streams, and what other requests notice of them. */
export function bulkSection(result: Result<BulkResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench bulk');
  const { writes, reads, gets, batch } = result.data;
  const text = [
    measuredOn(result),
    WRITES,
    table(
      ['Work', 'Server', 'Records a request', 'Records/s', 'Server CPU', 'Database CPU'],
      writes.map((row) => [row.work, row.who, number(row.size), ...figures(row)]),
    ),
    `${shares(writes)} A batch of 1,000 operations takes ${number(batch)} ms.`,
    READS,
    table(
      ['Read as', 'Records/s', 'Server CPU', 'Database CPU'],
      reads.map((row) => [row.how, ...figures(row)]),
    ),
    GETS,
    table(
      ['Beside', 'Median (ms)', '99 % (ms)', 'Longest (ms)'],
      gets.map(({ beside, p50, p99, most }) => [beside, number(p50), number(p99), number(most)]),
    ),
  ];
  return { title: TITLE, text: text.join('\n\n') };
}

const figures = ({ rate, server, database }: Cost): string[] => [rate, server, database].map((value) => number(value));

/** What an item of a batch costs, as a share of what it costs alone. */
function shares(writes: BulkResult['writes']): string {
  const share = (work: string): string => {
    const [alone, together] = writes.filter((row) => row.who === 'Tillgate' && row.work === work);
    const of = (part: 'server' | 'database') =>
      number((together?.[part] ?? Number.NaN) / (alone?.[part] ?? Number.NaN));
    return `${of('server')} of the server's CPU and ${of('database')} of the database's`;
  };
  return `In a batch, a new item costs ${share('create a record')} that it costs alone, and a new price ${share('change a price')}.`;
}
