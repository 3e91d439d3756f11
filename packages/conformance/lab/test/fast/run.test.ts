import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Case } from '../../../src/run/case.ts';
import type { Deviation } from '../../../src/run/deviations.ts';
import { preflight } from '../../../src/run/preflight.ts';
import { runCases } from '../../../src/run/runner.ts';
import { Session } from '../../../src/run/session.ts';
import type { Target } from '../../../src/target/target.ts';
import { startEmbedded } from '../../server/embedded-target.ts';

let target: Target;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ target, stop } = await startEmbedded({ spares: 2 }));
});
afterAll(() => stop?.());

describe('A run', () => {
  const passing: Case = { id: 'a', plan: 'examples', title: 'a', proves: ['lists.limit'], run: async () => {} };
  const failing: Case = {
    ...passing,
    id: 'b',
    run: async (t) => {
      t.equal(1, 2, 'one');
      t.equal(3, 4, 'two');
    },
  };
  const run = async (cases: readonly Case[], deviations: readonly Deviation[] = []) => {
    const session = new Session(target);
    await preflight(session);
    return runCases(session, cases, { seed: 42, runs: 3, deviations });
  };

  test('continues after a failed expectation', async () => {
    const { outcomes, exitCode } = await run([failing, passing]);
    expect(outcomes.map(({ kind, findings }) => [kind, findings.length])).toEqual([
      ['failed', 2],
      ['passed', 0],
    ]);
    expect(exitCode).toBe(1);
  });

  test('is not failed by a recommendation', async () => {
    const { outcomes, exitCode } = await run([{ ...failing, proves: ['http.head'] }]);
    expect([outcomes[0]?.kind, outcomes[0]?.findings.length, exitCode]).toEqual(['passed', 2, 0]);
  });

  test('accepts a known deviation, and fails when the case passes', async () => {
    const known = (id: string) => [{ case: id, version: '1.0.0', reason: 'known' }];
    expect((await run([failing], known('b'))).outcomes[0]?.kind).toBe('expected-failure');
    const { outcomes, exitCode } = await run([passing], known('a'));
    expect([outcomes[0]?.kind, exitCode]).toEqual(['failed', 1]);
  });

  test('rejects a deviation of another version of the contract', async () => {
    const { outcomes } = await run([failing], [{ case: 'b', version: '0.9.0', reason: 'a matter of dates' }]);
    expect(outcomes[0]).toMatchObject({
      kind: 'failed',
      reason: 'was known for version 0.9.0, and this is 1.0.0: a matter of dates',
    });
  });

  test('accepts a deviation only in its variant', async () => {
    const halved: Case = { ...failing, plan: 'access', applies: ({ product }) => product === 'ADSR' };
    const known = { case: 'b', version: '1.0.0', reason: 'known', variant: 'ADSR/SANDBOX/basic' };
    const { outcomes } = await run([halved], [known]);
    const failed = outcomes.filter(({ kind }) => kind === 'failed').map(({ variant }) => variant);
    expect(outcomes.find(({ variant }) => variant === known.variant)?.kind).toBe('expected-failure');
    expect(failed).toEqual(['ADSR/SANDBOX/body', 'ADSR/PRODUCTION/basic', 'ADSR/PRODUCTION/body']);
  });

  /** Begins a window in which no app has sent a request. */
  const beginWindow = async () => {
    const { clock } = new Session(target);
    await clock.read();
    await clock.advance(60 - (Math.floor(clock.now() / 1000) % 60));
  };

  test.each<[string, (used: number) => boolean]>([
    // When a window ends, the least used of the apps with equally many requests left is next.
    ['in one window', () => false],
    ['in windows that end after the first case, the third, and so on', (used) => used % 2 === 1],
  ])('distributes its calls evenly over the main app and the spare ones %s', async (_, endsWindow) => {
    await beginWindow();
    const used: string[] = [];
    const forOther: string[] = [];
    const calling: Case['run'] = async (t) => {
      await t.as().get('/taxes');
      used.push(t.as().app.clientId);
      forOther.push(t.as('main', 'other').app.clientId);
      if (endsWindow(used.length)) await t.session.clock.advance(60);
    };
    await run([1, 2, 3, 4, 5, 6].map((n) => ({ ...passing, id: `case-${n}`, run: calling })));
    expect(forOther).toEqual(used);
    const calls = [...Map.groupBy(used, (clientId) => clientId).values()].map(({ length }) => length);
    expect(calls).toEqual([2, 2, 2]);
  });

  test('without cases does not pass', async () => {
    const { exitCode, provesLittle } = await run([]);
    expect([exitCode, provesLittle]).toEqual([2, 'no case ran']);
  });

  test('with mostly rejections reports this and does not pass', async () => {
    const turned: Case = { ...passing, run: async (t) => void (await t.session.send('GET', '/nowhere')) };
    const { exitCode, provesLittle } = await run([turned]);
    expect([exitCode, provesLittle]).toEqual([2, '1 of 1 answers were 401, 404 or 429']);
  });
});
