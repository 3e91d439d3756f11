import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { rowsOf } from '../../../specification/state.ts';
import { openRoom, PATH } from './order-room.ts';
import { pinned } from './pinned.ts';
import { BOUNDS, DAY, linesIn, readPairs } from './stock.ts';

export const PINNED_PURCHASE_ORDER_LISTS: readonly Case[] = [
  pinned(
    'purchase-orders.apps',
    'two apps create, change and find orders of one merchant as the specification says',
    async (s, t) => {
      const { order, suppliers, stores, line } = await openRoom(s);
      const other = await s.as(t.as('other'));
      const [externalId, second] = [s.name(), s.name()];
      const body = { supplierId: suppliers[0], storeId: stores[0], orderDate: DAY, lines: [line()] };
      const mine = await order({ externalId });
      const theirs = await other.post(`${PATH}?receive=true`, { ...body, externalId });
      await other.post(`${PATH}?receive=false`, { ...body, externalId: second });
      await other.patch(`${PATH}/${mine.id}`, { externalId: second, narration: externalId });
      await order({ externalId: second });
      await other.patch(`${PATH}/${mine.id}/receive`, {});
      await s.patch(`${PATH}/${theirs.id}`, { invoice: externalId });
      for (const { provider } of [mine, theirs])
        await s.get(`${PATH}?provider=${encodeURIComponent(String(provider))}&limit=3`);
    },
  ),
  pinned(
    'purchase-orders.found',
    'an order is found by what it has, and no longer by what it had, as the specification says',
    async (s) => {
      const { order, suppliers, stores } = await openRoom(s);
      const names = new Map(((await s.get('/suppliers?limit=100')).data as Rec[]).map(({ id, name }) => [id, name]));
      const [mark, first, second] = [s.name(), 'alder', 'birch'];
      const { id } = await order({ orderNo: `${mark} ${first}no`, invoice: `${first}inv`, narration: `${first}nar` });
      const found = async () => {
        for (const word of [first, second].flatMap((one) => [`${one}no`, `${one}inv`, `${one}nar`]))
          await s.get(`${PATH}?search=${encodeURIComponent(`${mark} ${word}`)}`);
        for (const supplierId of suppliers)
          await s.get(`${PATH}?search=${encodeURIComponent(`${mark} ${names.get(supplierId)}`)}`);
      };
      await found();
      await s.patch(`${PATH}/${id}`, { orderNo: `${mark} ${second}no`, supplierId: suppliers[1], storeId: stores[1] });
      await found();
      await s.patch(`${PATH}/${id}`, { invoice: `${second}inv`, narration: null });
      await found();
      await s.patch(`${PATH}/${id}`, { invoice: null, narration: `${second}nar` });
      await s.patch(`${PATH}/${id}/receive`, {});
      await found();
    },
  ),
  pinned(
    'purchase-orders.listed',
    'orders and supplier transactions are filtered, searched, sorted and paged as the specification says',
    async (s) => {
      const { order, stores, suppliers, line } = await openRoom(s);
      const mark = s.name();
      const made: Rec[] = [];
      for (const [n, storeId] of [...stores, ...stores].entries())
        made.push(
          await order(
            {
              storeId,
              supplierId: suppliers[n % suppliers.length],
              orderDate: `2001-05-0${1 + (n % 4)}`,
              orderNo: `${n % 2 ? 'b' : 'B'}${n} ${mark}`,
              invoice: n % 3 ? null : `Inv ${n}`,
              narration: `${mark} n${n}`,
              lines: [line({ unitCost: `${(n * 7) % 5}` })],
            },
            n % 4 === 1 ? 'receive=true' : 'receive=false',
          ),
        );
      await s.patch(`${PATH}/${made[2]?.id}`, { status: 0 });
      await s.patch(`${PATH}/${made[3]?.id}/receive`, {
        lines: [{ lineId: linesIn(made[3] as Rec)[0]?.id, quantity: '1' }],
      });
      const numbers = made.slice(0, 3).map(({ orderNo }) => encodeURIComponent(` ${orderNo}`));
      const found = `search=${encodeURIComponent(mark)}`;
      for (const query of [
        ...['includeVoided=1', 'status=0', 'status=1&includeVoided=true', 'includeLines=false', 'limit=100'],
        ...[0, 1, 2].map((state) => `purchStatus=${state}&${found}`),
        ...['orderDate', 'orderNo', 'total', 'updatedAt', 'entryDate'].flatMap((sort) =>
          ['asc', 'desc'].map((way) => `sort=${sort}&order=${way}&limit=3&page=2&${found}`),
        ),
        `supplierId=${suppliers[0]},${suppliers[1]}&${found}`,
        `storeId=${stores[0]}&storeIds=${stores[1]}&${found}`,
        `storeIds=${stores[2]}`,
        `orderNos=${numbers.join()}&orderNos=none`,
        `provider=${encodeURIComponent(String(made[0]?.provider))}&limit=2`,
        'provider=nobody',
        ...['INV 3', 'n4', 'CONF', `n1 ${mark.toUpperCase()}`].map((text) => `search=${encodeURIComponent(text)}`),
        ...['fromDate=2001-05-02&toDate=2001-05-03', 'fromDate=2001-05-03&toDate=2001-05-02'],
        ...BOUNDS.map((bound) => `${bound}&${found}`),
        'fromDate=2001-05-02T12:00:00Z&toDate=2001-05-01',
        'fromDate=2001-05-02T11:59:59Z&toDate=2001-05-01',
        'fromDate=2001-05-02&toDate=2001-05-01T09:59:59Z',
        'fromDate=2001-05-02&toDate=2001-05-01T10:00:00Z',
        'fromDate=2001-05-02T01:00:00%2B02:00&toDate=2001-05-01T23:30:00Z',
        'fromDate=2001-05-01T23:30:00Z&toDate=2001-05-02T01:00:00%2B02:00',
        'fromDate=2001-05-02T00:00:00.002Z&toDate=2001-05-02T00:00:00.001Z',
        `purchStatus=0&status=0&supplierId=${suppliers[2]}&fromDate=2001-05-01`,
        ...[
          '',
          '&sort=orderDate',
          '&order=asc&limit=2&page=2',
          '&includeVoided=true',
          '&status=0',
          '&includeLines=false',
        ].map((more) => `transactions=true&limit=100${more}`.replace('limit=100&order', 'order')),
        ...[found, 'search=CONF-R', `supplierId=${suppliers[1]}`, `storeId=${stores[1]}`, 'fromDate=2001-05-03'].map(
          (more) => `transactions=1&${more}`,
        ),
        'transactions=true&purchStatus=0&orderNos=x&provider=y&sort=total',
        'transactions=true&sort=updatedAt&fromDate=2001-05-03&toDate=2001-05-02',
        'transactions=false&sort=total',
      ])
        await s.get(`${PATH}?${query}`);
      const shared = [
        ...['includeVoided=true', 'status=0', 'status=1', 'fromDate=2001-05-02', 'toDate=2001-05-03', found],
        ...[`supplierId=${suppliers[0]}`, `storeId=${stores[0]}`],
      ];
      const own = ['purchStatus=0', 'purchStatus=1', `orderNos=${numbers.join()}`];
      await readPairs(s, `${PATH}?`, [...shared, ...own], ['', '&sort=total', '&sort=orderDate&order=asc']);
      await readPairs(s, `${PATH}?transactions=true&`, shared, ['', '&order=asc']);
      for (const [query, same, other] of [
        [`storeId=${stores[0]}`, `storeIds=${stores[0]}&status=1&includeLines=false`, `storeId=${stores[1]}`],
        ['transactions=true', 'transactions=true&sort=orderDate', 'transactions=false'],
        ['sort=orderNo', 'sort=orderNo&includeVoided=false', 'sort=orderNo&order=asc'],
      ]) {
        const { pagination } = await s.get(`${PATH}?limit=1&${query}`);
        const { nextCursor } = pagination as { nextCursor: string };
        for (const one of [query, same, other]) await s.get(`${PATH}?limit=2&${one}&cursor=${nextCursor}`);
      }
    },
  ),
  pinned(
    'purchase-returns',
    'purchase returns are listed as the back office wrote them, by store, supplier, date and text',
    async (s, t) => {
      t.session.backOffice('main');
      for (const script of [s, await s.as(t.as('main', 'other'))])
        for (const { storeId, supplierId, date, returnNo } of rowsOf(script.merchant, 'purchaseReturns')) {
          const at = `storeId=${storeId}&fromDate=${date}&toDate=${date}`;
          for (const filter of [at, `supplierId=${supplierId}`, `search=${returnNo}`, `${at}&includeLines=false`])
            await script.get(`/purchase-orders?transactions=true&limit=100&${filter}`);
          await script.get(`/purchase-orders?${at}`);
        }
    },
  ),
];
