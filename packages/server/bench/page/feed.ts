import type { FeedResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { bytes, figures, measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'The change feed';

const REQUESTS = `Every write adds a row to its merchant's log, in the transaction of the write and just before its commit. The rows are in the
order of the commits, so a merchant's transactions commit one after the other. The first page of a list also reads the end of the log.

Spread over 16 merchants, a write shows what the two statements cost. With all 16 connections at one merchant, each commit also
waits for its own flush of PostgreSQL's log, which commits otherwise share: the disk then bounds the merchant's writes, and every
flush costs CPU. Ratios compare the database's CPU with the log to that without it; they are medians of the rounds. A get does
not touch the log: its ratio shows how far from 1 the others may be by chance.`;

const PAGES = `Pages of up to 100 changes, as \`GET /changes\` reads them from a log of a thousand and of a million changes: pages of PostgreSQL's
buffer cache, and milliseconds. A test holds them to the index.`;

const WAKES = `A request that waits is answered once a change is committed. Times are milliseconds from sending the write, so they include the write and
the read of the page; the write was sent to the process that the request waits in, or to another one.`;

interface Goal {
  readonly what: string;
  readonly most: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** What the change log costs, and reading it. */
export function feedSection(result: Result<FeedResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench feed');
  const { requests, pages, wakes, memory } = result.data;
  const text = [
    measuredOn(result),
    table(
      ['Goal', 'At most', 'Measured', 'Met'],
      goalsOf(result.data).map(({ what, most, measured, isMet }) => [what, most, measured, isMet ? 'yes' : 'no']),
    ),
    REQUESTS,
    table(
      ['Request', 'Merchants', 'Change log', 'Requests/s', 'Server CPU', 'Database CPU', 'Ratio'],
      requests.flatMap(({ work, merchants, logged, unlogged, ratio }) => [
        [work, number(merchants), 'with', ...figures(logged), number(ratio)],
        [work, number(merchants), 'without', ...figures(unlogged), '–'],
      ]),
    ),
    PAGES,
    table(
      ['Page', 'of 1,000', 'of 1,000,000'],
      pages.map(({ what, costs }) => [
        what,
        ...costs.map((cost) => `${number(cost.pages)} pages, ${number(cost.milliseconds)} ms`),
      ]),
    ),
    WAKES,
    table(
      ['Write sent to', 'Median (ms)', '95 % (ms)', 'Longest (ms)'],
      wakes.map(({ where, p50, p95, most }) => [where, number(p50), number(p95), number(most)]),
    ),
    `${number(memory.waiting)} waiting requests, each on a connection, add ${bytes(memory.rss)} to the memory of a process, of which ${bytes(memory.heap)} are JavaScript's heap and buffers.`,
  ];
  return { title: TITLE, text: text.join('\n\n') };
}

function goalsOf({ requests, wakes, memory }: FeedResult): Goal[] {
  const ratioOf = (work: string) => requests.find((row) => row.work === work)?.ratio ?? Number.NaN;
  const ratio = (what: string, work: string, most: number): Goal => ({
    ...{ what, most: number(most), measured: number(ratioOf(work)) },
    isMet: ratioOf(work) <= most,
  });
  const wake = (what: string, n: number, most: number): Goal => {
    const measured = wakes[n]?.p95 ?? Number.NaN;
    return { what, most: `${most} ms`, measured: `${number(measured)} ms`, isMet: measured <= most };
  };
  return [
    ratio('create, spread over merchants', 'create one', 1.1),
    ratio('first page of a list', 'list of 100 with total', 1.03),
    wake('wake in the same process, 95 %', 0, 100),
    wake('wake in another process, 95 %', 1, 250),
    {
      ...{ what: '2,000 waiting requests', most: '100 MB', measured: bytes(memory.rss) },
      isMet: memory.rss < 100_000_000,
    },
  ];
}
