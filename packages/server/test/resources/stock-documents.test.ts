import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../src/storage/statement.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { recordCounts } from '../support/record-counts.ts';
import { NOT_FOUND, refusalOf, VERSION_MISMATCH } from '../support/refusal.ts';
import { type Service, startService } from '../support/service.ts';
import { discrepancies, movementsOf, newShop, type Shop } from '../support/stock.ts';

let service: Service;
let caller: Caller;
let shop: Shop;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  shop = await newShop(service, caller);
});
afterAll(() => service?.stop());

const moved = () => ({ date: '2026-03-02', lines: [{ itemId: shop.beans, quantity: '3' }] });

interface Kind {
  readonly path: string;
  readonly kind: string;
  /** The query of a create that moves stock, and of one that does not. */
  readonly now: string;
  readonly later: string;
  readonly body: () => object;
  /** Requests that carry out and void a draft. */
  readonly carryOut: [suffix: string, change: object];
  readonly void: object;
  readonly movements: number;
}

const KINDS: [string, Kind][] = [
  [
    'stock transfer',
    {
      path: '/stock-transfers',
      kind: 'stockTransfer',
      now: 'receive=true',
      later: 'receive=false',
      body: () => ({ ...moved(), fromStoreId: shop.stores[0], toStoreId: shop.stores[1] }),
      carryOut: ['/receive', {}],
      void: { status: 0 },
      movements: 2,
    },
  ],
  [
    'stock adjustment',
    {
      path: '/stock-adjustments',
      kind: 'stockAdjustment',
      now: 'post=true',
      later: 'post=false',
      body: () => ({ ...moved(), storeId: shop.stores[0], type: 1 }),
      carryOut: ['', { status: 1 }],
      void: { status: 2 },
      movements: 1,
    },
  ],
];

describe.each(KINDS)('A %s', (_, { path, kind, now, later, body, carryOut, void: voiding, movements }) => {
  const create = (part: object = {}, query = later) => caller.create(`${path}?${query}`, { ...body(), ...part });
  const carriedOut = (id: number, headers = {}): Promise<Answer> =>
    caller.patch(`${path}/${id}${carryOut[0]}`, carryOut[1], headers);

  test('that is created with a key is created once, and moves stock once', async () => {
    const headers = { 'Idempotency-Key': `key ${path}` };
    const send = () => caller.post(`${path}?${now}`, body(), headers);
    const first = await send();
    const again = await Promise.all(Array.from({ length: 5 }, send));
    for (const answer of again) {
      expect([answer.status, answer.text, answer.headers.get('idempotent-replayed')]).toEqual([
        201,
        first.text,
        'true',
      ]);
    }
    expect(await movementsOf(service, kind, first.body.id)).toHaveLength(movements);
    const draft = await caller.post(`${path}?${later}`, body(), headers);
    expect(refusalOf(draft)).toEqual([422, 'partner.idempotency_mismatch']);
  });

  test('that is carried out with a key is carried out once', async () => {
    const { id } = await create();
    const headers = { 'Idempotency-Key': `carry out ${path}` };
    const answers = [await carriedOut(id, headers), await carriedOut(id, headers), await carriedOut(id)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(await movementsOf(service, kind, id)).toHaveLength(movements);
  });

  test('rejects If-Match of another version, to change and to carry out, and accepts its own', async () => {
    const { id } = await create();
    for (const tag of ['"2"', '"0"', 'W/"1"']) {
      const headers = { 'If-Match': tag };
      const answers = [await caller.patch(`${path}/${id}`, { narration: 'x' }, headers), await carriedOut(id, headers)];
      expect(answers.map(refusalOf)).toEqual([VERSION_MISMATCH, VERSION_MISMATCH]);
    }
    expect(await movementsOf(service, kind, id)).toEqual([]);
    expect((await carriedOut(id, { 'If-Match': '"1"' })).status).toBe(200);
  });

  test('accepts one of 12 concurrent changes of one version', async () => {
    const { id } = await create();
    const change = (_: unknown, n: number) =>
      caller.patch(`${path}/${id}`, { narration: `${n}` }, { 'If-Match': '"1"' });
    const answers = await Promise.all(Array.from({ length: 12 }, change));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(412)]);
  });

  test('of a merchant in another region is not found even if ids are equal', async () => {
    const abroad = await service.connect('FULL', 'US');
    const { id } = await create();
    expect(refusalOf(await abroad.get(`${path}/${id}`))).toEqual(NOT_FOUND);
  });

  test('shows in a dry run what it would move, and stores nothing', async () => {
    const before = [await recordCounts(service.databases), await levels()];
    const dry = await caller.post(`${path}?${now}&dryRun=true`, body());
    expect([dry.status, dry.body.dryRun.movements.length]).toEqual([201, movements]);
    const sum = dry.body.dryRun.movements.reduce(
      (total: number, { change }: { change: string }) => total + Number(change),
      0,
    );
    expect(sum).toBe(movements === 2 ? 0 : 3);
    for (const { before: level, change, after } of dry.body.dryRun.movements) {
      expect(Number(level) + Number(change)).toBe(Number(after));
    }
    expect([await recordCounts(service.databases), await levels()]).toEqual(before);
    const draft = await create();
    for (const [suffix, change, count] of [
      [...carryOut, movements],
      ['', voiding, 0],
      ['', { narration: 'x' }, 0],
    ] as const) {
      const { body: answered } = await caller.patch(`${path}/${draft.id}${suffix}?dryRun=true`, change);
      expect(answered.dryRun.movements).toHaveLength(count);
      expect((await caller.get(`${path}/${draft.id}`)).body).toEqual(draft);
    }
  });

  test('that is read by many while it is carried out is never seen half done', async () => {
    const draft = await create();
    const reads = Array.from({ length: 10 }, () => caller.get(`${path}/${draft.id}`));
    const [done, ...seen] = await Promise.all([carriedOut(draft.id), ...reads]);
    for (const { text } of seen) expect([JSON.stringify(draft), done?.text]).toContain(text);
    expect(await discrepancies(service.databases)).toEqual([]);
  });
});

const levels = async () => {
  const { rows } = await service.databases.regions.UK.query(
    `select count(*) as n, sum(on_hand)::text as sum, (select coalesce(sum(last), 0) from region_uk.document_numbers) as numbers
     from region_uk.stock_levels`,
  );
  return rows[0];
};

test('Searches follow a store that is renamed', async () => {
  const scene = await service.connect();
  const { stores, beans } = await newShop(service, scene);
  const [fromStoreId, toStoreId] = stores;
  const common = { date: '2026-03-01', lines: [{ itemId: beans, quantity: '1' }] };
  const transfer = await scene.create('/stock-transfers?receive=false', { ...common, fromStoreId, toStoreId });
  const adjustment = await scene.create('/stock-adjustments?post=false', { ...common, type: 1, storeId: toStoreId });
  const rename = `update region.stores set name = 'Riverside' where company_id = $1 and id = $2`;
  await service.arrange(scene.merchant, (tx) => tx.query(statement(undefined, rename), [toStoreId]));
  for (const [path, id] of [
    ['/stock-transfers', transfer.id],
    ['/stock-adjustments', adjustment.id],
  ] as const) {
    expect((await scene.get(`${path}?search=riverside`)).body.data.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await scene.get(`${path}?search=quay`)).body.data).toEqual([]);
  }
});

test('A new number is found without a look at each document of the merchant, whenever that was planned', async () => {
  const { merchant } = await service.connect();
  const supplierId = await service.newSupplier(merchant);
  const storeId = await service.newStore(merchant);
  const next = statement(undefined, `select region.document_number($1, 'purchase_returns', 'PR-', null) as number`);
  const looked = statement(
    undefined,
    `select idx_tup_fetch + seq_tup_read as rows from pg_stat_xact_user_tables
     where relid = 'region.purchase_returns'::regclass and $1::bigint is not null`,
  );
  const returns = statement(
    undefined,
    `insert into region.purchase_returns (company_id, id, return_no, supplier_id, supplier_name, store_id, return_date,
       currency, total, lines, entry_date, updated_at)
     select $1, 1000000 + g, 'R' || g, $2, 'Roasters', $3, date '2026-03-02', 'GBP', 1, '[]', now(), now()
     from generate_series(1, 300) g`,
  );
  await service.arrange(merchant, async (tx) => {
    // Planned while there is no return at all.
    await tx.query(next);
    await tx.query(returns, [supplierId, storeId]);
    const [before] = await tx.query<{ rows: number }>(looked);
    expect(await tx.query(next)).toEqual([{ number: 'PR-000002' }]);
    const [after] = await tx.query<{ rows: number }>(looked);
    expect((after?.rows ?? 0) - (before?.rows ?? 0)).toBeLessThanOrEqual(1);
  });
});
