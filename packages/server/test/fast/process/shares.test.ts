import { expect, test } from 'vitest';
import { type Holder, Shares } from '../../../src/process/shares.ts';

const app = (appId: number, organizationId: number | null = null, env: Holder['env'] = 'PRODUCTION'): Holder => ({
  appId,
  organizationId,
  env,
});

/** Takes places until there are no more, and returns how many. */
function takeAll(shares: Shares, holder: Holder): number {
  let taken = 0;
  while (shares.take(holder)) taken += 1;
  return taken;
}

test.each([1, 2, 4, 64, 2000])('Of %i places, an app gets at most half, and of the rest others get theirs', (size) => {
  const shares = new Shares(size);
  expect(takeAll(shares, app(1))).toBe(Math.ceil(size / 2));
  expect(takeAll(shares, app(2))).toBe(Math.ceil(Math.floor(size / 2) / 2));
  expect(shares.taken).toBeLessThanOrEqual(size);
});

test('The apps of an organization leave places to others, and the sandbox to production', () => {
  const shares = new Shares(60);
  const ofOne = [1, 2, 3, 4, 5].map((id) => takeAll(shares, app(id, 1, 'SANDBOX')));
  expect(ofOne.reduce((sum, taken) => sum + taken)).toBe(40);
  for (let id = 10; id < 40; id += 1) takeAll(shares, app(id, id, 'SANDBOX'));
  expect(shares.taken).toBe(45);
  expect(takeAll(shares, app(50, 50))).toBe(7);
});

test('Places that are given back are free for any, and several may be taken at once', () => {
  const shares = new Shares(4);
  expect(shares.take(app(1, 1), 3)).toBe(true);
  expect([shares.taken, shares.hasRoom(app(1, 1)), shares.hasRoom(app(2, 2))]).toEqual([3, false, true]);
  shares.giveBack(app(1, 1), 3);
  expect([shares.taken, takeAll(shares, app(2, 2))]).toEqual([0, 2]);
  shares.giveBackAll();
  expect(takeAll(shares, app(3, 2))).toBe(2);
});
