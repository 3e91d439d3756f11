import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectFiltered, idsOf, listed, wordsOccur } from '../expect/lists.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { nameOf, storesOf, suppliersOf } from '../fixtures/directory.ts';
import { change, linesOf, PURCHASES } from '../fixtures/documents.ts';
import { draftOf, onDays } from './document-lists.ts';

/** Filters of the list of purchase orders, and the supplier transactions. */

const example = subject('examples', 'purchase-orders');

const PATH = PURCHASES.path;

const draft = (t: CaseContext, fields: object = {}): Promise<Rec> => draftOf(t, PURCHASES, fields);

export const PURCHASE_ORDER_LIST_CASES: readonly Case[] = [
  example(
    'supplier',
    ['purchases.filter.supplierId', 'op.listPurchaseOrders.param.supplierId', 'http.csv_or_repeated'],
    'supplierId, one or several, comma-separated or repeated',
    async (t) => {
      const [a, b, c] = await suppliersOf(t, 3);
      const orders: Rec[] = [];
      for (const supplierId of [a, b, c]) orders.push(await draft(t, { supplierId }));
      await expectFiltered(t, PATH, `supplierId=${a}`, orders, orders.slice(0, 1));
      await expectFiltered(t, PATH, `supplierId=${a},${b}`, orders, orders.slice(0, 2));
      await expectFiltered(t, PATH, `supplierId=${b}&supplierId=${c}`, orders, orders.slice(1));
    },
  ),
  example(
    'store',
    [
      'purchases.filter.storeId',
      'op.listPurchaseOrders.param.storeId',
      'op.listPurchaseOrders.param.storeIds',
      'http.csv_or_repeated',
    ],
    'storeId and storeIds, comma-separated or repeated, form one list',
    async (t) => {
      const [a, b, c] = await storesOf(t, 3);
      const orders: Rec[] = [];
      for (const storeId of [a, b, c]) orders.push(await draft(t, { storeId }));
      for (const name of ['storeId', 'storeIds']) {
        await expectFiltered(t, PATH, `${name}=${a}`, orders, orders.slice(0, 1));
        await expectFiltered(t, PATH, `${name}=${a},${b}`, orders, orders.slice(0, 2));
        await expectFiltered(t, PATH, `${name}=${b}&${name}=${c}`, orders, orders.slice(1));
      }
      await expectFiltered(t, PATH, `storeId=${a}&storeIds=${c}`, orders, [orders[0] as Rec, orders[2] as Rec]);
    },
  ),
  example(
    'order-nos',
    ['purchases.filter.orderNos', 'op.listPurchaseOrders.param.orderNos', 'http.csv_or_repeated'],
    'orderNos selects the orders with exactly these numbers',
    async (t) => {
      const number = t.name('no');
      const orders = [await draft(t), await draft(t, { orderNo: number }), await draft(t, { orderNo: `${number}-2` })];
      const [one, two, three] = orders.map(({ orderNo }) => encodeURIComponent(String(orderNo)));
      await expectFiltered(t, PATH, `orderNos=${one},${two}`, orders, orders.slice(0, 2));
      await expectFiltered(t, PATH, `orderNos=${two}&orderNos=${three}`, orders, orders.slice(1));
      await expectFiltered(t, PATH, `orderNos=${two}`, orders, orders.slice(1, 2));
      await expectFiltered(t, PATH, `orderNos=${t.name('none')}`, orders, []);
    },
  ),
  example(
    'search',
    ['purchases.search', 'op.listPurchaseOrders.param.search', 'lists.search'],
    'search covers number, invoice, supplier and narration, in any letter case',
    async (t) => {
      const mark = t.name('find');
      const [supplierId, another] = await suppliersOf(t, 2);
      const orders = [
        await draft(t, { orderNo: `${mark}-no` }),
        await draft(t, { invoice: `${mark}-invoice` }),
        await draft(t, { narration: `${mark} narrated ÄRGER` }),
        await draft(t, { supplierId }),
        await draft(t, { supplierId: another }),
      ];
      for (const [i, text] of ['no', 'invoice', ' narrated'].entries())
        await expectFiltered(t, PATH, `search=${`${mark}${i < 2 ? '-' : ''}${text}`.toUpperCase()}`, orders, [
          orders[i] as Rec,
        ]);
      await expectFiltered(t, PATH, `search=${mark}`, orders, orders.slice(0, 3));
      for (const word of ['narrated', 'ärger', 'ÄRGER'])
        await expectFiltered(t, PATH, `search=${encodeURIComponent(`${word} ${mark}`)}`, orders, orders.slice(2, 3));
      const names = [await nameOf(t, '/suppliers', supplierId), await nameOf(t, '/suppliers', another)];
      const plain = orders.slice(3);
      for (const name of names) {
        const found = plain.filter(({ orderNo }, i) => wordsOccur(name, [orderNo, names[i]]));
        await expectFiltered(t, PATH, `search=${encodeURIComponent(name)}`, plain, found);
      }
      const changed = t.name('changed');
      t.requireStatus(await change(t, PURCHASES, orders[1] as Rec, { invoice: changed }), 200);
      await expectFiltered(t, PATH, `search=${changed}`, orders, orders.slice(1, 2));
      await expectFiltered(t, PATH, `search=${mark}-invoice`, orders, []);
    },
  ),
  example(
    'transactions',
    ['purchases.transactions', 'op.listPurchaseOrders.param.transactions'],
    'transactions=true is one list by date, each row with its Type; otherwise it is the plain list',
    async (t) => {
      const orders = await onDays(t, PURCHASES);
      const among = async (query: string) => {
        const rows = await t.as().all(`${PATH}?${query}`);
        t.check(
          rows.every((row) => row.Type === 0 || row.Type === 1),
          'a row has no Type',
        );
        const days = rows.map((row) => String(row.date));
        const sorted = query.includes('asc') ? days.toSorted() : days.toSorted().toReversed();
        t.equal(days, sorted, `dates of ${query}`);
        return rows.filter(({ Type, id }) => Type === 0 && orders.some((one) => one.id === id));
      };
      const newest = await among('transactions=true');
      t.equal(
        newest.map(({ id }) => id),
        idsOf(orders).toReversed(),
        'purchases, newest first',
      );
      t.equal(
        newest.map(({ date }) => date),
        newest.map(({ orderDate }) => orderDate),
        'date of a purchase',
      );
      t.equal(linesOf(newest[0] as Rec).length, 1, 'lines of a purchase');
      for (const sort of ['', '&sort=entryDate', '&sort=orderDate']) {
        const oldest = await among(`transactions=1&order=asc${sort}`);
        t.equal(
          oldest.map(({ id }) => id),
          idsOf(orders),
          `purchases, oldest first${sort}`,
        );
      }
      for (const query of ['limit=1', 'limit=1&transactions=false', 'limit=1&transactions=0'])
        t.equal((await t.as().page(`${PATH}?${query}`)).data[0]?.Type, undefined, `Type with ${query}`);
    },
  ),
  example(
    'transactions-narrowed',
    ['purchases.transactions_filters', 'op.listPurchaseOrders.param.transactions'],
    'supplier transactions are filtered by supplier, store, dates, search and status, and voided ones are hidden',
    async (t) => {
      const [supplierId, anotherSupplier] = await suppliersOf(t, 2);
      const [storeId, anotherStore] = await storesOf(t, 2);
      const mark = t.name('find');
      const [first, second] = await onDays(t, PURCHASES, { supplierId, storeId, narration: mark });
      const [, , elsewhere] = await onDays(t, PURCHASES, { supplierId: anotherSupplier, storeId: anotherStore });
      const voided = await draft(t, { supplierId, storeId, orderDate: '2001-05-01' });
      t.requireStatus(await change(t, PURCHASES, voided, { status: 0 }), 200);
      const all = [first, second, elsewhere, voided];
      const view = async (query: string, expected: readonly Rec[]) =>
        t.equal(await listed(t, `${PATH}?transactions=true&${query}`, all), idsOf(expected), `with ${query}`);
      await view(`supplierId=${supplierId}`, [first, second]);
      await view(`supplierId=${supplierId},${anotherSupplier}`, [first, second, elsewhere]);
      await view(`storeId=${storeId}`, [first, second]);
      await view(`storeIds=${anotherStore}`, [elsewhere]);
      await view('fromDate=2001-05-02', [second, elsewhere]);
      await view('toDate=2001-05-02', [first, second]);
      await view(`search=${mark}`, [first, second]);
      await view('includeVoided=true', all);
      await view('status=0', [voided]);
    },
  ),
  example(
    'transactions-exclusive',
    ['purchases.transactions_exclusive', 'op.listPurchaseOrders.status.400'],
    'parameters that the transactions view does not have are rejected with it',
    async (t) => {
      for (const query of [
        'purchStatus=0',
        'orderNos=PO-1',
        'provider=conf',
        'sort=orderNo',
        'sort=total',
        'sort=updatedAt',
      ])
        expectRejectedAt(
          t,
          await t.as().get(`${PATH}?transactions=true&${query}`),
          400,
          'partner.validation_failed',
          query.split('=')[0] ?? '',
        );
    },
  ),
];
