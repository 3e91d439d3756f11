import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();

type Caller = Awaited<ReturnType<typeof service.connect>>;

interface Operation {
  readonly op: 'create' | 'update' | 'upsert';
  readonly item: object;
  readonly id?: number;
  readonly externalId?: string;
  readonly itemCode?: string;
  readonly version?: number;
}

const batch = (caller: Caller, operations: readonly Operation[], query = ''): Promise<Answer> =>
  caller.post(`/items/batch${query}`, { operations });

const statuses = ({ body }: Answer): number[] => body.results.map((result: { status: number }) => result.status);

const newOnes = (count: number, part: (n: number) => object = () => ({})): Operation[] =>
  Array.from({ length: count }, (_, n) => ({ op: 'create', item: { name: `Item ${n}`, ...part(n) } }));

describe('POST /items/batch', () => {
  test('returns for each operation what it would return alone, in the order of the request', async () => {
    const [together, apart] = [await service.connect(), await service.connect()];
    const operations = async (caller: Caller): Promise<Operation[]> => {
      const { id: groupId } = await caller.create('/categories', { name: 'Hot' });
      const modifier = await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Oat' }] });
      const { id } = await caller.create('/items', { name: 'Held', itemCode: 'HELD', barcodes: ['1'] });
      const sized = await caller.create('/items', {
        name: 'Sized',
        type: 1,
        itemCode: 'SIZED',
        variants: [{ name: 'S' }],
      });
      const parts: [Operation['op'], object, object?][] = [
        ['create', { name: 'Plain', groupId, modifierIds: [modifier.id], price: '1.5' }],
        ['create', { name: 'Taken', barcodes: ['2', '1'] }],
        ['create', { name: 'Twice', itemCode: 'A' }],
        ['create', { name: 'Twice', itemCode: 'A' }],
        ['update', { itemCode: 'FREED' }, { itemCode: 'HELD' }],
        ['create', { name: 'Takes what was freed', itemCode: 'HELD' }],
        ['update', { price: '2' }, { itemCode: 'HELD', version: 1 }],
        ['update', { price: '3' }, { itemCode: 'HELD', version: 1 }],
        ['update', { price: '4', version: 2 }, { itemCode: 'HELD' }],
        ['update', { price: '5', version: 2 }, { itemCode: 'HELD' }],
        ['update', { price: '6', currency: 'JPY' }, { itemCode: 'HELD' }],
        ['update', { name: 'Absent' }, { itemCode: 'NONE' }],
        ['create', { name: '' }],
        ['create', { name: 'Fine', price: '1.234', groupId: 1 }],
        ['create', { name: 'Lost', groupId: 1, brandId: 1 }],
        ['create', { name: 'Lost', stores: [{ storeId: 1 }] }],
        ['create', { name: 'Lost', modifierIds: [modifier.id, 1] }],
        ['create', { name: 'Combo', type: 2, components: [{ itemId: id, quantity: '1' }] }],
        ['create', { name: 'Combo', type: 2, components: [{ itemId: sized.id, quantity: '1' }] }],
        [
          'create',
          {
            name: 'Combo',
            type: 2,
            components: [{ itemId: sized.id, variantId: sized.variants[0].id, quantity: '1' }],
          },
        ],
        ['update', { variants: [{ name: 'L' }] }, { itemCode: 'SIZED' }],
        [
          'update',
          {
            variants: [
              { id: sized.variants[0].id, name: 'S' },
              { name: 'L', barcodes: ['1'] },
            ],
          },
          { itemCode: 'SIZED' },
        ],
        [
          'update',
          {
            variants: [
              { id: sized.variants[0].id, name: 'S' },
              { name: 'L', barcodes: ['3'] },
            ],
          },
          { itemCode: 'SIZED' },
        ],
        ['update', { modifierIds: [modifier.id] }, { itemCode: 'SIZED' }],
        ['create', { name: 'Taken', barcodes: ['3'], groupId: 1 }],
        ['update', { type: 1, trackStock: false, barcodes: ['1', '4'] }, { itemCode: 'SIZED' }],
      ];
      return parts.map(([op, item, key = {}]) => ({ op, item, ...key }));
    };
    const alone = async (caller: Caller, { op, item, itemCode, version }: Operation): Promise<Answer> => {
      if (op === 'create') return caller.post('/items', item);
      const found = (await caller.get(`/items?itemCode=${itemCode}`)).body.data[0];
      return caller.patch(
        `/items/${found?.id ?? 7}`,
        item,
        version === undefined ? {} : { 'If-Match': `"${version}"` },
      );
    };
    const singles: Answer[] = [];
    for (const operation of await operations(apart)) singles.push(await alone(apart, operation));
    const { body } = await batch(together, await operations(together));
    expect(body.results.map(shown)).toEqual(singles.map((answer, index) => shown(fromAlone(answer, index))));
    expect([body.succeeded, body.failed]).toEqual([10, 16]);
    const modifiers = await Promise.all(
      [together, apart].map(async (caller) => (await caller.get('/modifiers')).body.data[0]),
    );
    expect(modifiers[0].version).toBe(modifiers[1].version);
    expect(modifiers[0].itemIds).toHaveLength(modifiers[1].itemIds.length);
  });

  test('stores nothing with atomic=true if an operation fails, and names each that does', async () => {
    const caller = await service.connect();
    await caller.create('/items', { name: 'Held', itemCode: 'HELD' });
    const operations = newOnes(250, (n) => (n % 100 === 42 ? { itemCode: 'HELD' } : {}));
    const answer = await batch(caller, operations, '?atomic=true');
    expect([answer.status, answer.body.code]).toEqual([409, 'partner.duplicate']);
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual(
      [42, 142, 242].map((n) => `/operations/${n}/item/itemCode`),
    );
    expect((await caller.get('/items')).body.pagination.total).toBe(1);
  });

  test('writes a change of each record to the log, and none of a failed operation', async () => {
    const caller = await service.connect();
    await caller.create('/items', { name: 'Held', itemCode: 'HELD' });
    const after = (await caller.get('/changes')).body.nextCursor;
    const answer = await batch(
      caller,
      newOnes(4, (n) => (n === 1 ? { itemCode: 'HELD' } : {})),
    );
    expect(statuses(answer)).toEqual([201, 409, 201, 201]);
    const { data } = (await caller.get(`/changes?after=${after}`)).body;
    const ids = answer.body.results.flatMap(({ item }: { item?: { id: number } }) => (item ? [item.id] : []));
    expect(data.map(({ id }: { id: number }) => id)).toEqual(ids);
  });

  test('creates one record for each key that two upserts send at once, in whatever order', async () => {
    const caller = await service.connect();
    const upserts = Array.from(
      { length: 120 },
      (_, n): Operation => ({ op: 'upsert', externalId: `key-${n}`, item: { name: `Item ${n}` } }),
    );
    const answers = await Promise.all([
      batch(caller, upserts),
      batch(caller, upserts.toReversed()),
      batch(caller, upserts),
    ]);
    const all = answers.flatMap(statuses);
    expect(all.filter((status) => status === 201)).toHaveLength(120);
    expect(all.filter((status) => status === 200)).toHaveLength(240);
    expect((await caller.get('/items')).body.pagination.total).toBe(120);
  });

  test('attributes a code that another request takes meanwhile to its operation', async () => {
    const caller = await service.connect();
    const [answer, ...others] = await Promise.all([
      batch(
        caller,
        newOnes(150, (n) => ({ itemCode: `RACE-${n}` })),
      ),
      ...[70, 71, 149].map((n) => caller.post('/items', { name: 'Other', itemCode: `RACE-${n}` })),
    ]);
    const lost = [70, 71, 149].filter((_, i) => others[i]?.status === 201);
    expect(statuses(answer)).toEqual(Array.from({ length: 150 }, (_, n) => (lost.includes(n) ? 409 : 201)));
  });

  test('fails alone for each of 1000 operations', async () => {
    const caller = await service.connect();
    const operations = newOnes(1000, (n) => ({ itemCode: `C${n}` }));
    expect(new Set(statuses(await batch(caller, operations)))).toEqual(new Set([201]));
    const again = await batch(caller, operations);
    expect(again.body.failed).toBe(1000);
    expect(again.body.results[999].error.details[0].path).toBe('/itemCode');
  });
});

const fromAlone = ({ status, body }: Answer, index: number) => {
  if (status < 300) return { index, status, item: body };
  const { code, message, details } = body;
  return { index, status, error: { code, message, ...(details && { details }) } };
};

/** A result without what differs between two merchants. */
const shown = (result: object) =>
  JSON.parse(
    JSON.stringify(result, (key, value) => {
      if (/^(id|\w+Id|entryDate|updatedAt)$/.test(key)) return typeof value;
      if (key === 'modifierIds') return value.length;
      return typeof value === 'string' ? value.replaceAll(/I\d+|: \w+\.$/g, 'I') : value;
    }),
  );
