import type { Result } from './drill.ts';
import type { Outcome } from './outcome.ts';

const COLUMNS: readonly (readonly [string, (outcome: Outcome) => string])[] = [
  ['broken', ({ title }) => title],
  ['whole again', ({ wholeAfter }) => `${wholeAfter.toFixed(0)} s`],
  ['longest write', ({ longestWrite }) => `${longestWrite.toFixed(1)} s`],
  ['failed', ({ failures, requests }) => `${sum(failures)} of ${requests}`],
  [
    'how',
    ({ failures }) =>
      Object.entries(failures)
        .map(([how, count]) => `${how} ${count}`)
        .join(', '),
  ],
  ['spared region', ({ spared }) => (spared ? `${spared.region}: ${spared.failed} failed, p99 ${spared.p99} ms` : '')],
];

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** Effect of each fault, as lines of a Markdown table. */
export function tableOf({ outcomes }: Result): string[] {
  const rows = [COLUMNS.map(([head]) => head), ...outcomes.map((one) => COLUMNS.map(([, cell]) => cell(one)))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines;
}
