import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { setMerchantActive } from '../../../src/directory/merchants/merchants.ts';
import type { Answer, Caller } from '../../support/api-caller.ts';
import { importValid, storeLine } from '../../support/import-lines.ts';
import { type Service, sharedService, startService } from '../../support/service.ts';

const service = await sharedService();

const present = async (caller: Caller): Promise<string> => (await caller.get('/changes')).body.nextCursor;

const waitingOf = async ({ opsUrl }: Service): Promise<number> =>
  Number(/^tillgate_requests_waiting (\d+)/m.exec(await (await fetch(`${opsUrl}/metrics`)).text())?.[1]);

const untilWaiting = async (count: number, of = service): Promise<void> =>
  expect.poll(() => waitingOf(of), { timeout: 60_000, interval: 20 }).toBe(count);

/** A request that waits for up to 30 seconds. */
async function startWaiting(caller: Caller, query = '', headers: Record<string, string> = {}) {
  const before = await waitingOf(caller.service);
  const after = await present(caller);
  const start = performance.now();
  const answer = caller.get(`/changes?after=${after}&wait=30${query}`, headers);
  answer.catch(() => {});
  await untilWaiting(before + 1, caller.service);
  return { after, answer, elapsed: () => performance.now() - start };
}

/** Waits until there is a change, as often as it takes. */
async function follow(caller: Caller, after: string): Promise<Answer> {
  const answer = await caller.get(`/changes?after=${after}&wait=30`);
  return answer.body.data.length > 0 ? answer : follow(caller, answer.body.nextCursor);
}

const shown = ({ body }: Answer): unknown[] =>
  body.data.map(({ resource, id }: { resource: string; id: number }) => [resource, id]);

describe('GET /changes with wait', () => {
  test('is answered by the next write', async () => {
    const caller = await service.connect();
    const { answer, elapsed } = await startWaiting(caller);
    const { id } = await caller.create('/brands', { name: 'Ocean' });
    expect(shown(await answer)).toEqual([['brands', id]]);
    expect(elapsed()).toBeLessThan(20_000);
  });

  test('is answered by an import', async () => {
    const caller = await service.connect();
    const { answer } = await startWaiting(caller);
    await importValid(service, caller.merchant, [storeLine('Quay')]);
    expect((await answer).body.data).toMatchObject([{ resource: 'stores', kind: 'created', by: 'backOffice' }]);
  });

  test('is answered at once when there are changes, or more to look at, and without a cursor', async () => {
    const caller = await service.connect();
    const after = await present(caller);
    const { id } = await caller.create('/brands', { name: 'Ocean' });
    const start = performance.now();
    expect(shown(await caller.get(`/changes?after=${after}&wait=30`))).toEqual([['brands', id]]);
    expect((await caller.get('/changes?wait=30')).body.data).toEqual([]);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test('is answered with an empty page when the time is up', async () => {
    const caller = await service.connect();
    const after = await present(caller);
    const start = performance.now();
    const { body } = await caller.get(`/changes?after=${after}&wait=1`);
    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
    expect([body.data, body.hasMore]).toEqual([[], false]);
    const { id } = await caller.create('/brands', { name: 'Ocean' });
    expect(shown(await caller.get(`/changes?after=${body.nextCursor}`))).toEqual([['brands', id]]);
  });

  test('keeps waiting when a change is not shown, after which it continues', async () => {
    const caller = await service.connect();
    const [one, other] = [await startWaiting(caller, '&resources=items'), await service.connect()];
    await other.create('/items', { name: "Another merchant's" });
    await caller.create('/brands', { name: 'Ocean' });
    await caller.create('/items?dryRun=true', { name: 'Rehearsed' });
    await delay(200);
    expect(await waitingOf(service)).toBe(1);
    const { id } = await caller.create('/items', { name: 'Latte' });
    expect(shown(await one.answer)).toEqual([['items', id]]);
  });

  test('has the records as they are when the wait ends', async () => {
    const caller = await service.connect();
    const { answer } = await startWaiting(caller, '&include=record');
    const { id } = await caller.create('/brands', { name: 'Ocean' });
    expect((await answer).body.data[0].record).toEqual((await caller.get(`/brands/${id}`)).body);
  });

  test('counts once in the rate limit', async () => {
    const caller = await service.connect();
    const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));
    const before = remaining(await caller.get('/changes'));
    const { answer } = await startWaiting(caller);
    await caller.create('/brands', { name: 'Ocean' });
    await answer;
    expect(before - remaining(await caller.get('/changes'))).toBe(4);
  });

  test('ends when the client leaves', async () => {
    const caller = await service.connect();
    const leaving = new AbortController();
    const after = await present(caller);
    const left = fetch(`${service.apiUrl}/changes?after=${after}&wait=30`, {
      headers: { authorization: `Bearer ${caller.token}` },
      signal: leaving.signal,
    }).catch((error) => error.name);
    await untilWaiting(1);
    leaving.abort();
    expect(await left).toBe('AbortError');
    await untilWaiting(0);
  });

  test('is rejected like a new request if the token has expired or the merchant was closed meanwhile', async () => {
    const [expiring, closing] = [await service.connect(), await service.connect()];
    const closed = await startWaiting(closing);
    await service.control((tx) => setMerchantActive(tx, closing.merchant.companyId, false));
    service.advance(31_000);
    await importValid(service, closing.merchant, [storeLine('Quay')]);
    expect((await closed.answer).body.code).toBe('partner.company_denied');
    const expired = await startWaiting(expiring);
    service.advance(16 * 60_000);
    await importValid(service, expiring.merchant, [storeLine('Quay')]);
    expect((await expired.answer).body.code).toBe('partner.token_expired');
  });
});

describe('Waiting requests', () => {
  test('over their limit are rejected, and leave the limit of others alone', async () => {
    const own = await startService({ settings: { TILLGATE_MAX_WAITING: '2', TILLGATE_MAX_REQUESTS: '1' } });
    const caller = await own.connect();
    const waits = [await startWaiting(caller), await startWaiting(caller)];
    const refused = await caller.get(`/changes?after=${waits[0]?.after}&wait=30`);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'partner.overloaded',
      '5',
    ]);
    await caller.create('/brands', { name: 'Ocean' });
    for (const { answer } of waits) expect((await answer).body.data).toHaveLength(1);
    await untilWaiting(0, own);
    await own.stop();
  });

  test('are answered with an empty page when the server stops', async () => {
    const own = await startService({ settings: { TILLGATE_STOP_TIMEOUT: '25' } });
    const caller = await own.connect();
    const { answer, elapsed } = await startWaiting(caller);
    const stopped = own.stop();
    const { status, body, headers } = await answer;
    expect([status, body.data, body.hasMore, headers.get('connection')]).toEqual([200, [], false, 'close']);
    await stopped;
    expect(elapsed()).toBeLessThan(20_000);
  });

  test('are all answered by one write', async () => {
    const caller = await service.connect();
    const after = await present(caller);
    const answers: Promise<Answer>[] = [];
    // More connections at once than fit into the queue of a port would be reset.
    while (answers.length < 200) {
      for (let i = 0; i < 50; i += 1) answers.push(follow(caller, after));
      await untilWaiting(answers.length);
    }
    const { id } = await caller.create('/brands', { name: 'Ocean' });
    for (const answer of answers) expect(shown(await answer)).toEqual([['brands', id]]);
  });
});
