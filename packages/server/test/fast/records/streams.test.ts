import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { copyItem } from '../../support/copied-items.ts';
import { sharedService } from '../../support/service.ts';

const LINES = { Accept: 'application/x-ndjson' };

const service = await sharedService();

describe('A stream of 2,500 items', async () => {
  const SIZE = 2_500;
  const caller = await service.connect();
  await caller.create('/items', { name: 'Item 0', price: '1.00' });
  await service.arrange(caller.merchant, (tx) => copyItem(tx, SIZE - 1));

  test.each(['gzip', 'br'])('is the same in %s', async (coding) => {
    const answer = await caller.get('/items', { ...LINES, 'Accept-Encoding': coding });
    expect(answer.headers.get('Content-Encoding')).toBe(coding);
    expect(answer.text).toBe((await caller.get('/items', { ...LINES, 'Accept-Encoding': 'identity' })).text);
  });

  const limit = async (requests: number): Promise<void> => {
    const sql = 'update control.apps set rate_limit = $2 where id = $1';
    await service.databases.control.query(sql, [caller.partner.appId, requests]);
    service.advance(120_000);
    await caller.renewToken();
  };
  const left = ({ headers }: Answer) => headers.get('X-RateLimit-Remaining');

  test('that does not fit into the rest of the minute is rejected with what is left, and sends no record', async () => {
    await limit(5);
    expect(left(await caller.get('/items', LINES))).toBe('2');
    const refused = await caller.get('/items', LINES);
    expect([refused.status, refused.body.code, left(refused)]).toEqual([429, 'partner.rate_limited', '1']);
    expect(refused.headers.get('Tillgate-Total')).toBeNull();
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect((await caller.get('/brands')).status).toBe(200);
  });

  test('that is larger than the limit counts as a whole minute', async () => {
    await limit(2);
    const statuses = async (...paths: string[]) => {
      const found: number[] = [];
      for (const path of paths) found.push((await caller.get(path, LINES)).status);
      return found;
    };
    expect(await statuses('/items', '/brands')).toEqual([200, 429]);
    service.advance(60_000);
    expect(await statuses('/brands', '/items')).toEqual([200, 429]);
  });
});

test('A request that is not for a list has no stream, and one for open orders of an unknown store is rejected', async () => {
  const caller = await service.connect();
  const { status, headers } = await caller.get('/changes', LINES);
  expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect((await caller.get('/stores/1/open-orders', LINES)).status).toBe(404);
});
