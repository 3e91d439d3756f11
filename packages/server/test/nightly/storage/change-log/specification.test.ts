import { describe, expect, test } from 'vitest';
import { quint } from './quint.ts';

/** Each sample is a run of 50 steps. Tens of thousands are a long search. */
const SAMPLES = process.env.TEST_QUINT_SAMPLES ?? '80';

/** A violation has to be found once only. */
const FEW = '40';

const INVARIANTS = ['prefix', 'dense', 'noSilentLoss'];

const WITNESSES = ['toldExpired', 'toldRestored', 'toldViewGrown', 'followedPastRestore', 'insideRow', 'afterMove'];

async function simulate(module: string, options: readonly string[], samples = SAMPLES): Promise<string> {
  const fixed = [`--main=${module}`, '--seed=2', '--max-steps=50', '--verbosity=1', `--max-samples=${samples}`];
  return (await quint('run', [...fixed, ...options])).output;
}

/** The witnesses that were seen in samples. */
const seenIn = (output: string): string[] =>
  [...output.matchAll(/^(\S+) was witnessed in [1-9]/gm)].map(([, state = '']) => state);

describe('The specification of the change log', { timeout: 240_000 }, () => {
  test('holds its invariants in samples that restore, sweep, move and grow the view', async () => {
    const output = await simulate('asBuilt', ['--invariants', ...INVARIANTS, '--witnesses', ...WITNESSES]);
    expect(output).toContain('[ok] No violation found');
    expect(seenIn(output)).toEqual(WITNESSES);
  });

  test.each([
    ['a sequence that is asked at the beginning of a write', 'bySequence', INVARIANTS],
    ["the clocks of the writers' processes", 'byClock', INVARIANTS],
    ['cursors without a mark', 'withoutMark', ['prefix', 'noSilentLoss']],
  ])('is violated by %s', async (_, module, violated) => {
    // As witnesses, all of them are looked for in one run, most of whose time Quint takes to read the specification.
    const violations = violated.map((invariant) => `not(${invariant})`);
    expect(seenIn(await simulate(module, ['--witnesses', ...violations], FEW))).toEqual(violations);
  });
});
