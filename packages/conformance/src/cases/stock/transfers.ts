import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectFiltered, wordsOccur } from '../expect/lists.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { nameOf, storesOf } from '../fixtures/directory.ts';
import { allowedBy, change, TRANSFERS } from '../fixtures/documents.ts';
import { DAY, stockFixture } from '../fixtures/stock.ts';
import { draftOf } from './document-lists.ts';

/** Stock transfers: two different stores, defaults, and the filters of their list. */

const example = subject('examples', 'stock-transfers');

const PATH = TRANSFERS.path;

const draft = (t: CaseContext, fields: object = {}): Promise<Rec> => draftOf(t, TRANSFERS, fields);

export const STOCK_TRANSFER_CASES: readonly Case[] = [
  example(
    'defaults',
    ['transfers.defaults', 'records.optional_null'],
    'a transfer of only required properties is an active draft without texts',
    async (t) => {
      const transfer = await draft(t);
      t.equal([transfer.status, transfer.transferStatus, transfer.version], [1, 0, 1], 'status and transferStatus');
      t.equal([transfer.narration, transfer.externalId], [null, null], 'narration and externalId');
      t.equal(allowedBy(transfer), ['receive', 'update', 'void'], 'allowedActions');
    },
  ),
  example(
    'two-stores',
    ['transfers.two_stores', 'op.createStockTransfer.status.400', 'op.updateStockTransfer.status.400'],
    'a transfer is always between two different stores',
    async (t) => {
      const { here, itemId } = await stockFixture(t);
      const body = { fromStoreId: here, toStoreId: here, date: DAY, lines: [{ itemId, quantity: '1' }] };
      t.expectStatus(await t.as().post(`${PATH}?receive=false`, body), 400, 'partner.validation_failed');
      const transfer = await draft(t);
      for (const fields of [{ toStoreId: transfer.fromStoreId }, { fromStoreId: transfer.toStoreId }]) {
        const [name = ''] = Object.keys(fields);
        expectRejectedAt(t, await change(t, TRANSFERS, transfer, fields), 400, 'partner.validation_failed', `/${name}`);
      }
      const swapped = { fromStoreId: transfer.toStoreId, toStoreId: transfer.fromStoreId };
      t.expectStatus(await change(t, TRANSFERS, transfer, swapped), 200);
    },
  ),
  example(
    'stores',
    [
      'transfers.filter.stores',
      'op.listStockTransfers.param.fromStoreId',
      'op.listStockTransfers.param.toStoreId',
      'http.csv_or_repeated',
    ],
    'fromStoreId and toStoreId, one or several, comma-separated or repeated',
    async (t) => {
      const [a, b, c] = await storesOf(t, 3);
      const way = (fromStoreId: unknown, toStoreId: unknown) => draft(t, { fromStoreId, toStoreId });
      const [ab, bc, ca] = [await way(a, b), await way(b, c), await way(c, a)];
      const all = [ab, bc, ca];
      await expectFiltered(t, PATH, `fromStoreId=${a}`, all, [ab]);
      await expectFiltered(t, PATH, `toStoreId=${a}`, all, [ca]);
      await expectFiltered(t, PATH, `fromStoreId=${a},${b}`, all, [ab, bc]);
      await expectFiltered(t, PATH, `fromStoreId=${b}&fromStoreId=${c}`, all, [bc, ca]);
      await expectFiltered(t, PATH, `toStoreId=${a},${b}`, all, [ab, ca]);
      await expectFiltered(t, PATH, `toStoreId=${b}&toStoreId=${c}`, all, [ab, bc]);
      await expectFiltered(t, PATH, `fromStoreId=${a},${b}&toStoreId=${c}`, all, [bc]);
      await expectFiltered(t, PATH, `fromStoreId=${a}&toStoreId=${c}`, all, []);
    },
  ),
  example(
    'search',
    ['transfers.search', 'op.listStockTransfers.param.search', 'lists.search'],
    'search covers number, narration and the names of both stores, in any letter case',
    async (t) => {
      const mark = t.name('find');
      const [a, b, c] = await storesOf(t, 3);
      const transfers = [
        await draft(t, { transferNo: `${mark}-no` }),
        await draft(t, { narration: `${mark} told ÄRGER` }),
        await draft(t, { fromStoreId: a, toStoreId: b }),
        await draft(t, { fromStoreId: b, toStoreId: c }),
      ];
      await expectFiltered(t, PATH, `search=${mark}`, transfers, transfers.slice(0, 2));
      await expectFiltered(t, PATH, `search=${mark.toUpperCase()}-NO`, transfers, transfers.slice(0, 1));
      for (const word of ['told', 'ärger', 'ÄRGER'])
        await expectFiltered(
          t,
          PATH,
          `search=${encodeURIComponent(`${word} ${mark}`)}`,
          transfers,
          transfers.slice(1, 2),
        );
      const names = new Map<unknown, string>();
      for (const id of [a, b, c]) names.set(id, await nameOf(t, '/stores', id));
      const between = transfers.slice(2);
      for (const name of names.values()) {
        const found = between.filter(({ transferNo, narration, fromStoreId, toStoreId }) =>
          wordsOccur(name, [transferNo, narration, names.get(fromStoreId), names.get(toStoreId)]),
        );
        await expectFiltered(t, PATH, `search=${encodeURIComponent(name)}`, between, found);
      }
      t.requireStatus(await change(t, TRANSFERS, transfers[1] as Rec, { narration: null }), 200);
      await expectFiltered(t, PATH, `search=told%20${mark}`, transfers, []);
    },
  ),
];
