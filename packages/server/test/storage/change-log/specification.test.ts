import { describe, expect, test } from 'vitest';
import { type Outcome, quint } from './quint.ts';

const INVARIANTS = ['prefix', 'dense', 'noSilentLoss'];

const WITNESSES = ['toldExpired', 'toldRestored', 'toldViewGrown', 'followedPastRestore', 'insideRow', 'afterMove'];

const simulate = (module: string, options: readonly string[]): Promise<Outcome> =>
  quint('run', [`--main=${module}`, '--seed=1', '--max-steps=50', '--verbosity=1', ...options]);

describe('The specification of the change log', { timeout: 240_000 }, () => {
  test('holds its invariants in samples that restore, sweep, move and grow the view', async () => {
    const options = ['--max-samples=250', '--invariants', ...INVARIANTS, '--witnesses', ...WITNESSES];
    const { isOk, output } = await simulate('asBuilt', options);
    expect([isOk, output]).toEqual([true, expect.stringContaining('[ok] No violation found')]);
    for (const witness of WITNESSES) expect(output).toMatch(new RegExp(`^${witness} was witnessed in [1-9]`, 'm'));
  });

  test.each([
    ['a sequence that is asked at the beginning of a write', 'bySequence', INVARIANTS],
    ["the clocks of the writers' processes", 'byClock', INVARIANTS],
    ['cursors without a mark', 'withoutMark', ['prefix', 'noSilentLoss']],
  ])('is violated by %s', async (_, module, violated) => {
    for (const invariant of violated) {
      const { output } = await simulate(module, ['--max-samples=250', '--invariants', invariant]);
      expect([invariant, output]).toEqual([invariant, expect.stringContaining('[violation] Found an issue')]);
    }
  });
});
