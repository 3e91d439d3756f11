import type { Operation } from '../../contract/bundle.ts';
import type { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import { bodyFor, createWith, referencesOf, urlOf } from '../../engine/references.ts';
import { expectRejectedAt, expectTaken } from '../expect/rejections.ts';
import { CREATES, hasProperty, newSubject, UNKNOWN_ID, updaterOf } from '../fixtures/records.ts';

/** Values that depend on other records: a duplicate externalId, a reference to a missing record. */

const example = subject('examples', 'write');

const uniqueCase = (create: Operation): Case => {
  const updater = updaterOf(create);
  return example(
    `${create.id}.external-id`,
    [
      'records.external_id',
      'records.duplicate_named',
      'records.duplicate_record',
      `op.${create.id}.status.409`,
      `op.${updater.id}.status.409`,
    ],
    `POST ${create.path}: an externalId is unique per app and merchant`,
    async (t) => {
      const [caller, otherApp, otherMerchant] = [t.as(), t.as('other', 'main'), t.as('main', 'other')];
      const references = await referencesOf(t, caller);
      const externalId = t.name('external');
      const send = (who: Caller, mine: typeof references) =>
        who.post(urlOf(create, undefined, mine), { ...bodyFor(t, create, mine), externalId });
      const first = t.requireStatus(await send(caller, references), 201).body as { id: number };
      expectTaken(t, await send(caller, references), '/externalId', first.id);
      t.expectStatus(await send(otherApp, references), 201);
      t.expectStatus(await send(otherMerchant, await referencesOf(t, otherMerchant)), 201);
      const second = await createWith(t, caller, create, references);
      const change = (id: number, value: string | null) =>
        caller.patch(urlOf(updater, id, references), { externalId: value });
      expectTaken(t, await change(second.id, externalId), '/externalId', first.id);
      const byOther = await otherApp.patch(urlOf(updater, second.id, references), { externalId });
      expectTaken(t, byOther, '/externalId', first.id);
      t.expectStatus(await change(first.id, externalId), 200);
      t.requireStatus(await change(first.id, null), 200);
      t.expectStatus(await change(second.id, externalId), 200);
    },
  );
};

const acrossResourcesCase: Case = example(
  'external-id-per-resource',
  ['records.external_id'],
  'records of different kinds may have the same externalId',
  async (t) => {
    const caller = t.as();
    const references = await referencesOf(t, caller);
    const externalId = t.name('external');
    for (const create of CREATES.filter((op) => hasProperty(op, 'externalId'))) {
      const body = { ...bodyFor(t, create, references), externalId };
      t.expectStatus(await caller.post(urlOf(create, undefined, references), body), 201);
    }
  },
);

/** Properties of a body that reference a record, with the kind of the record. */
const REFERENCES: Readonly<Record<string, string>> = {
  brandId: '/brands',
  groupId: '/categories',
  parentId: '/categories',
  taxId: '/taxes',
  supplierId: '/suppliers',
  storeId: '/stores',
  fromStoreId: '/stores',
  toStoreId: '/stores',
};

/** Ids of another merchant's record of a kind, and of no record. */
async function unknownIdsOf(t: Parameters<Case['run']>[0], path: string): Promise<unknown[]> {
  const [foreign] = (await referencesOf(t, t.as('main', 'other')))[path] ?? [];
  return [foreign, UNKNOWN_ID];
}

const referenceCase = (create: Operation, name: string): Case => {
  const updater = updaterOf(create);
  return example(
    `${create.id}.reference.${name}`,
    [
      'tenancy.references',
      'records.reference_named',
      `op.${create.id}.status.422`,
      `op.${create.id}.body.${name}`,
      ...(hasProperty(updater, name) ? [`op.${updater.id}.status.422`, `op.${updater.id}.body.${name}`] : []),
    ],
    `POST ${create.path}, PATCH ${updater.path}: ${name} of another merchant is rejected exactly as an unknown one`,
    async (t) => {
      const { caller, references, record, url, update } = await newSubject(t, create);
      for (const id of await unknownIdsOf(t, REFERENCES[name] ?? '')) {
        const body = { ...bodyFor(t, create, references), [name]: id };
        const created = await caller.post(urlOf(create, undefined, references), body);
        expectRejectedAt(t, created, 422, 'partner.reference_not_found', `/${name}`);
        if (hasProperty(updater, name))
          expectRejectedAt(t, await update({ [name]: id }), 422, 'partner.reference_not_found', `/${name}`);
      }
      const now = await caller.read(url);
      t.equal([now[name], now.version], [record[name], 1], `${name} and version after rejected changes`);
    },
  );
};

/** A reference within a list of the body. */
interface Nested {
  readonly create: string;
  readonly path: string;
  readonly kind: string;
  readonly fields: (id: unknown, mine: unknown) => object;
}

const line = (fields: object): object => ({ quantity: '1', ...fields });

const NESTED: readonly Nested[] = [
  { create: 'createItem', path: '/modifierIds/0', kind: '/modifiers', fields: (id) => ({ modifierIds: [id] }) },
  { create: 'createItem', path: '/stores/0/storeId', kind: '/stores', fields: (id) => ({ stores: [{ storeId: id }] }) },
  {
    create: 'createItem',
    path: '/components/0/itemId',
    kind: '/items',
    fields: (id) => ({ type: 2, components: [line({ itemId: id })] }),
  },
  {
    create: 'createMenuWithItems',
    path: '/items/0/itemId',
    kind: '/items',
    fields: (id) => ({ items: [{ itemId: id }] }),
  },
  {
    create: 'createMenuWithItems',
    path: '/stores/0/storeId',
    kind: '/stores',
    fields: (id) => ({ stores: [{ storeId: id }] }),
  },
  { create: 'createModifier', path: '/itemIds/0', kind: '/items', fields: (id) => ({ itemIds: [id] }) },
  {
    create: 'createModifier',
    path: '/options/0/itemId',
    kind: '/items',
    fields: (id) => ({ options: [{ name: 'conf', itemId: id }] }),
  },
  {
    create: 'createPurchaseOrder',
    path: '/lines/0/itemId',
    kind: '/items',
    fields: (id) => ({ lines: [line({ itemId: id, unitCost: '1' })] }),
  },
  {
    create: 'createPurchaseOrder',
    path: '/lines/0/taxId',
    kind: '/taxes',
    fields: (id, mine) => ({ lines: [line({ itemId: mine, unitCost: '1', taxId: id })] }),
  },
  {
    create: 'createStockTransfer',
    path: '/lines/0/itemId',
    kind: '/items',
    fields: (id) => ({ lines: [line({ itemId: id })] }),
  },
  {
    create: 'createStockAdjustment',
    path: '/lines/0/itemId',
    kind: '/items',
    fields: (id) => ({ lines: [line({ itemId: id })] }),
  },
];

const nestedCase = ({ create: id, path, kind, fields }: Nested): Case => {
  const create = CREATES.find((op) => op.id === id) as Operation;
  const updater = updaterOf(create);
  const name = path.split('/')[1];
  return example(
    `${id}.reference.${path.slice(1).replaceAll('/', '.')}`,
    [
      'tenancy.references',
      'records.reference_named',
      `op.${id}.status.422`,
      `op.${id}.body.${name}`,
      `op.${updater.id}.status.422`,
      `op.${updater.id}.body.${name}`,
    ],
    `POST ${create.path}, PATCH ${updater.path}: ${path} of another merchant is rejected exactly as an unknown one`,
    async (t) => {
      const { id: itemId } = await t.as().create('/items', { name: t.name('item') });
      const part = line({ itemId });
      const own = 'type' in fields(UNKNOWN_ID, itemId) ? { type: 2, components: [part] } : {};
      const { caller, references, url, update } = await newSubject(t, create, own);
      for (const stranger of await unknownIdsOf(t, kind)) {
        const { type, ...change } = fields(stranger, itemId) as { type?: number };
        const body = { ...bodyFor(t, create, references), ...(type !== undefined && { type }), ...change };
        const created = await caller.post(urlOf(create, undefined, references), body);
        expectRejectedAt(t, created, 422, 'partner.reference_not_found', path);
        expectRejectedAt(t, await update(change), 422, 'partner.reference_not_found', path);
      }
      t.equal((await caller.read(url)).version, 1, 'version after rejected changes');
    },
  );
};

export const EVERY_REFERENCE_CASES: readonly Case[] = [
  ...CREATES.filter((create) => hasProperty(create, 'externalId')).map(uniqueCase),
  acrossResourcesCase,
  ...CREATES.flatMap((create) =>
    Object.keys(REFERENCES)
      .filter((name) => hasProperty(create, name))
      .map((name) => referenceCase(create, name)),
  ),
  ...NESTED.map(nestedCase),
];
