import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toJson } from '../../src/report/json.ts';
import { aCase, runAll, TARGET } from '../support/run.ts';

const PACKAGE = join(import.meta.dirname, '../..');

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly env?: Record<string, string>;
  readonly run?: string;
}

const action = parse(readFileSync(join(PACKAGE, 'action.yml'), 'utf8')) as {
  readonly inputs: Record<string, { readonly default?: string }>;
  readonly outputs: Record<string, { readonly value: string }>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-action-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the scripts of the action like a runner. Its `npx` writes the report, if there is one, and exits with the code. */
function job(report: string | undefined, exitCode: number, inputs: Record<string, string> = {}) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const prepared = join(folder, 'prepared.json');
  if (report) writeFileSync(prepared, report);
  const write = report ? `mkdir -p "$REPORT" && cp '${prepared}' "$REPORT/report.json"` : '';
  writeFileSync(join(bin, 'npx'), `#!/bin/bash\necho "$@" > '${join(folder, 'call')}'\n${write}\nexit ${exitCode}\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  const output = join(folder, 'output');
  const values = new Map<string, string>();
  for (const [name, { default: value = '' }] of Object.entries(action.inputs)) values.set(`inputs.${name}`, value);
  for (const [name, value] of Object.entries(inputs)) values.set(`inputs.${name}`, value);
  const filled = (text: string) => text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name) => values.get(name) ?? '');
  let code = 0;
  for (const { id, env = {}, run } of action.runs.steps) {
    if (run === undefined) continue;
    writeFileSync(output, '');
    const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    const { status } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', run], {
      cwd: folder,
      env: { PATH: `${bin}:${process.env.PATH}`, GITHUB_OUTPUT: output, ...variables },
    });
    code ||= status ?? 1;
    for (const [, name, value] of readFileSync(output, 'utf8').matchAll(/^([\w-]+)=(.*)$/gm))
      values.set(`steps.${id}.outputs.${name}`, value ?? '');
  }
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value)]));
  return { code, outputs, written: values.get('steps.report.outputs.written') };
}

describe('The GitHub Action', () => {
  test('runs the suite with its inputs, and has the outcome as outputs and exit code', async () => {
    const cases = [aCase('a', async (t) => void t.check(false, 'it is wrong')), aCase('b', async () => {})];
    const report = toJson(await runAll(cases), TARGET);
    const { code, outputs, written } = job(report, 1, { config: 'target.json', options: '--seed 7 --only brands.' });
    expect([code, outputs, written]).toEqual([1, { passed: '1', failed: '1', 'exit-code': '1' }, 'true']);
    expect(readFileSync(join(folder, 'call'), 'utf8')).toContain(
      'tillgate-conformance --config target.json --report conformance-report --seed 7 --only brands.',
    );
  });

  test('fails with the exit code of a run that was not possible, without a report', () => {
    expect(job(undefined, 2)).toEqual({
      code: 2,
      outputs: { passed: '', failed: '', 'exit-code': '2' },
      written: undefined,
    });
  });

  test('names only its own inputs and steps, and lets no input become part of a script', () => {
    const { inputs, outputs, runs } = action;
    expect(runs.using).toBe('composite');
    const ids = new Set(runs.steps.map(({ id }) => id));
    const named = [...JSON.stringify({ inputs, outputs, runs }).matchAll(/\b(inputs|steps)\.([\w-]+)/g)];
    expect(named.filter(([, context, name = '']) => context === 'inputs' && !(name in inputs))).toEqual([]);
    expect(named.filter(([, context, name]) => context === 'steps' && !ids.has(name))).toEqual([]);
    expect(runs.steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    for (const { uses } of runs.steps) if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  });
});
