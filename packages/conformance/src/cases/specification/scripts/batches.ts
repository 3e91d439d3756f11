import { UNKNOWN_ID } from '../../../driver/requests/factor.ts';
import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../run/case.ts';
import type { Rec } from '../../../run/record.ts';
import { scripted } from './script.ts';

const word = (s: Script): string => s.name().replaceAll('-', '');

const batch = (s: Script, operations: readonly object[], query = ''): Promise<Rec> =>
  s.post(`/items/batch${query}`, { operations });

const create = (item: object) => ({ op: 'create', item });

export const SCRIPTS_BATCHES: readonly Case[] = [
  scripted(
    'batches.alone',
    'each operation of a batch has the result that it would have alone, after the ones before it',
    async (s) => {
      const [code, other, barcode] = [word(s), word(s), word(s)];
      const name = s.name();
      const { id: groupId } = await s.post('/categories', { name: s.name() });
      const group = await s.post('/modifiers', { name: s.name(), options: [{ name: 'Oat' }] });
      const sized = await s.post('/items', { name, type: 1, variants: [{ name: 'S' }] });
      const [variant] = sized.variants as readonly Rec[];
      const held = await s.post('/items', { name, itemCode: code, barcodes: [barcode] });
      const update = (itemCode: string, item: object, version?: number) => ({
        ...{ op: 'update', itemCode, item },
        ...(version !== undefined && { version }),
      });
      const operations = [
        create({ name, groupId, modifierIds: [group.id], price: '1.5' }),
        create({ name, barcodes: [word(s), barcode] }),
        create({ name, itemCode: other }),
        create({ name, itemCode: other }),
        update(code, { itemCode: other }),
        update(code, { itemCode: word(s) }),
        create({ name, itemCode: code }),
        update(code, { price: '2' }, 1),
        update(code, { price: '3' }, 1),
        update(code, { price: '4', version: 2 }),
        update(code, { price: '5', version: 2 }),
        update(code, { price: '6', currency: 'XXX' }),
        update(word(s), { name }),
        create({ name: '' }),
        create({ name, price: '1.23456', groupId: UNKNOWN_ID }),
        create({ name, groupId: UNKNOWN_ID, brandId: UNKNOWN_ID }),
        create({ name, stores: [{ storeId: UNKNOWN_ID }] }),
        create({ name, modifierIds: [group.id, UNKNOWN_ID] }),
        create({ name, type: 2, components: [{ itemId: held.id, quantity: '1' }] }),
        create({ name, type: 2, components: [{ itemId: sized.id, quantity: '1' }] }),
        create({ name, type: 2, components: [{ itemId: sized.id, variantId: variant?.id, quantity: '1' }] }),
        update(String(sized.itemCode), { variants: [{ name: 'L' }] }),
        update(String(sized.itemCode), {
          variants: [
            { id: variant?.id, name: 'S' },
            { name: 'L', barcodes: [barcode] },
          ],
        }),
        update(String(sized.itemCode), {
          variants: [{ id: variant?.id, name: 'S' }, { name: 'L' }],
          modifierIds: [group.id],
        }),
        update(String(sized.itemCode), { modifierIds: [] }),
      ];
      const { results } = await batch(s, operations);
      const rejected = operations.filter((_, i) => Number((results as readonly Rec[])[i]?.status) >= 400);
      for (const some of [rejected, ...rejected.map((one) => [one])]) await batch(s, some);
      await s.get('/items?limit=20');
      await s.get(`/modifiers/${group.id}/full`);
      await s.get(`/items?itemCode=${code}`);
    },
  ),
  scripted(
    'batches.errors_alone',
    'the error of an operation does not depend on the operations beside it, or on whether it is an upsert',
    async (s) => {
      const [name, code, barcode] = [s.name(), word(s), word(s)];
      const taken = await s.post('/items', { name, itemCode: code, barcodes: [barcode], externalId: code });
      const sized = { name, type: 1, variants: [{ name: 'S' }, { name: 'L' }] };
      const [one, two] = [await s.post('/items', sized), await s.post('/items', sized)];
      const [kept, used] = (one.variants as Rec[]).map(({ id }) => id);
      const plain = await s.post('/items', { name });
      const part = (variantId: unknown) => ({ itemId: one.id, variantId, quantity: '1' });
      const combo = await s.post('/items', { name, type: 2, components: [part(used)] });
      const wrong = [
        { barcodes: [barcode] },
        { brandId: UNKNOWN_ID, barcodes: [barcode] },
        { stores: [{ storeId: UNKNOWN_ID }], taxId: UNKNOWN_ID },
        { externalId: code, groupId: UNKNOWN_ID, itemCode: code },
        { modifierIds: [UNKNOWN_ID], itemCode: code },
        { price: '0.00001', name: 3, barcodes: [''] },
        { price: '0.001', brandId: UNKNOWN_ID },
        { itemCode: 'B', barcodes: ['B', 'B'], price: '0.001' },
        { type: 1, price: '0.001' },
        { type: 2, components: [part(null), { itemId: UNKNOWN_ID, quantity: '0' }] },
        { type: 2, components: [part(UNKNOWN_ID)], barcodes: [barcode] },
      ];
      const update = (id: unknown, item: object) => ({ op: 'update', id, item });
      const others = [plain, taken, combo, two].map(({ id }) => id);
      const operations = [
        ...wrong.map(({ type: _, ...item }, i) => update(others[i % others.length], item)),
        update(one.id, { variants: [{ id: kept, name: 'S' }], itemCode: code }),
        update(combo.id, { components: [part(kept)] }),
        update(one.id, { variants: [{ id: kept, name: 'S' }], brandId: UNKNOWN_ID }),
        update(one.id, { variants: [{ id: kept, name: 'S' }] }),
        update(combo.id, { components: [part(used)] }),
      ];
      const isKeyed = (item: object): boolean => 'externalId' in item || 'itemCode' in item;
      const unnamed = wrong.filter((item) => !isKeyed(item));
      for (const item of unnamed) await s.post('/items', { externalId: word(s), ...item });
      for (const item of unnamed) await batch(s, [{ op: 'upsert', externalId: word(s), item }]);
      const rekeyed = [
        { externalId: code },
        { externalId: code, price: 1, barcodes: ['', 2] },
        { externalId: 3, type: 1 },
      ];
      await batch(
        s,
        rekeyed.map((item) => ({ op: 'upsert', externalId: word(s), item })),
      );
      const named = wrong.map((item) => ('name' in item ? item : { name, ...item }));
      for (const items of [named, named.toReversed(), wrong]) await batch(s, items.map(create));
      await batch(
        s,
        unnamed.map((item) => ({ op: 'upsert', externalId: word(s), item: { name, ...item } })),
      );
      for (const some of [operations, operations.toReversed()]) {
        await batch(s, some, '?dryRun=true');
        await batch(s, some, '?atomic=true');
      }
      await batch(s, operations);
    },
  ),
  scripted(
    'batches.codes',
    'a code of any kind is free after the operation that lets it go, and taken after the one that takes it',
    async (s) => {
      const name = s.name();
      const kinds = [
        (itemCode: string) => ({ itemCode }),
        (barcode: string) => ({ barcodes: [barcode] }),
        (externalId: string) => ({ externalId }),
        (itemCode: string) => ({ variants: [{ name, itemCode }] }),
        (barcode: string) => ({ variants: [{ name, barcodes: [barcode] }] }),
      ];
      const sized = { name, type: 1, variants: [{ name }] };
      for (const held of kinds)
        for (const taken of kinds) {
          const [before, between, after] = [word(s), word(s), word(s)];
          const { id } = await s.post('/items', { ...sized, ...held(before) });
          const hold = (code: string) => ({ op: 'update', id, item: held(code) });
          const take = (code: string) => create({ ...sized, ...taken(code) });
          await batch(s, [hold(between), take(before)]);
          await batch(s, [hold(after), take(after), take(between)]);
          await s.post('/items', { ...sized, itemCode: after, barcodes: [after] });
        }
      const { itemCode } = await s.post('/items', { name });
      const next = (n: number) => String(itemCode).replace(/\d+$/, (number) => String(Number(number) + n));
      // Codes that a service could generate for the first one.
      await batch(s, [create({ name }), ...[1, 2, 3, 4].map((n) => create({ name, itemCode: next(n) }))]);
    },
  ),
  scripted(
    'batches.atomic',
    'a batch with atomic=true stores all or nothing, and a batch is replayed and rehearsed as a whole',
    async (s) => {
      const [name, code] = [s.name(), word(s)];
      const some = [create({ name }), create({ name, itemCode: code }), create({ name })];
      await batch(s, [...some, create({ name, itemCode: code }), create({ colour: 1 })], '?atomic=true');
      await batch(s, [...some, { op: 'update', itemCode: word(s), item: { name } }], '?atomic=true');
      await s.get('/items?limit=3');
      await batch(s, some, '?atomic=true&dryRun=true');
      const keyed = { 'Idempotency-Key': s.name() };
      await s.post('/items/batch?atomic=true', { operations: some }, keyed);
      await s.post('/items/batch?atomic=true', { operations: some }, keyed);
      await batch(s, some);
      await s.get('/items?limit=8');
    },
  ),
  scripted(
    'batches.neighbours',
    'a batch changes the items that it names and no others, and an error names a stored item that another operation changes',
    async (s, t) => {
      const other = await s.as(t.as('main', 'other'));
      const [name, code] = [s.name(), word(s)];
      for (const script of [s, other]) await batch(script, [create({ name }), create({ name, itemCode: code })]);
      const { results } = await batch(s, [create({ name }), create({ name, cost: '1' }), create({ name, price: '2' })]);
      const [first, second, third] = (results as readonly { item: Rec }[]).map(({ item }) => item.id);
      const update = (id: unknown, item: object) => ({ op: 'update', id, item });
      await batch(s, [update(first, { price: '7' }), update(third, { name: s.name() })]);
      await batch(s, [update(second, { itemCode: word(s) }), update(first, { cost: '3' })], '?atomic=true');
      const held = { op: 'update', itemCode: code, item: { price: '9' } };
      await batch(s, [held, create({ name, itemCode: code })], '?atomic=true');
      await batch(
        s,
        [update(first, { itemCode: name.slice(-9) }), create({ name, itemCode: name.slice(-9) })],
        '?atomic=true',
      );
      for (const script of [s, other]) await script.get('/items?limit=20');
    },
  ),
  scripted(
    'batches.listed',
    'items that one batch changed have each of the properties that it sent, and are listed by them',
    async (s) => {
      const name = s.name();
      const idOf = async (path: string) => (await s.post(path, { name: s.name() })).id;
      const [groupId, brandId] = [await idOf('/categories'), await idOf('/brands')];
      const { id: group } = await s.post('/modifiers', { name, options: [{ name }] });
      const idsIn = async (path: string) => ((await s.get(path)).data as Rec[]).map(({ id }) => id);
      const [[taxId], [storeId]] = [await idsIn('/taxes'), await idsIn('/stores')];
      const kinds = [{}, { trackStock: true }, { type: 1, variants: [{ name }] }];
      const { results } = await batch(
        s,
        kinds.map((kind) => create({ name, ...kind })),
      );
      const [first, second, sized] = (results as readonly { item: Rec }[]).map(({ item }) => item.id);
      const item = (n: number) => ({
        ...{ name: `${name} ${9 - n}`, itemCode: word(s), barcodes: [word(s)], externalId: word(s) },
        ...{
          description: s.name(),
          imageUrl: `https://example.com/${n}.png`,
          unit: `unit ${n}`,
          lowStockLevel: `${n}`,
        },
        ...{ taxId, modifierIds: [group], stores: [{ storeId, price: `${n}` }] },
        ...{ groupId, brandId, price: `${9 - n}.25`, cost: `${n}.5`, weighingScale: n, status: n, trackStock: n === 1 },
      });
      const [one, other] = [item(0), item(1)];
      await batch(s, [
        { op: 'update', id: first, item: one },
        { op: 'update', id: second, item: other },
        { op: 'update', id: sized, item: { ...item(1), variants: [{ name: `${name} 2` }] } },
        create(item(0)),
        create({ ...item(0), type: 2, components: [{ itemId: first, quantity: '2' }] }),
      ]);
      await batch(s, [
        { op: 'update', id: first, item: { externalId: one.externalId, price: '4' } },
        create({ name, externalId: other.externalId }),
        ...Object.entries({ groupId, brandId, taxId }).flatMap(([key, id]) =>
          [id, UNKNOWN_ID].map((of) => create({ name, [key]: of })),
        ),
      ]);
      const filters = ['sort=price', 'sort=name', 'sort=itemCode', 'status=0', 'weighingScale=1', `search=${name}`];
      for (const filter of [`brandId=${brandId}`, ...filters]) await s.get(`/items?groupId=${groupId}&${filter}`);
    },
  ),
  scripted(
    'batches.keys',
    'operations name records by one kind of key, and an upsert changes the record that has it or creates one',
    async (s) => {
      const [one, other, code] = [word(s), word(s), word(s)];
      const name = s.name();
      const upsert = (key: object, item: object, version?: number) => ({
        ...{ op: 'upsert', ...key, item },
        ...(version !== undefined && { version }),
      });
      const { results } = await batch(s, [
        upsert({ externalId: one }, { name, itemCode: code }),
        upsert({ externalId: one }, { price: '2' }),
        upsert({ externalId: one }, { price: '3', externalId: one }, 2),
        upsert({ externalId: one }, { price: '4' }, 2),
        upsert({ externalId: one }, { price: '4.5', externalId: ` ${one}\u00A0` }),
        upsert({ externalId: other }, { price: '5' }),
        upsert({ externalId: other }, { name, externalId: one }),
        upsert({ externalId: other }, { name }, 1),
        upsert({ externalId: other }, { name, itemCode: code }),
        upsert({ externalId: other }, { name }),
      ]);
      const [{ item }] = results as readonly [{ item: Rec }];
      await batch(s, [upsert({ itemCode: code }, { price: '6' }), upsert({ itemCode: word(s) }, { name })]);
      await batch(s, [{ op: 'update', id: item.id, item: { price: '7' } }]);
      await batch(s, [
        { op: 'update', externalId: one, item: { price: '8' } },
        { op: 'update', itemCode: code, item: { price: '8' } },
        { op: 'update', item: { price: '8' } },
        { op: 'update', externalId: one, itemCode: code, item: { price: '8' } },
        { op: 'upsert', id: item.id, item: { price: '8' } },
        { op: 'create', externalId: one, item: { name } },
        { op: 'create', version: 1, item: { name } },
      ]);
      await s.get(`/items?externalId=${one}`);
      await s.get(`/items?itemCode=${code}`);
    },
  ),
  scripted(
    'batches.two-apps',
    'an upsert by an external id, and the key of a batch, are those of one app',
    async (s, t) => {
      const app = await s.as(t.as('other'));
      const operations = [{ op: 'upsert', externalId: word(s), item: { name: s.name() } }];
      const keyed = { 'Idempotency-Key': s.name() };
      for (const script of [s, app, s, app]) await script.post('/items/batch', { operations }, keyed);
      const { externalId } = operations[0] as { externalId: string };
      for (const script of [s, app]) await batch(script, [create({ name: s.name(), externalId })]);
      await app.get(`/items?externalId=${externalId}`);
    },
  ),
  scripted('batches.most', 'a batch of 1001 operations is rejected for their number alone', async (s) => {
    await batch(s, Array(1001).fill({ op: 'none' }));
  }),
];
