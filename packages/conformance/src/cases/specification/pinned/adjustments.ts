import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { pinned } from './pinned.ts';
import { openStockroom } from './stock.ts';

const PATH = '/stock-adjustments';
const DAY = '2026-03-02';
const MISSING = 999_999_999;

const linesOf = ({ lines }: Rec): Rec[] => lines as Rec[];

const post = (s: Script, body: object): Promise<Rec> => s.post(`${PATH}?post=true`, body);
const draft = (s: Script, body: object): Promise<Rec> => s.post(`${PATH}?post=false`, body);

export const PINNED_ADJUSTMENTS: readonly Case[] = [
  pinned(
    'adjustments.posted',
    'counts, additions and removals move stock line by line, and a void moves it back, as the specification says',
    async (s) => {
      const {
        stores: [here = 0, there = 0],
        plain: itemId,
        sized,
        small,
        large,
        untracked,
      } = await openStockroom(s);
      const items = `itemId=${itemId},${sized}`;
      const look = async () => {
        for (const id of [itemId, sized])
          for (const storeId of [here, there]) await s.get(`/items/${id}/stock?storeId=${storeId}`);
        await s.get(`/reports/stock-on-hand?${items}&limit=100`);
      };
      const S = (quantity: string) => ({ itemId: sized, variantId: small, quantity });
      const L = (quantity: string) => ({ itemId: sized, variantId: large, quantity });
      const P = (quantity: string) => ({ itemId, quantity });
      await look();
      const body = { storeId: here, date: DAY };
      // A count of nothing that equals the level is a level, and no movement.
      await post(s, { ...body, type: 0, lines: [P('0'), S('0.000')] });
      await look();
      const moves = { ...body, type: 2, lines: [P('1.500'), L('2'), P('4'), S('999999999999.999'), P('0.001')] };
      await s.post(`${PATH}?post=true&dryRun=true`, moves);
      const removed = await post(s, moves);
      await look();
      const count = { ...body, type: 0, lines: [L('7'), { itemId: untracked, quantity: '9' }, P('3.25'), S('0')] };
      await s.post(`${PATH}?post=true&dryRun=true`, count);
      const counted = await post(s, count);
      await post(s, { ...body, storeId: there, type: 1, lines: [L('5'), S('5'), P('2'), P('2')] });
      await post(s, { ...body, type: 0, lines: [P('3.25')] });
      await look();
      await s.patch(`${PATH}/${removed.id}?dryRun=true`, { status: 2 });
      await s.patch(`${PATH}/${removed.id}`, { status: 2 });
      await s.patch(`${PATH}/${counted.id}`, { ...counted, status: 2 });
      await look();
      for (const page of [1, 2, 3, 9]) await s.get(`/items/${itemId}/stock?storeId=${here}&limit=3&page=${page}`);
    },
  ),
  pinned(
    'adjustments.draft',
    'every property of a draft changes, alone and together with its state, as the specification says',
    async (s) => {
      const {
        stores: [here = 0, there = 0],
        plain: itemId,
        sized,
        small,
        large,
      } = await openStockroom(s);
      const lines = [
        { itemId: sized, variantId: small, quantity: '3' },
        { itemId, variantId: null, quantity: '2.10' },
      ];
      const name = s.name();
      const header = { adjustmentNo: ` ${name} `, reason: 'damage', narration: ` ${name}\n`, externalId: name };
      const made = await draft(s, { storeId: here, date: DAY, type: 1, lines, ...header });
      const url = `${PATH}/${made.id}`;
      const [one, two] = linesOf(made) as [Rec, Rec];
      await s.get(url);
      await s.patch(url, made);
      await s.patch(url, { narration: null, reason: null, externalId: null });
      await s.patch(url, { narration: null });
      for (const reason of ['theft', 'expiry', 'waste', 'correction', 'opening', 'other'])
        await s.patch(url, { reason });
      await s.patch(url, { storeId: there, date: '2000-01-01', type: 2, status: 0 });
      await s.patch(url, { adjustmentNo: `${name} 2`, externalId: `${name} 2` });
      // In another order, with one that keeps its variant, one without its id, and one that changes its item.
      await s.patch(url, {
        lines: [
          { id: two.id, itemId, quantity: '1' },
          { id: one.id, itemId: sized, quantity: '5' },
        ],
      });
      await s.patch(url, {
        lines: [
          { id: one.id, itemId: sized, variantId: large, quantity: '5', before: null },
          { itemId, quantity: '1' },
          { itemId, quantity: '1' },
        ],
      });
      await s.patch(url, { lines: [{ id: one.id, itemId, quantity: '5' }] });
      await s.patch(url, { lines: [{ id: one.id, itemId: sized, quantity: '5' }] });
      await s.patch(`${url}?dryRun=true`, { status: 1 });
      await s.patch(`${url}?dryRun=true`, { status: 1, lines: [{ itemId, quantity: '7' }] });
      await s.patch(`${url}?dryRun=true`, { status: 2, narration: 'x' });
      await s.patch(url, { status: 1, storeId: here, type: 0, narration: 'counted', date: DAY });
      await s.get(url);
      await s.get(`/items/${itemId}/stock?storeId=${here}`);
      const other = await draft(s, { storeId: here, date: DAY, type: 0, lines });
      await s.patch(`${PATH}/${other.id}`, { status: 2, reason: 'other', lines: [{ itemId, quantity: '9' }] });
      const third = await draft(s, { storeId: here, date: DAY, type: 0, lines });
      await s.patch(`${PATH}/${third.id}`, { version: 9, id: 1, lines: [{ ...one, quantity: '0', after: '3' }] });
      await s.patch(`${PATH}/${third.id}`, { narration: 'y' }, { 'If-Match': '"2"' });
      await s.patch(`${PATH}/${third.id}`, { narration: 'y' }, { 'If-Match': '"1"' });
      for (const turn of [1, 2])
        await s.patch(`${PATH}/${third.id}`, { status: 1 }, { 'Idempotency-Key': `${name} ${turn % 1}` });
      await s.get(`/items/${sized}/stock?storeId=${here}`);
    },
  ),
  pinned(
    'adjustments.final',
    'a posted adjustment is only voided, and a voided one is final, as the specification says',
    async (s) => {
      const {
        stores: [here = 0, there = 0],
        plain: itemId,
        sized,
        small,
        large,
      } = await openStockroom(s);
      // Voided with a line that differs in one property.
      const named = { itemId: sized, variantId: small, quantity: '3' };
      const other = await post(s, { storeId: here, date: DAY, type: 1, lines: [named] });
      const { id } = linesOf(other)[0] as Rec;
      for (const differs of [{ variantId: large }, { quantity: '4' }, { itemId, variantId: null }, { id: undefined }])
        await s.patch(`${PATH}/${other.id}`, { status: 2, lines: [{ id, ...named, ...differs }] });
      const made = await post(s, {
        storeId: here,
        date: DAY,
        type: 1,
        narration: 'n',
        lines: [{ itemId, quantity: '3' }],
      });
      const url = `${PATH}/${made.id}`;
      const [line] = linesOf(made) as [Rec];
      const changes: object[] = [
        ...[{ status: 1 }, { status: 0 }, { narration: 'n' }, { narration: 'x' }, { narration: 'n', status: 1 }],
        ...[
          { status: 2, narration: 'x', date: '2026-01-01' },
          { date: '2999-01-01', narration: 'x' },
        ],
        ...[{ lines: [{ itemId, quantity: '3' }], narration: 'x', status: 0 }, { type: 0 }, { storeId: there }],
        ...[{ lines: [{ itemId, quantity: '3' }] }, { lines: [{ id: line.id, itemId, quantity: '3.0' }] }],
        ...[
          { lines: [{ id: line.id, itemId, quantity: '0' }] },
          { lines: [{ id: line.id, itemId: MISSING, quantity: '3' }] },
        ],
        ...[{ externalId: 'x' }, { adjustmentNo: made.adjustmentNo }, { version: 1 }, { version: 2 }],
        { lines: [1, 2].map(() => ({ id: line.id, itemId, quantity: '3' })) },
        ...[
          { status: 2, lines: [] },
          { status: 2, lines: [line, { itemId, quantity: '1' }] },
        ],
      ];
      for (const change of changes) await s.patch(url, change);
      await s.get(url);
      await s.patch(url, { status: 2, lines: [{ id: line.id, itemId, variantId: null, quantity: '3.000' }] });
      for (const change of changes) await s.patch(url, change);
      await s.patch(url, { status: 2 });
      await s.get(url);
      await s.get(`/items/${itemId}/stock?storeId=${here}`);
    },
  ),
  pinned(
    'adjustments.rejected',
    'a wrong adjustment is rejected on create and on change by the first rule it breaks, as the specification says',
    async (s) => {
      const {
        stores: [here = 0],
        plain: itemId,
        sized,
        small,
        combo,
      } = await openStockroom(s);
      const name = s.name();
      const body = { storeId: here, date: DAY, type: 1, lines: [{ itemId, quantity: '1' }] };
      const other = await draft(s, { ...body, adjustmentNo: name, externalId: name });
      const own = await draft(s, body);
      const [foreign] = linesOf(other) as [Rec];
      const [line] = linesOf(own) as [Rec];
      const many = (count: number, fields: object) => Array.from({ length: count }, () => ({ itemId, ...fields }));
      const wrong: object[] = [
        ...[{ lines: many(3, { quantity: '0.000' }) }, { type: 0, lines: many(25, { quantity: '1' }) }, { lines: [] }],
        { type: 0, lines: [sized, itemId, sized].map((id) => ({ itemId: id, variantId: small, quantity: '0' })) },
        { type: 0, lines: [MISSING, MISSING].map((id) => ({ itemId: id, quantity: '0' })) },
        {
          lines: [
            { itemId, quantity: '1' },
            { itemId: combo, quantity: '1' },
            { itemId: MISSING, quantity: '1' },
          ],
        },
        // More wrong lines than a response names.
        {
          lines: Array.from({ length: 25 }, (_, i) => ({ itemId: [MISSING - i, combo, sized][i % 3], quantity: '1' })),
        },
        { lines: [{ itemId: MISSING, variantId: small, quantity: '1' }] },
        { lines: [{ itemId: combo, variantId: small, quantity: '1' }] },
        ...[
          { lines: [{ itemId: sized, quantity: '1' }] },
          { lines: [{ itemId: sized, variantId: null, quantity: '1' }] },
        ],
        ...[
          { lines: [{ itemId: sized, variantId: MISSING, quantity: '1' }] },
          { lines: [{ itemId, variantId: small, quantity: '1' }] },
        ],
        ...[{ storeId: MISSING }, { storeId: MISSING, lines: [{ itemId: MISSING, quantity: '1' }] }],
        ...[{ adjustmentNo: name }, { externalId: name }, { adjustmentNo: name, externalId: name }],
        ...[
          { adjustmentNo: name, storeId: MISSING },
          { adjustmentNo: name, lines: many(1, { quantity: '0' }) },
        ],
        ...[
          { date: '9999-12-31' },
          { date: '1999-12-31' },
          { date: '2026-02-30' },
          { date: '9999-12-31', storeId: MISSING },
        ],
        { date: '9999-12-31', lines: many(2, { quantity: '0' }), adjustmentNo: name },
        ...[{ reason: 'mood' }, { type: 3 }, { adjustmentNo: null }, { lines: [{ itemId, quantity: '1.0001' }] }],
        { lines: many(1001, { quantity: '0' }) },
      ];
      for (const fields of wrong) {
        await s.post(`${PATH}?post=${wrong.indexOf(fields) % 2}`, { ...body, ...fields });
        await s.patch(`${PATH}/${own.id}`, fields);
      }
      for (const path of [PATH, `${PATH}?post=maybe`, `${PATH}?post=1&post=0`]) await s.post(path, body);
      await s.post(`${PATH}?post=0`, { ...body, status: 1, lines: [{ ...foreign }] });
      const unknown = { id: MISSING, itemId, quantity: '1' };
      for (const fields of [
        { lines: [{ ...unknown, quantity: '0' }], storeId: MISSING },
        { lines: [unknown, { ...unknown, id: foreign.id }] },
        { lines: [{ ...foreign, quantity: '1' }] },
        { lines: [{ id: line.id, itemId, quantity: '1' }, unknown, { id: line.id, itemId, quantity: '0' }] },
        { lines: [unknown], date: '9999-12-31' },
        { lines: [{ itemId, quantity: '0' }], date: '9999-12-31' },
        { type: 0, lines: many(2, { quantity: '1' }) },
      ])
        await s.patch(`${PATH}/${own.id}`, fields);
      await s.patch(`${PATH}/${MISSING}`, { type: 0 });
      await s.patch(`${PATH}/${line.id}`, { type: 0 });
      await s.patch(`${PATH}/${own.id}`, {});
      // A type that the stored lines do not fit.
      const zero = await draft(s, { ...body, type: 0, lines: [{ itemId, quantity: '0' }] });
      for (const fields of [
        { type: 1 },
        { type: 2, status: 1 },
        { type: 1, storeId: MISSING },
        { type: 1, date: '9999-12-31' },
      ])
        await s.patch(`${PATH}/${zero.id}`, fields);
      const twice = await draft(s, { ...body, lines: many(2, { quantity: '1' }) });
      for (const fields of [{ type: 0 }, { type: 0, status: 2 }, { type: 0, adjustmentNo: name }])
        await s.patch(`${PATH}/${twice.id}`, fields);
      await s.patch(`${PATH}/${twice.id}`, { type: 0, lines: [{ itemId, quantity: '1' }] });
      await s.get(`${PATH}/${MISSING}`);
    },
  ),
];
