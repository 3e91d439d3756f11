import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { RESOURCES } from '../../../src/storage/changes/resources.ts';
import { freshDatabases } from '../../support/databases.ts';
import { aStep, newScene, take } from '../../support/random-writes.ts';
import { watchChanges } from '../../support/seen-changes.ts';
import { SentBatches } from '../../support/sent-batches.ts';
import { startService } from '../../support/service.ts';

const sent = new SentBatches(await freshDatabases());
const service = await startService({ databases: sent.databases });
afterAll(() => service.stop());
const watched = await watchChanges(service.databases);

test('The change log has what every transaction changed, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 40, maxLength: 80 }), async (steps) => {
      const scene = await newScene(await service.connect());
      for (const step of steps) await take(scene, step);
      expect((await watched.differences()).slice(0, 3)).toEqual([]);
    }),
    { numRuns: 5, endOnFailure: true },
  );
  const log = await watched.log();
  const kinds = new Set(log.flatMap(({ entries }) => entries.map(({ k }) => k)));
  expect([...kinds].sort()).toEqual(['closed', 'created', 'moved', 'posted', 'received', 'updated', 'voided']);
  expect(log.reduce((bits, row) => bits | row.kinds, 0)).toBe(2 ** RESOURCES.length - 1);
});

test('A write takes the lock of the log last, and sends it together with its commit', async () => {
  const ends = sent.batches.filter((names) => names.includes('changes.lock'));
  expect(ends.length).toBeGreaterThanOrEqual((await watched.log()).length);
  const afterLock = ends.map((names) => names.slice(names.indexOf('changes.lock')).join());
  expect([...new Set(afterLock)]).toEqual(['changes.lock,changes.append,tenant.commit']);
});
