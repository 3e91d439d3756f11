import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { openRoom, PATH, type Room } from './order-room.ts';
import { pinned } from './pinned.ts';
import { DAY, daysAhead, linesIn, UNKNOWN } from './stock.ts';

const FAR = '2999-12-31';

const readAll = async (s: Script, { plain, sized, untracked, stores }: Room): Promise<void> => {
  for (const item of [plain, sized, untracked]) await s.get(`/items/${item}?storeId=${stores[0]}`);
};

export const PINNED_PURCHASE_ORDERS: readonly Case[] = [
  pinned(
    'purchase-orders.created',
    'orders are created with their amounts, or rejected for what they refer to, as the specification says',
    async (s, t) => {
      const room = await openRoom(s);
      const { line, order, tax, taxes, sized, small, combo, plain } = room;
      const ahead = (days: number) => daysAhead(t.session.clock.now(), days);
      const mark = s.name();
      const number = ` ${s.name()} `;
      const { id } = await order({
        orderNo: number,
        expectedDate: '2026-03-05',
        invoice: ' I-1 ',
        narration: mark,
        externalId: mark,
        lines: [
          line({ quantity: '0.500', unitCost: '0.0100', taxId: tax }),
          line({ quantity: '1.005', unitCost: '1000.01', discount: '0.010', taxId: tax }),
          line({ itemId: sized, variantId: small, quantity: '7', unitCost: '12.3456', discount: '86' }),
          line({ quantity: '0.499', unitCost: '0.01' }),
        ],
      });
      await s.get(`${PATH}/${id}`);
      // Among them is one of 0 %.
      for (const some of [taxes, taxes.toReversed()]) await order({ lines: some.map((taxId) => line({ taxId })) });
      await order({ orderNo: number });
      await order({ orderNo: number.toUpperCase() });
      await order({ orderNo: number, externalId: mark });
      await order({ externalId: mark, storeId: UNKNOWN });
      for (const fields of [
        { supplierId: UNKNOWN, lines: [line({ itemId: UNKNOWN })] },
        { storeId: UNKNOWN },
        { storeId: UNKNOWN, lines: [line({ discount: '99' })] },
        { lines: [line({ itemId: UNKNOWN }), line(), line({ itemId: combo }), line({ itemId: sized })] },
        { lines: [line({ itemId: sized, variantId: plain }), line({ variantId: small, taxId: UNKNOWN })] },
        { lines: [line({ taxId: UNKNOWN, discount: '99' }), line({ taxId: UNKNOWN })] },
        { lines: [line({ discount: '3.01' }), line({ discount: '3' }), line({ discount: '99' })] },
        { lines: [line({ quantity: '999999999999', unitCost: '2' }), line({ discount: '99' })] },
        { lines: [line({ quantity: '1', unitCost: '999999999999.99', taxId: tax })] },
        { lines: [line({ quantity: '1', unitCost: '999999999999.99' }), line()] },
        { lines: [line({ quantity: '1', unitCost: '999999999999.99' })] },
        // Subtotals that are too large, with totals that are not: of a line, and of the order.
        { lines: [line({ quantity: '2', unitCost: '600000000000', discount: '600000000000' })] },
        { lines: [1, 2].map(() => line({ quantity: '1', unitCost: '600000000000', discount: '300000000000' })) },
        { lines: [line({ discount: '0.001' }), line({ discount: '0.0010' })], supplierId: UNKNOWN },
        { orderDate: FAR, expectedDate: '2026-01-01', supplierId: UNKNOWN },
        { orderDate: FAR, expectedDate: FAR },
        { orderDate: ahead(366), expectedDate: ahead(1827) },
        { orderDate: ahead(367), expectedDate: ahead(1828) },
        { expectedDate: '2026-03-01', lines: [line({ discount: '99' })] },
        { orderNo: 'a,b', lines: [] },
        { lines: [line({ taxId: UNKNOWN }), line({ itemId: UNKNOWN })] },
      ]) {
        await order(fields);
        await s.patch(`${PATH}/${id}?dryRun=true`, fields);
      }
      await order({}, '');
    },
  ),
  pinned(
    'purchase-orders.changed',
    'a draft changes in every property, and its lines are replaced as a whole, as the specification says',
    async (s) => {
      const { line, order, tax, sized, small, large, suppliers, stores, combo } = await openRoom(s);
      const taken = await order({ orderNo: s.name(), externalId: s.name() });
      const draft = await order({
        expectedDate: '2026-03-10',
        lines: [
          line(),
          line({ itemId: sized, variantId: small, discount: '0.5', taxId: tax }),
          line({ quantity: '5' }),
        ],
      });
      const [a, b, c] = linesIn(draft).map(({ id }) => id);
      const sizedLine = { id: b, itemId: sized, quantity: '1', unitCost: '2' };
      const change = (fields: object, query = '') => s.patch(`${PATH}/${draft.id}${query}`, fields);
      for (const fields of [
        { lines: [line({ id: c }), line({ quantity: '7' }), line({ id: a })] },
        { lines: [sizedLine] },
        { lines: [{ ...sizedLine, variantId: large, taxId: null, discount: '0' }] },
        { lines: [line({ id: b, quantity: '6' })] },
        { lines: [{ ...sizedLine, variantId: null }] },
        { lines: [{ ...sizedLine, discount: '501' }] },
        { lines: [{ ...sizedLine, unitCost: '0.1' }, line({ discount: '9' })] },
        { lines: [line({ id: a }), line({ id: a }), line({ id: UNKNOWN })] },
        { lines: [line({ id: UNKNOWN }), line({ id: linesIn(taken)[0]?.id })], supplierId: UNKNOWN },
        { lines: [line({ id: b, total: '55', received: '0.0', taxRate: '9' }), line({ outstanding: '1' })] },
        { provider: 'x', total: '1', lines: [line({ id: UNKNOWN, tax: '1' })] },
        { supplierId: UNKNOWN, lines: [line({ itemId: combo })] },
        { storeId: UNKNOWN, orderNo: taken.orderNo },
        { orderNo: taken.orderNo, externalId: taken.externalId },
        { externalId: taken.externalId, status: 0 },
        { orderDate: '2026-03-12' },
        { orderDate: '2026-03-12', expectedDate: '2026-03-11' },
        { orderDate: FAR },
        { expectedDate: FAR, supplierId: UNKNOWN },
        { orderDate: '2026-03-12', expectedDate: null },
        { lines: [line({ discount: '0.001' })], provider: 'x' },
        {},
      ])
        await change(fields, '?dryRun=true');
      await change({ lines: [line({ discount: '0.001' })] }, 'x');
      await change({ lines: [line({ quantity: '9' }), line({ id: a }), { ...sizedLine }] });
      await change({ lines: [{ ...sizedLine, taxId: tax }, line({ id: a, quantity: '3' })], invoice: 'I-2' });
      await change({ supplierId: suppliers[1], storeId: stores[1], narration: 'moved', externalId: s.name() });
      await change({ orderNo: s.name(), orderDate: '2026-03-03', expectedDate: null, narration: null });
      await s.patch(`${PATH}/${draft.id}`, await s.get(`${PATH}/${draft.id}`));
      await change({ status: 1, externalId: null });
      const next = await order({ supplierId: suppliers[1] });
      await change({ status: 0, narration: 'void' });
      await s.get(`${PATH}/${next.id}`);
      for (const fields of [
        { narration: 'x' },
        { status: 0 },
        { status: 1 },
        { supplierId: UNKNOWN },
        { provider: 'x' },
      ])
        await change(fields);
      await s.patch(`${PATH}/${draft.id}/receive`, {});
      await s.patch(`${PATH}/${draft.id}/receive`, { lines: [{ lineId: UNKNOWN, quantity: '1' }] });
      await s.get(`${PATH}/${draft.id}`);
      await s.get(`${PATH}/${taken.id}`);
    },
  ),
  pinned(
    'purchase-orders.received',
    'orders are received in parts and whole, with their stock and costs, as the specification says',
    async (s) => {
      const room = await openRoom(s);
      const { line, order, tax, sized, small, large, suppliers, stores, untracked } = room;
      const draft = await order({
        lines: [
          line(),
          line({ itemId: sized, variantId: small, discount: '0.5', taxId: tax, unitCost: '1.2345' }),
          line({ quantity: '5', unitCost: '3' }),
          line({ itemId: untracked }),
        ],
      });
      const [a, b, c] = linesIn(draft);
      const [one, two, three] = [a?.id, b?.id, c?.id];
      const receive = (lines?: object[], query = '') =>
        s.patch(`${PATH}/${draft.id}/receive${query}`, lines ? { lines } : {});
      const change = (fields: object, query = '') => s.patch(`${PATH}/${draft.id}${query}`, fields);
      await receive([]);
      await receive([
        { lineId: one, quantity: '1' },
        { lineId: one, quantity: '1' },
        { lineId: UNKNOWN, quantity: '1' },
      ]);
      await receive([
        { lineId: UNKNOWN, quantity: '1' },
        { lineId: one, quantity: '9' },
        { lineId: 1, quantity: '1' },
      ]);
      await receive([
        { lineId: two, quantity: '9' },
        { lineId: one, quantity: '2.001' },
        { lineId: three, quantity: '1' },
      ]);
      await receive(undefined, '?dryRun=true');
      await receive(
        [
          { lineId: three, quantity: '0.500' },
          { lineId: one, quantity: '1' },
        ],
        '?dryRun=true',
      );
      await receive([
        { lineId: three, quantity: '1.125' },
        { lineId: two, quantity: '1' },
        { lineId: one, quantity: '2' },
      ]);
      await readAll(s, room);
      const full = (from: Rec | undefined, fields = {}) => ({
        id: from?.id,
        itemId: from?.itemId,
        variantId: from?.variantId,
        quantity: from?.quantity,
        unitCost: from?.unitCost,
        ...fields,
      });
      const kept = [full(a), full(b), full(c)];
      for (const fields of [
        { supplierId: suppliers[1], storeId: stores[1] },
        { supplierId: suppliers[1] },
        { storeId: stores[1] },
        { storeId: UNKNOWN, status: 0 },
        { supplierId: suppliers[1], narration: 'x' },
        { status: 0 },
        { lines: [full(a)] },
        { lines: [full(a, { quantity: '1.999' }), full(b), full(c)] },
        { lines: [full(a, { unitCost: '9', discount: '99' }), full(b), full(c)] },
        { lines: [full(a, { itemId: UNKNOWN }), full(b), full(c)] },
        { lines: [full(a), full(b, { variantId: large }), full(c)] },
        { lines: [full(a, { id: undefined }), full(b), full(c)] },
        { lines: [full(a, { id: UNKNOWN })], supplierId: UNKNOWN },
        { supplierId: UNKNOWN, orderDate: FAR },
        { lines: [...kept, line({ itemId: UNKNOWN })] },
        { lines: [full(a, { discount: '1' }), full(b, { taxId: null }), full(c, { quantity: '1.125' })] },
        { lines: [full(c), line(), full(b), full(a)] },
        { orderNo: s.name(), orderDate: '2026-03-04', externalId: s.name(), narration: 'x' },
      ])
        await change(fields, '?dryRun=true');
      await change({ lines: [...kept, line({ quantity: '4' })] });
      await s.patch(`${PATH}/${draft.id}/receive`, {}, { 'If-Match': '"1"' });
      const once = { 'Idempotency-Key': s.name(), 'If-Match': '*' };
      for (let n = 0; n < 2; n += 1) await s.patch(`${PATH}/${draft.id}/receive`, {}, once);
      await receive();
      await receive([{ lineId: UNKNOWN, quantity: '1' }]);
      const done = await s.get(`${PATH}/${draft.id}`);
      for (const fields of [
        { narration: 'y', invoice: 'I' },
        done,
        { lines: linesIn(done).map((from) => full(from)) },
        {
          lines: linesIn(done)
            .map((from) => full(from))
            .toReversed(),
        },
        { lines: linesIn(done).map((from) => full(from, { discount: '0.25' })) },
        { orderDate: '2026-03-04', orderNo: 'x' },
        ...[{ supplierId: suppliers[1] }, { storeId: stores[1] }, { orderNo: 'x' }, { orderDate: DAY }],
        ...[{ orderDate: '2026-03-04' }, { expectedDate: FAR }, { externalId: 'x' }],
        { expectedDate: '2026-01-01', supplierId: UNKNOWN },
        { status: 0 },
      ])
        await change(fields, '?dryRun=true');
      await change({ narration: 'done' });
      await order(
        { lines: [line({ unitCost: '8' }), line({ itemId: sized, variantId: large })] },
        'receive=true&dryRun=true',
      );
      await order({ lines: [line({ unitCost: '8' }), line({ itemId: sized, variantId: large })] }, 'receive=1');
      await order({ lines: [line({ unitCost: '8.00' })] }, 'receive=TRUE');
      const elsewhere = { storeId: stores[1], lines: [line({ unitCost: '9' }), line({ unitCost: '8' })] };
      await order(elsewhere, 'receive=true');
      // Half off; bought with one free; three lines of which parts arrive, at thirds and below a minor unit.
      const { plain } = room;
      await order({ lines: [line({ quantity: '10', unitCost: '5', discount: '25' })] }, 'receive=true');
      await s.get(`/reports/stock-on-hand?itemId=${plain}`);
      const free = line({ quantity: '1', unitCost: '5', discount: '5' });
      await order({ lines: [line({ quantity: '10', unitCost: '5' }), free] }, 'receive=true');
      const split = await order({
        lines: [
          line({ quantity: '3', unitCost: '1.2345', discount: '0.01' }),
          line({ quantity: '7', unitCost: '2', discount: '1' }),
          line({ itemId: sized, variantId: small, quantity: '0.499', unitCost: '0.0301', discount: '0.02' }),
        ],
      });
      const parts = linesIn(split).map(({ id }, n) => ({ lineId: id, quantity: ['2', '1.001', '0.25'][n] }));
      await s.patch(`${PATH}/${split.id}/receive?dryRun=true`, { lines: parts });
      await s.patch(`${PATH}/${split.id}/receive`, { lines: parts });
      await s.patch(`${PATH}/${split.id}/receive`, {});
      for (const item of [plain, sized]) await s.get(`/items/${item}/stock?storeId=${stores[0]}`);
      await s.get(`/items/${room.plain}?storeId=${stores[1]}`);
      await readAll(s, room);
      await s.get('/items?sort=updatedAt&limit=5');
    },
  ),
];
