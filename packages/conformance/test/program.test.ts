import { describe, expect, test } from 'vitest';
import { CASES } from '../src/cases/index.ts';
import { PLANS } from '../src/engine/case.ts';
import { command } from './support/command.ts';

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
