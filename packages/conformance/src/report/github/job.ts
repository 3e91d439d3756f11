import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Print } from '../console.ts';
import { commentOn, markerOf, type RunReport } from './comment.ts';
import { comment, type PullRequest } from './pull-request.ts';

/** Variables that GitHub Actions sets for a job, and the token that the action passes on. */
export type JobVariables = Readonly<Record<string, string | undefined>>;

/**
 * Reports a run to its GitHub job: summary, outputs, and a comment on the pull request. If the
 * comment is not allowed, as on a pull request from a fork, only warns.
 */
export async function reportToJob(folder: string, name: string, env: JobVariables, print: Print): Promise<void> {
  const file = join(folder, 'report.json');
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunReport) : undefined;
  const text = commentOn(report, name, jobUrlOf(env));
  append(env.GITHUB_STEP_SUMMARY, `${text}\n`);
  const failed = report?.outcomes.filter(({ kind }) => kind === 'failed').length;
  const passed = report?.outcomes.filter(({ kind }) => kind === 'passed').length;
  append(env.GITHUB_OUTPUT, `passed=${passed ?? ''}\nfailed=${failed ?? ''}\n`);
  const pullRequest = pullRequestOf(env);
  if (!pullRequest) return print('No pull request to comment on.\n');
  try {
    print(`The comment was ${await comment(pullRequest, markerOf(name), text)}.\n`);
  } catch (error) {
    print(`::warning::The pull request has no comment: ${(error as Error).message}\n`);
  }
}

const append = (file: string | undefined, text: string): void => {
  if (file) appendFileSync(file, text);
};

const jobUrlOf = ({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: JobVariables): string =>
  `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;

function pullRequestOf(env: JobVariables): PullRequest | undefined {
  const { GITHUB_EVENT_PATH: event = '', GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository, GITHUB_API_URL } = env;
  if (!token || !repository || !existsSync(event)) return undefined;
  const { pull_request: pullRequest } = JSON.parse(readFileSync(event, 'utf8')) as {
    pull_request?: { number: number };
  };
  return (
    pullRequest && { apiUrl: GITHUB_API_URL ?? 'https://api.github.com', repository, token, number: pullRequest.number }
  );
}
