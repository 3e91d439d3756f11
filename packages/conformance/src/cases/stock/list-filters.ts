import { MONEY, units } from '../../decimals.ts';
import { PURCHASES, TRANSFERS } from '../fixtures/documents.ts';
import {
  byText,
  equals,
  type Filter,
  type FilteredList,
  found,
  INCLUDE_VOIDED,
  isVoided,
  oneOf,
  period,
} from '../lists/filters.ts';
import type { ListFixture } from './list-fixtures.ts';

/** Filters and sorts of the lists of stock documents. */

const states = (name: string): Filter[] => [0, 1, 2].map((state) => equals(name, state));

export const ROW_STATES: readonly Filter[] = [equals('status', 0), equals('status', 1), INCLUDE_VOIDED];

const BY_ENTRY = [
  byText('', 'entryDate'),
  byText('sort=entryDate', 'entryDate'),
  byText('sort=updatedAt', 'updatedAt'),
];

export function orders({ mark, rows, days, stores, suppliers }: ListFixture): FilteredList {
  const [a = 0, b = 0, c = 0] = suppliers;
  const [x = 0, y = 0, z = 0] = stores;
  const numbers = rows.map(({ orderNo }) => String(orderNo));
  const numbered = (some: readonly string[]): Filter => ({
    name: 'orderNos',
    query: `orderNos=${some.map(encodeURIComponent).join()}`,
    matches: ({ orderNo }) => some.includes(String(orderNo)),
  });
  const texts = ['orderNo', 'invoice', 'narration'];
  return {
    path: PURCHASES.path,
    hides: isVoided,
    filters: [
      ...ROW_STATES,
      ...states('purchStatus'),
      oneOf('supplierId', 'supplierId', [a]),
      oneOf('supplierId', 'supplierId', [b, c]),
      oneOf('store', 'storeId', [x], `storeId=${x}`),
      oneOf('store', 'storeId', [y, z], `storeIds=${y}&storeIds=${z}`),
      period('orderDate', days[1], undefined),
      period('orderDate', days[1], days[2]),
      ...[...new Set(rows.map(({ provider }) => String(provider)))].map((name) => equals('provider', name)),
      numbered(numbers.slice(1, 8)),
      found(`${mark} lorry`, texts),
    ],
    sorts: [
      ...BY_ENTRY,
      byText('sort=orderDate', 'orderDate'),
      byText('sort=orderNo', 'orderNo'),
      { query: 'sort=total', keyOf: ({ total }) => units(String(total), MONEY) },
    ],
    scopes: [found(mark, texts), period('orderDate', days[0], days.at(-1)), numbered(numbers)],
  };
}

export function transfers({ mark, days, stores }: ListFixture): FilteredList {
  const [x = 0, y = 0, z = 0] = stores;
  const texts = ['transferNo', 'narration'];
  return {
    path: TRANSFERS.path,
    hides: isVoided,
    filters: [
      ...ROW_STATES,
      ...states('transferStatus'),
      oneOf('fromStoreId', 'fromStoreId', [x]),
      oneOf('fromStoreId', 'fromStoreId', [y, z]),
      oneOf('toStoreId', 'toStoreId', [z]),
      oneOf('toStoreId', 'toStoreId', [x, y], `toStoreId=${x}&toStoreId=${y}`),
      period('date', days[1], undefined),
      period('date', undefined, days[2]),
      found(`lorry ${mark}`, texts),
    ],
    sorts: [...BY_ENTRY, byText('sort=date', 'date'), byText('sort=transferNo', 'transferNo')],
    scopes: [found(mark, texts), period('date', days[0], days.at(-1))],
  };
}

export function adjustments({ mark, days, stores }: ListFixture): FilteredList {
  const [x = 0, y = 0, z = 0] = stores;
  const texts = ['adjustmentNo', 'narration', 'reason'];
  return {
    path: '/stock-adjustments',
    hides: () => false,
    filters: [
      ...states('status'),
      ...states('type'),
      oneOf('storeId', 'storeId', [x]),
      oneOf('storeId', 'storeId', [y, z]),
      period('date', days[1], undefined),
      period('date', undefined, days[2]),
      found(`theft ${mark}`, texts),
    ],
    sorts: [byText('', 'date')],
    scopes: [found(mark, texts), period('date', days[0], days.at(-1))],
  };
}
