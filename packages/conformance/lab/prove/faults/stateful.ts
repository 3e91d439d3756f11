import type { ServerFault } from '../fault.ts';
import { ALLOWED, asked, each, fault, found, handled, patched, sql, where, withoutId } from '../kinds/sequences.ts';

/** Faults that no single request shows: what is done first decides what goes wrong later. */

const ORDER_FAULTS: readonly ServerFault[] = [
  found(
    'receipt-overwrites',
    'purchases.receive',
    'a second receipt overwrites what the first brought in',
    'purchase_orders',
    where('"purchStatus":1', [['"received":"[^"]*"', '"received":"0"']]),
  ),
  found(
    'void-after-receipt',
    'purchases.void',
    'an order is voided after something was received, and forgets it',
    'purchase_orders',
    where('"purchStatus":1', [
      ['"purchStatus":1', '"purchStatus":0'],
      ['"received":"[^"]*"', '"received":"0"'],
    ]),
  ),
  found(
    'voided-writable',
    'purchases.void',
    'a voided order is written again',
    'purchase_orders',
    where('"status":0', [['"status":0', '"status":1']]),
  ),
  found(
    'received-writable',
    'purchases.update_received',
    'an order is changed after everything was received',
    'purchase_orders',
    where('"purchStatus":2', [['"purchStatus":2', '"purchStatus":1']]),
  ),
  asked(
    'lines-lose-ids',
    'lines.keep_ids',
    'lines of an order have new ids after each change',
    'updatePurchaseOrder',
    each('lines', withoutId),
  ),
  fault('total-kept', 'purchases.totals', 'an order is read with the total that it was created with', (deps, mark) => {
    const totals = new Map<unknown, unknown>();
    const noted = patched(deps, 'createPurchaseOrder', (record) => {
      totals.set(record.id, record.total);
      return record;
    });
    return patched(noted, 'getPurchaseOrder', (record) => {
      if (totals.get(record.id) !== record.total) mark();
      return { ...record, total: totals.get(record.id) ?? record.total };
    });
  }),
  sql(
    'never-partial',
    'purchases.receive',
    'an order that is received in part stays a draft',
    /purch_status = \$12/,
    'purch_status = case $$12::smallint when 1 then 0 else $$12::smallint end',
  ),
  sql(
    'cost-of-first-receipt',
    'purchases.cost',
    'only the first receipt gives an item its cost',
    /set cost = c\.cost/,
    'set cost = coalesce(i.cost, c.cost)',
  ),
  sql(
    'cost-not-on-variant',
    'purchases.cost',
    'a receipt leaves the cost of a variant as it was',
    /variants = c\.variants/,
    'variants = coalesce(i.variants, c.variants)',
  ),
];

const STOCK_FAULTS: readonly ServerFault[] = [
  found(
    'transfer-receipt-overwrites',
    'transfers.receive',
    'a second receipt of a transfer overwrites the first',
    'stock_transfers',
    where('"transferStatus":1', [['"received":"[^"]*"', '"received":"0"']]),
  ),
  found(
    'transfer-void-after-receipt',
    'transfers.void',
    'a transfer is voided after something was received, and forgets it',
    'stock_transfers',
    where('"transferStatus":1', [ALLOWED, ['"received":"[^"]*"', '"received":"0"']]),
  ),
  found(
    'transfer-turned',
    'transfers.update_partial',
    'the stores of a transfer are changed after something was received',
    'stock_transfers',
    where('"transferStatus":1', [['"transferStatus":1', '"transferStatus":0']]),
  ),
  found(
    'reversal-repeated',
    'adjustments.void_reverses',
    'an adjustment is voided, and taken back, again and again',
    'stock_adjustments',
    where('"status":2', [['"status":2', '"status":1'], ALLOWED]),
  ),
  found(
    'posted-again',
    'adjustments.posted_final',
    'a posted adjustment is changed and posted once more',
    'stock_adjustments',
    where('"status":1', [['"status":1', '"status":0'], ALLOWED]),
  ),
  found(
    'reversal-of-quantity',
    'adjustments.void_reverses',
    'voiding a count takes away all that it counted',
    'stock_adjustments',
    where('"type":0', [['"before":"[^"]*"', '"before":"0"']]),
  ),
  sql(
    'count-of-old-level',
    'adjustments.count',
    'a count is compared with the level before the last movement',
    /select trim_scale\(l\.on_hand\)::text as on_hand/,
    `select trim_scale(l.on_hand - (select m.change from region_uk.stock_movements m where m.company_id = $$1
       and m.item_id = l.item_id and m.store_id = l.store_id and m.variant_id is not distinct from l.variant_id
       order by m.id desc limit 1))::text as on_hand`,
  ),
  sql(
    'level-overwritten',
    'stock.ledger',
    'a movement sets the level instead of adding to it',
    /do update set on_hand = l\.on_hand \+ excluded\.on_hand/,
    'do update set on_hand = excluded.on_hand',
  ),
  sql(
    'second-movement-doubled',
    'stock.ledger',
    'from its second movement on a document counts twice in the level',
    /sum\(change\) from moved/,
    `sum(change) * case when exists (select 1 from region_uk.stock_movements d where d.company_id = $$1
       and d.document_id = $$10) then 2 else 1 end from moved`,
  ),
  sql(
    'second-movement-unwritten',
    'stock.ledger',
    'from its second movement on a document is not in the ledger',
    /\$13 from moved order by n/,
    `$$13 from moved where not exists (select 1 from region_uk.stock_movements d where d.company_id = $$1
       and d.document_id = $$10) order by n`,
  ),
  sql(
    'report-forgets-variants',
    'reports.stock_on_hand',
    'the report of stock has the cost of the item for a variant that was bought',
    /coalesce\(v\.cost, i\.cost\) as cost/,
    'i.cost as cost',
  ),
];

const CATALOGUE_FAULTS: readonly ServerFault[] = [
  handled(
    'refusal-writes',
    'http.nothing_written',
    'a change that is refused deactivates the brand',
    'updateBrand',
    (sound, mark) => async (request) => {
      try {
        return await sound(request);
      } catch (error) {
        mark();
        await sound({ ...request, ifMatch: undefined, body: { status: 0 } });
        throw error;
      }
    },
  ),
  sql(
    'rename-keeps-version',
    'records.version',
    'a rename of a category leaves its version',
    /(update region_\w+\.categories\s[\s\S]*?)version = version \+ 1/,
    '$1version = version + (name = $$4)::integer',
  ),
  sql(
    'circle-below-child',
    'categories.no_cycles',
    'a category is put under a descendant that is no child of it',
    /join ancestors a on c\.id = a\.parent_id/,
    'join ancestors a on c.id = a.parent_id and a.id = $$2',
  ),
  asked(
    'menu-emptied',
    'menus.lists_kept',
    'a change that names no items takes all off the menu',
    'updateMenuWithItems',
    (body) => ('items' in body ? body : { ...body, items: [] }),
  ),
  handled(
    'menu-etag-of-row',
    'http.if_none_match',
    'the ETag of a menu leaves its items out',
    'getMenuFull',
    (sound, mark) => async (request) => {
      const reply = await sound(request);
      mark();
      return { ...reply, headers: { ETag: String(reply.headers?.ETag).replace(/-[^"]*/, '') } };
    },
  ),
  asked(
    'options-lose-ids',
    'lines.keep_ids',
    'options have new ids after each change',
    'updateModifier',
    each('options', withoutId),
  ),
  asked(
    'option-price-reset',
    'records.merge',
    'an option loses the price that is not sent again',
    'updateModifier',
    each('options', (option) => ({ price: '0', ...option })),
  ),
  asked(
    'variants-lose-ids',
    'items.variants',
    'variants have new ids after each change',
    'updateItem',
    each('variants', withoutId),
  ),
  sql(
    'groups-not-told',
    'modifiers.items',
    'groups that an item joins from its side do not show it',
    /(update region_\w+\.modifier_groups g\s[\s\S]*?any\(\$2::bigint\[\]\))/,
    '$1 and false',
  ),
  sql(
    'items-not-told',
    'modifiers.items',
    'items that a group joins from its side do not show it',
    /(update region_\w+\.items i\s[\s\S]*?any\(\$3::bigint\[\] \|\| \$4::bigint\[\]\))/,
    '$1 and false',
  ),
];

export const STATEFUL_FAULTS: readonly ServerFault[] = [...ORDER_FAULTS, ...STOCK_FAULTS, ...CATALOGUE_FAULTS];
