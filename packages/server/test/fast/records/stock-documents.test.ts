import { afterAll, expect, test } from 'vitest';
import { statement } from '../../../src/database/statement.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';
import { discrepancies, movementsOf, newShop } from '../../support/stock.ts';

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
const shop = await newShop(service, caller);

const moved = () => ({ date: '2026-03-02', lines: [{ itemId: shop.beans, quantity: '3' }] });
const transfer = () => ({ ...moved(), fromStoreId: shop.stores[0], toStoreId: shop.stores[1] });
const adjustment = () => ({ ...moved(), storeId: shop.stores[0], type: 1 });

test.each([
  ['transfer', '/stock-transfers', 'receive=false', transfer, '/receive', {}],
  ['adjustment', '/stock-adjustments', 'post=false', adjustment, '', { status: 1 }],
] as const)('A stock %s that is read by many while it moves stock is never seen half done', async (...kind) => {
  const [, path, query, body, suffix, change] = kind;
  const draft = await caller.create(`${path}?${query}`, body());
  const reads = Array.from({ length: 10 }, () => caller.get(`${path}/${draft.id}`));
  const [done, ...seen] = await Promise.all([caller.patch(`${path}/${draft.id}${suffix}`, change), ...reads]);
  for (const { text } of seen) expect([JSON.stringify(draft), done.text]).toContain(text);
  expect(await discrepancies(service.databases)).toEqual([]);
});

test('POST /stock-transfers accepts 1000 lines and rejects 1001', { timeout: 60_000 }, async () => {
  const lines = Array.from({ length: 1001 }, () => ({ itemId: shop.beans, quantity: '1' }));
  const tooMany = await caller.post('/stock-transfers?receive=false', { ...transfer(), lines });
  expect(rejectionOf(tooMany)).toEqual(invalid('body /lines maxItems'));
  const done = await caller.create('/stock-transfers?receive=true', { ...transfer(), lines: lines.slice(1) });
  expect(new Set(done.lines.map(({ id }: { id: number }) => id)).size).toBe(1000);
  expect(await movementsOf(service, 'stockTransfer', done.id)).toHaveLength(2000);
});

test('Documents are found by their narration and names without accents and case, also once these names change', async () => {
  const app = await service.connect();
  const { stores, beans } = await newShop(service, app);
  const [fromStoreId, storeId] = stores;
  const supplierId = await service.newSupplier(app.merchant, 'Smørrebrød');
  const line = { itemId: beans, quantity: '1' };
  const moved = { date: '2026-03-01', lines: [line] };
  const order = { supplierId, storeId, orderDate: '2026-03-01', lines: [{ ...line, unitCost: '1' }] };
  const documents = [
    ['/stock-transfers', 'receive=false', { ...moved, fromStoreId, toStoreId: storeId }, 'QUAY', 'KOLN'],
    ['/stock-adjustments', 'post=false', { ...moved, type: 1, storeId }, 'QUAY', 'KOLN'],
    ['/purchase-orders', 'receive=false', order, 'SMORREBROD', 'GROSSE'],
  ] as const;
  const search = async (path: string, text: string): Promise<number> =>
    (await app.get(`${path}?search=${encodeURIComponent(text)}`)).body.data.length;
  for (const [path, query, body, former] of documents) {
    await app.create(`${path}?${query}`, { ...body, narration: 'ΣΊΣΥΦΟΣ Cafe\u0301' });
    expect([await search(path, 'σισυφος CAFÉ'), await search(path, former)]).toEqual([1, 1]);
  }
  const rename = `update region.stores set name = 'Köln' where company_id = $1 and id = $2`;
  await service.arrange(app.merchant, (tx) => tx.query(statement(undefined, rename), [storeId]));
  await service.renameSupplier(app.merchant, supplierId, 'Größe');
  for (const [path, , , former, present] of documents)
    expect([await search(path, present), await search(path, former)]).toEqual([1, 0]);
});

test('A new number is found without a look at each document of the merchant, whenever that was planned and whichever are taken', async () => {
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
     select $1, $4 + g, $5 || lpad(g::text, 6, '0'), $2, 'Roasters', $3, date '2026-03-02', 'GBP', 1, '[]', now(), now()
     from generate_series(1, 300) g`,
  );
  await service.arrange(merchant, async (tx) => {
    const numberAfter = async (): Promise<{ number: string; looks: number }> => {
      const [before] = await tx.query<{ rows: number }>(looked);
      const [found] = await tx.query<{ number: string }>(next);
      const [after] = await tx.query<{ rows: number }>(looked);
      return { number: found?.number ?? '', looks: (after?.rows ?? 0) - (before?.rows ?? 0) };
    };
    // Planned while no returns exist.
    expect(await numberAfter()).toMatchObject({ number: 'PR-000001' });
    await tx.query(returns, [supplierId, storeId, 1_000_000, 'R']);
    const free = await numberAfter();
    await tx.query(returns, [supplierId, storeId, 2_000_000, 'PR-']);
    const run = await numberAfter();
    expect([free.number, run.number]).toEqual(['PR-000002', 'PR-000301']);
    expect(free.looks).toBeLessThanOrEqual(1);
    expect(run.looks).toBeLessThan(60);
  });
});
