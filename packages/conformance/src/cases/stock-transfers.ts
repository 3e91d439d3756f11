import type { Rec } from '../run/caller.ts';
import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';
import { addStock, conflict, DAY, idsOf, linesOf, listed, onHand, scene } from './stock.ts';

/** Stock transfers: out of the one store, into the other. */

const example = subject('examples', 'stock-transfers');

interface Made {
  readonly transfer: Rec;
  readonly itemId: number;
  readonly here: number;
  readonly there: number;
}

async function made(t: CaseContext, fields: object = {}, receive = 'false'): Promise<Made> {
  const { here, there, itemId } = await scene(t);
  await addStock(t, here, itemId, '10');
  const body = { fromStoreId: here, toStoreId: there, date: DAY, lines: [{ itemId, quantity: '6' }], ...fields };
  return { transfer: await t.as().create(`/stock-transfers?receive=${receive}`, body), itemId, here, there };
}

const draft = async (t: CaseContext, fields: object = {}): Promise<Rec> => (await made(t, fields)).transfer;

const receive = (t: CaseContext, { id }: Rec, lines?: readonly { lineId: number; quantity: string }[]) =>
  t.as().patch(`/stock-transfers/${id}/receive`, lines ? { lines } : {});

const change = (t: CaseContext, { id }: Rec, fields: object) => t.as().patch(`/stock-transfers/${id}`, fields);

const stockOf = async (t: CaseContext, { itemId, here, there }: Made): Promise<number[]> => [
  await onHand(t, itemId, here),
  await onHand(t, itemId, there),
];

async function filtered(t: CaseContext, query: string, among: readonly Rec[], expected: readonly Rec[]): Promise<void> {
  t.equal(await listed(t, `/stock-transfers?${query}`, among), idsOf(expected), `GET /stock-transfers?${query}`);
}

const lineOf = (transfer: Rec): number => linesOf(transfer)[0]?.id ?? 0;

export const STOCK_TRANSFER_CASES: readonly Case[] = [
  example(
    'receive',
    ['transfers.receive', 'stock.ledger'],
    'a receipt moves stock out of the one store and into the other',
    async (t) => {
      const scene = await made(t);
      t.equal([scene.transfer.transferStatus, await stockOf(t, scene)], [0, [10_000, 0]], 'a draft');
      const partly = t.require(
        await receive(t, scene.transfer, [{ lineId: lineOf(scene.transfer), quantity: '2.125' }]),
        200,
      );
      t.equal([(partly.body as Rec).transferStatus, await stockOf(t, scene)], [1, [7_875, 2_125]], 'after 2.125 of 6');
      const fully = t.require(await receive(t, scene.transfer), 200);
      t.equal([(fully.body as Rec).transferStatus, await stockOf(t, scene)], [2, [4_000, 6_000]], 'after all 6');
      conflict(t, await receive(t, scene.transfer));
    },
  ),
  example('receive-on-create', ['transfers.receive_on_create'], 'receive=true moves everything at once', async (t) => {
    const scene = await made(t, {}, 'true');
    t.equal([scene.transfer.transferStatus, await stockOf(t, scene)], [2, [4_000, 6_000]], 'status and stock');
  }),
  example(
    'over-receipt',
    ['transfers.over_receipt', 'op.receiveStockTransfer.status.422'],
    'more than outstanding is 422 and moves nothing',
    async (t) => {
      const scene = await made(t);
      t.answered(
        await receive(t, scene.transfer, [{ lineId: lineOf(scene.transfer), quantity: '6.001' }]),
        422,
        'partner.over_receipt',
      );
      t.equal(await stockOf(t, scene), [10_000, 0], 'stock');
    },
  ),
  example(
    'receive-version',
    ['http.if_match', 'op.receiveStockTransfer.status.412', 'op.receiveStockTransfer.param.If-Match'],
    'a receipt heeds If-Match',
    async (t) => {
      const { id } = await draft(t);
      t.answered(
        await t.as().patch(`/stock-transfers/${id}/receive`, {}, { 'If-Match': '"7"' }),
        412,
        'partner.version_mismatch',
      );
    },
  ),
  example(
    'void',
    ['transfers.void', 'op.updateStockTransfer.status.409', 'op.receiveStockTransfer.status.409'],
    'a draft is voided for good; what moved is not',
    async (t) => {
      const transfer = await draft(t);
      t.require(await change(t, transfer, { status: 0 }), 200);
      for (const answer of [await change(t, transfer, { narration: 'conf' }), await receive(t, transfer)])
        conflict(t, answer);
      conflict(t, await change(t, (await made(t, {}, 'true')).transfer, { status: 0 }));
    },
  ),
  example('two-stores', ['transfers.two_stores'], 'a transfer is between two different stores', async (t) => {
    const { here, itemId } = await scene(t);
    const body = { fromStoreId: here, toStoreId: here, date: DAY, lines: [{ itemId, quantity: '1' }] };
    t.answered(await t.as().post('/stock-transfers?receive=false', body), 400, 'partner.validation_failed');
  }),
  example(
    'dates',
    ['transfers.dates', 'op.listStockTransfers.param.fromDate', 'op.listStockTransfers.param.toDate'],
    'the bounds of dates are inclusive',
    async (t) => {
      const transfers: Rec[] = [];
      for (const date of ['2031-05-01', '2031-05-02', '2031-05-03']) transfers.push(await draft(t, { date }));
      await filtered(t, 'fromDate=2031-05-02', transfers, transfers.slice(1));
      await filtered(t, 'toDate=2031-05-02', transfers, transfers.slice(0, 2));
    },
  ),
  example(
    'stores',
    ['transfers.filter.stores', 'op.listStockTransfers.param.fromStoreId', 'op.listStockTransfers.param.toStoreId'],
    'fromStoreId and toStoreId, one or several',
    async (t) => {
      const { transfer, here, there } = await made(t);
      const back = await draft(t, { fromStoreId: there, toStoreId: here });
      await filtered(t, `fromStoreId=${here}`, [transfer, back], [transfer]);
      await filtered(t, `toStoreId=${here}`, [transfer, back], [back]);
      await filtered(t, `fromStoreId=${here},${there}`, [transfer, back], [transfer, back]);
    },
  ),
  example(
    'transfer-status',
    ['transfers.filter.transferStatus', 'op.listStockTransfers.param.transferStatus'],
    'transferStatus leaves drafts, partial or done transfers',
    async (t) => {
      const [plain, partly, whole] = [await draft(t), await draft(t), (await made(t, {}, 'true')).transfer];
      t.require(await receive(t, partly, [{ lineId: lineOf(partly), quantity: '1' }]), 200);
      const transfers = [plain, partly, whole];
      for (const [state, transfer] of transfers.entries())
        await filtered(t, `transferStatus=${state}`, transfers, [transfer]);
    },
  ),
  example(
    'voided',
    ['transfers.voided_hidden', 'op.listStockTransfers.param.includeVoided'],
    'voided transfers are hidden unless they are asked for',
    async (t) => {
      const [kept, voided] = [await draft(t), await draft(t)];
      t.require(await change(t, voided, { status: 0 }), 200);
      await filtered(t, 'order=desc', [kept, voided], [kept]);
      await filtered(t, 'includeVoided=true', [kept, voided], [kept, voided]);
      await filtered(t, 'status=0', [kept, voided], [voided]);
    },
  ),
  example(
    'search',
    ['transfers.search', 'op.listStockTransfers.param.search'],
    'search looks in number, narration and store names',
    async (t) => {
      const mark = t.name('find');
      const transfers = [
        await draft(t, { transferNo: `${mark}-no` }),
        await draft(t, { narration: `${mark} told` }),
        await draft(t),
      ];
      await filtered(t, `search=${mark}`, transfers, transfers.slice(0, 2));
      const { name } = await t.as().read(`/stores/${transfers[2]?.toStoreId}`);
      await filtered(t, `search=${encodeURIComponent(String(name))}`, transfers, transfers);
    },
  ),
];
