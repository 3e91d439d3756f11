import { describe, expect, test } from 'vitest';
import { CASES } from '../../src/cases/index.ts';
import { createProgram } from '../../src/program.ts';
import { PLANS } from '../../src/run/case.ts';
import { command } from '../support/command.ts';

describe('--help', () => {
  test('lists each plan with what it tests', async () => {
    const { output } = await command('--help');
    for (const [name, what] of Object.entries(PLANS)) expect(output).toMatch(new RegExp(`^  ${name} +${what}$`, 'm'));
  });
});

describe('--plan', () => {
  test('names the plans if one does not exist', async () => {
    const { code, output } = await command('--plan', 'access,toString');
    expect([code, output]).toEqual([
      2,
      `could not run: There is no plan toString; the plans are ${Object.keys(PLANS).join(', ')}.\n`,
    ]);
  });

  test('offers only plans that have cases', () => {
    expect(Object.keys(PLANS).filter((plan) => !CASES.some((one) => one.plan === plan))).toEqual([]);
  });
});

describe('An error of the suite', () => {
  test('is printed without credentials, and not reported as a failed case', async () => {
    let output = '';
    let code: number | undefined;
    const program = createProgram(
      (text) => {
        output += text;
      },
      (exitCode) => {
        code = exitCode;
      },
      async () => {
        throw new TypeError('no such property of https://staging:password@api.example/v1');
      },
    );
    await program.parseAsync(['node', 'tillgate-conformance']);
    expect(code).toBe(2);
    expect(output).toMatch(/^could not run: TypeError: no such property of https:\/\/\*{3}@api\.example\/v1\n +at /);
  });
});
