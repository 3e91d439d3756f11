import type { Case } from '../../src/engine/case.ts';
import { type RunResult, runCases } from '../../src/engine/runner.ts';
import { Session } from '../../src/engine/session.ts';
import type { Answer } from '../../src/http/send.ts';
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
