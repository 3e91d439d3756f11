import type { ChangesResult, Cost } from '../measured.ts';
import type { Result } from '../results.ts';
import { measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

const TITLE = 'The change log';

const COST = `Every write adds a row to its merchant's log, in the transaction of the write and just before its commit. The rows are in the
order of the commits, so a merchant's transactions commit one after the other.

Spread over 16 merchants, a request shows what the two statements cost. With all 16 connections at one merchant, each commit also
waits for its own flush of PostgreSQL's log, which commits otherwise share: the disk then bounds the merchant's writes, and every
flush costs CPU. Ratios compare the database's CPU with the log to that without it; they are medians of the rounds.`;

/** What the change log adds to writes. */
export function changesSection(result: Result<ChangesResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench changes');
  const { rows } = result.data;
  const head = ['Request', 'Merchants', 'Change log', 'Requests/s', 'Server CPU', 'Database CPU', 'Ratio'];
  const text = [
    measuredOn(result),
    COST,
    table(
      head,
      rows.flatMap(({ work, merchants, logged, unlogged, ratio }) => [
        [work, number(merchants), 'with', ...figures(logged), number(ratio)],
        [work, number(merchants), 'without', ...figures(unlogged), '–'],
      ]),
    ),
  ];
  return { title: TITLE, text: text.join('\n\n') };
}

const figures = ({ rate, server, database }: Cost): string[] => [rate, server, database].map((value) => number(value));
