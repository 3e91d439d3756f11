import type { ProfileResult, RunResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { measuredOn, notMeasured, number, percent, type Section, table } from './markdown.ts';

const TITLE = 'What bounds each figure';

const BOUNDS = `Samples of the processor (\`perf\`) and CPU of single statements say what is in the way of more:

- **Get one**: The rest is spread thin. Of 189 µs in one sample Node's HTTP took 49, Tillgate's own code 45, the driver 20, the event
  loop 15, Koa 13, the router 9, pino 6; both socket writes 12, promises 9, reading the stored item to put together what holds at the
  store 7, the lookup of the token 3. No function of Tillgate's has more than 4 %. To cost what floor A costs, the token, the
  limit, the checks and the log would have to be free.
- **List of 100**: Making one text of a page's records and sending it takes the database 40 µs, walking to them 67, the total 13. The
  server spends a tenth each on the write to the socket, garbage collection and the ETag's SHA-256. The driver makes every field a
  string, so the text is encoded again for its way out.
- **Create one**: The database takes more than half, and half of that is the statement that inserts the item, 385 µs: 150 the index of trigrams,
  40 the rest of its search row, 20 the kept counts, 15 the stock row, the others the record's text, twelve indexes and the
  keys. The key for repeats takes 50, the frame of the transaction 20; the rest is the protocol, the commit and its log. Floor B writes the same
  rows, so nothing that both pay for brings Tillgate past it. A longer list of trigrams that wait to be sorted in, 2 MB for
  512 kB, would make a creation 100 µs cheaper; but each search reads that list, at 3 µs a page of 8 kB: 0.2 ms would become 0.8.
- **Receive and adjust**: Of 2,276 µs of a receipt of 20 lines, movements and levels take 1,000, of them 305 for the kept totals and 173 for
  foreign keys; the order 534, its lines 418, the check that the items can be stocked 85, the key for repeats 80. Documents of one
  merchant that get their number from the server queue for it, since a number is taken to the end of its transaction: requests a
  second are then what one transaction after another allows, and floor B, whose numbers are ids, has no such wait.
- **Refresh**: One RSA-2048 signature takes 280 µs on a thread of its own, at node-oidc-provider too; OpenSSL alone takes 265, and RS256 is
  what the service promises. What is left is the main thread, 1.2 times that of node-oidc-provider, which reads and writes its own
  memory: Tillgate's reads the client, and rotates the family, logs that and commits. To reach 0.7, all but the signature would
  have to fit into 195 µs.`;

/** Which of server and database takes more, and on what the server's time is spent. */
export function profileSection(result: Result<ProfileResult> | undefined, run: Result<RunResult> | undefined): Section {
  if (!result) {
    const section = notMeasured(TITLE, 'pnpm bench profile');
    return { ...section, text: [section.text, BOUNDS].join('\n\n') };
  }
  const works = result.data.works.map(({ work, shares, functions }) => {
    const parts = shares.map(({ part, share }) => `${part} ${percent(share)}`).join(', ');
    const rows = functions.map(({ name, where, share }) => [`\`${name}\``, where, percent(share)]);
    const head = [
      `### ${heading(work)}`,
      bound(work, run),
      `Of the server's time: ${parts}. The functions with most time of their own:`,
    ];
    return [...head.filter(Boolean), table(['Function', 'Where', 'Share'], rows)].join('\n\n');
  });
  return {
    title: TITLE,
    text: [
      measuredOn(result),
      "Shares of the time in which the server's main thread is not idle, sampled under load. Garbage collection and the program's native part count as they are.",
      ...works,
      BOUNDS,
    ].join('\n\n'),
  };
}

const heading = (work: string): string => `${work.charAt(0).toUpperCase()}${work.slice(1)}`;

function bound(work: string, run: Result<RunResult> | undefined): string {
  const row = run?.data.rows.find((one) => one.work.startsWith(work) && one.who === 'tillgate');
  if (!row || row.database === null) return '';
  const [larger, smaller] = row.server > row.database ? ['server', 'database'] : ['database', 'server'];
  const [more, less] = [Math.max(row.server, row.database), Math.min(row.server, row.database)];
  return `The ${larger} bounds it: ${number(more)} µs of CPU a request, beside ${number(less)} µs of the ${smaller}.`;
}
