// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { MONEY, minorUnits, units } from '../decimals.ts';
import type { Handlers } from '../call.ts';
import { byStatus } from '../lists.ts';
import { withGroupsOf } from '../modifier-items.ts';
import {
  change,
  create,
  found,
  list,
  type RecordKind,
  type Rule,
  read,
  refersTo,
  SORTS,
  shown,
  uniqueExternalId,
} from '../records.ts';
import { type Row, rowsOf } from '../state.ts';
import { canonical, characters } from '../text.ts';
import { batchItems } from './items/batch.ts';
import { freeCodes, isCodeTaken, variantsOf } from './items/codes.ts';
import { variantsInUse } from './items/in-use.ts';
import {
  noRepetition,
  partsOfType,
  refersInList,
  stockableComponents,
  variantsOfComponents,
  variantsOfItem,
  withEntries,
} from './items/parts.ts';
import { atStore, stockOf } from './items/stock.ts';

const equals =
  (property: string) =>
  (row: Row, value: unknown): boolean =>
    row[property] === value;

/** items.search, items.search_variants */
const searched = (row: Row): string[] =>
  [row, ...variantsOf(row)].flatMap(({ name, itemCode, barcodes }) => [
    String(name),
    String(itemCode),
    ...(barcodes as readonly string[]),
  ]);

const GTIN = /^\d{12,14}$/;

/** True for a GTIN that a code or barcode is with other leading zeros, such as a UPC-A read as an EAN-13. items.search_gtin */
const hasGtin = (row: Row, word: string): boolean =>
  GTIN.test(word) &&
  searched(row)
    .slice(1)
    .some((code) => GTIN.test(code) && code.padStart(14, '0') === word.padStart(14, '0'));

const onCreate =
  (rule: Rule): Rule =>
  (draft, ...more) => {
    if (!draft.before) rule(draft, ...more);
  };

const ITEMS: RecordKind = {
  table: 'items',
  // items.code_generated
  defaults: ({ type, itemCode, variants }, { choices }, merchant) => ({
    type: 0,
    status: 1,
    itemCode: itemCode ?? choices.code('/itemCode', isCodeTaken(merchant, { variants }), 'items.code_generated'),
    barcodes: [],
    description: null,
    groupId: null,
    brandId: null,
    taxId: null,
    unit: null,
    price: canonical('0', minorUnits(merchant.currency)),
    cost: null,
    currency: merchant.currency,
    weighingScale: 0,
    trackStock: type !== 2,
    lowStockLevel: null,
    imageUrl: null,
    modifierIds: [],
    variants: [],
    components: [],
    stores: [],
  }),
  complete: withEntries,
  firstError: 'items.first_error',
  rules: [
    partsOfType,
    variantsOfItem,
    noRepetition,
    stockableComponents,
    uniqueExternalId('items'),
    onCreate(freeCodes),
    refersTo('groupId', 'categories'),
    refersTo('brandId', 'brands'),
    refersTo('taxId', 'taxes'),
    variantsOfComponents,
    refersInList('stores', 'stores', 'storeId'),
    refersInList('modifierIds', 'modifiers'),
    variantsInUse,
    freeCodes,
  ],
  settle: withGroupsOf,
  whole: (row, merchant, { query, body }) => {
    const storeId = Number(query.storeId ?? (body.atStore as Row | undefined)?.storeId);
    return {
      stock: stockOf(row, merchant),
      ...(merchant.tables.stores.has(storeId) && { atStore: atStore(row, storeId, merchant) }),
    };
  },
  list: {
    rows: (merchant) => rowsOf(merchant, 'items'),
    filters: {
      status: byStatus,
      type: equals('type'),
      groupId: ({ groupId }, ids) => (ids as readonly unknown[]).includes(groupId),
      brandId: equals('brandId'),
      taxId: equals('taxId'),
      weighingScale: equals('weighingScale'),
      itemCode: equals('itemCode'),
      stockStatus: (row, status, merchant) => stockOf(row, merchant).stockStatus === status,
    },
    searches: { search: searched },
    isAlsoFound: hasGtin,
    sorts: {
      ...SORTS,
      itemCode: ({ itemCode }) => characters(itemCode),
      price: ({ price }) => units(String(price), MONEY),
    },
    show: shown,
  },
};

export const ITEM_HANDLERS: Handlers = {
  listItems: list(ITEMS),
  getItem: (call, merchant) => {
    found(merchant, 'stores', Number(call.query.storeId));
    return read(ITEMS)(call, merchant);
  },
  createItem: create(ITEMS),
  batchItems,
  updateItem: change(ITEMS),
};
