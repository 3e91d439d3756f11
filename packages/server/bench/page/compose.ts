import { readResult } from '../results.ts';
import { capacitySection } from './capacity.ts';
import { floorsSection } from './floors.ts';
import { growthSection } from './growth.ts';
import type { Section } from './markdown.ts';
import { peersSection } from './peers.ts';
import { profileSection } from './profile.ts';
import { reportsSection, tokensSection } from './reports.ts';
import { workersSection } from './workers.ts';

const INTRODUCTION = `# Performance

What Tillgate's requests cost, beside bare servers, beside products that a team might use instead, and by size. Each section is
made from a file that its bench wrote into \`packages/server/bench/results\`, by \`pnpm bench page\`; a test holds this page to
those files. Change the benches or their results, not this page.

## Method

- Load, server and database share one machine. Requests a second depend on how busy it was; CPU time a request much less, so
  both are given, and rounds of what is compared alternate, so that noise meets all of it.
- CPU time is user and system time of the server's processes, and of its connections to PostgreSQL. Processes that PostgreSQL
  shares among all, such as the WAL writer and vacuum, are not counted.
- Figures are medians of the rounds, after a warm-up of thousands of requests and an \`analyze\`, which autovacuum would do.
  Tillgate runs as deployed: it authenticates, validates, limits and logs.
- PostgreSQL has its default settings, with \`fsync\` on, but for autovacuum, which is off: it would run whenever it likes.

Run the benches with an empty PostgreSQL database in \`BENCH_DATABASE_URL\`, on a machine that does nothing else.
`;

export function composePage(read: typeof readResult = readResult): Map<string, string> {
  const run = read('run');
  const sections = [
    floorsSection(run),
    profileSection(read('profile'), run),
    peersSection(read('peers')),
    growthSection(read('growth')),
    reportsSection(read('reports')),
    tokensSection(read('tokens')),
    workersSection(read('workers')),
    capacitySection(read('capacity')),
  ];
  const page = [INTRODUCTION, ...sections.map(({ title, text }: Section) => `## ${title}\n\n${text}\n`)].join('\n');
  const plots = sections.flatMap((section) => section.plots ?? []);
  return new Map([['performance.md', page], ...plots.map(({ file, svg }) => [`performance/${file}`, svg] as const)]);
}
