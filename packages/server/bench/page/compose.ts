import { readResult } from '../results.ts';
import { bulkSection } from './bulk.ts';
import { feedSection } from './feed.ts';
import { floorsSection } from './floors.ts';
import { growthSection } from './growth.ts';
import type { Section } from './markdown.ts';
import { peersSection } from './peers.ts';
import { rolesSection } from './roles.ts';

const INTRODUCTION = `# Performance

Cost of Tillgate's requests, compared with bare servers and with alternative products, and its growth with the size of a merchant.
\`pnpm bench page\` writes this page from the results in \`packages/server/bench/results\`, and a test verifies that it did. Change the
benches or their results, not this page.

## Method

- The load, the server and the database share one machine. Requests per second depend on how busy it is, CPU time per request much
  less, so the page shows both. The rounds of the servers alternate, so noise affects all of them.
- CPU time is the user and system time of the server's processes and of its PostgreSQL connections. Shared PostgreSQL processes,
  such as the WAL writer and vacuum, are not counted.
- Figures are medians of the rounds, after a warm-up of thousands of requests and an \`analyze\`.
  Tillgate runs as deployed: it authenticates, validates, limits and logs.
- PostgreSQL runs with its default settings and \`fsync\` on. Only autovacuum is off, because it would start at random.

Run the benches with an empty PostgreSQL database in \`BENCH_DATABASE_URL\`, on an otherwise idle machine.
`;

export function composePage(read: typeof readResult = readResult): Map<string, string> {
  const sections = [
    floorsSection(read('run')),
    rolesSection(read('roles')),
    bulkSection(read('bulk')),
    feedSection(read('feed')),
    peersSection(read('peers')),
    growthSection(read('growth')),
  ];
  const page = [INTRODUCTION, ...sections.map(({ title, text }: Section) => `## ${title}\n\n${text}\n`)].join('\n');
  const plots = sections.flatMap((section) => section.plots ?? []);
  return new Map([['performance.md', page], ...plots.map(({ file, svg }) => [`performance/${file}`, svg] as const)]);
}
