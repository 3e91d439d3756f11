import { namesOf } from '../causes/causes.ts';
import { counted, limited } from '../causes/describe-cause.ts';
import { escaped } from '../junit.ts';

/** Parts of report.json that a comment shows. */
export interface RunReport {
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly seed: number;
  /** In milliseconds. */
  readonly took: number;
  readonly exitCode: number;
  readonly provesLittle: string | null;
  readonly answers: number;
  readonly outcomes: readonly { readonly kind: string }[];
  readonly causes: readonly {
    readonly message: string;
    readonly requirements: readonly { readonly id: string; readonly text: string }[];
    readonly findings: number;
    readonly cases: readonly { readonly caseId: string; readonly reason?: string }[];
    readonly curl?: string;
    readonly status?: number;
    readonly body?: string;
  }[];
}

const CAUSES_SHOWN = 10;
const REQUIREMENTS_SHOWN = 5;
const CASES_SHOWN = 20;
const LONGEST_EVIDENCE = 1_000;
/** GitHub limits comments to 65,536 characters. */
const LONGEST_FAILURES = 60_000;

/** Identifies the comment of a deployment on a pull request, so that it is updated instead of repeated. */
export const markerOf = (name: string): string => `<!-- tillgate-conformance ${encodeURIComponent(name)} -->`;

/** Formats a run as Markdown for a comment and a job summary. Without a report, says that the run was impossible. */
export function commentOn(report: RunReport | undefined, name: string, jobUrl: string): string {
  const job = `[The job](${jobUrl}) has the log and the report.`;
  const lines = report
    ? [headingOf(report), table(report), little(report), ...failures(report), job]
    : [`### ⚠️ ${escaped(name)} could not be tested`, job];
  return [markerOf(name), ...lines.filter(Boolean)].join('\n\n');
}

function headingOf({ target, exitCode }: RunReport): string {
  const [sign, outcome] =
    exitCode === 0
      ? ['✅', 'keeps the contract']
      : exitCode === 1
        ? ['❌', 'departs from the contract']
        : ['⚠️', 'was not tested enough'];
  return `### ${sign} ${escaped(target.name)} ${outcome}`;
}

function table({ outcomes, answers, seed, took, target }: RunReport): string {
  const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
  return [
    '| Passed | Failed | Could not run | Failed as expected | Answers checked |',
    '| ---: | ---: | ---: | ---: | ---: |',
    `| ${count('passed')} | ${count('failed')} | ${count('could-not-run')} | ${count('expected-failure')} | ${answers} |`,
    '',
    `<code>${escaped(target.baseUrl)}</code>, seed ${seed}, ${Math.round(took / 1000)} s`,
  ].join('\n');
}

const little = ({ provesLittle }: RunReport): string =>
  provesLittle ? `This run proves little: ${escaped(provesLittle)}.` : '';

function failures({ causes }: RunReport): string[] {
  const texts: string[] = [];
  for (const text of causes.slice(0, CAUSES_SHOWN).map(failure)) {
    if (texts.join('').length + text.length > LONGEST_FAILURES) break;
    texts.push(text);
  }
  const more = causes.length - texts.length;
  return [...texts, ...(more > 0 ? [`And ${more} more.`] : [])];
}

/** Escapes text from the deployment, which could otherwise contain markup. */
function failure({ message, requirements, findings, cases, curl, status, body }: RunReport['causes'][number]): string {
  const count = `${counted(findings, 'finding')} in ${counted(cases.length, 'case')}`;
  const rules = limited(
    requirements.map(({ id, text }) => `<code>${escaped(id)}</code> ${shown(text)}`),
    REQUIREMENTS_SHOWN,
  ).map((rule) => `<li>${rule}</li>`);
  const names = limited(
    namesOf(cases).map((name) => `<code>${escaped(name)}</code>`),
    CASES_SHOWN,
  );
  const reasons = [...new Set(cases.flatMap(({ reason }) => reason ?? []))].map((reason) => `<p>${shown(reason)}</p>`);
  const evidence = curl === undefined ? '' : `<pre>${shown(curl)}</pre><pre>${shown(`${status} ${body ?? ''}`)}</pre>`;
  return `<details><summary>${shown(message)} <small>${count}</small></summary><ul>${rules.join('')}</ul>${reasons.join('')}${evidence}<p>${names.join(', ')}</p></details>`;
}

/** Escapes the text, drops empty lines, which would end the enclosing markup, and keeps `@` from notifying users. */
const shown = (text: string): string =>
  escaped(text.slice(0, LONGEST_EVIDENCE))
    .replaceAll(/\n\s*\n/g, '\n')
    .replaceAll('@', '&#64;');
