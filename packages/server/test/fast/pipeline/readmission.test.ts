import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { approveAccess, revokeAccess } from '../../../src/control/access-requests.ts';
import { createApiKey, revokeKey } from '../../../src/control/keys.ts';
import { setMerchantActive } from '../../../src/control/merchants.ts';
import { statement } from '../../../src/database/statement.ts';
import { send } from '../../support/api-caller.ts';
import { importValid, storeLine } from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();

/** Fills more than the buffers of a connection: 24 MB. */
const MANY_STORES = statement(
  undefined,
  `insert into region.stores (company_id, id, status, name, code, timezone, currency, address, entry_date, updated_at)
   select $1, g, 1, 'Store ' || g, 'C' || g, 'Europe/London', 'GBP', repeat('x', 40000), $2, $2
   from generate_series(1, 600) g returning id`,
);

const STORES = statement(undefined, 'select id from region.stores where company_id = $1 order by code');

/** An app whose key reads the stores of a live merchant. */
async function newReader() {
  const merchant = await service.newMerchant(null, 'UK', false);
  const { organizationId } = await service.newPartner();
  const { appId } = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
  const key = await service.control((tx) => createApiKey(tx, appId, 'PRODUCTION'));
  const { companyId } = merchant;
  let approved: number | undefined;
  const approve = async (storeIds: readonly number[]): Promise<void> => {
    const replaces = approved;
    const id = await service.requestAccess({ appId, companyId, storeIds: [...storeIds] });
    await service.control((tx) => approveAccess(tx, { companyId, id, storeIds, replaces }));
    approved = id;
  };
  const withdraw = () => service.control((tx) => revokeAccess(tx, { companyId, id: approved as number }));
  const revoke = () => service.control((tx) => revokeKey(tx, 'apiKey', key.id));
  return { merchant, headers: { 'X-API-Key': key.apiKey }, query: `companyId=${companyId}`, approve, withdraw, revoke };
}

describe('A stream', () => {
  /** Begins to read all stores as a stream. */
  function begin(query: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
    const lines = { ...headers, Accept: 'application/x-ndjson' };
    return new Promise((resolve, reject) => {
      get(`${service.apiUrl}/stores${query}`, { headers: lines, agent: false }, resolve).on('error', reject);
    });
  }

  /** Reads at a pace that takes seconds. Returns whether the last line came. */
  async function isWhole(response: IncomingMessage): Promise<boolean> {
    let last = '';
    try {
      for await (const chunk of response) {
        last = `${last}${chunk}`.slice(-100);
        await delay(10);
      }
    } catch {
      return false;
    }
    return last.includes('"end":true');
  }

  async function newStream() {
    const reader = await newReader();
    const stores = await service.arrange(reader.merchant, (tx) =>
      tx.query<{ id: number }>(MANY_STORES, [tx.timestamp]),
    );
    const ids = stores.map(({ id }) => id);
    await reader.approve(ids);
    return { ...reader, ids, response: await begin(`?${reader.query}`, reader.headers) };
  }

  test.each<[string, (reader: Awaited<ReturnType<typeof newStream>>) => Promise<unknown>]>([
    [
      'its merchant is closed',
      ({ merchant }) => service.control((tx) => setMerchantActive(tx, merchant.companyId, false)),
    ],
    ['its key is revoked', ({ revoke }) => revoke()],
    ['the approval is withdrawn', ({ withdraw }) => withdraw()],
    ['fewer stores are approved', ({ approve, ids }) => approve(ids.slice(1))],
  ])('is cut 15 seconds after %s', async (_, change) => {
    const stream = await newStream();
    await change(stream);
    service.advance(15_000);
    expect(await isWhole(stream.response)).toBe(false);
  });

  test('goes on when other stores are approved, too', async () => {
    const stream = await newStream();
    const another = await service.newStore(stream.merchant, 'Another');
    await stream.approve([...stream.ids, another]);
    service.advance(15_000);
    expect(await isWhole(stream.response)).toBe(true);
  });

  test('of a token goes on when the token expires, and is cut when the merchant is closed', async () => {
    const caller = await service.connect();
    await service.arrange(caller.merchant, (tx) => tx.query(MANY_STORES, [tx.timestamp]));
    const headers = { Authorization: `Bearer ${caller.token}` };
    const [going, closed] = [await begin('', headers), await begin('', headers)];
    service.advance(16 * 60_000);
    expect((await caller.get('/stores')).body.code).toBe('partner.token_expired');
    expect(await isWhole(going)).toBe(true);
    await service.control((tx) => setMerchantActive(tx, caller.merchant.companyId, false));
    service.advance(15_000);
    expect(await isWhole(closed)).toBe(false);
  });
});

describe('GET /changes that waits', () => {
  const waiting = async (): Promise<number> =>
    Number(/^tillgate_requests_waiting (\d+)/m.exec(await (await fetch(`${service.opsUrl}/metrics`)).text())?.[1]);

  async function newWait(approved: number) {
    const reader = await newReader();
    await importValid(service, reader.merchant, [storeLine('One'), storeLine('Two')]);
    const ids = await service.arrange(reader.merchant, async (tx) =>
      (await tx.query<{ id: number }>(STORES)).map(({ id }) => id),
    );
    await reader.approve(ids.slice(0, approved));
    const read = (query: string) =>
      send(service.apiUrl, 'GET', `/changes?${reader.query}${query}`, { headers: reader.headers });
    const after = (await read('')).body.nextCursor;
    const before = await waiting();
    const answer = read(`&after=${after}&wait=30`);
    await expect.poll(waiting, { interval: 20 }).toBe(before + 1);
    const renameStore = () => importValid(service, reader.merchant, [storeLine('One', undefined, { name: 'Quay' })]);
    return { ...reader, ids, answer, renameStore, now: () => read(`&after=${after}`) };
  }

  test.each<[string, number, number, number]>([
    ['the approval is for fewer stores', 2, 1, 200],
    ['the approval is for more stores', 1, 2, 410],
  ])('is answered as a new request would be when %s', async (_, before, then, status) => {
    const { ids, approve, renameStore, answer, now } = await newWait(before);
    await approve(ids.slice(0, then));
    await renameStore();
    const { text, ...waited } = await answer;
    expect(waited.status).toBe(status);
    expect(JSON.parse(text)).toMatchObject(JSON.parse((await now()).text.replace(/"correlationId":"[^"]*",?/, '')));
  });

  test('is rejected when the approval is withdrawn', async () => {
    const { withdraw, renameStore, answer } = await newWait(2);
    await withdraw();
    await renameStore();
    expect((await answer).body.code).toBe('partner.company_denied');
  });
});
