import type { AppDependencies } from '@tillgate/server/app.ts';
import type { Body, Faults, Operation } from '../fault.ts';
import { handle, handler, inEntries, parts, rewritten, without, writing } from '../how/handlers.ts';
import { found } from '../how/statements.ts';

/** Faults that no single request shows: what is done first decides what goes wrong later. */

const ALLOWED = ['"reason":"[^"]*"', '"reason":null'] as const;

/** The record that an operation answers, changed. */
const answering = (deps: AppDependencies, operation: Operation, change: (record: Body) => Body): AppDependencies =>
  handle(deps, [operation], (sound) => async (request) => rewritten(await sound(request), change));

const ORDER_FAULTS: Faults = {
  'stateful.receipt-overwrites': {
    breaks: 'purchases.receive',
    text: 'a second receipt overwrites what the first brought in',
    by: ['stateful.sequence.stock'],
    where: { statement: 'purchase_orders.lock' },
    how: found('"purchStatus":1', ['"received":"[^"]*"', '"received":"0"']),
  },
  'stateful.void-after-receipt': {
    breaks: 'purchases.void',
    text: 'an order is voided after something was received, and forgets it',
    by: ['stateful.sequence.stock'],
    where: { statement: 'purchase_orders.lock' },
    how: found('"purchStatus":1', ['"purchStatus":1', '"purchStatus":0'], ['"received":"[^"]*"', '"received":"0"']),
  },
  'stateful.voided-writable': {
    breaks: 'purchases.void',
    text: 'a voided order is written again',
    by: ['stateful.sequence.stock'],
    where: { statement: 'purchase_orders.lock' },
    how: found('"status":0', ['"status":0', '"status":1']),
  },
  'stateful.received-writable': {
    breaks: 'purchases.update_received',
    text: 'an order is changed after everything was received',
    by: ['stateful.sequence.stock'],
    where: { statement: 'purchase_orders.lock' },
    how: found('"purchStatus":2', ['"purchStatus":2', '"purchStatus":1']),
  },
  'stateful.lines-lose-ids': {
    breaks: 'lines.keep_ids',
    text: 'lines of an order have new ids after each change',
    by: ['stateful.sequence'],
    where: { operation: 'updatePurchaseOrder' },
    how: inEntries('lines', without('id')),
  },
  'stateful.total-kept': {
    breaks: 'purchases.totals',
    text: 'an order is read with the total that it was created with',
    by: ['stateful.sequence.stock'],
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
  },
  'stateful.never-partial': {
    breaks: 'purchases.receive',
    text: 'an order that is received in part stays a draft',
    by: ['stateful.sequence.stock'],
    where: { statement: 'purchase_orders.update' },
    how: { from: 'purch_status = $12', to: 'purch_status = case $$12::smallint when 1 then 0 else $$12::smallint end' },
  },
  'stateful.cost-of-first-receipt': {
    breaks: 'purchases.cost',
    text: 'only the first receipt gives an item its cost',
    by: ['stateful.sequence.stock'],
    where: { statement: 'item-costs.update' },
    how: { from: 'set cost = c.cost', to: 'set cost = coalesce(i.cost, c.cost)' },
  },
  'stateful.cost-not-on-variant': {
    breaks: 'purchases.cost',
    text: 'a receipt leaves the cost of a variant as it was',
    by: ['stateful.sequence.stock'],
    where: { statement: 'item-costs.update' },
    how: { from: 'variants = c.variants', to: 'variants = coalesce(i.variants, c.variants)' },
  },
};

const STOCK_FAULTS: Faults = {
  'stateful.transfer-receipt-overwrites': {
    breaks: 'transfers.receive',
    text: 'a second receipt of a transfer overwrites the first',
    by: ['stateful.sequence.stock'],
    where: { statement: 'stock_transfers.lock' },
    how: found('"transferStatus":1', ['"received":"[^"]*"', '"received":"0"']),
  },
  'stateful.transfer-void-after-receipt': {
    breaks: 'transfers.void',
    text: 'a transfer is voided after something was received, and forgets it',
    by: ['stateful.sequence.stock'],
    where: { statement: 'stock_transfers.lock' },
    how: found('"transferStatus":1', ALLOWED, ['"received":"[^"]*"', '"received":"0"']),
  },
  'stateful.transfer-turned': {
    breaks: 'transfers.update_partial',
    text: 'the stores of a transfer are changed after something was received',
    by: ['stateful.sequence.stock'],
    where: { statement: 'stock_transfers.lock' },
    how: found('"transferStatus":1', ['"transferStatus":1', '"transferStatus":0']),
  },
  'stateful.reversal-repeated': {
    breaks: 'adjustments.void_reverses',
    text: 'an adjustment is voided, and taken back, again and again',
    by: ['stateful.sequence.stock'],
    where: { statement: 'stock_adjustments.lock' },
    how: found('"status":2', ['"status":2', '"status":1'], ALLOWED),
  },
  'stateful.posted-again': {
    breaks: 'adjustments.posted_final',
    text: 'a posted adjustment is changed and posted once more',
    by: ['stateful.sequence.stock'],
    where: { statement: 'stock_adjustments.lock' },
    how: found('"status":1', ['"status":1', '"status":0'], ALLOWED),
  },
  'stateful.reversal-of-quantity': {
    breaks: 'adjustments.void_reverses',
    text: 'voiding a count takes away all that it counted',
    by: ['stateful.sequence.stock'],
    where: { statement: 'stock_adjustments.lock' },
    how: found('"type":0', ['"before":"[^"]*"', '"before":"0"']),
  },
  'stateful.count-of-old-level': {
    breaks: 'adjustments.count',
    text: 'a count is compared with the level before the last movement',
    by: ['stateful.sequence.stock'],
    where: { statement: 'ledger.lock-levels' },
    how: {
      from: 'region_uk.quantity_text(l.on_hand) as on_hand',
      to: `region_uk.quantity_text(l.on_hand - (select m.change from region_uk.stock_movements m where m.company_id = $$1
       and m.item_id = l.item_id and m.store_id = l.store_id and m.variant_id is not distinct from l.variant_id
       order by m.id desc limit 1)) as on_hand`,
    },
  },
  'stateful.level-overwritten': {
    breaks: 'stock.ledger',
    text: 'a movement sets the level instead of adding to it',
    by: ['stateful.sequence.stock'],
    where: { statement: 'ledger.move' },
    how: {
      from: 'do update set on_hand = l.on_hand + excluded.on_hand',
      to: 'do update set on_hand = excluded.on_hand',
    },
  },
  'stateful.second-movement-doubled': {
    breaks: 'stock.ledger',
    text: 'from its second movement on a document counts twice in the level',
    by: ['stateful.sequence.stock'],
    where: { statement: 'ledger.move' },
    how: {
      from: 'sum(change) from moved',
      to: `sum(change) * case when exists (select 1 from region_uk.stock_movements d where d.company_id = $$1
       and d.document_id = $$10) then 2 else 1 end from moved`,
    },
  },
  'stateful.second-movement-unwritten': {
    breaks: 'stock.ledger',
    text: 'from its second movement on a document is not in the ledger',
    by: ['stateful.sequence.stock'],
    where: { statement: 'ledger.move' },
    how: {
      from: '$13 from moved order by n',
      to: `$$13 from moved where not exists (select 1 from region_uk.stock_movements d where d.company_id = $$1
       and d.document_id = $$10) order by n`,
    },
  },
  'stateful.report-forgets-variants': {
    breaks: 'reports.stock_on_hand',
    text: 'the report of stock has the cost of the item for a variant that was bought',
    by: ['stateful.sequence.stock'],
    how: { from: 'coalesce(v.cost, i.cost) as cost', to: 'i.cost as cost' },
  },
};

const CATALOGUE_FAULTS: Faults = {
  'stateful.refusal-writes': {
    breaks: 'http.nothing_written',
    text: 'a change that is refused deactivates the brand',
    by: ['stateful.sequence'],
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
  },
  'stateful.rename-keeps-version': {
    breaks: 'records.version',
    text: 'a rename of a category leaves its version',
    by: ['stateful.sequence'],
    where: { statement: 'categories.update' },
    how: { from: 'version = version + 1', to: 'version = version + (name = $4)::integer' },
  },
  'stateful.circle-below-child': {
    breaks: 'categories.no_cycles',
    text: 'a category is put under a descendant that is no child of it',
    by: ['stateful.sequence'],
    where: { statement: 'categories.ancestors' },
    how: {
      from: 'join ancestors a on c.id = a.parent_id',
      to: 'join ancestors a on c.id = a.parent_id and a.id = $$2',
    },
  },
  'stateful.menu-emptied': {
    breaks: 'menus.lists_kept',
    text: 'a change that names no items takes all off the menu',
    by: ['stateful.sequence'],
    where: { operation: 'updateMenuWithItems' },
    how: writing((body) => ('items' in body ? body : { ...body, items: [] })),
  },
  'stateful.menu-etag-of-row': {
    breaks: 'http.if_none_match',
    text: 'the ETag of a menu leaves its items out',
    by: ['stateful.sequence'],
    where: { operation: 'getMenuFull' },
    how: handler((sound, mark) => async (request) => {
      const reply = await sound(request);
      mark();
      return { ...reply, headers: { ETag: String(reply.headers?.ETag).replace(/-[^"]*/, '') } };
    }),
  },
  'stateful.options-lose-ids': {
    breaks: 'lines.keep_ids',
    text: 'options have new ids after each change',
    by: ['stateful.sequence'],
    where: { operation: 'updateModifier' },
    how: inEntries('options', without('id')),
  },
  'stateful.option-price-reset': {
    breaks: 'records.merge',
    text: 'an option loses the price that is not sent again',
    by: ['stateful.sequence'],
    where: { operation: 'updateModifier' },
    how: inEntries('options', (option) => ({ price: '0', ...option })),
  },
  'stateful.variants-lose-ids': {
    breaks: 'items.variants',
    text: 'variants have new ids after each change',
    by: ['stateful.sequence'],
    where: { operation: 'updateItem' },
    how: inEntries('variants', without('id')),
  },
  'stateful.groups-not-told': {
    breaks: 'modifiers.items',
    text: 'groups that an item joins from its side do not show it',
    by: ['stateful.sequence'],
    where: { statement: 'item-modifiers.show-on-groups' },
    how: { from: /(update region_\w+\.modifier_groups g\s[\s\S]*?any\(\$2::bigint\[\]\))/, to: '$1 and false' },
  },
  'stateful.items-not-told': {
    breaks: 'modifiers.items',
    text: 'items that a group joins from its side do not show it',
    by: ['stateful.sequence'],
    where: { statement: 'item-modifiers.show-on-items' },
    how: {
      from: /(update region_\w+\.items i\s[\s\S]*?any\(\$3::bigint\[\] \|\| \$4::bigint\[\]\))/,
      to: '$1 and false',
    },
  },
};

export const STATEFUL_FAULTS: Faults = { ...ORDER_FAULTS, ...STOCK_FAULTS, ...CATALOGUE_FAULTS };
