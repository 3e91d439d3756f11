import type { Faults } from '../fault.ts';
import { asking, entriesOf, falsy, handler, inEntries, withBody, without } from '../how/handlers.ts';
import { loses } from '../how/requests.ts';

/** Categories and items that lose or keep what they should not. */
export const RECORD_FAULTS: Faults = {
  'request.loses-color': { breaks: 'categories.sort_order', text: 'does not store color', how: loses('color') },
  'server.category-stays': {
    breaks: 'records.null_clears',
    text: 'a category cannot be made a root again',
    where: { operation: 'updateCategory' },
    how: asking((request) => (request.body.parentId === null ? withBody(request, { parentId: undefined }) : request)),
  },
  'server.category-off-items-off': {
    breaks: 'records.deactivate_keeps_items',
    text: 'a category that is deactivated takes its items along',
    where: { operation: 'updateCategory' },
    how: handler((sound, mark, deps) => async (request) => {
      const reply = await sound(request);
      if (request.body.status !== 0) return reply;
      mark();
      const { id } = JSON.parse(reply.body) as { id: number };
      await deps.databases.regions.UK.query('update region_uk.items set status = 0 where group_id = $1', [id]);
      return reply;
    }),
  },
  'server.variant-ids-new': {
    breaks: 'items.variants',
    text: 'variants get new ids at every change',
    where: { operation: 'updateItem' },
    how: inEntries('variants', without('id')),
  },
  'server.variant-prices-lost': {
    breaks: 'items.variants',
    text: 'prices of variants are not kept',
    where: { operation: ['createItem', 'updateItem'] },
    how: inEntries('variants', without('price')),
  },
  'server.variant-codes-lost': {
    breaks: 'items.variants',
    text: 'codes of variants are generated whatever was sent',
    where: { operation: ['createItem', 'updateItem'] },
    how: inEntries('variants', without('itemCode')),
  },
  'server.variant-barcodes-lost': {
    breaks: 'items.variants',
    text: 'barcodes of variants are not kept',
    where: { operation: ['createItem', 'updateItem'] },
    how: inEntries('variants', without('barcodes')),
  },
  'statement.combo-of-combos': {
    breaks: 'items.combo',
    text: 'a combo may be part of a combo',
    where: { statement: 'items.types' },
    how: { from: 'id, type', to: 'id, 0::smallint as type' },
  },
  'server.component-one': {
    breaks: 'items.combo',
    text: 'of every component there is one',
    where: { operation: ['createItem', 'updateItem'] },
    how: inEntries('components', (part) => ({ ...part, quantity: '1' })),
  },
  'server.component-variant-lost': {
    breaks: 'items.combo',
    text: 'the variant of a component is not kept',
    where: { operation: ['createItem', 'updateItem'] },
    how: inEntries('components', without('variantId')),
  },
  'statement.barcodes-shared': {
    breaks: 'items.code_unique',
    text: 'several items may have one barcode',
    where: { statement: ['items.insert', 'items.insert-identifiers'] },
    how: { from: /as i \(kind, value\)(\s+\) select doc|$)/, to: "as i (kind, value) where kind <> 'barcode'$1" },
  },
  'statement.codes-shared': {
    breaks: 'items.code_unique',
    text: 'several items may have one code',
    where: { statement: ['items.insert', 'items.insert-identifiers'] },
    how: { from: /as i \(kind, value\)(\s+\) select doc|$)/, to: "as i (kind, value) where kind <> 'itemCode'$1" },
  },
  'statement.filters-either': {
    breaks: 'items.filters_together',
    text: 'of several filters one is enough',
    how: { from: /(r\.group_id = \$\d+) and (r\.brand_id = \$\d+)/g, to: '($1 or $2)' },
  },
  'server.zero-type-of-listItems': {
    breaks: 'items.filter.type',
    text: 'type=0 is taken for no filter',
    where: { operation: 'listItems' },
    how: falsy('type'),
  },
  'server.zero-weighingScale-of-listItems': {
    breaks: 'items.filter.weighingScale',
    text: 'weighingScale=0 is taken for no filter',
    where: { operation: 'listItems' },
    how: falsy('weighingScale'),
  },
  'server.zero-status-of-listItems': {
    breaks: 'lists.status',
    text: 'status=0 is taken for no filter',
    where: { operation: ['listItems', 'listBrands', 'listCategories', 'listMenus', 'listModifiers'] },
    how: falsy('status'),
  },
  'server.override-status-lost': {
    breaks: 'items.at_store',
    text: 'an item is active at every store',
    where: { operation: ['createItem', 'updateItem'] },
    how: asking((request) =>
      entriesOf(request, 'stores')
        ? withBody(request, { stores: entriesOf(request, 'stores')?.map(without('status')) })
        : request,
    ),
  },
  'server.stores-merged': {
    breaks: 'records.merge',
    text: 'a change of an item forgets its stores',
    where: { operation: 'updateItem' },
    how: asking((request) => ('stores' in request.body ? request : withBody(request, { stores: [] }))),
  },
  'server.type-dropped': {
    breaks: 'items.type_fixed',
    text: 'variants of an item without any are dropped',
    where: { operation: 'updateItem' },
    how: asking((request) => (entriesOf(request, 'variants') ? withBody(request, { variants: undefined }) : request)),
  },
};
