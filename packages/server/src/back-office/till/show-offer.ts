import type { Menu } from '../../contract/generated/types.gen.ts';
import type { SandboxTill, TillOffer, TillReceipt } from '../../control/till/sandbox-till.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { everyWordOfItem } from '../../lists/list-plan.ts';
import { toLocal } from '../demo/local-time.ts';
import { entriesOf, isOffered } from './price-order.ts';
import { readOffer, readStore } from './read-offer.ts';

const MOST_ITEMS = 30;

const MENUS = statement(
  'till.menus',
  'select doc from region.menus where company_id = $1 and status = 1 order by name, id limit 100',
);

const LEVELS = statement(
  'till.levels',
  `select l.item_id || coalesce(':' || l.variant_id, '') as code, region.quantity_text(l.on_hand) as "onHand"
   from region.stock_levels l where l.company_id = $1 and l.store_id = $2 and l.item_id = any($3::bigint[])`,
);

type Selection = Parameters<SandboxTill['offer']>[1];

/** Reads what a store sells now, in a menu or a search if one is given. */
export async function showOffer(
  tx: TenantTransaction,
  { storeId, menuId, search = '' }: Selection,
): Promise<TillOffer> {
  const at = Date.parse(tx.timestamp);
  const store = await readStore(tx, storeId);
  const itemIds = await findItems(tx, search, menuId);
  const offer = await readOffer(tx, store, { itemIds, menuId, at });
  const [menus, levels] = await Promise.all([
    tx.query<{ doc: string }>(MENUS),
    tx.query<{ code: string; onHand: string }>(LEVELS, [storeId, itemIds]),
  ]);
  const onHand = new Map(levels.map((level) => [level.code, level.onHand]));
  const local = toLocal(store.timezone, at);
  const offered = menus.map(({ doc }) => JSON.parse(doc) as Menu).filter((menu) => isOffered(menu, store, local));
  const items = itemIds.flatMap((id) => offer.items.get(id) ?? []);
  const data = items.flatMap((item) =>
    entriesOf(offer, item).map((entry) => ({
      ...entry,
      onHand: item.trackStock ? (onHand.get(entry.code) ?? '0') : null,
    })),
  );
  return {
    store: { storeId, name: store.name, currency: store.currency },
    menus: offered.map(({ id, name }) => ({ menuId: id, name })),
    data,
    next: null,
  };
}

/** Active items in the order of their names. */
async function findItems(tx: TenantTransaction, search: string, menuId: number | undefined): Promise<number[]> {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value) + 1}`;
  const onMenu = 'i.id in (select e.item_id from region.menu_items e where e.company_id = $1 and e.menu_id =';
  const conditions = [
    ...everyWordOfItem('s.search_text', search, place),
    ...(menuId === undefined ? [] : [`${onMenu} ${place(menuId)}::bigint)`]),
  ];
  const found = statement(
    undefined,
    `select i.id from region.items i join region.items_search s on s.company_id = $1 and s.id = i.id
     where i.company_id = $1 and i.status = 1 ${conditions.map((each) => `and ${each}`).join(' ')}
     order by i.name collate region.root_order, i.id limit ${MOST_ITEMS}`,
  );
  return (await tx.query<{ id: number }>(found, values)).map(({ id }) => id);
}

const RECEIPTS = statement(
  'till.receipts',
  `select * from (
     (select o.external_id as receipt, 'openOrder' as kind, o.order_no as number, region.rfc3339(o.opened_at) as at, o.currency,
        region.money_text(o.gross - o.discounts, o.currency) as total,
        (select json_agg(json_build_object('name', l.line->>'name', 'quantity', l.line->>'quantity') order by n)
         from json_array_elements(o.lines) with ordinality as l (line, n)) as lines
      from region.open_orders o where o.company_id = $1 and o.store_id = $2 and o.status = 1
      order by o.opened_at desc limit 20)
     union all
     (select s.external_id, s.kind, s.number, region.rfc3339(s.sold_at), s.currency,
        region.money_text(s.gross - s.discounts, s.currency),
        (select json_agg(json_build_object('name', i.name, 'quantity', region.quantity_text(l.quantity)) order by l.id)
         from region.sale_lines l join region.items i on i.company_id = $1 and i.id = l.item_id
         where l.company_id = $1 and l.sale_id = s.id)
      from region.sales s where s.company_id = $1 and s.store_id = $2 and s.voided_at is null
      order by s.id desc limit 10)
   ) shown order by kind <> 'openOrder', at desc`,
);

/** Lists a store's open orders, and the receipts that were written last. */
export const showReceipts = async (tx: TenantTransaction, storeId: number): Promise<TillReceipt[]> => [
  ...(await tx.query<TillReceipt>(RECEIPTS, [(await readStore(tx, storeId)).id])),
];
