import { MONEY, minorUnits, units } from '../../decimals.ts';
import type { Handlers } from '../call.ts';
import { entriesReferTo } from '../entries.ts';
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
  uniqueExternalId,
} from '../records.ts';
import type { Row } from '../state.ts';
import { canonical, characters } from '../text.ts';
import { batchItems } from './items/batch.ts';
import { freeCodes, isCodeTaken, variantsOf } from './items/codes.ts';
import {
  noRepetition,
  partsOfType,
  stockableComponents,
  variantsInUse,
  variantsOfComponents,
  variantsOfItem,
  withEntries,
} from './items/parts.ts';
import { atStore, stockOf } from './items/stock.ts';

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
    entriesReferTo('stores', 'stores', 'storeId'),
    entriesReferTo('modifiers', 'modifierIds'),
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
    filters: {
      type: 'equal',
      groupId: 'among',
      brandId: 'equal',
      taxId: 'equal',
      weighingScale: 'equal',
      itemCode: 'equal',
      stockStatus: (row, status, merchant) => stockOf(row, merchant).stockStatus === status,
    },
    searches: { search: searched },
    isAlsoFound: hasGtin,
    sorts: { itemCode: ({ itemCode }) => characters(itemCode), price: ({ price }) => units(String(price), MONEY) },
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
