import { type Faults, fault, sharing } from '../fault.ts';
import { asking, entriesOf, falsy, handler, inEntries, withBody, without } from '../how/handlers.ts';
import { loses } from '../how/requests.ts';

const itemUpdateFault = sharing({ where: { operation: 'updateItem' } });
const itemWriteFault = sharing({ where: { operation: ['createItem', 'updateItem'] } });

/** Categories and items that wrongly lose or keep values. */
export const RECORD_FAULTS: Faults = {
  'request.loses-color': fault('categories.sort_order', 'does not store color', { how: loses('color') }),
  'server.category-stays': fault('records.null_clears', 'a category cannot be made a root again', {
    where: { operation: 'updateCategory' },
    how: asking((request) => (request.body.parentId === null ? withBody(request, { parentId: undefined }) : request)),
  }),
  'server.category-off-items-off': fault(
    'records.deactivate_keeps_items',
    'deactivating a category deactivates its items',
    {
      where: { operation: 'updateCategory' },
      how: handler((sound, mark, deps) => async (request) => {
        const reply = await sound(request);
        if (request.body.status !== 0) return reply;
        mark();
        const { id } = JSON.parse(reply.body) as { id: number };
        await deps.databases.regions.UK?.query('update region_uk.items set status = 0 where group_id = $1', [id]);
        return reply;
      }),
    },
  ),
  'server.variant-ids-new': itemUpdateFault('items.variants', 'variants get new ids at every change', {
    how: inEntries('variants', without('id')),
  }),
  'server.variant-prices-lost': itemWriteFault('items.variants', 'prices of variants are not stored', {
    how: inEntries('variants', without('price')),
  }),
  'server.variant-codes-lost': itemWriteFault('items.variants', 'codes of variants are generated whatever was sent', {
    how: inEntries('variants', without('itemCode')),
  }),
  'server.variant-barcodes-lost': itemWriteFault('items.variants', 'barcodes of variants are not stored', {
    how: inEntries('variants', without('barcodes')),
  }),
  'statement.combo-of-combos': fault('items.combo', 'a combo may be part of a combo', {
    where: { statement: 'items.types' },
    how: { from: 'id, type', to: 'id, 0::smallint as type' },
  }),
  'server.component-one': itemWriteFault('items.combo', 'of every component there is one', {
    how: inEntries('components', (part) => ({ ...part, quantity: '1' })),
  }),
  'server.component-variant-lost': itemWriteFault('items.combo', 'the variant of a component is not stored', {
    how: inEntries('components', without('variantId')),
  }),
  'statement.barcodes-shared': fault('items.code_unique', 'several items may have one barcode', {
    where: { statement: ['items.insert', 'items.insert-all', 'items.insert-identifiers'] },
    how: {
      from: /as i \(item_id, kind, value\)(\s+\) select id, doc|$)/,
      to: "as i (item_id, kind, value) where kind <> 'barcode'$1",
    },
  }),
  'statement.codes-shared': fault('items.code_unique', 'several items may have one code', {
    where: { statement: ['items.insert', 'items.insert-all', 'items.insert-identifiers'] },
    how: {
      from: /as i \(item_id, kind, value\)(\s+\) select id, doc|$)/,
      to: "as i (item_id, kind, value) where kind <> 'itemCode'$1",
    },
  }),
  'statement.filters-either': fault('items.filters_together', 'of several filters one is enough', {
    how: { from: /(r\.group_id = \$\d+::bigint) and (r\.brand_id = \$\d+)/g, to: '($1 or $2)' },
  }),
  'server.zero-type-of-listItems': fault('items.filter.type', 'type=0 counts as no filter', {
    where: { operation: 'listItems' },
    how: falsy('type'),
  }),
  'server.zero-weighingScale-of-listItems': fault('items.filter.weighingScale', 'weighingScale=0 counts as no filter', {
    where: { operation: 'listItems' },
    how: falsy('weighingScale'),
  }),
  'server.zero-status-of-listItems': fault('lists.status', 'status=0 counts as no filter', {
    where: { operation: ['listItems', 'listBrands', 'listCategories', 'listMenus', 'listModifiers'] },
    how: falsy('status'),
  }),
  'server.override-status-lost': itemWriteFault('items.at_store', 'an item is active at every store', {
    how: asking((request) =>
      entriesOf(request, 'stores')
        ? withBody(request, { stores: entriesOf(request, 'stores')?.map(without('status')) })
        : request,
    ),
  }),
  'server.stores-merged': itemUpdateFault('records.merge', 'a change of an item forgets its stores', {
    how: asking((request) => ('stores' in request.body ? request : withBody(request, { stores: [] }))),
  }),
  'server.type-dropped': itemUpdateFault('items.type_fixed', 'variants of an item without any are dropped', {
    how: asking((request) => (entriesOf(request, 'variants') ? withBody(request, { variants: undefined }) : request)),
  }),
};
