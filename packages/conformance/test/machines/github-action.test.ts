import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { reportToJob } from '../../src/report/github/job.ts';

const PACKAGE = join(import.meta.dirname, '../..');

interface Step {
  readonly id?: string;
  readonly shell: string;
  readonly env: Record<string, string>;
  readonly run: string;
}

interface Input {
  readonly default?: string;
  readonly required?: boolean;
}

const action = parse(readFileSync(join(PACKAGE, 'action.yml'), 'utf8')) as {
  readonly inputs: Record<string, Input>;
  readonly outputs: Record<string, { readonly value: string }>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

const OUTCOME = {
  caseId: 'brands.create',
  title: 'creates a brand',
  variant: 'FULL',
  took: 1,
  plan: 'examples',
  proves: [],
};
const CAUSE = {
  requirements: [{ id: 'op.createBrand.call', text: 'POST /brands: Create a brand' }],
  message: 'answered <b>500</b> to @octocat',
  curl: "curl -X POST 'https://api.example/v1/brands'",
  status: 500,
  body: '{}',
  findings: 3,
  cases: [OUTCOME, { ...OUTCOME, caseId: 'brands.defaults' }, { ...OUTCOME, caseId: 'brands.defaults' }],
};
const RUN = {
  target: { name: 'staging', baseUrl: 'https://api.example/v1' },
  ...{ seed: 7, took: 12_345, exitCode: 1, provesLittle: null, answers: 42 },
  outcomes: [
    { ...OUTCOME, kind: 'passed', findings: [] },
    { ...OUTCOME, kind: 'failed', findings: [] },
  ],
  causes: [CAUSE],
};

interface Comment {
  readonly id: number;
  body: string;
}

let folder: string;
let gitHub: Server;
let comments: Comment[];
let seen: string[];
/** Status of every response from GitHub. With 200, requests are carried out. */
let status: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-action-'));
  comments = Array.from({ length: 120 }, (_, id) => ({ id, body: 'A remark.' }));
  seen = [];
  status = 200;
  gitHub = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://github');
    seen.push(`${request.method} ${url.pathname} ${request.headers.authorization}`);
    const chunks = await request.toArray();
    const answer = () => {
      if (request.method === 'GET') {
        const page = Number(url.searchParams.get('page'));
        return comments.slice((page - 1) * 100, page * 100);
      }
      const { body } = JSON.parse(Buffer.concat(chunks).toString());
      const id = Number(/comments\/(\d+)$/.exec(url.pathname)?.[1] ?? comments.length);
      comments[id] = { id, body };
      return comments[id];
    };
    response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(status < 300 ? answer() : {}));
  }).listen(0);
  await new Promise((resolve) => gitHub.once('listening', resolve));
});
afterEach(() => {
  gitHub.close();
  rmSync(folder, { recursive: true });
});

/** Variables that a runner sets for a job. */
function runner(): Record<string, string> {
  const event = join(folder, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 5 } }));
  return {
    GITHUB_API_URL: `http://127.0.0.1:${(gitHub.address() as AddressInfo).port}`,
    ...{ GITHUB_REPOSITORY: 'acme/till', GITHUB_SERVER_URL: 'https://github.example', GITHUB_RUN_ID: '77' },
    GITHUB_EVENT_PATH: event,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_OUTPUT: join(folder, 'output'),
  };
}

/**
 * Runs the steps of the action like a runner. Its `npx` creates this run of the suite and reports
 * it with the real command.
 */
async function job(report: object | undefined, exitCode: number, inputs: Record<string, string> = {}) {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const file = join(folder, 'prepared.json');
  if (report) writeFileSync(file, JSON.stringify(report));
  const suite = `echo "$@" >> '${join(folder, 'calls')}'\n${report ? `mkdir -p "$REPORT" && cp '${file}' "$REPORT/report.json"` : ''}\nexit ${exitCode}`;
  const command = `shift 4\nexec '${process.execPath}' '${join(PACKAGE, 'src/main.ts')}' "$@"`;
  writeFileSync(join(bin, 'npx'), `#!/bin/bash\nif [ "$5" = github ]; then\n${command}\nfi\n${suite}\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  const output = join(folder, 'output');
  const values = new Map([
    ['github.token', 'gh-token'],
    ...Object.entries(action.inputs).map(([name, { default: value = '' }]): [string, string] => [
      `inputs.${name}`,
      value,
    ]),
    ...Object.entries(inputs).map(([name, value]): [string, string] => [`inputs.${name}`, value]),
  ]);
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name) => filled(values.get(name) ?? ''));
  let printed = '';
  let code = 0;
  for (const step of action.runs.steps) {
    writeFileSync(output, '');
    const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filled(value)]));
    const done = await bash(step.run, { PATH: `${bin}:${process.env.PATH}`, ...runner(), ...env });
    printed += done.printed;
    code ||= done.code;
    for (const [, name, value] of readFileSync(output, 'utf8').matchAll(/^([\w-]+)=(.*)$/gm)) {
      values.set(`steps.${step.id}.outputs.${name}`, value ?? '');
    }
  }
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value)]));
  return { code, printed, outputs, summary: readFileSync(join(folder, 'summary.md'), 'utf8') };
}

const bash = (script: string, env: Record<string, string>): Promise<{ code: number; printed: string }> =>
  new Promise((resolve) => {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
    child.on('close', (code) => resolve({ code: code ?? 1, printed }));
  });

describe('The GitHub Action', () => {
  test('comments on the pull request once, and changes that comment in later runs', async () => {
    const failed = await job(RUN, 1, { name: 'staging', config: 'target.json', options: '--seed 7 --only brands.' });
    expect([failed.code, failed.outputs]).toEqual([1, { passed: '1', failed: '1', 'exit-code': '1' }]);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toContain(
      'tillgate-conformance --config target.json --report conformance-report --seed 7 --only brands.',
    );
    expect(comments).toHaveLength(121);
    expect(comments[120]?.body).toContain('❌ staging departs from the contract');
    expect(comments[120]?.body).toContain('| 1 | 1 | 0 | 0 | 42 |');
    expect(failed.summary).toContain(comments[120]?.body);
    const passed = await job({ ...RUN, exitCode: 0, outcomes: RUN.outcomes.slice(0, 1), causes: [] }, 0, {
      name: 'staging',
    });
    expect([passed.code, comments.length]).toEqual([0, 121]);
    expect(comments[120]?.body).toContain('✅ staging keeps the contract');
    expect(new Set(seen.map((line) => line.split(' ').at(-1)))).toEqual(new Set(['gh-token']));
  });

  test('reports that a run was not possible, and fails with its exit code', async () => {
    const { code, summary, outputs } = await job(undefined, 2, { name: 'staging' });
    expect([code, outputs['exit-code'], outputs.passed]).toEqual([2, '2', '']);
    expect(summary).toContain('staging could not be tested');
    expect(comments.at(-1)?.body).toContain('https://github.example/acme/till/actions/runs/77');
  });
});

describe('The comment on a pull request', () => {
  /** Reports a run. Returns the output. */
  async function report(run: object, name: string): Promise<string> {
    mkdirSync(join(folder, 'report'), { recursive: true });
    writeFileSync(join(folder, 'report/report.json'), JSON.stringify(run));
    let printed = '';
    await reportToJob(join(folder, 'report'), name, { ...runner(), GITHUB_TOKEN: 'gh-token' }, (text) => {
      printed += text;
    });
    return printed;
  }

  test('is one for each deployment', async () => {
    for (const name of ['staging', 'production', 'staging']) await report(RUN, name);
    expect(comments).toHaveLength(122);
  });

  test('shows each cause once, with its requirements, request, response and cases', async () => {
    await report(RUN, 'staging');
    const body = comments.at(-1)?.body ?? '';
    expect(body).toContain('<small>3 findings in 3 cases</small>');
    expect(body).toContain('<code>op.createBrand.call</code> POST /brands: Create a brand');
    expect(body).toContain('<code>brands.create</code>, <code>brands.defaults (2×)</code>');
    expect(body.split('https://api.example/v1/brands')).toHaveLength(2);
  });

  test('contains no markup of the deployment, and notifies no user', async () => {
    await report(RUN, 'staging');
    expect(comments.at(-1)?.body).toContain('answered &lt;b&gt;500&lt;/b&gt; to &#64;octocat');
  });

  test('is at most as long as GitHub allows', async () => {
    const long = { ...CAUSE, message: '"'.repeat(2_000), curl: '"'.repeat(2_000), body: '"'.repeat(2_000) };
    await report({ ...RUN, causes: Array(10).fill(long) }, 'staging');
    const body = comments.at(-1)?.body ?? '';
    expect(body.length).toBeLessThan(65_536);
    expect(body).toMatch(/<\/details>\n\nAnd \d more\./);
  });

  test('that is not allowed, as on a pull request from a fork, is a warning', async () => {
    status = 403;
    const printed = await report(RUN, 'staging');
    expect(printed).toContain('::warning::The pull request has no comment: GitHub answered 403');
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('staging departs');
  });
});

test('action.yml is a composite action whose expressions name its own inputs and steps', () => {
  const { inputs, outputs, runs } = action;
  expect(runs.using).toBe('composite');
  expect(runs.steps.every(({ shell }) => shell === 'bash')).toBe(true);
  const ids = new Set(runs.steps.map(({ id }) => id));
  const named = [...JSON.stringify({ inputs, outputs, runs }).matchAll(/\$\{\{ (\w+)\.([\w-]+)/g)];
  expect(named.filter(([, context, name = '']) => context === 'inputs' && !(name in inputs))).toEqual([]);
  expect(named.filter(([, context, name]) => context === 'steps' && !ids.has(name))).toEqual([]);
  // Inputs must not become part of a script, where they would run as code.
  expect(runs.steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
});
