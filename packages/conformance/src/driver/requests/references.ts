import type { Fields } from '../../specification/answer.ts';
import type { Row, Table } from '../../specification/state.ts';
import { type Option, option, pick, type Scene, UNKNOWN_ID } from './factor.ts';

/** Properties and parameters that refer to records. */

const TABLES_BY_NAME: Readonly<Record<string, Table>> = {
  storeId: 'stores',
  fromStoreId: 'stores',
  toStoreId: 'stores',
  storeIds: 'stores',
  supplierId: 'suppliers',
  taxId: 'taxes',
  brandId: 'brands',
  groupId: 'categories',
  parentId: 'categories',
  itemId: 'items',
  itemIds: 'items',
  modifierIds: 'modifiers',
};

/** The table that a property or parameter refers to. */
export const tableNamed = (name: string): Table | undefined => TABLES_BY_NAME[name];

const isActive = ({ status }: Row): boolean => status !== 0;

export const entriesOf = (record: Fields | undefined, name: string): readonly Fields[] =>
  Array.isArray(record?.[name]) ? (record[name] as Fields[]) : [];

const ids = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);

/** An active record, or one that no record is. */
const anyOf = ({ records, draw }: Scene, table: Table): number =>
  pick(ids(records(table).filter(isActive)), draw) ?? UNKNOWN_ID;

/** Ways to refer to a record. */
export function referenceOptions(table: Table): Option[] {
  const active = option('valid', (scene) => anyOf(scene, table));
  const ofKind = (kind: number): Option =>
    option(`of type ${kind}`, ({ records, draw }) =>
      pick(ids(records(table).filter((row) => isActive(row) && row.type === kind)), draw),
    );
  return [
    ...(table === 'items' ? [ofKind(0), ofKind(1), ofKind(2)] : [active]),
    option('inactive', ({ records, draw }) => pick(ids(records(table).filter((row) => !isActive(row))), draw)),
    option('unknown', () => UNKNOWN_ID),
    option('of another merchant', ({ foreign, draw }) => pick(foreign(table), draw) ?? UNKNOWN_ID),
    option('itself', ({ stored }) => stored?.id),
  ];
}

export function referenceLists(table: Table): Option[] {
  const several = (count: number, scene: Scene): number[] => {
    const rows = ids(scene.records(table).filter(isActive));
    return [...new Set(Array.from({ length: count }, () => pick(rows, scene.draw) ?? UNKNOWN_ID))];
  };
  return [
    option('none', () => []),
    option('one', (scene) => several(1, scene)),
    option('some', (scene) => several(3, scene)),
    option('one unknown', (scene) => [...several(1, scene), UNKNOWN_ID]),
    option('of another merchant', (scene) => [
      pick(scene.foreign(table), scene.draw) ?? UNKNOWN_ID,
      ...several(1, scene),
    ]),
    option('two wrong', () => [UNKNOWN_ID - 1, UNKNOWN_ID]),
    option('one twice', (scene) => several(1, scene).flatMap((id) => [id, id])),
  ];
}

/** Ways to name a variant of the item beside it. */
export const VARIANT_OPTIONS: readonly Option[] = [
  option('fitting', (scene, { itemId }) => {
    const item = scene.records('items').find(({ id }) => id === itemId);
    return pick(entriesOf(item, 'variants'), scene.draw)?.id;
  }),
  option('null', () => null),
  option('unknown', () => UNKNOWN_ID),
  option("another item's", (scene, { itemId }) => {
    const others = scene.records('items').filter(({ id }) => id !== itemId);
    return pick(
      others.flatMap((item) => entriesOf(item, 'variants')),
      scene.draw,
    )?.id;
  }),
];
