import type { ReportsResult, TokensResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { measuredOn, notMeasured, number, type Section, table } from './markdown.ts';

/** Reports beside few sales and beside many. */
export function reportsSection(result: Result<ReportsResult> | undefined): Section {
  const title = 'Reports';
  if (!result) return notMeasured(title, 'pnpm bench reports 1000 1000000');
  const rows = result.data.rows.map(({ work, rows, rate, ratio }) => [work, number(rows), number(rate), number(ratio)]);
  return {
    title,
    text: [
      measuredOn(result),
      `Days and items are the same at every size; only the sales on them, counted in rows of the stock ledger, grow. Sales by item adds up
what is kept for each item and day on which it was sold: 82 rows of 30 days at the first size, and never more than the 6,000 of
200 items, whatever is sold on them. Of the database's time, 0.8 ms are for the answer and 0.5 µs for each such row.`,
      table(['Report', 'Ledger rows', 'Requests/s', 'To the first size'], rows),
    ].join('\n\n'),
  };
}

/** A token refresh beside node-oidc-provider. */
export function tokensSection(result: Result<TokensResult> | undefined): Section {
  const title = 'Tokens';
  if (!result) return notMeasured(title, 'pnpm bench tokens');
  const { tillgate, oidcProvider, ratio } = result.data;
  return {
    title,
    text: [
      measuredOn(result),
      `A refresh takes ${number(tillgate)} µs of CPU in Tillgate's process, and ${number(oidcProvider)} µs in node-oidc-provider's, which keeps everything in
memory: a ratio of ${number(ratio)}. Both rotate the refresh token and sign an RS256 access token; Tillgate's state is in PostgreSQL.`,
    ].join('\n\n'),
  };
}
