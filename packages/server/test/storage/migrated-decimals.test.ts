import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Databases } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { freshDatabases } from '../support/databases.ts';
import { docOf } from '../support/doc-of.ts';
import { rewind } from '../support/rewind.ts';

/** Company 1 has pounds, company 2 yen; ids of the second are 100 higher. */
const COMPANIES = [
  { company: 1, currency: 'GBP', more: 0 },
  { company: 2, currency: 'JPY', more: 100 },
];

const quoted = (value: unknown): string => `'${JSON.stringify(value)}'`;

/** Records as the program wrote them when decimals were kept as they had been sent. */
const rowsOf = ({ company, currency, more }: (typeof COMPANIES)[number]): string => {
  const id = (n: number) => n + more;
  const at = "'2026-02-10T12:00:00Z'";
  const orderLine = (n: number, quantity: string, unitCost: string, discount: string, amounts: string[]) => ({
    id: id(n),
    itemId: id(10),
    variantId: null,
    quantity,
    unitCost,
    discount,
    taxId: id(5),
    taxRate: '20.00',
    subtotal: amounts[0],
    tax: amounts[1],
    total: amounts[2],
    received: '0',
    outstanding: quantity,
  });
  const lines = [
    orderLine(21, '13.250', '1.2345', '0.5000', ['16.3571', '3.1714', '19.0285']),
    orderLine(22, '2', '3.00', '0', ['6.0000', '1.2000', '7.2000']),
  ];
  const variants = [{ id: id(11), name: 'Größe "S"', itemCode: 'S', barcodes: ['1'], price: '3.105', cost: '1.2000' }];
  const stores = [{ storeId: id(1), price: '2.5', lowStockLevel: '1.500', status: 1 }];
  const ordered = [
    { itemId: id(10), variantId: null, name: 'Tea', quantity: '1.500', gross: '3.155', discount: '0.5', tax: '0.1' },
  ];
  const returned = [
    { id: id(31), itemId: id(10), variantId: null, quantity: '2.500', unitCost: '1.105', total: '2.7625' },
  ];
  const moved = { id: id(41), itemId: id(10), variantId: null, quantity: '2.50' };
  const options = [{ id: id(51), name: 'Oat', price: '0.505', sortOrder: 0, status: 1, itemId: null }];
  return `
    insert into stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
    values (${company}, ${id(1)}, 1, 'One', 'S1', 'UTC', '${currency}', ${at}, ${at}),
      (${company}, ${id(2)}, 1, 'Two', 'S2', 'UTC', '${currency}', ${at}, ${at});
    insert into suppliers (company_id, id, status, name, entry_date, updated_at)
    values (${company}, ${id(3)}, 1, 'Mill', ${at}, ${at});
    insert into taxes (company_id, id, status, name, rate, entry_date, updated_at)
    values (${company}, ${id(5)}, 1, 'VAT', 20.00, ${at}, ${at}), (${company}, ${id(6)}, 1, 'Low', 5, ${at}, ${at});
    insert into items (company_id, id, type, status, name, item_code, barcodes, price, cost, currency, weighing_scale,
      track_stock, low_stock_level, modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
    values (${company}, ${id(10)}, 1, 1, 'Tea', 'T', '[]', 3.105, 1.5250, '${currency}', 0, true, 5.000, '[]',
        ${quoted(variants)}, '[]', ${quoted(stores)}, 0, ${at}, ${at}, 'tea'),
      (${company}, ${id(12)}, 2, 1, 'Set', 'C', '[]', 5, null, '${currency}', 0, false, null, '[]', '[]',
        ${quoted([{ itemId: id(10), variantId: id(11), quantity: '0.500' }])}, '[]', 0, ${at}, ${at}, 'set'),
      (${company}, ${id(13)}, 0, 1, 'Plain', 'P', '[]', ${currency === 'GBP' ? '7.00' : '7'}, null, '${currency}', 0, true,
        null, '[]', '[]', '[]', '[]', 0, ${at}, ${at}, 'plain');
    insert into item_variants values (${company}, ${id(10)}, ${id(11)}, 3.105);
    insert into item_stores values (${company}, ${id(10)}, ${id(1)}, 1, 2.5, 1.500);
    insert into modifier_groups (company_id, id, status, name, min_select, options, item_ids, app_id, entry_date, updated_at)
    values (${company}, ${id(50)}, 1, 'Milk', 0, ${quoted(options)}, '[]', 0, ${at}, ${at});
    insert into menus (company_id, id, status, name, delivery, takeaway, online, availability, item_count, store_ids,
      app_id, entry_date, updated_at) values (${company}, ${id(60)}, 1, 'Lunch', 0, 0, 0, '[]', 1, '[]', 0, ${at}, ${at});
    insert into menu_items values (${company}, ${id(60)}, ${id(10)}, 1, 2.505, 0, 1);
    insert into purchase_orders (company_id, id, status, order_no, supplier_id, supplier_name, store_id, order_date,
      purch_status, currency, subtotal, discount_total, tax_total, total, lines, allowed_actions, app_id, entry_date,
      updated_at)
    values (${company}, ${id(20)}, 1, 'PO-1', ${id(3)}, 'Mill', ${id(1)}, '2026-02-10', 0, '${currency}', 22.3571, 0.5000,
      4.3714, 26.2285, ${quoted(lines)}, '[]', 0, ${at}, ${at});
    insert into purchase_order_lines (company_id, order_id, id, item_id, tax_id, quantity, received, unit_cost)
    values (${company}, ${id(20)}, ${id(21)}, ${id(10)}, ${id(5)}, 13.250, 0, 1.2345),
      (${company}, ${id(20)}, ${id(22)}, ${id(10)}, ${id(5)}, 2, 0, 3.00);
    insert into purchase_returns (company_id, id, return_no, supplier_id, supplier_name, store_id, return_date, currency,
      total, lines, entry_date, updated_at)
    values (${company}, ${id(30)}, 'PR-1', ${id(3)}, 'Mill', ${id(1)}, '2026-02-10', '${currency}', 2.7625,
      ${quoted(returned)}, ${at}, ${at});
    insert into stock_transfers (company_id, id, transfer_no, from_store_id, to_store_id, date, transfer_status, status,
      lines, allowed_actions, app_id, entry_date, updated_at, search_text)
    values (${company}, ${id(40)}, 'ST-1', ${id(1)}, ${id(2)}, '2026-02-10', 0, 1,
      ${quoted([{ ...moved, received: '0', outstanding: '2.5' }])}, '[]', 0, ${at}, ${at}, 'st-1');
    insert into stock_adjustments (company_id, id, adjustment_no, store_id, date, type, status, lines, allowed_actions,
      app_id, entry_date, updated_at, search_text)
    values (${company}, ${id(45)}, 'SA-1', ${id(1)}, '2026-02-10', 1, 0,
      ${quoted([{ ...moved, before: null, after: null }])}, '[]', 0, ${at}, ${at}, 'sa-1');
    insert into open_orders (company_id, id, store_id, status, order_no, channel, currency, gross, discounts, tax, lines,
      opened_at, external_id, entry_date, updated_at)
    values (${company}, ${id(70)}, ${id(1)}, 1, '7', 'counter', '${currency}', 3.155, 0.5, 0.1, ${quoted(ordered)}, ${at},
      'O', ${at}, ${at});
    insert into sales (company_id, id, kind, store_id, number, external_id, channel, sold_at, business_date, currency,
      gross, discounts, tax, paid_cash, paid_card, paid_online, paid_gift_card, paid_account, paid_other, entry_date)
    values (${company}, ${id(80)}, 'sale', ${id(1)}, '1', '1', 'counter', ${at}, '2026-02-10', '${currency}', 5.01, 0.255,
      0.5, 1.5, 3.255, 0, 0, 0, 0, ${at});
    insert into sale_lines (company_id, sale_id, id, item_id, quantity, gross, discount, tax)
    values (${company}, ${id(80)}, 1, ${id(13)}, 1, 2.505, 0.255, 0.25),
      (${company}, ${id(80)}, 2, ${id(13)}, 1, 2.505, 0, 0.25);
    insert into daily_sales (company_id, day, store_id, currency, orders, refund_orders, gross, discounts, tax, refunds,
      paid_cash, paid_card, paid_online, paid_gift_card, paid_account, paid_other)
    values (${company}, '2026-02-10', ${id(1)}, '${currency}', 1, 0, 5.01, 0.255, 0.5, 0, 1.5, 3.255, 0, 0, 0, 0);
    insert into daily_item_sales (company_id, day, store_id, item_id, currency, quantity, refunded_quantity, gross,
      discounts, tax, refunds)
    values (${company}, '2026-02-10', ${id(1)}, ${id(13)}, '${currency}', 2, 0, 5.01, 0.255, 0.5, 0);`;
};

let databases: Databases;
beforeAll(async () => {
  databases = await freshDatabases();
  await rewind(databases, 'region_ae', 8, COMPANIES.map(rowsOf).join(''));
  await migrate(databases);
});
afterAll(() => databases?.close());

const query = async (sql: string) => (await databases.regions.AE.query(sql.replaceAll('region.', 'region_ae.'))).rows;
const record = async (table: string, id: number) =>
  JSON.parse((await query(`select ${docOf(table)} as doc from region.${table} where id = ${id}`))[0].doc);

describe.each([
  {
    currency: 'GBP',
    more: 0,
    price: '3.11',
    cost: '1.525',
    variant: { price: '3.11', cost: '1.20' },
    override: '2.50',
    option: '0.51',
    onMenu: '2.51',
    plainVersion: 1,
    lines: [
      ['13.25', '1.2345', '0.50', '20', '16.36', '3.17', '19.03'],
      ['2', '3.00', '0.00', '20', '6.00', '1.20', '7.20'],
    ],
    order: { subtotal: '22.36', discountTotal: '0.50', taxTotal: '4.37', total: '26.23' },
    returned: { unitCost: '1.105', total: '2.76' },
    open: { gross: '3.16', discounts: '0.50', tax: '0.10', total: '2.66' },
    sale: { gross: '5.02', discounts: '0.26', tax: '0.50', paid_cash: '1.50', paid_card: '3.26' },
  },
  {
    currency: 'JPY',
    more: 100,
    price: '3',
    cost: '1.525',
    variant: { price: '3', cost: '1.2' },
    override: '3',
    option: '1',
    onMenu: '3',
    plainVersion: 1,
    lines: [
      ['13.25', '1.2345', '1', '20', '16', '3', '18'],
      ['2', '3', '0', '20', '6', '1', '7'],
    ],
    order: { subtotal: '22', discountTotal: '1', taxTotal: '4', total: '25' },
    returned: { unitCost: '1.105', total: '3' },
    open: { gross: '3', discounts: '1', tax: '0', total: '2' },
    sale: { gross: '6', discounts: '0', tax: '0', paid_cash: '2', paid_card: '4' },
  },
])('Records in $currency from before decimals were canonical', (expected) => {
  const { more } = expected;

  test('items have canonical prices, costs, levels and parts, and a version that tells them apart', async () => {
    const item = await record('items', 10 + more);
    expect(item).toMatchObject({ price: expected.price, cost: expected.cost, lowStockLevel: '5', version: 2 });
    expect(item.variants).toEqual([
      { id: 11 + more, name: 'Größe "S"', itemCode: 'S', barcodes: ['1'], ...expected.variant },
    ]);
    expect(item.stores).toEqual([{ storeId: 1 + more, price: expected.override, lowStockLevel: '1.5', status: 1 }]);
    const set = await record('items', 12 + more);
    expect(set.components).toEqual([{ itemId: 10 + more, variantId: 11 + more, quantity: '0.5' }]);
    expect((await record('items', 13 + more)).version).toBe(expected.plainVersion);
  });

  test('prices beside the records are rounded with them', async () => {
    const [row] =
      await query(`select v.price = s.price_of_variant as same, o.price::text as override, m.price::text as menu
      from (select ${expected.variant.price}::numeric as price_of_variant) s, region.item_variants v,
        region.item_stores o, region.menu_items m
      where v.id = ${11 + more} and o.store_id = ${1 + more} and m.menu_id = ${60 + more}`);
    expect(row.same).toBe(true);
    expect([Number(row.override), Number(row.menu)]).toEqual([Number(expected.override), Number(expected.onMenu)]);
  });

  test('taxes and modifier groups have canonical texts', async () => {
    expect(await record('taxes', 5 + more)).toMatchObject({ rate: '20', version: 2 });
    expect(await record('taxes', 6 + more)).toMatchObject({ rate: '5', version: 1 });
    const group = await record('modifier_groups', 50 + more);
    expect(group.options).toEqual([
      { id: 51 + more, name: 'Oat', price: expected.option, sortOrder: 0, status: 1, itemId: null },
    ]);
  });

  test('purchase orders are computed again and add up', async () => {
    const order = await record('purchase_orders', 20 + more);
    expect(order).toMatchObject({ ...expected.order, version: 2, updatedAt: '2026-02-10T12:00:00.000Z' });
    expect(
      order.lines.map((l: Record<string, string>) =>
        ['quantity', 'unitCost', 'discount', 'taxRate', 'subtotal', 'tax', 'total'].map((name) => l[name]),
      ),
    ).toEqual(expected.lines);
    expect(Object.keys(order.lines[0]).join(' ')).toBe(
      'id itemId variantId quantity unitCost discount taxId taxRate subtotal tax total received outstanding',
    );
  });

  test('returns, transfers, adjustments and open orders have canonical texts', async () => {
    const returned = await record('purchase_returns', 30 + more);
    expect(returned).toMatchObject({
      total: expected.returned.total,
      lines: [{ quantity: '2.5', ...expected.returned }],
    });
    const moved = { id: 41 + more, itemId: 10 + more, variantId: null, quantity: '2.5' };
    expect((await record('stock_transfers', 40 + more)).lines).toEqual([
      { ...moved, received: '0', outstanding: '2.5' },
    ]);
    expect((await record('stock_adjustments', 45 + more)).lines).toEqual([{ ...moved, before: null, after: null }]);
    const { total: _, discounts: discount, ...line } = expected.open;
    expect(await record('open_orders', 70 + more)).toMatchObject({
      ...expected.open,
      lines: [{ name: 'Tea', quantity: '1.5', discount, ...line }],
    });
  });

  test('sales still equal their payments, and their days the sums of sales', async () => {
    const [sale] = await query(`select region.money_text(gross, currency) as gross,
        region.money_text(discounts, currency) as discounts, region.money_text(tax, currency) as tax,
        region.money_text(paid_cash, currency) as paid_cash, region.money_text(paid_card, currency) as paid_card
      from region.sales where id = ${80 + more}`);
    expect(sale).toEqual(expected.sale);
    const sums = 'sum(gross)::text as gross, sum(discounts)::text as discounts, sum(tax)::text as tax';
    const [days] = await query(`select ${sums} from region.daily_sales where store_id = ${1 + more}`);
    const [items] = await query(`select ${sums} from region.daily_item_sales where store_id = ${1 + more}`);
    const [facts] = await query(`select ${sums} from region.sales where store_id = ${1 + more}`);
    expect([days, items]).toEqual([facts, facts]);
  });
});

test('After the migration row-level security is forced again, and triggers fire', async () => {
  const tables = await query(`select relname from pg_class where relnamespace = 'region_ae'::regnamespace
    and relrowsecurity and not relforcerowsecurity`);
  const triggers = await query(`select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'region_ae'::regnamespace and t.tgenabled = 'D'`);
  expect([tables, triggers]).toEqual([[], []]);
});
