import type { Case } from '../../../run/case.ts';
import type { Rec } from '../../../run/record.ts';
import { scripted } from './script.ts';
import { DAY, linesIn, openStockroom } from './stockroom.ts';

/** A document that is received in parts and whole, and what changes it allows after each. */

const UNKNOWN = 999_999_999;
const FAR = '2999-12-31';

const KINDS = [
  { path: '/purchase-orders', day: 'orderDate', number: 'orderNo', stores: ['storeId'], cost: { unitCost: '1.2345' } },
  { path: '/stock-transfers', day: 'date', number: 'transferNo', stores: ['fromStoreId', 'toStoreId'], cost: {} },
] as const;

export const SCRIPTS_RECEIPTS: readonly Case[] = KINDS.map(({ path, day, number, stores: places, cost }) =>
  scripted(`receipts${path.replace('/', '.')}`, 'a document is received in parts and whole', async (s) => {
    const { stores, suppliers, plain, sized, small, large } = await openStockroom(s);
    const [here, there, third] = stores;
    const ofStores = { [places[0]]: here, ...(places[1] ? { [places[1]]: there } : { supplierId: suppliers[0] }) };
    const line = (fields: object = {}) => ({ itemId: plain, quantity: '2', ...cost, ...fields });
    // The last line is not received at first.
    const lines = [line(), line({ itemId: sized, variantId: small }), line({ quantity: '5' }), line({ quantity: '3' })];
    const draft = await s.post(`${path}?receive=false`, { ...ofStores, [day]: DAY, lines });
    const [a, b, c] = linesIn(draft);
    const url = `${path}/${draft.id}`;
    const receive = (parts?: readonly (readonly [line: unknown, quantity: string])[], query = '') =>
      s.patch(`${url}/receive${query}`, {
        ...(parts && { lines: parts.map(([lineId, quantity]) => ({ lineId, quantity })) }),
      });
    const look = async () => {
      for (const item of [plain, sized])
        for (const store of [here, there]) await s.get(`/items/${item}?storeId=${store}`);
    };
    await receive([]);
    await receive([
      [a?.id, '1'],
      [a?.id, '1'],
      [UNKNOWN, '1'],
    ]);
    await receive([
      [UNKNOWN, '1'],
      [a?.id, '9'],
      [1, '1'],
    ]);
    await receive([
      [b?.id, '9'],
      [a?.id, '2.001'],
      [c?.id, '1'],
    ]);
    for (const query of ['?dryRun=true', ''])
      await receive(
        [
          [c?.id, '1.125'],
          [b?.id, '1'],
          [a?.id, '2'],
        ],
        query,
      );
    await look();
    const full = (from: Rec | undefined, fields: object = {}) => ({
      ...{ id: from?.id, itemId: from?.itemId, variantId: from?.variantId, quantity: from?.quantity, ...cost },
      ...fields,
    });
    const kept = [full(a), full(b), full(c)];
    const changes: readonly object[] = [
      ...[{ status: 0 }, { [number]: 'x' }, { [day]: '2026-03-04' }, { [day]: FAR }, { narration: 'x' }],
      ...places.map((place) => ({ [place]: third })),
      ...[{ [places[0]]: UNKNOWN }, { [places[0]]: UNKNOWN, status: 0 }, { supplierId: suppliers[1] }],
      ...[{ lines: [full(a)] }, { lines: kept }, { lines: kept.toReversed() }, { lines: [...kept, line()] }],
      ...[{ lines: [...kept, line({ itemId: UNKNOWN })] }, { lines: [full(a, { id: UNKNOWN })], [places[0]]: UNKNOWN }],
      { lines: [full(a, { quantity: '1.999' }), full(b), full(c)] },
      { lines: [full(a), full(b, { quantity: '1' }), full(c, { quantity: '1.125' })] },
      { lines: [full(a, { itemId: UNKNOWN }), full(b), full(c)] },
      { lines: [full(a), full(b, { variantId: large }), full(c)] },
      { lines: [full(a, { id: undefined }), full(b), full(c)] },
      ...(places[1] ? [] : [{ lines: [full(a, { discount: '1' }), full(b, { unitCost: '9' }), full(c)] }]),
    ];
    for (const change of changes) await s.patch(`${url}?dryRun=true`, change);
    await s.patch(url, { lines: [...kept, line({ quantity: '4' })].toReversed() });
    const once = { 'Idempotency-Key': s.name(), 'If-Match': '*' };
    for (let n = 0; n < 2; n += 1) await s.patch(`${url}/receive`, {}, once);
    await receive();
    await receive([[UNKNOWN, '1']]);
    const done = await s.get(url);
    for (const change of [...changes, done, { lines: linesIn(done).map((from) => full(from)) }])
      await s.patch(`${url}?dryRun=true`, change);
    await look();
  }),
);
