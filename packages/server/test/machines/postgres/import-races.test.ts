import { afterAll, describe, expect, test } from 'vitest';
import { importLines } from '../../../src/back-office/import/run-import.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import type { TenantTransaction } from '../../../src/database/tenant.ts';
import { backOffice, importValid, itemLine, storeLine } from '../../support/import-lines.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
const { merchant } = caller;
const { UK } = service.databases.regions;

await importValid(service, merchant, [
  storeLine('S'),
  itemLine('I'),
  { type: 'supplier', externalId: 'V', name: 'Vendor' },
]);

/**
 * Runs one import, and before it is committed, another of the same merchant. Returns what the feed has of both, and what
 * the second has written.
 */
async function importBoth(one: object, other: object) {
  const after = (await caller.get('/changes')).body.nextCursor;
  const held = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const first = importWithin(merchant, [one], async () => {
    written.resolve();
    await held.promise;
  });
  await Promise.race([written.promise, first]);
  const second = importValid(service, merchant, [other]);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await UK.query(waiting)).rowCount, { interval: 20 }).toBe(1);
  held.resolve();
  await first;
  const { written: count } = await second;
  const changes: { kind: string; properties: string[] }[] = (await caller.get(`/changes?after=${after}`)).body.data;
  return { count, changes: changes.map(({ kind, properties }) => [kind, properties]) };
}

/** Imports lines, and waits before the commit. */
async function importWithin(of: Merchant, lines: readonly object[], beforeCommit: () => Promise<void>): Promise<void> {
  const tenant = backOffice(service, of);
  const write = tenant.write.bind(tenant);
  tenant.write = <T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> =>
    write(async (tx) => {
      const result = await work(tx);
      await beforeCommit();
      return result;
    });
  async function* texts() {
    for (const [i, line] of lines.entries()) yield { number: i + 1, text: JSON.stringify(line) };
  }
  const { problems } = await importLines(tenant, texts());
  expect(problems).toEqual([]);
}

const supplier = (more: object) => ({ type: 'supplier', externalId: 'A', name: 'Acme', ...more });
const tax = (more: object) => ({ type: 'tax', externalId: 'T', name: 'VAT', rate: '20.00', ...more });
const order = (more: object) => ({
  type: 'openOrder',
  externalId: 'O',
  store: 'S',
  number: 'O-1',
  channel: 'online',
  at: '2026-02-10T12:00:00Z',
  state: 'open',
  lines: [{ item: 'I', quantity: '1', gross: '2.00', discount: '0.00', tax: '0.00' }],
  ...more,
});

describe('Two imports of one merchant at once', () => {
  test.each<[string, object, object, string[]]>([
    ['a new supplier', supplier({ email: 'a@a.example' }), supplier({ phone: '1' }), ['phone']],
    ['a supplier', supplier({ name: 'Acme & Sons' }), supplier({ name: 'Acme & Sons', phone: '2' }), ['phone']],
    ['a new tax', tax({}), tax({ rate: '21.00' }), ['rate']],
    ['a tax', tax({ name: 'Sales tax' }), tax({ name: 'Sales tax', rate: '22.00' }), ['rate']],
    ['a new store', storeLine('N'), storeLine('N', undefined, { address: 'Quay' }), ['address']],
    ['a new order', order({}), order({ channel: 'delivery' }), ['channel']],
    ['an order', order({ number: 'O-2' }), order({ number: 'O-2', channel: 'takeaway' }), ['channel']],
  ])('name in the feed what the second has changed of %s', async (_, one, other, properties) => {
    const { count, changes } = await importBoth(one, other);
    expect(count).toBe(1);
    expect(changes[1]).toEqual(['updated', properties]);
  });

  test('write a purchase return of both once', async () => {
    const line = { item: 'I', quantity: '1', unitCost: '1.00' };
    const one = {
      type: 'purchaseReturn',
      externalId: 'R',
      supplier: 'V',
      store: 'S',
      date: '2026-02-10',
      lines: [line],
    };
    const { count } = await importBoth(one, one);
    expect(count).toBe(0);
    expect((await UK.query(`select from region_uk.purchase_returns where external_id = 'R'`)).rowCount).toBe(1);
  });

  test('reject the second of two stores with one code', async () => {
    await expect(
      importBoth(storeLine('P', undefined, { code: 'X' }), storeLine('Q', undefined, { code: 'X' })),
    ).rejects.toThrow('is already used by another store');
  });
});
