import { describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../../support/api-caller.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();

const newOnes = (count: number, part: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ op: 'create', item: { name: `Item ${n}`, ...part } }));

const batch = (caller: Caller, operations: readonly object[], headers: Record<string, string> = {}) =>
  caller.post('/items/batch', { operations }, headers);

const total = async (caller: Caller): Promise<number> => (await caller.get('/items?limit=1')).body.pagination.total;

const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));

describe('A batch', () => {
  test('counts in the rate limit as one request for each 100 operations begun', async () => {
    const caller = await service.connect();
    await service.databases.control.query('update control.apps set rate_limit = 15 where id = $1', [
      caller.partner.appId,
    ]);
    service.advance(60_000);
    expect(remaining(await batch(caller, newOnes(1)))).toBe(14);
    expect(remaining(await batch(caller, newOnes(1000, { description: '}, {' })))).toBe(4);
    const refused = await batch(caller, newOnes(501));
    expect([...rejectionOf(refused), remaining(refused)]).toEqual([429, 'partner.rate_limited', 3]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(remaining(await batch(caller, newOnes(201)))).toBe(0);
    service.advance(60_000);
    expect(await total(caller)).toBe(1 + 1000 + 201);
  });

  test('is rejected before its operations are looked at if it has more than 1000', async () => {
    const caller = await service.connect();
    const answer = await batch(caller, Array(1001).fill({ op: 'none' }));
    expect(rejectionOf(answer)).toEqual(invalid('body /operations maxItems'));
  });

  test('may be larger than other bodies, within a bound of bytes and one of values', async () => {
    const caller = await service.connect();
    const text = (length: number) => newOnes(length, { description: 'x'.repeat(2000) });
    expect((await batch(caller, text(1000))).body.succeeded).toBe(1000);
    for (const size of [5, 20]) {
      const answer = await batch(caller, [{ op: 'create', item: { name: 'x'.repeat(size * 1024 * 1024) } }]);
      expect([...rejectionOf(answer), answer.body.message]).toEqual([
        ...[413, 'partner.body_too_large', 'The body is larger than 4194304 bytes.'],
      ]);
    }
    const many = newOnes(200, { stores: Array(1000).fill({ storeId: 1 }) });
    expect(rejectionOf(await batch(caller, many))).toEqual(invalid('body  maxValues'));
    expect(rejectionOf(await caller.post('/items', { name: 'x'.repeat(2 * 1024 * 1024) }))).toEqual([
      ...[413, 'partner.body_too_large'],
    ]);
  });

  test('is rejected whole if an operation names its record in a way that its kind or the batch does not allow', async () => {
    const caller = await service.connect();
    const item = { price: '1' };
    const answer = await batch(caller, [
      { op: 'update', externalId: 'a', item },
      { op: 'update', itemCode: 'a', item },
      { op: 'update', item },
      { op: 'update', externalId: 'a', itemCode: 'a', item },
      { op: 'upsert', id: 1, item },
      { op: 'create', externalId: 'a', item },
      { op: 'create', version: 1, item },
    ]);
    expect(rejectionOf(answer)).toEqual(invalid(...[1, 2, 3, 4, 5, 6].map((n) => `body /operations/${n} key`)));
  });

  test('is carried out once under its Idempotency-Key, failed operations included', async () => {
    const caller = await service.connect();
    const operations = [...newOnes(150, { status: 1 }), { op: 'update', itemCode: 'NONE', item: { price: '1' } }];
    const send = () => batch(caller, operations, { 'Idempotency-Key': 'batch' });
    const [first, second] = [await send(), await send()];
    expect([first.body.succeeded, first.body.failed]).toEqual([150, 1]);
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(await total(caller)).toBe(150);
  });

  test('with dryRun=true returns its results and stores nothing', async () => {
    const caller = await service.connect();
    const answer = await caller.post('/items/batch?dryRun=true', { operations: newOnes(120) });
    expect([answer.body.succeeded, answer.body.dryRun]).toEqual([120, { movements: [] }]);
    expect(await total(caller)).toBe(0);
  });
});
