import { afterAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/control/actor.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { Regions } from '../../../src/database/regions.ts';
import { MerchantErased } from '../../../src/database/residence.ts';
import { BACK_OFFICE, statement } from '../../../src/database/statement.ts';
import { exportMerchant } from '../../../src/operations/export-merchant.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const regions = new Regions(service.databases, service.clock);
const operations = controlPlaneOf(service).as(OPERATOR, { source: '192.0.2.7' });
const { organizationId } = await service.newPartner();

const NEW_BRAND = statement(
  undefined,
  `insert into region.brands (company_id, id, status, name, app_id, entry_date, updated_at)
   values ($1, $2, 1, $3, 1, $4, $4)`,
);

const tenantOf = ({ companyId, region, cell, moving, currency }: Merchant) =>
  regions.tenant({ companyId, region, cell, moving, currency, ...BACK_OFFICE });

/** Writes like a process that still considers the merchant open. */
function writerOf(merchant: Merchant) {
  const tenant = tenantOf(merchant);
  return (key: string, meanwhile: () => Promise<void> = async () => {}) =>
    tenant.writeOnce({ operationId: 'createBrand', key, fingerprint: '' }, async (tx) => {
      await tx.query(NEW_BRAND, [await tx.newId(), `One ${key}`, tx.timestamp]);
      await meanwhile();
      await tx.query(NEW_BRAND, [await tx.newId(), `Two ${key}`, tx.timestamp]);
      return { status: 201, body: '{}' };
    });
}

async function closedMerchant(): Promise<Merchant> {
  const closed = await service.newMerchant(organizationId);
  await operations.call('merchant.deactivate', { companyId: closed.companyId });
  service.advance(60_000);
  return closed;
}

/** Tables that an export of the merchant still has. */
async function leftOf({ companyId }: Merchant): Promise<string[]> {
  const tables = new Set<string>();
  for await (const line of exportMerchant(controlPlaneOf(service).runtime, companyId)) {
    const { table } = JSON.parse(line);
    if (table) tables.add(table);
  }
  return [...tables];
}

describe('Removing the records of a merchant', () => {
  test('waits for a write that began before, and removes what it wrote', async () => {
    const one = await closedMerchant();
    const write = writerOf(one);
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const begun = Promise.withResolvers<void>();
    const writing = write('held', async () => {
      begun.resolve();
      await held;
    });
    await begun.promise;
    const erasing = operations.call('merchant.erase', { companyId: one.companyId, records: true });
    await untilRejected(() => write('late'));
    finish();
    expect((await writing).outcome.status).toBe(201);
    await erasing;
    expect(await leftOf(one)).toEqual(['audit_log']);
  });

  test('leaves nothing of writes that run all the time, and rejects every later one, replays too', async () => {
    const one = await closedMerchant();
    const write = writerOf(one);
    let written = 0;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; ; n += 1) {
        await write(`${writer}-${n}`);
        written += 1;
      }
    });
    const ends = Promise.allSettled(writers);
    while (written < 20) await new Promise((resolve) => setImmediate(resolve));
    await operations.call('merchant.erase', { companyId: one.companyId, records: true });
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: expect.any(MerchantErased) });
    expect(await leftOf(one)).toEqual(['audit_log']);
    await expect(write('0-0')).rejects.toThrow(MerchantErased);
    await operations.call('merchant.erase', { companyId: one.companyId, records: true });
    expect(await leftOf(one)).toEqual(['audit_log']);
  });
});

const ANY_BRAND = statement(undefined, 'select id from region.brands where company_id = $1');

test('An erasure is not held up by transactions of another merchant, and ends streams of its own', async () => {
  const [one, other] = [await closedMerchant(), await service.newMerchant(organizationId)];
  const [own, foreign] = await Promise.all([one, other].map((merchant) => tenantOf(merchant).openSnapshot()));
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const writing = writerOf(other)('held', () => {
    begun.resolve();
    return held.promise;
  });
  await begun.promise;
  await operations.call('merchant.erase', { companyId: one.companyId, records: true });
  await expect(own?.query(ANY_BRAND, [])).rejects.toThrow();
  expect(await foreign?.query(ANY_BRAND, [])).toEqual([]);
  held.resolve();
  expect((await writing).outcome.status).toBe(201);
  await Promise.all([own?.close(), foreign?.close()]);
});

/** Writes until a write is rejected, then continues for as long as an erasure that fails to wait would take. */
async function untilRejected(write: () => Promise<unknown>): Promise<void> {
  const isRejected = () =>
    write().then(
      () => false,
      (error) => error instanceof MerchantErased,
    );
  while (!(await isRejected()));
  for (let n = 0; n < 50; n += 1) await isRejected();
}
