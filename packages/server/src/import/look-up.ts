import { type Statement, statement } from '../storage/statement.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { Reference } from './format.ts';

export interface Found {
  readonly id: number;
  readonly externalId: string | null;
}

export interface FoundStore extends Found {
  readonly currency: string;
}

export interface FoundItem extends Found {
  readonly type: number;
  readonly name: string;
  readonly variants: readonly { id: number; name: string }[];
}

const idsOf = (table: string, more = ''): Statement =>
  statement(
    `import.${table}`,
    `select id, external_id as "externalId"${more} from region.${table}
     where company_id = $1 and (id = any($2::bigint[]) or external_id = any($3::text[]))`,
  );
const STORES = idsOf('stores', ', currency');
const SUPPLIERS = idsOf('suppliers');
const TAXES = idsOf('taxes');

/** External ids of what apps write are each app's own; the back office's are those of its app. */
const ownIdsOf = (table: string, more = ''): Statement =>
  statement(
    `import.${table}`,
    `select id, case when app_id = $4 then external_id end as "externalId"${more} from region.${table}
     where company_id = $1 and (id = any($2::bigint[]) or app_id = $4 and external_id = any($3::text[]))`,
  );
const ITEMS = ownIdsOf('items', ', type, name, variants');
const CATEGORIES = ownIdsOf('categories');
const BRANDS = ownIdsOf('brands');
const MODIFIERS = ownIdsOf('modifier_groups');
const MENUS = ownIdsOf('menus');

/** Records that references stand for. */
export class Records<Row extends Found> {
  readonly #byId = new Map<number, Row>();
  readonly #byExternalId = new Map<string, Row>();

  constructor(rows: readonly Row[]) {
    for (const row of rows) this.add(row);
  }

  add(row: Row): void {
    this.#byId.set(row.id, row);
    if (row.externalId !== null) this.#byExternalId.set(row.externalId, row);
  }

  find(reference: Reference): Row | undefined {
    return typeof reference === 'number' ? this.#byId.get(reference) : this.#byExternalId.get(reference);
  }
}

export const lookUpStores = (tx: TenantTransaction, references: readonly Reference[]) =>
  lookUp<FoundStore>(tx, STORES, references);

export const lookUpSuppliers = (tx: TenantTransaction, references: readonly Reference[]) =>
  lookUp<Found>(tx, SUPPLIERS, references);

export const lookUpTaxes = (tx: TenantTransaction, references: readonly Reference[]) =>
  lookUp<Found>(tx, TAXES, references);

export const lookUpItems = (tx: TenantTransaction, references: readonly Reference[]) =>
  lookUp<FoundItem>(tx, ITEMS, references, [tx.scope.appId]);

export const lookUpCategories = (tx: TenantTransaction, references: readonly Reference[]) =>
  lookUp<Found>(tx, CATEGORIES, references, [tx.scope.appId]);

export const lookUpBrands = (tx: TenantTransaction, references: readonly Reference[]) =>
  lookUp<Found>(tx, BRANDS, references, [tx.scope.appId]);

export const lookUpModifiers = (tx: TenantTransaction, references: readonly Reference[]) =>
  lookUp<Found>(tx, MODIFIERS, references, [tx.scope.appId]);

export const lookUpMenus = (tx: TenantTransaction, references: readonly Reference[]) =>
  lookUp<Found>(tx, MENUS, references, [tx.scope.appId]);

async function lookUp<Row extends Found>(
  tx: TenantTransaction,
  sql: Statement,
  references: readonly Reference[],
  more: readonly unknown[] = [],
): Promise<Records<Row>> {
  const distinct = [...new Set(references)];
  if (distinct.length === 0) return new Records<Row>([]);
  const ids = distinct.filter((reference) => typeof reference === 'number');
  const externalIds = distinct.filter((reference) => typeof reference === 'string');
  return new Records(await tx.query<Row>(sql, [ids, externalIds, ...more]));
}

/** The variant of an item by its id or name; null where the item has none. What is wrong with it comes as text. */
export function variantOf(item: FoundItem, variant: Reference | null): { id: number | null } | string {
  const known = item.variants.find(({ id, name }) => variant === id || variant === name);
  if (known) return { id: known.id };
  if (variant !== null) return `names no variant of ${item.name}`;
  return item.variants.length > 0 ? `is required, because ${item.name} has variants` : { id: null };
}
