import type { Fields } from '../../specification/answer.ts';
import type { Row, Table } from '../../specification/state.ts';
import { type Choice, choice, pick, type Scene, UNKNOWN_ID } from './factor.ts';

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
export function referenceChoices(table: Table): Choice[] {
  const active = choice('valid', (scene) => anyOf(scene, table));
  const ofKind = (kind: number): Choice =>
    choice(`of type ${kind}`, ({ records, draw }) =>
      pick(ids(records(table).filter((row) => isActive(row) && row.type === kind)), draw),
    );
  return [
    ...(table === 'items' ? [ofKind(0), ofKind(1), ofKind(2)] : [active]),
    choice('inactive', ({ records, draw }) => pick(ids(records(table).filter((row) => !isActive(row))), draw)),
    choice('unknown', () => UNKNOWN_ID),
    choice('of another merchant', ({ foreign, draw }) => pick(foreign(table), draw) ?? UNKNOWN_ID),
    choice('itself', ({ stored }) => stored?.id),
  ];
}

export function referenceLists(table: Table): Choice[] {
  const several = (count: number, scene: Scene): number[] => {
    const rows = ids(scene.records(table).filter(isActive));
    return [...new Set(Array.from({ length: count }, () => pick(rows, scene.draw) ?? UNKNOWN_ID))];
  };
  return [
    choice('none', () => []),
    choice('one', (scene) => several(1, scene)),
    choice('some', (scene) => several(3, scene)),
    choice('one unknown', (scene) => [...several(1, scene), UNKNOWN_ID]),
    choice('of another merchant', (scene) => [
      pick(scene.foreign(table), scene.draw) ?? UNKNOWN_ID,
      ...several(1, scene),
    ]),
    choice('two wrong', () => [UNKNOWN_ID - 1, UNKNOWN_ID]),
    choice('one twice', (scene) => several(1, scene).flatMap((id) => [id, id])),
  ];
}

/** Ways to name a variant of the item beside it. */
export const VARIANT_CHOICES: readonly Choice[] = [
  choice('fitting', (scene, { itemId }) => {
    const item = scene.records('items').find(({ id }) => id === itemId);
    return pick(entriesOf(item, 'variants'), scene.draw)?.id;
  }),
  choice('null', () => null),
  choice('unknown', () => UNKNOWN_ID),
  choice("another item's", (scene, { itemId }) => {
    const others = scene.records('items').filter(({ id }) => id !== itemId);
    return pick(
      others.flatMap((item) => entriesOf(item, 'variants')),
      scene.draw,
    )?.id;
  }),
];
