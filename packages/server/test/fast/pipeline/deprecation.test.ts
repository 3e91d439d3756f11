import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deprecation, deprecationOf, loadContract, type Operation } from '../../../src/contract/contract.ts';
import type { Caller } from '../../support/api-caller.ts';
import { type Service, startService } from '../../support/service.ts';

type Changeable = { -readonly [Name in keyof Operation]: Operation[Name] };

let service: Service;
let caller: Caller;
/**
 * Operations that are marked as deprecated while this file's server runs: one on a merchant's data and one that is public.
 */
let going: Changeable[];

beforeAll(async () => {
  const { operations } = await loadContract('http://localhost:3000/v1', 'http://localhost:3001');
  going = operations.filter(({ id }) => id === 'getBrand' || id === 'getJwks');
  const dates = { deprecated: true, 'x-tillgate-deprecated': '2026-01-31', 'x-tillgate-sunset': '2027-02-28' };
  setDeprecation(deprecationOf(dates));
  service = await startService();
  setDeprecation(undefined);
  caller = await service.connect();
});
afterAll(() => service?.stop());

function setDeprecation(deprecation: Deprecation | undefined): void {
  for (const operation of going) operation.deprecation = deprecation;
}

/** Skips the check against the contract, which does not deprecate anything. */
const get = (path: string, token = caller.token) =>
  fetch(service.apiUrl + path, { headers: { Authorization: `Bearer ${token}` } });

const announced = ({ headers }: { headers: Headers }) => [headers.get('deprecation'), headers.get('sunset')];

const DATES = ['@1769817600', 'Sun, 28 Feb 2027 00:00:00 GMT'];
const POLICY = '</docs/guides/versions#deprecation>; rel="deprecation sunset"; type="text/html"';

describe('A deprecated operation', () => {
  test('has Deprecation and Sunset on success, with a link to the policy', async () => {
    const { id } = await caller.create('/brands', { name: 'Going away' });
    const response = await get(`/brands/${id}`);
    expect([response.status, ...announced(response)]).toEqual([200, ...DATES]);
    expect(response.headers.get('link')).toBe(POLICY);
  });

  test('has them on a rejection, with the link to what the error means', async () => {
    const response = await get('/brands/999999');
    expect([response.status, ...announced(response)]).toEqual([404, ...DATES]);
    expect(response.headers.get('link')).toBe(`${POLICY}, </docs/guides/errors#partnernot_found>; rel="help"`);
  });

  test('has them without a valid credential, and when it is public', async () => {
    const rejected = await get('/brands/7', 'none');
    expect([rejected.status, ...announced(rejected)]).toEqual([401, ...DATES]);
    expect(announced(await get('/.well-known/jwks.json'))).toEqual(DATES);
  });
});

test('an operation that stays has no Deprecation and no Sunset, also on the path of one that goes', async () => {
  expect(announced(await caller.get('/brands'))).toEqual([null, null]);
  expect(announced(await caller.patch('/brands/999999', { name: 'x' }))).toEqual([null, null]);
});
