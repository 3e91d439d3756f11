import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import type { Answer } from '../../src/http/send.ts';
import { summary } from '../../src/report/console.ts';
import { toHtml } from '../../src/report/html/page.ts';
import { toJson } from '../../src/report/json.ts';
import { toJunit } from '../../src/report/junit.ts';
import type { Case } from '../../src/run/case.ts';
import { type RunResult, runCases } from '../../src/run/runner.ts';
import { Session } from '../../src/run/session.ts';
import type { Target } from '../../src/target/target.ts';

const BASE_URL = 'http://127.0.0.1:1/v1';

export const TARGET: Target = {
  name: 'no server',
  baseUrl: BASE_URL,
  authUrl: undefined,
  clockUrl: undefined,
  limits: { requestsPerMinute: 300, mintsPerMinute: 30 },
  apps: [],
  merchants: [],
};

export const aCase = (id: string, run: Case['run'], changed: Partial<Case> = {}): Case => ({
  id,
  plan: 'examples',
  title: `title of ${id}`,
  proves: ['lists.limit'],
  run,
  ...changed,
});

/** A response of the API, as a case would receive it. */
export function anAnswer(method: string, path: string, status: number, changed: Partial<Answer> = {}): Answer {
  const sent = { method, url: `${BASE_URL}${path}`, headers: {}, body: undefined };
  return { sent, status, headers: {}, cookies: [], text: '', body: undefined, took: 1, ...changed };
}

export const runAll = (cases: readonly Case[], session = new Session(TARGET)): Promise<RunResult> =>
  runCases(session, cases, { seed: 1, runs: 1 });

const TEMPLATE = readFileSync(new URL('../../comment.hbs', import.meta.url), 'utf8');

/** The comment that the GitHub Action writes on a pull request: comment.hbs with a helper of ctrf-io/github-test-reporter. */
function commentOn(report: string): string {
  const { results } = JSON.parse(report);
  const handlebars = Handlebars.create();
  handlebars.registerHelper('slice', (rows: unknown[], from: number, to: number, { fn }: Handlebars.HelperOptions) =>
    rows
      .slice(from, to)
      .map((row) => fn(row))
      .join(''),
  );
  return handlebars.compile(TEMPLATE, { preventIndent: true })({ ctrf: results });
}

/** Every report of a run. */
export function reportsOf(result: RunResult, target = TARGET) {
  const json = toJson(result, target);
  return {
    console: summary(result),
    html: toHtml(result, target),
    json,
    junit: toJunit(result, target),
    comment: commentOn(json),
  };
}
