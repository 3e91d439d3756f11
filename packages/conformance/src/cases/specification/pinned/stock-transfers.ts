import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { pinned } from './pinned.ts';
import { daysAhead, linesIn, UNKNOWN } from './stock.ts';
import { openRoom, PATH } from './transfer-room.ts';

const FAR = '2999-12-31';

export const PINNED_STOCK_TRANSFERS: readonly Case[] = [
  pinned(
    'stock-transfers.changed',
    'transfers are created, changed and voided, or rejected for what they refer to, as the specification says',
    async (s, t) => {
      const { line, transfer, stores, sized, small, combo } = await openRoom(s);
      const ahead = (days: number) => daysAhead(t.session.clock.now(), days);
      const [here, there, third] = stores;
      const taken = await transfer({ transferNo: ` ${s.name()} `, externalId: s.name(), narration: ' text ' });
      const { transferNo, externalId } = taken;
      for (const fields of [
        { transferNo, externalId, fromStoreId: UNKNOWN },
        { externalId },
        { fromStoreId: UNKNOWN, toStoreId: 1 },
        { toStoreId: UNKNOWN, lines: [line({ itemId: UNKNOWN })] },
        { toStoreId: here, date: FAR },
        { fromStoreId: UNKNOWN, toStoreId: UNKNOWN, lines: [line({ itemId: UNKNOWN })] },
        { date: FAR, lines: [line({ itemId: UNKNOWN })] },
        {
          lines: [
            line({ itemId: UNKNOWN }),
            line({ itemId: combo }),
            line({ itemId: sized }),
            line({ variantId: small }),
          ],
        },
        { toStoreId: null, lines: [] },
        ...[{ date: ahead(366) }, { date: ahead(367) }],
      ]) {
        await transfer(fields);
        await s.patch(`${PATH}/${taken.id}?dryRun=true`, fields);
      }
      const draft = await transfer({
        lines: [line(), line({ itemId: sized, variantId: small }), line({ quantity: '5' })],
      });
      const [a, b, c] = linesIn(draft).map(({ id }) => id);
      const change = (fields: object, query = '') => s.patch(`${PATH}/${draft.id}${query}`, fields);
      for (const fields of [
        { toStoreId: here },
        { fromStoreId: there, lines: [line({ id: UNKNOWN })] },
        { fromStoreId: there, toStoreId: here },
        { fromStoreId: there, toStoreId: here, lines: [line({ quantity: '4' })] },
        { toStoreId: UNKNOWN, transferNo },
        { toStoreId: UNKNOWN, fromStoreId: 1 },
        { toStoreId: here, status: 0 },
        { date: FAR, lines: [line({ id: UNKNOWN }), line({ id: 1 })] },
        { toStoreId: here, date: FAR },
        { lines: [line({ id: a }), line({ id: a })], toStoreId: here },
        { lines: [line({ id: c }), line({ quantity: '7.000' }), line({ id: a })] },
        { lines: [{ id: b, itemId: sized, quantity: '1' }] },
        { lines: [line({ id: b })] },
        { lines: [{ id: b, itemId: sized, variantId: null, quantity: '1' }, line({ itemId: UNKNOWN })] },
        { lines: [line({ id: b, received: '1' }), line({ outstanding: '0' })], transferStatus: 1 },
        { externalId, transferNo },
        { externalId },
        {},
      ])
        await change(fields, '?dryRun=true');
      await change({ lines: [line({ quantity: '9' }), line({ id: a }), { id: b, itemId: sized, quantity: '1' }] });
      await change({
        fromStoreId: third,
        date: '2026-03-04',
        narration: null,
        transferNo: s.name(),
        externalId: s.name(),
      });
      await s.patch(`${PATH}/${draft.id}`, await s.get(`${PATH}/${draft.id}`));
      await change({ status: 0, externalId: null });
      for (const fields of [
        { narration: 'x' },
        { status: 0 },
        { toStoreId: UNKNOWN },
        { lines: [line({ id: 1 }), line({ id: 1 })] },
      ])
        await change(fields);
      await s.patch(`${PATH}/${draft.id}/receive`, {});
      await s.patch(`${PATH}/${draft.id}/receive`, {
        lines: [
          { lineId: 1, quantity: '1' },
          { lineId: 1, quantity: '1' },
        ],
      });
      await s.get(`${PATH}/${draft.id}`);
    },
  ),
  pinned(
    'stock-transfers.received',
    'transfers are received in parts and whole, out of one store and into the other, as the specification says',
    async (s) => {
      const { line, transfer, stores, sized, small, large, untracked, plain } = await openRoom(s);
      const [here, there, third] = stores;
      const draft = await transfer({
        lines: [
          line(),
          line({ itemId: sized, variantId: small }),
          line({ quantity: '5' }),
          line({ itemId: untracked }),
        ],
      });
      const [a, b, c, d] = linesIn(draft);
      const receive = (lines?: object[], query = '') =>
        s.patch(`${PATH}/${draft.id}/receive${query}`, lines ? { lines } : {});
      const change = (fields: object) => s.patch(`${PATH}/${draft.id}?dryRun=true`, fields);
      await receive([]);
      await receive([
        { lineId: a?.id, quantity: '1' },
        { lineId: a?.id, quantity: '1' },
        { lineId: UNKNOWN, quantity: '1' },
      ]);
      await receive([
        { lineId: UNKNOWN, quantity: '1' },
        { lineId: a?.id, quantity: '9' },
        { lineId: 1, quantity: '1' },
      ]);
      await receive([
        { lineId: b?.id, quantity: '9' },
        { lineId: a?.id, quantity: '2.001' },
        { lineId: c?.id, quantity: '1' },
      ]);
      await receive(undefined, '?dryRun=true');
      await receive(
        [
          { lineId: c?.id, quantity: '0.500' },
          { lineId: a?.id, quantity: '2' },
        ],
        '?dryRun=true',
      );
      await receive([
        { lineId: c?.id, quantity: '0.500' },
        { lineId: b?.id, quantity: '1' },
        { lineId: a?.id, quantity: '2' },
      ]);
      for (const storeId of [here, there])
        for (const item of [plain, sized, untracked]) await s.get(`/items/${item}?storeId=${storeId}`);
      const full = (from: Rec | undefined, fields = {}) => ({
        id: from?.id,
        itemId: from?.itemId,
        variantId: from?.variantId,
        quantity: from?.quantity,
        ...fields,
      });
      const kept = [full(a), full(b), full(c), full(d)];
      for (const fields of [
        { toStoreId: third, fromStoreId: UNKNOWN },
        ...[{ toStoreId: third }, { fromStoreId: third }],
        { toStoreId: here },
        { status: 0 },
        { status: 0, toStoreId: here },
        { lines: [full(a)] },
        { lines: [full(a, { quantity: '1.999' }), full(b), full(c)] },
        { lines: [full(a, { itemId: UNKNOWN }), full(b), full(c)] },
        { lines: [full(a), full(b, { variantId: large }), full(c)] },
        { lines: [full(a, { id: UNKNOWN })], toStoreId: UNKNOWN },
        { lines: [full(a, { id: undefined }), full(b), full(c)], date: FAR },
        { lines: [...kept, line({ itemId: UNKNOWN })], date: FAR },
        { lines: [full(c, { quantity: '0.5' }), full(b, { quantity: '1' }), full(a)] },
        { transferNo: s.name(), date: '2026-03-04', externalId: s.name(), narration: 'x' },
      ])
        await change(fields);
      await s.patch(`${PATH}/${draft.id}`, { lines: kept.toReversed() });
      await receive();
      await receive([{ lineId: UNKNOWN, quantity: '1' }]);
      const done = await s.get(`${PATH}/${draft.id}`);
      for (const fields of [
        { narration: 'y' },
        done,
        { lines: kept },
        { lines: kept.toReversed() },
        { transferNo: 'x', date: '2026-03-04' },
        { date: '2026-03-04', narration: 'z' },
        { externalId: 'x', toStoreId: here },
        ...[
          { toStoreId: third },
          { fromStoreId: third },
          { transferNo: 'x' },
          { date: '2026-03-04' },
          { externalId: 'x' },
        ],
        { status: 0 },
      ])
        await change(fields);
      await transfer(
        { lines: [line(), line({ itemId: sized, variantId: large }), line()] },
        'receive=true&dryRun=true',
      );
      await transfer({ lines: [line(), line({ itemId: sized, variantId: large }), line()] }, 'receive=1');
    },
  ),
];
