import { describe, expect, test } from 'vitest';
import { CASES } from '../../src/cases/index.ts';
import { PLANS } from '../../src/run/case.ts';
import { command, commandOn, written } from '../support/command.ts';

test('--help lists each plan with what it tests', async () => {
  const { output } = await command('--help');
  for (const [name, what] of Object.entries(PLANS)) expect(output).toMatch(new RegExp(`^  ${name} +${what}$`, 'm'));
});

test('--plan offers only plans that have cases', () => {
  expect(Object.keys(PLANS).filter((plan) => !CASES.some((one) => one.plan === plan))).toEqual([]);
});

const deviations = (text: string) => ['--deviations', written('deviations.yaml', text)];

describe('The command cannot run', () => {
  test.each<[string, string[], string]>([
    [
      'with a plan that does not exist',
      ['--plan', 'access,toString'],
      `There is no plan toString; the plans are ${Object.keys(PLANS).join(', ')}.`,
    ],
    ['if no case is chosen', ['--only', 'no-such-case'], 'No case is chosen.'],
    [
      'without apps and merchants',
      ['--base-url', 'http://127.0.0.1:1/v1'],
      'A deployment needs --config: its apps and merchants.',
    ],
    [
      'with a deviation of a case that does not exist',
      deviations('- { case: none, version: 1.0.0, reason: known }'),
      'FILE: there is no case none.',
    ],
    [
      'with a deviation of a variant that does not exist',
      deviations('- { case: tours.brands, version: 1.0.0, reason: known, variant: x }'),
      'FILE: there is no variant x.',
    ],
    [
      'with a deviation without a reason',
      deviations('- { case: tours.brands, version: 1.0.0 }'),
      'FILE: every deviation has case, version and reason, each a text.',
    ],
    ['with deviations that are no list', deviations('case: tours.brands'), 'FILE is not a list.'],
    ['with deviations that are not YAML', deviations('- ['), 'Cannot read FILE: '],
  ])('%s', async (_, args, message) => {
    const { code, output } = await command(...args);
    expect(code).toBe(2);
    expect(output.replaceAll(args[1] ?? '', 'FILE')).toContain(`could not run: ${message}`);
  });

  test('because of an error of the suite, which is printed without credentials', async () => {
    const { code, output } = await commandOn(async () => {
      throw new TypeError('no such property of https://staging:password@api.example/v1');
    });
    expect(code).toBe(2);
    expect(output).toMatch(/^could not run: TypeError: no such property of https:\/\/\*{3}@api\.example\/v1\n +at /);
  });
});
