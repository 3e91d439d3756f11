import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCENARIO_NAMES, SCENARIOS } from '../../../src/back-office/scenarios/scenarios.ts';
import { OPERATOR } from '../../../src/control/actor.ts';
import { LOGS_SINCE, RESOURCES } from '../../../src/database/change-log.ts';
import { REGION_FILES } from '../../../src/database/schema-files.ts';
import { type Answer, Caller } from '../../support/api-caller.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { freshDatabases } from '../../support/databases.ts';
import { aStep, newScene, type Scene, take } from '../../support/random-writes.ts';
import { watchChanges } from '../../support/seen-changes.ts';
import { SentBatches } from '../../support/sent-batches.ts';
import { startService } from '../../support/service.ts';

const sent = new SentBatches(await freshDatabases());
const service = await startService({ databases: sent.databases });
afterAll(() => service.stop());
const watched = await watchChanges(service.databases);
const { UK } = service.databases.regions;

const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method, operation]) => method !== 'get' && 'x-products' in operation)
    .map(([method, { operationId }]: [string, { operationId: string }]) => ({ method, path, operationId })),
);
const succeeded = new Set<string>();
let logged = 0;

/** Notes which operations of the contract have succeeded. */
class NotingCaller extends Caller {
  override async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await super.send(method, path, init);
    const [plain = ''] = path.split('?');
    const isOf = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/, '\\d+')}$`).test(plain);
    const operation = OPERATIONS.find((one) => one.method === method.toLowerCase() && isOf(one.path));
    if (operation && answer.status < 300) succeeded.add(operation.operationId);
    return answer;
  }
}

/** Batches of items, one after another or as a whole, in which some are rejected. */
async function sendBatches({ caller, ids }: Scene, name: string): Promise<void> {
  const first = { op: 'update', id: ids.items[1], item: { price: '7.77' } };
  const refused = { op: 'update', id: ids.items[1], item: { name: '' } };
  const upserted = { op: 'upsert', externalId: 'batch', item: { name } };
  for (const [query, operations] of [
    ['', [first, refused, { op: 'create', item: { name, itemCode: name } }]],
    ['', [upserted, { ...upserted, item: { name: `${name} again` } }]],
    ['?atomic=true', [{ ...first, item: { price: '8.88' } }]],
    ['?atomic=true', [{ ...first, item: { price: '9.99' } }, refused]],
    ['?dryRun=true', [{ ...first, item: { price: '9.99' } }]],
  ] as const)
    expect((await caller.post(`/items/batch${query}`, { operations })).status).toBeOneOf([200, 400]);
}

/** Transactions in the log that would not be noticed if their process did not write it. */
async function unnoticed(): Promise<unknown[]> {
  const { rows } = await UK.query(
    `select company, position from region_uk.seen_log s where not exists (
       select from region_uk.unlogged_writes u where u.company_id = s.company and u.transaction::text = s.transaction)`,
  );
  return rows;
}

/** Runs work with processes that do not write the whole log: the next release lists more. */
async function asFormer(work: () => Promise<void>): Promise<void> {
  const { sql = '' } = REGION_FILES.triggers.find(({ name }) => name === 'unlogged_writes') ?? {};
  const triggers = sql.replaceAll(/\bregion\./g, 'region_uk.');
  await UK.query(triggers.replace(`'${LOGS_SINCE}'`, `'${LOGS_SINCE + 1}'`));
  await work();
  await UK.query(triggers);
}

describe('The change log has what every transaction changed, and nothing else,', () => {
  test('by any operation of the API that writes, and by imports', async () => {
    const property = fc.asyncProperty(fc.array(aStep, { minLength: 40, maxLength: 80 }), async (steps) => {
      const { merchant, partner } = await service.connect();
      const caller = new NotingCaller(service, merchant, partner);
      await caller.renewToken();
      const { companyId } = merchant;
      // As after a restore.
      await UK.query('insert into region_uk.version_floors (company_id, first) values ($1, 1000)', [companyId]);
      const scene = await newScene(caller);
      for (const step of steps) await take(scene, step);
      await sendBatches(scene, 'Of a batch');
      expect((await watched.differences()).slice(0, 3)).toEqual([]);
      expect((await unnoticed()).slice(0, 3)).toEqual([]);
      const entries = (await watched.log(companyId)).flatMap((row) => row.entries);
      expect(entries.filter(({ k, v = 1000 }) => k !== 'created' && v > 1 && v < 1000)).toEqual([]);
    });
    await asFormer(() => fc.assert(property, { numRuns: 5, endOnFailure: true }));
    const log = await watched.log();
    logged = log.length;
    const kinds = new Set(log.flatMap(({ entries }) => entries.map(({ k }) => k)));
    expect([...kinds].sort()).toEqual(['closed', 'created', 'moved', 'posted', 'received', 'updated', 'voided']);
    expect(log.reduce((bits, row) => bits | row.kinds, 0)).toBe(2 ** RESOURCES.length - 1);
    expect([...succeeded].sort()).toEqual(OPERATIONS.map(({ operationId }) => operationId).sort());
  });

  describe('by the control plane:', () => {
    const operations = controlPlaneOf(service).as(OPERATOR, { source: 'test' });
    const forget = () => UK.query('truncate region_uk.seen, region_uk.seen_log');
    let organizationId: number;
    let companyId: number;

    /** A new sandbox merchant with demo data. */
    async function newSandbox(): Promise<number> {
      const merchant = await service.newMerchant(organizationId);
      await operations.call('merchant.reset', { companyId: merchant.companyId });
      return merchant.companyId;
    }
    /** The log has exactly what the triggers saw, which is not nothing. */
    async function expectLogged(): Promise<void> {
      expect((await UK.query('select from region_uk.seen limit 1')).rows).toHaveLength(1);
      expect((await watched.differences()).slice(0, 1)).toEqual([]);
    }

    beforeAll(async () => {
      ({ organizationId } = await service.newPartner());
      companyId = await newSandbox();
    });
    beforeEach(forget);

    test('a reset', async () => {
      await newSandbox();
      await expectLogged();
    });

    test('sales, refunds and voids at a till, and a day of them', async () => {
      const { rows } = await UK.query<{ item: number; store: number }>(
        `select i.id as item, s.id as store from region_uk.items i join region_uk.stores s using (company_id)
         where company_id = $1 and type = 0 and i.status = 1 limit 1`,
        [companyId],
      );
      const order = () => ({ companyId, storeId: rows[0]?.store as number, items: [`2x${rows[0]?.item}`] });
      const sold = await operations.call('till.sell', order());
      await operations.call('till.refund', { companyId, receipt: sold.receipt });
      const voided = await operations.call('till.sell', order());
      await operations.call('till.void', { companyId, receipt: voided.receipt });
      const { receipt } = await operations.call('till.open', order());
      await operations.call('till.pay', { companyId, receipt });
      await operations.call('till.day', { companyId, day: '2026-03-01' });
      await expectLogged();
    });

    test('an erasure of personal data', async () => {
      await UK.query(`update region_uk.suppliers set email = 'a@b.example', phone = '1' where company_id = $1`, [
        companyId,
      ]);
      await forget();
      await operations.call('merchant.erase', { companyId });
      await expectLogged();
    });

    // The others are states of an app, not of the merchant's records.
    test.each(SCENARIO_NAMES.filter((name) => SCENARIOS[name] === 'merchant'))('the state %s', async (scenario) => {
      const fresh = await newSandbox();
      await forget();
      await operations.call('scenario.run', { scenario, companyId: fresh });
      expect((await watched.differences()).slice(0, 1)).toEqual([]);
    });
  });
});

test('A write takes the lock of the log last, and sends it together with its commit', async () => {
  const ends = sent.batches.filter((names) => names.includes('changes.lock'));
  expect(ends.length).toBeGreaterThanOrEqual(logged);
  const afterLock = ends.map((names) => names.slice(names.indexOf('changes.lock')).join());
  const isLast = (names: string) => /^changes\.lock(,changes\.restart)?(,changes\.append)?,tenant\.commit$/.test(names);
  expect(afterLock.filter((names) => !isLast(names))).toEqual([]);
});
