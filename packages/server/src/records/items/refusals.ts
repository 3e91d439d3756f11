import { type BrokenConstraint, brokenConstraint } from '../../database/failures.ts';
import { type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { duplicate, type PartnerError, referenceNotFound, stateConflict } from '../../errors.ts';
import { columnsOf } from '../record-table.ts';
import { type ItemFields, identifiersOf, pathOfIdentifier } from './rules.ts';
import { identifierRows } from './store.ts';

/** Thrown if a generated code is taken. Nothing is stored; the write must run again with codes that are looked up. */
export class GeneratedCodeTaken extends Error {
  override name = 'GeneratedCodeTaken';
}

const TAKEN_CODES = statement(
  'items.taken-identifiers',
  `select i.item_id as "itemId", kind, value, t.item_id as "recordId"
   from unnest($2::bigint[], $3::text[], $4::text[]) as i (item_id, kind, value)
   join region.item_identifiers t using (kind, value)
   where t.company_id = $1 and t.item_id <> i.item_id`,
);

/** An external id belongs to the app that created the item, which need not be the app changing it. */
const TAKEN_EXTERNAL_IDS = statement(
  'items.taken-external-ids',
  `select i.item_id as "itemId", t.id as "recordId"
   from unnest($2::bigint[], $3::text[]) as i (item_id, external_id)
   left join region.items own on own.company_id = $1 and own.id = i.item_id
   join region.items t on t.company_id = $1 and t.external_id = i.external_id and t.app_id = coalesce(own.app_id, $4)
   where t.id <> i.item_id`,
);

/** Rejection of each item, by the item's id. */
type Refused = ReadonlyMap<number, PartnerError>;

const NONE: Refused = new Map();

type Finder = (tx: TenantTransaction, items: readonly ItemFields[], generated: ReadonlySet<string>) => Promise<Refused>;

const takenExternalIds: Finder = async (tx, items) => {
  const named = items.filter(({ externalId }) => externalId !== null);
  if (named.length === 0) return NONE;
  const values = [...columnsOf(named, 'id', 'externalId'), tx.scope.appId];
  const rows = await tx.readAfterFailure<{ itemId: number; recordId: number }>(TAKEN_EXTERNAL_IDS, values);
  return new Map(rows.map(({ itemId, recordId }) => [itemId, duplicate('/externalId', recordId)]));
};

const takenCodes: Finder = async (tx, items, generated) => {
  const columns = columnsOf(identifierRows(items), 'itemId', 'kind', 'value');
  const rows = await tx.readAfterFailure<{ itemId: number; kind: string; value: string; recordId: number }>(
    TAKEN_CODES,
    columns,
  );
  const holders = new Map(rows.map(({ itemId, kind, value, recordId }) => [`${itemId} ${kind} ${value}`, recordId]));
  const isGenerated = ({ kind, value }: { kind: string; value: string }) => kind === 'itemCode' && generated.has(value);
  const refused = refusedOf(items, (item) => {
    for (const { kind, value } of identifiersOf(item).filter((one) => !isGenerated(one))) {
      const holder = holders.get(`${item.id} ${kind} ${value}`);
      if (holder !== undefined) return duplicate(pathOfIdentifier(item, kind, value), holder);
    }
    return undefined;
  });
  if (refused.size === 0 && rows.some(isGenerated)) throw new GeneratedCodeTaken();
  return refused;
};

interface Reference {
  readonly id: number;
  readonly path: string;
  /** Item that the variant belongs to. */
  readonly itemId?: number;
}

/** Finds items with a missing reference. `of` returns an item's references in the order of the request. */
const missing =
  (sql: Statement, kind: string, of: (item: ItemFields) => readonly Reference[]): Finder =>
  async (tx, items) => {
    const references = items.flatMap(of);
    if (references.length === 0) return NONE;
    const columns = references.some(({ itemId }) => itemId !== undefined)
      ? columnsOf(references, 'itemId', 'id')
      : columnsOf(references, 'id');
    const rows = await tx.readAfterFailure<{ id: number }>(sql, columns);
    const ids = new Set(rows.map(({ id }) => id));
    return refusedOf(items, (item) => {
      const reference = of(item).find(({ id }) => ids.has(id));
      return reference && referenceNotFound(reference.path, kind);
    });
  };

const missingFrom = (table: string, kind: string, of: (item: ItemFields) => readonly Reference[]): Finder =>
  missing(
    statement(
      `items.missing-from-${table}`,
      `select id from unnest($2::bigint[]) as r (id)
     where not exists (select from region.${table} t where t.company_id = $1 and t.id = r.id)`,
    ),
    kind,
    of,
  );

const one =
  (name: 'groupId' | 'brandId' | 'taxId') =>
  (item: ItemFields): Reference[] => {
    const id = item[name];
    return id === null ? [] : [{ id, path: `/${name}` }];
  };

const MISSING_VARIANTS = statement(
  'items.missing-variants',
  `select variant_id as id from unnest($2::bigint[], $3::bigint[]) as c (item_id, variant_id)
   where not exists (
     select from region.item_variants v where v.company_id = $1 and v.item_id = c.item_id and v.id = c.variant_id
   )`,
);

function refusedOf(items: readonly ItemFields[], refusal: (item: ItemFields) => PartnerError | undefined): Refused {
  return new Map(
    items.flatMap((item) => {
      const error = refusal(item);
      return error ? [[item.id, error] as const] : [];
    }),
  );
}

/** Checks of references, by constraint, in the order that decides an item's first error. */
const REFERENCES: Readonly<Record<string, Finder>> = {
  items_group: missingFrom('categories', 'category', one('groupId')),
  items_brand: missingFrom('brands', 'brand', one('brandId')),
  items_tax: missingFrom('taxes', 'tax', one('taxId')),
  item_components_variant: missing(MISSING_VARIANTS, 'variant of this item', ({ components }) =>
    components.flatMap(({ itemId, variantId }, i) =>
      typeof variantId === 'number' ? [{ id: variantId, itemId, path: `/components/${i}/variantId` }] : [],
    ),
  ),
  item_stores_store: missingFrom('stores', 'store', ({ stores }) =>
    stores.map(({ storeId: id }, i) => ({ id, path: `/stores/${i}/storeId` })),
  ),
  item_modifiers_modifier: missingFrom('modifier_groups', 'modifier group', ({ modifierIds }) =>
    modifierIds.map((id, i) => ({ id, path: `/modifierIds/${i}` })),
  ),
};

/** Checks by constraint, in the order in which the errors of a new item and of a changed item are reported. */
const FINDERS_OF_NEW: Readonly<Record<string, Finder>> = {
  items_external_id: takenExternalIds,
  item_identifiers_value: takenCodes,
  ...REFERENCES,
};
const FINDERS_OF_CHANGED: Readonly<Record<string, Finder>> = {
  items_external_id: takenExternalIds,
  ...REFERENCES,
  item_identifiers_value: takenCodes,
};

/**
 * Finds each item's first error, as if it were written alone. The database names one constraint, which need not be the
 * first that another item breaks.
 */
async function firstErrors(tx: TenantTransaction, { inserts, updates, generated }: Writing): Promise<Refused> {
  const refused = new Map<number, PartnerError>();
  for (const [items, finders] of [
    [inserts, FINDERS_OF_NEW],
    [updates, FINDERS_OF_CHANGED],
  ] as const) {
    for (const find of Object.values(finders)) {
      const left = items.filter(({ id }) => !refused.has(id));
      if (left.length === 0) break;
      for (const [id, error] of await find(tx, left, generated)) refused.set(id, error);
    }
  }
  return refused;
}

/** True if a removed variant is referred to. `item_components_variant` also rejects unknown variants of combos. */
const isRemoval = ({ kind, name, detail }: BrokenConstraint): boolean =>
  kind === 'reference' &&
  (name === 'item_components_variant' ? !detail.includes('is not present') : !FINDERS_OF_NEW[name]);

/** Rejects all items: a write that removes variants stands alone. */
const variantsInUse: Finder = async (_, items) =>
  refusedOf(items, () =>
    stateConflict(
      '/variants',
      'a variant that has stock, is on a document or is part of a combo cannot be removed: send it with its id',
    ),
  );

/** Thrown if some items of a set cannot be written. `refused` holds the known rejections, by id or by index. */
export class ItemsRefused extends Error {
  override name = 'ItemsRefused';
  readonly refused: Refused;

  constructor(refused: Refused, cause: unknown) {
    super('Some items are rejected.', { cause });
    this.refused = refused;
  }

  /** The same error, with rejections by the index of each item's id in `ids`. */
  at(ids: readonly (number | undefined)[]): ItemsRefused {
    const places = ids.flatMap((id, place) => {
      const error = id === undefined ? undefined : this.refused.get(id);
      return error ? [[place, error] as const] : [];
    });
    return new ItemsRefused(new Map(places), this.cause);
  }
}

interface Writing {
  readonly inserts: readonly ItemFields[];
  readonly updates: readonly ItemFields[];
  readonly generated: ReadonlySet<string>;
}

/** If the write breaks a constraint, looks up which items do, and throws ItemsRefused. Rethrows other errors. */
export async function refusingItems<T>(tx: TenantTransaction, write: Promise<T>, writing: Writing): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const broken = brokenConstraint(error);
    if (!broken) throw error;
    const find = isRemoval(broken) ? variantsInUse : FINDERS_OF_NEW[broken.name];
    if (!find) throw error;
    const items = [...writing.inserts, ...writing.updates];
    // A single item breaks constraints in the order of its errors.
    const refused = items.length > 1 ? await firstErrors(tx, writing) : await find(tx, items, writing.generated);
    throw new ItemsRefused(refused, error);
  }
}
