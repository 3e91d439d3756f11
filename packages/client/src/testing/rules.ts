import type { FieldError } from '../errors.ts';
import type { Kept, Row } from './records.ts';
import { refuseFields } from './refusal.ts';
import { spelledInstant } from './schema-check.ts';

/** Finds a stored record. */
export type Find = (resource: Kept, id: number) => Row | undefined;

const inBody = (path: string, rule: string, message: string): FieldError => ({ in: 'body', path, rule, message });

/** Folds case and accents. */
export const folded = (text: unknown): string => String(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Rejects a record that duplicates a unique value. */
export function refuseDuplicate(resource: Kept, row: Row, others: Iterable<Row>): void {
  const taken = new Map(
    [...others]
      .filter(({ id }) => id !== row.id)
      .flatMap((other) => namesOf(resource, other).map(([, name]) => [name, other.id] as const)),
  );
  const [repeated] = namesOf(resource, row).filter(([, name]) => taken.has(name));
  if (!repeated) return;
  const [path, name] = repeated;
  const recordId = taken.get(name) as number;
  refuseFields('partner.duplicate', [{ ...inBody(path, 'unique', 'is already used by another record'), recordId }]);
}

interface Coded {
  readonly itemCode: string;
  readonly barcodes: readonly string[];
}

/** Unique values of a record and where each must be unique. */
function namesOf(resource: Kept, row: Row): [path: string, name: string][] {
  const own: [string, string][] = row.externalId === null ? [] : [['/externalId', `external ${row.externalId}`]];
  if (resource === 'brands') own.push(['/name', folded(row.name)]);
  if (resource === 'categories') own.push(['/name', `${row.parentId} ${folded(row.name)}`]);
  if (resource === 'items') own.push(...codesOf(row as unknown as Coded & { readonly variants: readonly Coded[] }));
  return own;
}

function codesOf({ variants, ...item }: Coded & { readonly variants: readonly Coded[] }): [string, string][] {
  const places: [string, Coded][] = [['', item], ...variants.map((one, i): [string, Coded] => [`/variants/${i}`, one])];
  return places.flatMap(([at, { itemCode, barcodes }]) => [
    [`${at}/itemCode`, `code ${itemCode}`] as [string, string],
    ...barcodes.map((barcode, i): [string, string] => [`${at}/barcodes/${i}`, `barcode ${barcode}`]),
  ]);
}

/** Rejects a record that refers to a missing one. */
export function refuseDangling(resource: Kept, row: Row, find: Find): void {
  const [dangling] = referencesOf(resource, row).filter(({ to, id }) => id !== null && !find(to, id as number));
  if (!dangling) return;
  const { path, kind } = dangling;
  refuseFields('partner.reference_not_found', [inBody(path, 'reference', `no such ${kind}`)]);
}

interface RowReference {
  readonly path: string;
  readonly to: Kept;
  readonly kind: string;
  readonly id: unknown;
}

function referencesOf(resource: Kept, row: Row): RowReference[] {
  if (resource === 'categories') return [{ path: '/parentId', to: 'categories', kind: 'category', id: row.parentId }];
  if (resource !== 'items') return [];
  const stores = row.stores as readonly { storeId: number }[];
  const components = row.components as readonly { itemId: number }[];
  return [
    { path: '/groupId', to: 'categories', kind: 'category', id: row.groupId },
    { path: '/brandId', to: 'brands', kind: 'brand', id: row.brandId },
    { path: '/taxId', to: 'taxes', kind: 'tax', id: row.taxId },
    ...stores.map(({ storeId: id }, i) => ({ path: `/stores/${i}/storeId`, to: 'stores' as const, kind: 'store', id })),
    ...components.map(({ itemId: id }, i) => ({
      path: `/components/${i}/itemId`,
      to: 'items' as const,
      kind: 'item',
      id,
    })),
  ];
}

/** Normalizes instants, so that two spellings of the same instant compare as equal. */
const comparable = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? spelledInstant(value) : value);

/** Rejects read-only properties that differ from the stored ones. */
export function refuseReadOnly(
  changes: Readonly<Record<string, unknown>>,
  row: Row,
  readOnly: readonly string[],
): void {
  const changed = readOnly.filter((name) => name in changes && comparable(changes[name]) !== comparable(row[name]));
  const message = 'is read-only, and differs from the record';
  refuseFields(
    'partner.validation_failed',
    changed.map((name) => inBody(`/${name}`, 'readOnly', message)),
  );
}
