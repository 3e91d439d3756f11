import { statement } from '../storage/statement.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import type { Line, Reference } from './format.ts';
import {
  type Found,
  type FoundItem,
  lookUpBrands,
  lookUpCategories,
  lookUpItems,
  lookUpStores,
  lookUpSuppliers,
  lookUpTaxes,
  type Records,
  variantOf,
} from './look-up.ts';
import type { Entry } from './parse-line.ts';
import type { Problem } from './problem.ts';

/** Types of records that lines refer to. */
type Target = 'store' | 'supplier' | 'tax' | 'category' | 'brand' | 'item' | 'sale' | 'refund';

/** A reference in a line. */
interface Use {
  readonly target: Target;
  readonly reference: Reference;
  readonly path: string;
  /** Of an item, where the line has to name the one meant. */
  readonly variant?: Reference | null;
}

/** The references of a line, in the order of its properties. */
function usesOf(line: Line): Use[] {
  const one = (target: Target, reference: Reference | null | undefined, path = `/${target}`): Use[] =>
    reference === null || reference === undefined ? [] : [{ target, reference, path }];
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
      return [...one('store', line.store), ...itemsOf([line], '').map((use) => ({ ...use, path: '/item' }))];
    case 'sale':
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

const itemsOf = (lines: readonly { item: Reference; variant: Reference | null }[], at: string): Use[] =>
  lines.map(({ item, variant }, i) => ({ target: 'item', reference: item, path: `${at}/${i}/item`, variant }));

/** Names of one type that are remembered of a file with problems; beyond, references to the type are not checked. */
const MOST_NAMES = 1_000_000;

/** Records that lines of the file introduce without being written, because the file has problems. */
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

type Receipt = 'sale' | 'refund';
type Known = { readonly [T in Exclude<Target, Receipt>]: Records<Found> };

/** The records that lines refer to. */
export class References {
  readonly #known: Known;
  readonly #receipts: ReadonlySet<string>;
  readonly #introduced: Introduced;

  private constructor(known: Known, receipts: ReadonlySet<string>, introduced: Introduced) {
    this.#known = known;
    this.#receipts = receipts;
    this.#introduced = introduced;
  }

  /** Reads them, with one statement for each type that the lines refer to. */
  static async read(tx: TenantTransaction, entries: readonly Entry[], introduced: Introduced): Promise<References> {
    const uses = entries.flatMap(({ line }) => usesOf(line));
    const of = (...targets: Target[]) =>
      uses.filter(({ target }) => targets.includes(target)).map(({ reference }) => reference);
    const known = {
      store: await lookUpStores(tx, of('store')),
      supplier: await lookUpSuppliers(tx, of('supplier')),
      tax: await lookUpTaxes(tx, of('tax')),
      category: await lookUpCategories(tx, of('category')),
      brand: await lookUpBrands(tx, of('brand')),
      item: await lookUpItems(tx, of('item')),
    };
    const receipts = of('sale', 'refund');
    const rows = receipts.length > 0 ? await tx.query<{ kind: Receipt; externalId: string }>(RECEIPTS, [receipts]) : [];
    return new References(known, new Set(rows.map(({ kind, externalId }) => `${kind} ${externalId}`)), introduced);
  }

  /** What is wrong with the references of a line. */
  problems({ number, line }: Entry): Problem[] {
    return usesOf(line).flatMap((use): Problem[] => {
      const { target, reference, path } = use;
      if (this.#introduced.has(target, reference)) return [];
      if (!this.#has(target, reference)) return [{ line: number, path, message: unknown(target, reference) }];
      const variant = use.variant !== undefined && variantOf(this.#item(reference), use.variant);
      if (typeof variant !== 'string') return [];
      return [{ line: number, path: path.replace(/item$/, 'variant'), message: variant }];
    });
  }

  /** The record of a reference without a problem; absent like the reference. */
  id(target: Exclude<Target, Receipt>, reference: Reference | null | undefined): number | null | undefined {
    return reference === null || reference === undefined ? reference : this.#known[target].find(reference)?.id;
  }

  /** The variant of a reference without a problem. */
  variantId(item: Reference, variant: Reference | null): number | null {
    const found = variantOf(this.#item(item), variant);
    return typeof found === 'string' ? null : found.id;
  }

  /** Adds a record that a line has written. */
  add(type: string, record: Found): void {
    if (type in this.#known) this.#known[type as keyof Known].add(record);
  }

  /** Notes a record that a line names and that cannot be written. */
  introduce({ line }: Entry): void {
    this.#introduced.add(line.type, line.externalId);
  }

  #has(target: Target, reference: Reference): boolean {
    if (target === 'sale' || target === 'refund') return this.#receipts.has(`${target} ${reference}`);
    return this.#known[target].find(reference) !== undefined;
  }

  #item(reference: Reference): FoundItem {
    return this.#known.item.find(reference) as FoundItem;
  }
}

/** Finds references of lines to records that neither the merchant nor an earlier line has. */
export async function unknownReferences(
  tx: TenantTransaction,
  entries: readonly Entry[],
  introduced: Introduced,
): Promise<Problem[]> {
  const references = await References.read(tx, entries, introduced);
  return entries.flatMap((entry) => {
    const problems = references.problems(entry);
    references.introduce(entry);
    return problems;
  });
}

const unknown = (target: Target, reference: Reference): string =>
  `names ${target === 'item' ? 'an' : 'a'} ${target} that does not exist: ${reference}`;
