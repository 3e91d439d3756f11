import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { OPERATOR } from '../../../src/control/actor.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { Regions } from '../../../src/database/regions.ts';
import { statement } from '../../../src/database/statement.ts';
import { exportMerchant } from '../../../src/operations/export-merchant.ts';
import { newOwner, newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { newOAuthClient, outcome } from '../../support/oauth.ts';
import { sharedService } from '../../support/service.ts';

const SET_EMAIL = statement(
  undefined,
  `update region.suppliers set email = 'sam@roasters.example' where company_id = $1`,
);

const service = await sharedService();
const _regions = new Regions(service.databases, service.clock);
const operations = controlPlaneOf(service).as(OPERATOR, { source: '192.0.2.7' });
const { client, merchant } = await newOAuthClient(service);
const neighbour = await service.newMerchant(client.partner.organizationId);
for (const one of [merchant, neighbour]) await fill(one);

/** Creates a received purchase order from a supplier with an address, and two logged requests. */
async function fill(one: Merchant): Promise<void> {
  const caller = await service.connectTo(client.partner, one);
  const [storeId, supplierId] = [await service.newStore(one), await service.newSupplier(one)];
  await service.arrange(one, (tx) => tx.query(SET_EMAIL));
  const item = await caller.create('/items', { name: `Beans of ${one.companyId}`, price: '3.10' });
  const lines = [{ itemId: item.id, quantity: '2.5', unitCost: '1.2345' }];
  await caller.create('/purchase-orders?receive=true', { supplierId, storeId, orderDate: '2026-03-01', lines });
  const requests = [
    { id: one.companyId, companyId: one.companyId },
    { id: 1, companyId: null },
  ];
  await service.databases.regions.UK.query(
    `insert into region_uk.request_batches (app_id, last_id, last_at, size, requests) values ($1, $2, now(), 2, $3)`,
    [client.partner.appId, one.companyId, JSON.stringify(requests)],
  );
  await service.databases.regions.UK.query(
    `insert into region_uk.request_bodies (app_id, merchant_id, request_id, correlation_id, at, request)
     values ($1, $2, 1, 'x', now(), '{}')`,
    [client.partner.appId, one.companyId],
  );
}

async function exported({ companyId }: Merchant) {
  const lines: string[] = [];
  for await (const line of exportMerchant(controlPlaneOf(service).runtime, companyId)) lines.push(line);
  const [first, ...rest] = lines.map((line) => JSON.parse(line));
  return { text: lines.join('\n'), first, rows: rest.slice(0, -1), last: rest.at(-1) };
}

/** Exported tables, each with its number of rows. */
const tablesOf = (rows: readonly { table: string }[]) =>
  Object.fromEntries([...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => [table, all.length]));

test('an export has all that a merchant has, and nothing of another', async () => {
  const { text, first, rows, last } = await exported(merchant);
  expect(first).toMatchObject({
    format: 'tillgate export 1',
    merchant: { companyId: merchant.companyId, region: 'UK' },
  });
  const before = text.slice(0, text.lastIndexOf('\n') + 1);
  expect(last).toEqual({ end: true, rows: rows.length, sha256: createHash('sha256').update(before).digest('hex') });
  expect(tablesOf(rows)).toMatchObject({
    items: 1,
    purchase_orders: 1,
    purchase_order_lines: 1,
    stores: 1,
    suppliers: 1,
  });
  expect(rows).toContainEqual({ table: 'suppliers', row: expect.objectContaining({ email: 'sam@roasters.example' }) });
  expect(text).toContain(`Beans of ${merchant.companyId}`);
  expect(text).not.toContain(String(neighbour.companyId));
  await expect(exported({ ...merchant, companyId: 1 })).rejects.toThrow('No such merchant: 1.');
});

test('an erased merchant has no people, addresses or connections, and its books stay', async () => {
  const owner = await newOwner(service, merchant, neighbour);
  const employee = await newPerson(service, [[merchant, 'employee']]);
  const { companyId } = merchant;
  const { refreshToken } = await client.connect(merchant);
  const kept = await client.connect(neighbour);
  await operations.call('invitation.create', { companyId, email: 'ivy@shop.example', role: 'employee' });

  expect(await operations.call('merchant.erase', { companyId })).toMatchObject({ active: false, connections: 1 });
  expect(outcome(await client.refresh(refreshToken))).toEqual([400, 'invalid_grant', 'oauth.grant_revoked']);
  expect(outcome(await client.refresh(kept.refreshToken))).toEqual([200]);
  const emails = (await operations.call('user.list', { limit: 200 })).data.map(({ email }) => email);
  expect(emails).toContain(owner.email);
  expect(emails).not.toContain(employee.email);

  const { text, rows } = await exported(merchant);
  expect(tablesOf(rows)).toMatchObject({ items: 1, purchase_orders: 1, suppliers: 1, stock_movements: 1 });
  for (const personal of ['@', '192.0.2.7"', '"people"', '"invitations"']) {
    expect(
      rows
        .filter(({ row }) => row.event !== 'merchant.erased')
        .map((row) => JSON.stringify(row))
        .join('\n'),
    ).not.toContain(personal);
  }
  expect(text).toContain('merchant.erased');
  const { rows: batches } = await service.databases.regions.UK.query<{
    requests: { companyId: number }[];
    size: number;
  }>('select requests, size from region_uk.request_batches order by last_id');
  const logged = batches.map(({ requests, size }) => [size, requests.map((one) => one.companyId)]);
  expect(logged).toEqual([
    [1, [null]],
    [2, [neighbour.companyId, null]],
  ]);
  const { rows: bodies } = await service.databases.regions.UK.query(
    'select merchant_id as "companyId" from region_uk.request_bodies',
  );
  expect(bodies).toEqual([{ companyId: neighbour.companyId }]);
  expect(await operations.call('merchant.erase', { companyId })).toMatchObject({ people: 0, connections: 0 });
});

test('the records of a merchant, and no others, are removed when it has been closed for a minute', async () => {
  const open = await service.newMerchant(client.partner.organizationId);
  await fill(open);
  const before = tablesOf((await exported(neighbour)).rows);
  const remove = () => operations.call('merchant.erase', { companyId: open.companyId, records: true });
  await expect(remove()).rejects.toThrow(/has not been closed for a minute/);
  await operations.call('merchant.deactivate', { companyId: open.companyId });
  service.advance(59_000);
  await expect(remove()).rejects.toThrow(/has not been closed for a minute/);
  service.advance(1_000);
  await remove();
  expect(Object.keys(tablesOf((await exported(open)).rows))).toEqual(['audit_log']);
  expect((await operations.call('merchant.show', { companyId: open.companyId })).name).toBe(
    `Removed ${open.companyId}`,
  );
  expect(tablesOf((await exported(neighbour)).rows)).toEqual(before);
});

test('removing the records of a merchant is final: it can be neither reopened nor filled again', async () => {
  const { companyId } = await service.newMerchant(client.partner.organizationId);
  await operations.call('merchant.deactivate', { companyId });
  service.advance(60_000);
  await operations.call('merchant.erase', { companyId, records: true });
  const erased = `The merchant ${companyId} has been erased; create another one.`;
  await expect(operations.call('merchant.activate', { companyId })).rejects.toThrow(erased);
  await expect(operations.call('merchant.reset', { companyId })).rejects.toThrow(erased);
});
