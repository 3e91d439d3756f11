import { type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Reference } from './line.ts';

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

export interface FoundRecords {
  readonly store: FoundStore;
  readonly supplier: Found;
  readonly tax: Found;
  readonly category: Found;
  readonly brand: Found;
  readonly item: FoundItem;
  readonly modifier: Found;
  readonly menu: Found;
}

export type RecordType = keyof FoundRecords;

interface LookUp {
  readonly sql: Statement;
  /** True if external ids are unique per app. The back office counts as one app. */
  readonly byApp: boolean;
}

const ofMerchant = (table: string, more = ''): LookUp => ({
  byApp: false,
  sql: statement(
    `import.${table}`,
    `select id, external_id as "externalId"${more} from region.${table}
     where company_id = $1 and (id = any($2::bigint[]) or external_id = any($3::text[]))`,
  ),
});

const ofApp = (table: string, more = ''): LookUp => ({
  byApp: true,
  sql: statement(
    `import.${table}`,
    `select id, case when app_id = $4 then external_id end as "externalId"${more} from region.${table}
     where company_id = $1 and (id = any($2::bigint[]) or app_id = $4 and external_id = any($3::text[]))`,
  ),
});

const LOOK_UPS: Readonly<Record<RecordType, LookUp>> = {
  store: ofMerchant('stores', ', currency'),
  supplier: ofMerchant('suppliers'),
  tax: ofMerchant('taxes'),
  category: ofApp('categories'),
  brand: ofApp('brands'),
  item: ofApp('items', ', type, name, variants'),
  modifier: ofApp('modifier_groups'),
  menu: ofApp('menus'),
};

/** Records found by id or by external id. */
export class Records<Row extends Found> {
  readonly #byId = new Map<number, Row>();
  readonly #byExternalId = new Map<string, Row>();

  constructor(rows: readonly Row[] = []) {
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

/** Reads the records of one type that the lines refer to. */
export async function lookUp<Type extends RecordType>(
  tx: TenantTransaction,
  type: Type,
  references: readonly Reference[],
): Promise<Records<FoundRecords[Type]>> {
  const distinct = [...new Set(references)];
  if (distinct.length === 0) return new Records();
  const { sql, byApp } = LOOK_UPS[type];
  const ids = distinct.filter((reference) => typeof reference === 'number');
  const externalIds = distinct.filter((reference) => typeof reference === 'string');
  return new Records(await tx.query(sql, [ids, externalIds, ...(byApp ? [tx.scope.appId] : [])]));
}

/**
 * Finds a variant by id or name; null for an item without variants. Returns a string that states
 * the problem if there is one.
 */
export function variantOf(item: FoundItem, variant: Reference | null): { id: number | null } | string {
  const found = item.variants.find(({ id, name }) => variant === id || variant === name);
  if (found) return { id: found.id };
  if (variant !== null) return `names no variant of ${item.name}`;
  return item.variants.length > 0 ? `is required, because ${item.name} has variants` : { id: null };
}
