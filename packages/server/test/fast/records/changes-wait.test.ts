import { describe, expect, test } from 'vitest';
import { setMerchantActive } from '../../../src/control/merchants.ts';
import type { Caller } from '../../support/api-caller.ts';
import { freshDatabases } from '../../support/databases.ts';
import { importValid, storeLine } from '../../support/import-lines.ts';
import { SentBatches } from '../../support/sent-batches.ts';
import { type Service, sharedService, startService } from '../../support/service.ts';

const service = await sharedService();

const present = async (caller: Caller): Promise<string> => (await caller.get('/changes')).body.nextCursor;

const waitingOf = async ({ opsUrl }: Service): Promise<number> =>
  Number(/^tillgate_requests_waiting (\d+)/m.exec(await (await fetch(`${opsUrl}/metrics`)).text())?.[1]);

const untilWaiting = async (count: number, of = service): Promise<void> =>
  expect.poll(() => waitingOf(of), { timeout: 60_000, interval: 20 }).toBe(count);

/** A request that waits for up to 30 seconds. */
async function startWaiting(caller: Caller, query = '', init: RequestInit = {}) {
  const before = await waitingOf(caller.service);
  const after = await present(caller);
  const start = performance.now();
  const answer = caller.send('GET', `/changes?after=${after}&wait=30${query}`, init);
  answer.catch(() => {});
  await untilWaiting(before + 1, caller.service);
  return { after, answer, elapsed: () => performance.now() - start };
}

describe('GET /changes with wait', () => {
  test('is answered by an import, with the records as they are then', async () => {
    const caller = await service.connect();
    const { answer } = await startWaiting(caller, '&include=record');
    await importValid(service, caller.merchant, [storeLine('Quay')]);
    const [change] = (await answer).body.data;
    expect(change).toMatchObject({ resource: 'stores', kind: 'created', by: 'backOffice' });
    expect(change.record).toEqual((await caller.get(`/stores/${change.id}`)).body);
  });

  test('ends when the client leaves', async () => {
    const caller = await service.connect();
    const leaving = new AbortController();
    const { answer } = await startWaiting(caller, '', { signal: leaving.signal });
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
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
  test("over their app's share are rejected, and leave places and the limit of others alone", async () => {
    const own = await startService({ settings: { TILLGATE_MAX_WAITING: '4', TILLGATE_MAX_REQUESTS: '1' } });
    const caller = await own.connect();
    const waits = [await startWaiting(caller), await startWaiting(caller)];
    const { status, body, headers } = await caller.get(`/changes?after=${waits[0]?.after}&wait=30`);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'partner.overloaded', '5']);
    const other = await own.connect();
    waits.push(await startWaiting(other));
    for (const one of [caller, other]) await one.create('/brands', { name: 'Ocean' });
    for (const { answer } of waits) expect((await answer).body.data).toHaveLength(1);
    await untilWaiting(0, own);
    await own.stop();
  });

  test('of equal readers read a change once for all of them', async () => {
    const sent = new SentBatches(await freshDatabases());
    const own = await startService({ databases: sent.databases });
    const [caller, other] = [await own.connect(), await own.connect()];
    const waits = [];
    for (let n = 0; n < 8; n += 1) waits.push(await startWaiting(caller, '&include=record'));
    waits.push(await startWaiting(caller, '&limit=1'), await startWaiting(other));
    sent.batches.length = 0;
    const brand = await caller.create('/brands', { name: 'Ocean' });
    await other.create('/brands', { name: 'River' });
    const pages = await Promise.all(waits.map(({ answer }) => answer));
    for (const { body } of pages.slice(0, 8)) expect(body.data).toMatchObject([{ id: brand.id, record: brand }]);
    expect(pages[8]?.body.data[0].record).toBeUndefined();
    expect(sent.batches.flat().filter((name) => name === 'changes.read')).toHaveLength(3);
    await own.stop();
  });

  test('are answered with an empty page when the server stops', async () => {
    const own = await startService({ settings: { TILLGATE_STOP_TIMEOUT: '25' } });
    const { answer, elapsed } = await startWaiting(await own.connect());
    const stopped = own.stop();
    const { status, body, headers } = await answer;
    expect([status, body.data, body.hasMore, headers.get('connection')]).toEqual([200, [], false, 'close']);
    await stopped;
    expect(elapsed()).toBeLessThan(20_000);
  });
});
