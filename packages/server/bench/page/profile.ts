import type { ProfileResult, RunResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { measuredOn, notMeasured, number, percent, type Section, table } from './markdown.ts';

const TITLE = 'What bounds each figure';

const BOUNDS = `Samples of the processor (\`perf\`) and CPU of single statements say what is in the way of more:

- **Get one**: Writing the answer to its socket takes 12 % of the server's time. Node's HTTP and the driver take most of the rest,
  at floor A too; what is Tillgate's own is spread over some forty functions, none with more than 4 %: setting headers, putting
  together what holds at the store, matching the path, the line of the log. The rule for the path in the log takes 0.1 µs, the
  digest of a page 1 µs a kilobyte. To cost what floor A costs, the token, the limit, the checks and the log would have to be free.
- **Create one**: The database takes more than half, and half of that is the statement that inserts the item, 385 µs: 150 the index of trigrams,
  40 the rest of its search row, 20 the kept counts, 15 the stock row, the others the record's text, twelve indexes and the
  keys. The key for repeats takes 50, the frame of the transaction 20; the rest is the protocol, the commit and its log. Floor B writes the same
  rows, so nothing that both pay for brings Tillgate past it. A longer list of trigrams that wait to be sorted in, 2 MB for
  512 kB, would make a creation 100 µs cheaper; but each search reads that list, at 3 µs a page of 8 kB: 0.2 ms would become 0.8.
- **Receive and adjust**: As create one, for each line: a movement, a level, its total, and their foreign keys. Documents of one merchant that
  get their number from the server wait for each other, since a number is taken to the end of its transaction: requests a
  second are then what one transaction after another allows, and floor B, whose numbers are ids, has no such wait.
- **Refresh**: One RSA-2048 signature takes 240 µs, on a thread of its own; RS256 is what the service promises. A mint takes about
  230 µs more, with two statements that read by key, and a refresh 240 more than a mint: one of its two statements rotates the
  family, logs that and commits. node-oidc-provider signs too, but reads and writes its own memory.`;

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
