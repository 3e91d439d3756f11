import type { Summary } from './summary.ts';
import { SURVIVORS } from './survivors.ts';
import type { Trial, Verdict } from './try-fault.ts';

const VERDICTS: readonly (readonly [verdict: Verdict, name: string])[] = [
  ['caught', 'caught'],
  ['otherwise', 'for another reason'],
  ['survived', 'survived'],
  ['idle', 'matched nothing'],
];

/** The result as a Markdown page: totals, subjects, and every uncaught fault with its reason. */
export const toPage = ({ trials, of, failedOnSound }: Summary): string =>
  [
    '# Faults that the conformance suite catches',
    '',
    `${of.caught.length} of ${trials.length} faults are caught by a case that names the requirement they break.`,
    '',
    ...table(['subject', 'faults', ...VERDICTS.map(([, name]) => name)], [...rowsOf(trials), total(trials)]),
    ...section('Not caught', [...of.survived, ...of.otherwise].map(notCaught)),
    ...section(
      'Matched nothing',
      of.idle.map(({ fault, unmatched }) => `\`${fault}\`: ${unmatched.join(', ')}`),
    ),
    ...section('Fails on the sound server', failedOnSound),
    '',
  ].join('\n');

const rowsOf = (trials: readonly Trial[]): string[][] =>
  [...Map.groupBy(trials, ({ subject }) => subject)].map(([subject, own]) => row(subject, own));

const total = (trials: readonly Trial[]): string[] => row('**all**', trials);

const row = (name: string, trials: readonly Trial[]): string[] => [
  name,
  String(trials.length),
  ...VERDICTS.map(([verdict]) => String(trials.filter((trial) => trial.verdict === verdict).length)),
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `| --- |${' ---: |'.repeat(head.length - 1)}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${line}`)];

function notCaught({ fault, text, breaks, by, said, cases }: Trial): string {
  const result = by ? `\`${by}\` failed for another reason: ${said}` : `${cases} cases passed`;
  return `\`${fault}\` (${text}) breaks \`${breaks}\`: ${result}. ${SURVIVORS[fault] ?? 'Not known before.'}`;
}
