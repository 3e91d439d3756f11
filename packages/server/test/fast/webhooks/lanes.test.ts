import { expect, test } from 'vitest';
import type { Holder } from '../../../src/process/shares.ts';
import { Lanes, type Outcome } from '../../../src/webhooks/lanes.ts';
import type { Pair } from '../../../src/webhooks/progress.ts';

const SLOW = 500;

/** Lanes whose attempts end when the test says so. */
function openLanes() {
  const running = new Map<number, (outcome: Outcome) => void>();
  const run = ({ endpointId }: Pair) => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    running.set(endpointId, resolve);
    return promise;
  };
  return { lanes: new Lanes(run), running };
}

const ofMany = (endpointId: number, env: Holder['env']): Holder => ({ appId: endpointId % 10, organizationId: 1, env });

test.each(['SANDBOX', 'PRODUCTION'] as const)(
  "500 slow endpoints of an organization's apps in %s leave lanes to others, before and after they are known to be slow",
  async (env) => {
    const { lanes, running } = openLanes();
    for (let id = 0; id < SLOW; id += 1) lanes.add({ endpointId: id, companyId: 1 }, ofMany(id, env));
    const first = running.size;
    expect(first).toBeGreaterThan(20);
    for (const end of [...running.values()]) end({ again: true, isTroubled: true });
    await new Promise(setImmediate);
    expect(running.size).toBeGreaterThan(first);
    lanes.add({ endpointId: SLOW, companyId: 2 }, { appId: 99, organizationId: 2, env: 'PRODUCTION' });
    expect(running.has(SLOW)).toBe(true);
  },
);

test('An endpoint whose turn is to come is named, so that it is not looked for again', () => {
  const { lanes, running } = openLanes();
  for (let id = 0; id < SLOW; id += 1) lanes.add({ endpointId: id, companyId: 1 }, ofMany(id, 'SANDBOX'));
  expect(lanes.waiting).toEqual(Array.from({ length: SLOW }, (_, id) => id).filter((id) => !running.has(id)));
});
