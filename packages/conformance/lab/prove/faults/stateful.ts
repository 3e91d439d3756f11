import type { AppDependencies } from '@tillgate/server/app.ts';
import { type Body, type Faults, fault, type Operation, sharing } from '../fault.ts';
import { handle, handler, inEntries, parts, rewritten, without, writing } from '../how/handlers.ts';
import { found } from '../how/statements.ts';

/** Faults that only a series of requests shows: an earlier one decides what goes wrong later. */

const ALLOWED = ['"reason":"[^"]*"', '"reason":null'] as const;

/** Changes the record that an operation returns. */
const answering = (deps: AppDependencies, operation: Operation, change: (record: Body) => Body): AppDependencies =>
  handle(deps, [operation], (sound) => async (request) => rewritten(await sound(request), change));

const orderFault = sharing({ where: { statement: 'purchase_orders.lock' } });

const ORDER_FAULTS: Faults = {
  'stateful.receipt-overwrites': orderFault(
    'purchases.receive',
    'a second receipt overwrites what the first brought in',
    { how: found('"purchStatus":1', ['"received":"[^"]*"', '"received":"0"']) },
  ),
  'stateful.void-after-receipt': orderFault(
    'purchases.void',
    'an order is voided after something was received, and forgets it',
    { how: found('"purchStatus":1', ['"purchStatus":1', '"purchStatus":0'], ['"received":"[^"]*"', '"received":"0"']) },
  ),
  'stateful.voided-writable': orderFault('purchases.void', 'a voided order is written again', {
    how: found('"status":0', ['"status":0', '"status":1']),
  }),
  'stateful.received-writable': orderFault(
    'purchases.update_received',
    'an order is changed after everything was received',
    { how: found('"purchStatus":2', ['"purchStatus":2', '"purchStatus":1']) },
  ),
  'stateful.lines-lose-ids': fault('lines.keep_ids', 'lines of an order have new ids after each change', {
    where: { operation: 'updatePurchaseOrder' },
    how: inEntries('lines', without('id')),
  }),
  'stateful.total-kept': fault('purchases.totals', 'an order is read with the total that it was created with', {
    how: parts((deps, mark) => {
      const totals = new Map<unknown, unknown>();
      const noted = answering(deps, 'createPurchaseOrder', (record) => {
        totals.set(record.id, record.total);
        return record;
      });
      return answering(noted, 'getPurchaseOrder', (record) => {
        if (totals.get(record.id) !== record.total) mark();
        return { ...record, total: totals.get(record.id) ?? record.total };
      });
    }),
  }),
  'stateful.never-partial': fault('purchases.receive', 'a partly received order stays a draft', {
    where: { statement: 'purchase_orders.update' },
    how: { from: 'purch_status = $12', to: 'purch_status = case $$12::smallint when 1 then 0 else $$12::smallint end' },
  }),
  'stateful.cost-of-first-receipt': fault('purchases.cost', "only the first receipt sets an item's cost", {
    where: { statement: 'item-costs.update' },
    how: { from: 'set cost = c.cost', to: 'set cost = coalesce(i.cost, c.cost)' },
  }),
  'stateful.cost-not-on-variant': fault('purchases.cost', 'a receipt leaves the cost of a variant unchanged', {
    where: { statement: 'item-costs.update' },
    how: { from: 'variants = c.variants', to: 'variants = coalesce(i.variants, c.variants)' },
  }),
};

const transferFault = sharing({ where: { statement: 'stock_transfers.lock' } });
const adjustmentFault = sharing({ where: { statement: 'stock_adjustments.lock' } });
const ledgerFault = sharing({ where: { statement: 'ledger.move' } });

const STOCK_FAULTS: Faults = {
  'stateful.transfer-receipt-overwrites': transferFault(
    'transfers.receive',
    'a second receipt of a transfer overwrites the first',
    { how: found('"transferStatus":1', ['"received":"[^"]*"', '"received":"0"']) },
  ),
  'stateful.transfer-void-after-receipt': transferFault(
    'transfers.void',
    'a transfer is voided after something was received, and forgets it',
    { how: found('"transferStatus":1', ALLOWED, ['"received":"[^"]*"', '"received":"0"']) },
  ),
  'stateful.transfer-turned': transferFault(
    'transfers.update_partial',
    'the stores of a transfer are changed after something was received',
    { how: found('"transferStatus":1', ['"transferStatus":1', '"transferStatus":0']) },
  ),
  'stateful.reversal-repeated': adjustmentFault(
    'adjustments.void_reverses',
    'an adjustment is voided, and taken back, again and again',
    { how: found('"status":2', ['"status":2', '"status":1'], ALLOWED) },
  ),
  'stateful.posted-again': adjustmentFault(
    'adjustments.posted_final',
    'a posted adjustment is changed and posted once more',
    { how: found('"status":1', ['"status":1', '"status":0'], ALLOWED) },
  ),
  'stateful.reversal-of-quantity': adjustmentFault(
    'adjustments.void_reverses',
    'voiding a count removes everything that it counted',
    {
      where: { statement: 'stock_adjustments.moved' },
      how: {
        from: '(-change)::text as change',
        to: `(case when exists (select 1 from region_uk.stock_adjustments a where a.company_id = $$1 and a.id = document_id
       and a.type = 0) then -(select l.after from region_uk.stock_adjustment_lines l where l.company_id = $$1
       and l.adjustment_id = document_id and l.id = line_id) else -change end)::text as change`,
      },
    },
  ),
  'stateful.count-of-old-level': fault(
    'adjustments.count',
    'a count is compared with the level before the last movement',
    {
      where: { statement: 'ledger.levels-at' },
      how: {
        from: 'region_uk.quantity_text(l.on_hand - ',
        to: `region_uk.quantity_text(l.on_hand - (select m.change from region_uk.stock_movements m where m.company_id = $$1
       and m.item_id = l.item_id and m.store_id = l.store_id and m.variant_id is not distinct from l.variant_id
       order by m.id desc limit 1) - `,
      },
    },
  ),
  'stateful.level-overwritten': ledgerFault('stock.ledger', 'a movement sets the level instead of adding to it', {
    how: {
      from: 'do update set on_hand = l.on_hand + excluded.on_hand',
      to: 'do update set on_hand = excluded.on_hand',
    },
  }),
  'stateful.second-movement-doubled': ledgerFault(
    'stock.ledger',
    'from its second movement on a document counts twice in the level',
    {
      how: {
        from: 'sum(change) from moved',
        to: `sum(change) * case when exists (select 1 from region_uk.stock_movements d where d.company_id = $$1
       and d.document_id = max(moved.document_id)) then 2 else 1 end from moved`,
      },
    },
  ),
  'stateful.second-movement-unwritten': ledgerFault(
    'stock.ledger',
    'from its second movement on a document is not in the ledger',
    {
      how: {
        from: 'from moved order by n',
        to: `from moved where not exists (select 1 from region_uk.stock_movements d where d.company_id = $$1
       and d.document_id = moved.document_id) order by n`,
      },
    },
  ),
  'stateful.report-forgets-variants': fault(
    'reports.stock_on_hand',
    'the report of stock has the cost of the item for a variant that was bought',
    { how: { from: 'coalesce(v.cost, i.cost) as cost', to: 'i.cost as cost' } },
  ),
};

const CATALOGUE_FAULTS: Faults = {
  'stateful.refusal-writes': fault('http.nothing_written', 'a rejected change deactivates the brand', {
    where: { operation: 'updateBrand' },
    how: handler((sound, mark) => async (request) => {
      try {
        return await sound(request);
      } catch (error) {
        mark();
        await sound({ ...request, ifMatch: undefined, body: { status: 0 } });
        throw error;
      }
    }),
  }),
  'stateful.rename-keeps-version': fault('records.version', 'a rename of a category leaves its version', {
    where: { statement: 'categories.update' },
    how: { from: 'greatest(version + 1', to: 'greatest(version + (name = $4)::integer' },
  }),
  'stateful.circle-below-child': fault('categories.no_cycles', 'a category can move below an indirect descendant', {
    where: { statement: 'categories.ancestors' },
    how: {
      from: 'join ancestors a on c.id = a.parent_id',
      to: 'join ancestors a on c.id = a.parent_id and a.id = $$2',
    },
  }),
  'stateful.menu-emptied': fault('menus.lists_kept', 'a change without items removes all items from the menu', {
    where: { operation: 'updateMenuWithItems' },
    how: writing((body) => ('items' in body ? body : { ...body, items: [] })),
  }),
  'stateful.menu-etag-of-row': fault('http.if_none_match', 'the ETag of a menu leaves its items out', {
    where: { operation: 'getMenuFull' },
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      mark();
      return { ...reply, headers: { ETag: String(reply.headers?.ETag).replace(/-[^"]*/, '') } };
    }),
  }),
  'stateful.options-lose-ids': fault('lines.keep_ids', 'options have new ids after each change', {
    where: { operation: 'updateModifier' },
    how: inEntries('options', without('id')),
  }),
  'stateful.option-price-reset': fault('records.merge', 'an option loses the price that is not sent again', {
    where: { operation: 'updateModifier' },
    how: inEntries('options', (option) => ({ price: '0', ...option })),
  }),
  'stateful.variants-lose-ids': fault('items.variants', 'variants have new ids after each change', {
    where: { operation: 'updateItem' },
    how: inEntries('variants', without('id')),
  }),
  'stateful.groups-not-told': fault('modifiers.items', 'groups that an item joins from its side do not show it', {
    where: { statement: 'item-modifiers.show-on-groups' },
    how: { from: /(update region_\w+\.modifier_groups g\s[\s\S]*?g\.id = c\.id)/, to: '$1 and false' },
  }),
  'stateful.items-not-told': fault('modifiers.items', 'items that a group joins from its side do not show it', {
    where: { statement: 'item-modifiers.show-on-items' },
    how: {
      from: /(update region_\w+\.items i\s[\s\S]*?any\(\$3::bigint\[\] \|\| \$4::bigint\[\]\))/,
      to: '$1 and false',
    },
  }),
};

export const STATEFUL_FAULTS: Faults = { ...ORDER_FAULTS, ...STOCK_FAULTS, ...CATALOGUE_FAULTS };
