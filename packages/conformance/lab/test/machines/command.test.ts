import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Target } from '../../../src/target/target.ts';
import { command, newFolder } from '../../../test/support/command.ts';
import { startEmbedded } from '../../server/embedded-target.ts';
import { configure } from '../support/configure.ts';

let target: Target;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ target, stop } = await startEmbedded());
});
afterAll(() => stop?.());

describe('tillgate-conformance', () => {
  test('reads a configuration, and writes its reports', async () => {
    const report = join(newFolder(), 'report');
    const { code, output } = await command('--config', configure(target), '--only', 'tours.brands', '--report', report);
    expect([code, output.includes(' 0 failed')], output).toEqual([0, true]);
    expect(readFileSync(join(report, 'report.html'), 'utf8')).toContain('Operations by status');
  });

  test('lists the cases that it could not run without a test clock', async () => {
    const { output } = await command('--config', configure(target, { clockUrl: undefined }), '--only', 'idempotency');
    expect(output).toContain('Not run, the target offers no test clock:\n    time.idempotency');
  });

  test('lists the cases that it could not run without a back-office file', async () => {
    const merchants = target.merchants.map(({ backOffice: _, ...merchant }) => merchant);
    const { code, output } = await command('--config', configure(target, { merchants }), '--only', 'scripts.reports-');
    expect([code, output.includes(' 0 failed')], output).toEqual([2, true]);
    const reason = 'no file of the back office of the merchant in the role main';
    expect(output).toMatch(new RegExp(`Not run, ${reason}:\\n[^]*scripts\\.reports-days`));
  });
});
