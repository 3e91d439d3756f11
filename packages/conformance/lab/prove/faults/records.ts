import type { Fault } from '../fault.ts';
import { falsy, inParts, parts, without } from '../kinds/parts.ts';
import { loses } from '../kinds/requests.ts';
import { asked, handle, server, withBody } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

/** Categories and items that lose or keep what they should not. */
export const RECORD_FAULTS: readonly Fault[] = [
  loses('color', 'categories.sort_order'),
  asked(
    'category-stays',
    'records.null_clears',
    'a category cannot be made a root again',
    ['updateCategory'],
    (request) => (request.body.parentId === null ? withBody(request, { parentId: undefined }) : request),
  ),
  server(
    'category-off-items-off',
    'records.deactivate_keeps_items',
    'a category that is deactivated takes its items along',
    (deps, mark) =>
      handle(deps, ['updateCategory'], (sound) => async (request) => {
        const reply = await sound(request);
        if (request.body.status !== 0) return reply;
        mark();
        const { id } = JSON.parse(reply.body) as { id: number };
        await deps.databases.regions.UK.query('update region_uk.items set status = 0 where group_id = $1', [id]);
        return reply;
      }),
  ),
  inParts(
    'variant-ids-new',
    'items.variants',
    'variants get new ids at every change',
    ['updateItem'],
    'variants',
    without('id'),
  ),
  inParts(
    'variant-prices-lost',
    'items.variants',
    'prices of variants are not kept',
    ['createItem', 'updateItem'],
    'variants',
    without('price'),
  ),
  inParts(
    'variant-codes-lost',
    'items.variants',
    'codes of variants are generated whatever was sent',
    ['createItem', 'updateItem'],
    'variants',
    without('itemCode'),
  ),
  inParts(
    'variant-barcodes-lost',
    'items.variants',
    'barcodes of variants are not kept',
    ['createItem', 'updateItem'],
    'variants',
    without('barcodes'),
  ),
  sql(
    'combo-of-combos',
    'items.combo',
    'a combo may be part of a combo',
    /select id, type (from region_\w+\.items where company_id = \$1 and id = any\(\$2::bigint\[\]\))/,
    'select id, 0::smallint as type $1',
  ),
  inParts(
    'component-one',
    'items.combo',
    'of every component there is one',
    ['createItem', 'updateItem'],
    'components',
    (part) => ({ ...part, quantity: '1' }),
  ),
  inParts(
    'component-variant-lost',
    'items.combo',
    'the variant of a component is not kept',
    ['createItem', 'updateItem'],
    'components',
    without('variantId'),
  ),
  sql(
    'barcodes-shared',
    'items.code_unique',
    'several items may have one barcode',
    /as i \(kind, value\)(\s+\) select doc|$)/,
    "as i (kind, value) where kind <> 'barcode'$1",
  ),
  sql(
    'codes-shared',
    'items.code_unique',
    'several items may have one code',
    /as i \(kind, value\)(\s+\) select doc|$)/,
    "as i (kind, value) where kind <> 'itemCode'$1",
  ),
  sql(
    'filters-either',
    'items.filters_together',
    'of several filters one is enough',
    /(r\.group_id = \$\d+) and (r\.brand_id = \$\d+)/g,
    '($1 or $2)',
  ),
  falsy('type', ['listItems'], 'items.filter.type'),
  falsy('weighingScale', ['listItems'], 'items.filter.weighingScale'),
  falsy('status', ['listItems', 'listBrands', 'listCategories', 'listMenus', 'listModifiers'], 'lists.status'),
  asked(
    'override-status-lost',
    'items.at_store',
    'an item is active at every store',
    ['createItem', 'updateItem'],
    (request) =>
      parts(request, 'stores')
        ? withBody(request, { stores: parts(request, 'stores')?.map(without('status')) })
        : request,
  ),
  asked('stores-merged', 'records.merge', 'a change of an item forgets its stores', ['updateItem'], (request) =>
    'stores' in request.body ? request : withBody(request, { stores: [] }),
  ),
  asked('type-dropped', 'items.type_fixed', 'variants of an item without any are dropped', ['updateItem'], (request) =>
    parts(request, 'variants') ? withBody(request, { variants: undefined }) : request,
  ),
];
