import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Entry } from './format.ts';
import type { Line, Problem, QuantityLine, Reference } from './lines.ts';

interface Found {
  readonly id: number;
  readonly externalId: string | null;
}

interface FoundItem extends Found {
  readonly type: number;
  readonly name: string;
  readonly variants: readonly { id: number; name: string }[];
}

interface FoundRecords extends Record<'supplier' | 'tax' | 'category' | 'brand' | 'modifier' | 'menu', Found> {
  readonly store: Found & { readonly currency: string };
  readonly item: FoundItem;
}

type RecordType = keyof FoundRecords;

/** Finds records by id or external id. `byApp` if external ids are unique per app: the back office counts as one. */
function lookUpIn(table: string, more: string, { byApp }: { readonly byApp: boolean }) {
  const externalId = byApp ? 'case when app_id = $4 then external_id end' : 'external_id';
  const ofApp = byApp ? 'app_id = $4 and ' : '';
  const text = `select id, ${externalId} as "externalId"${more} from region.${table}
     where company_id = $1 and (id = any($2::bigint[]) or ${ofApp}external_id = any($3::text[]))`;
  return { byApp, sql: statement(`import.${table}`, text) };
}
const ofMerchant = (table: string, more = '') => lookUpIn(table, more, { byApp: false });
const ofApp = (table: string, more = '') => lookUpIn(table, more, { byApp: true });

const LOOK_UPS: Readonly<Record<RecordType, ReturnType<typeof lookUpIn>>> = {
  store: ofMerchant('stores', ', currency'),
  supplier: ofMerchant('suppliers'),
  tax: ofMerchant('taxes'),
  category: ofApp('categories'),
  brand: ofApp('brands'),
  item: ofApp('items', ', type, name, variants'),
  modifier: ofApp('modifier_groups'),
  menu: ofApp('menus'),
};

const RECORD_TYPES = Object.keys(LOOK_UPS) as RecordType[];

class Records<Row extends Found> {
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

/** Finds a variant by id or name; null for an item without variants. Returns the problem as a string. */
function variantOf(item: FoundItem, variant: Reference | null): { id: number | null } | string {
  const found = item.variants.find(({ id, name }) => variant === id || variant === name);
  if (found) return { id: found.id };
  if (variant !== null) return `names no variant of ${item.name}`;
  return item.variants.length > 0 ? `is required, because ${item.name} has variants` : { id: null };
}

/** A reference in a line. */
interface Use {
  readonly target: RecordType | 'sale' | 'refund';
  readonly reference: Reference;
  readonly path: string;
  /** Variant of the item, for lines that must name one. */
  readonly variant?: Reference | null;
}

/** Lists the references of a line in property order. */
export function usesOf(line: Line): Use[] {
  const one = (target: Use['target'], reference: Reference | null | undefined, path = `/${target}`): Use[] =>
    reference === null || reference === undefined ? [] : [{ target, reference, path }];
  const itemsOf = (lines: readonly QuantityLine[], at: string): Use[] =>
    lines.map(({ item, variant }, i) => ({ target: 'item', reference: item, path: `${at}/${i}/item`, variant }));
  switch (line.type) {
    case 'category':
      return one('category', line.parent, '/parent');
    case 'item':
      return [
        ...one('tax', line.tax),
        ...one('category', line.groupId, '/groupId'),
        ...one('brand', line.brandId, '/brandId'),
        ...itemsOf(line.components ?? [], '/components'),
      ];
    case 'modifier':
      return [
        ...line.options.flatMap(({ item }, i) => one('item', item, `/options/${i}/item`)),
        ...(line.items ?? []).flatMap((item, i) => one('item', item, `/items/${i}`)),
      ];
    case 'menu':
      return [
        ...(line.items ?? []).flatMap(({ item }, i) => one('item', item, `/items/${i}/item`)),
        ...(line.stores ?? []).flatMap((each, i) => one('store', each, `/stores/${i}`)),
      ];
    case 'openingStock':
      return [...one('store', line.store), { ...(itemsOf([line], '')[0] as Use), path: '/item' }];
    case 'sale':
      return [
        ...one('store', line.store),
        ...itemsOf(line.lines, '/lines'),
        ...line.lines.flatMap(({ components = [] }, i) => itemsOf(components, `/lines/${i}/components`)),
      ];
    case 'openOrder':
      return [...one('store', line.store), ...itemsOf(line.lines, '/lines')];
    case 'refund':
      return [...one('store', line.store), ...itemsOf(line.lines, '/lines'), ...one('sale', line.sale)];
    case 'purchaseReturn':
      return [...one('supplier', line.supplier), ...one('store', line.store), ...itemsOf(line.lines, '/lines')];
    case 'void':
      return one(line.kind, line.externalId, '/externalId');
    default:
      return [];
  }
}

/** Maximum number of external ids remembered per type. Beyond it, references to that type are not checked. */
const MOST_NAMES = 1_000_000;

/** Records that lines introduce before the database has them: later in the batch, or because the file has problems. */
export class Introduced {
  readonly #names = new Map<string, Set<string>>();

  add(type: string, externalId: string): void {
    const names = this.#names.get(type);
    if (!names) this.#names.set(type, new Set([externalId]));
    else if (names.size < MOST_NAMES) names.add(externalId);
  }

  has(type: string, reference: Reference): boolean {
    const names = this.#names.get(type);
    return typeof reference === 'string' && names !== undefined && (names.has(reference) || names.size >= MOST_NAMES);
  }
}

const RECEIPTS = statement(
  'import.receipts',
  `select kind, external_id as "externalId" from region.sales where company_id = $1 and external_id = any($2::text[])`,
);

export class References {
  readonly #records = Object.fromEntries(RECORD_TYPES.map((type) => [type, new Records()])) as unknown as {
    [Type in RecordType]: Records<FoundRecords[Type]>;
  };
  readonly #receipts = new Set<string>();
  readonly #introduced: Introduced;
  readonly #isStored: (externalId: string) => boolean;

  /** External ids that are not stored only connect lines that are written with the same references. */
  constructor(introduced = new Introduced(), isStored = (_: string): boolean => true) {
    this.#introduced = introduced;
    this.#isStored = isStored;
  }

  /** Reads the records that the lines refer to, with one statement for each type. */
  static async read(tx: TenantTransaction, entries: readonly Entry[], introduced?: Introduced): Promise<References> {
    const references = new References(introduced);
    const uses = entries.flatMap(({ line }) => usesOf(line));
    const of = (...targets: Use['target'][]) =>
      uses.filter(({ target }) => targets.includes(target)).map(({ reference }) => reference);
    const records: object = references.#records;
    await Promise.all(
      RECORD_TYPES.map(async (type) => Object.assign(records, { [type]: await lookUp(tx, type, of(type)) })),
    );
    const receipts = of('sale', 'refund');
    const rows = receipts.length > 0 ? await tx.query<{ kind: string; externalId: string }>(RECEIPTS, [receipts]) : [];
    for (const { kind, externalId } of rows) references.#receipts.add(`${kind} ${externalId}`);
    return references;
  }

  problems({ number, line }: Entry): Problem[] {
    return usesOf(line).flatMap(({ target, reference, path, variant }): Problem[] => {
      if (this.#introduced.has(target, reference)) return [];
      if (!this.#has(target, reference)) {
        const noun = target === 'item' ? 'an item' : `a ${target}`;
        return [{ line: number, path, message: `names ${noun} that does not exist: ${reference}` }];
      }
      const found = variant !== undefined && variantOf(this.find('item', reference) as FoundItem, variant);
      return typeof found === 'string'
        ? [{ line: number, path: path.replace(/item$/, 'variant'), message: found }]
        : [];
    });
  }

  find<T extends RecordType>(target: T, reference: Reference): FoundRecords[T] | undefined {
    return this.#records[target].find(reference);
  }

  /** Id of a checked reference; null or undefined if the reference is. */
  id<R extends Reference | null | undefined>(target: RecordType, reference: R): number | Exclude<R, Reference> {
    if (reference === null || reference === undefined) return reference as Exclude<R, Reference>;
    return this.find(target, reference)?.id as number;
  }

  /** Ids of a checked item, or of one of its variants. */
  itemIds({ item, variant }: Pick<QuantityLine, 'item' | 'variant'>) {
    const found = this.find('item', item) as FoundItem;
    const of = variantOf(found, variant);
    return { itemId: found.id, variantId: typeof of === 'string' ? null : of.id };
  }

  storedId(externalId: string): string | null {
    return this.#isStored(externalId) ? externalId : null;
  }

  add<Type extends RecordType>(type: Type, record: Found & Partial<FoundRecords[Type]>): void {
    (this.#records[type] as Records<Found>).add(record);
  }

  /** Accepts references to a record even though its line cannot be written, if there is no such record yet. */
  introduce({ line: { type, externalId } }: Entry): void {
    if (type in this.#records && this.#has(type as RecordType, externalId)) return;
    this.#introduced.add(type, externalId);
  }

  #has(target: Use['target'], reference: Reference): boolean {
    if (target === 'sale' || target === 'refund') return this.#receipts.has(`${target} ${reference}`);
    return this.find(target, reference) !== undefined;
  }
}
