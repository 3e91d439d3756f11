import { describe, expect, test } from 'vitest';
import { CASES } from '../src/cases/index.ts';
import { PLANS } from '../src/engine/case.ts';
import { createProgram } from '../src/program.ts';

/** Runs the command. Returns what it printed and its exit code. */
async function run(...args: string[]): Promise<{ code: number | undefined; output: string }> {
  let output = '';
  let code: number | undefined;
  const print = (text: string) => {
    output += text;
  };
  const program = createProgram(print, (exitCode) => {
    code = exitCode;
  });
  program.configureOutput({ writeOut: print });
  if (args.includes('--help')) program.outputHelp();
  else await program.parseAsync(['node', 'tillgate-conformance', ...args]);
  return { code, output };
}

describe('--help', () => {
  test('lists each plan with what it tests', async () => {
    const { output } = await run('--help');
    for (const [name, what] of Object.entries(PLANS)) expect(output).toMatch(new RegExp(`^  ${name} +${what}$`, 'm'));
  });
});

describe('--plan', () => {
  test('names the plans if one does not exist', async () => {
    const { code, output } = await run('--plan', 'access,toString');
    expect([code, output]).toEqual([
      2,
      `could not run: There is no plan toString; the plans are ${Object.keys(PLANS).join(', ')}.\n`,
    ]);
  });

  test('offers only plans that have cases', () => {
    expect(Object.keys(PLANS).filter((plan) => !CASES.some((one) => one.plan === plan))).toEqual([]);
  });
});
