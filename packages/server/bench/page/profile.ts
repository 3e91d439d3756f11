import type { ProfileResult, RunResult } from '../measured.ts';
import type { Result } from '../results.ts';
import { measuredOn, notMeasured, number, percent, type Section, table } from './markdown.ts';

const TITLE = 'What bounds each figure';

/** Which of server and database takes more, and on what the server's time is spent. */
export function profileSection(result: Result<ProfileResult> | undefined, run: Result<RunResult> | undefined): Section {
  if (!result) return notMeasured(TITLE, 'pnpm bench profile');
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
