import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Line, Reference } from './line.ts';
import {
  type Found,
  type FoundItem,
  type FoundRecords,
  lookUp,
  Records,
  type RecordType,
  variantOf,
} from './look-up.ts';
import type { Entry } from './parse-line.ts';
import type { Problem } from './problem.ts';

const TARGETS = ['store', 'supplier', 'tax', 'category', 'brand', 'item'] as const satisfies readonly RecordType[];

/** Types of records that lines refer to. */
type RecordTarget = (typeof TARGETS)[number];
type Receipt = 'sale' | 'refund';
type Target = RecordTarget | Receipt;

/** A reference in a line. */
interface Use {
  readonly target: Target;
  readonly reference: Reference;
  readonly path: string;
  /** Variant of the item, for lines that have to name one. */
  readonly variant?: Reference | null;
}

/** Lists the references of a line in property order. */
export function usesOf(line: Line): Use[] {
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

const itemsOf = (lines: readonly { item: Reference; variant: Reference | null }[], at: string): Use[] =>
  lines.map(({ item, variant }, i) => ({ target: 'item', reference: item, path: `${at}/${i}/item`, variant }));

/** Maximum number of external ids remembered per type. Beyond it, references to that type are not checked. */
const MOST_NAMES = 1_000_000;

/**
 * Records that lines introduce but the database does not have yet: they come later in the batch, or
 * the file has problems.
 */
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

type TargetRecords = { readonly [T in RecordTarget]: Records<FoundRecords[T]> };

const noRecords = (): TargetRecords =>
  Object.fromEntries(TARGETS.map((target) => [target, new Records()])) as unknown as TargetRecords;

/** Resolves and checks the references of lines. */
export class References {
  readonly #records: TargetRecords;
  readonly #receipts: ReadonlySet<string>;
  readonly #introduced: Introduced;

  constructor(records = noRecords(), receipts: ReadonlySet<string> = new Set(), introduced = new Introduced()) {
    this.#records = records;
    this.#receipts = receipts;
    this.#introduced = introduced;
  }

  /** Reads the records that the lines refer to, with one statement for each type. */
  static async read(
    tx: TenantTransaction,
    entries: readonly Entry[],
    introduced = new Introduced(),
  ): Promise<References> {
    const uses = entries.flatMap(({ line }) => usesOf(line));
    const of = (...targets: Target[]) =>
      uses.filter(({ target }) => targets.includes(target)).map(({ reference }) => reference);
    const found = await Promise.all(TARGETS.map(async (target) => [target, await lookUp(tx, target, of(target))]));
    const receipts = of('sale', 'refund');
    const rows = receipts.length > 0 ? await tx.query<{ kind: Receipt; externalId: string }>(RECEIPTS, [receipts]) : [];
    const names = new Set(rows.map(({ kind, externalId }) => `${kind} ${externalId}`));
    return new References(Object.fromEntries(found), names, introduced);
  }

  problems({ number, line }: Entry): Problem[] {
    return usesOf(line).flatMap((use): Problem[] => {
      const { target, reference, path } = use;
      if (this.#introduced.has(target, reference)) return [];
      if (!this.#has(target, reference)) return [{ line: number, path, message: unknown(target, reference) }];
      const variant = use.variant !== undefined && variantOf(this.find('item', reference) as FoundItem, use.variant);
      if (typeof variant !== 'string') return [];
      return [{ line: number, path: path.replace(/item$/, 'variant'), message: variant }];
    });
  }

  find<T extends RecordTarget>(target: T, reference: Reference): FoundRecords[T] | undefined {
    return this.#records[target].find(reference) as FoundRecords[T] | undefined;
  }

  /** Id of a checked reference; null or undefined if the reference is. */
  id<R extends Reference | null | undefined>(target: RecordTarget, reference: R): number | Exclude<R, Reference> {
    if (reference === null || reference === undefined) return reference as Exclude<R, Reference>;
    return this.find(target, reference)?.id as number;
  }

  /** Id of the variant of a checked reference. */
  variantId(item: Reference, variant: Reference | null): number | null {
    const found = variantOf(this.find('item', item) as FoundItem, variant);
    return typeof found === 'string' ? null : found.id;
  }

  /** Adds a written record, if lines refer to records of its type. */
  add(type: RecordType, record: Found): void {
    if (type in this.#records) (this.#records[type as RecordTarget] as Records<Found>).add(record);
  }

  /** Accepts references to a record even though its line cannot be written, if there is no such record yet. */
  introduce({ line: { type, externalId } }: Entry): void {
    if (type in this.#records && this.#has(type as RecordTarget, externalId)) return;
    this.#introduced.add(type, externalId);
  }

  #has(target: Target, reference: Reference): boolean {
    if (target === 'sale' || target === 'refund') return this.#receipts.has(`${target} ${reference}`);
    return this.find(target, reference) !== undefined;
  }
}

/** Finds references to records that are neither stored nor introduced by an earlier line. */
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
