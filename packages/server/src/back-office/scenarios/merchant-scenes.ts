import { randomBytes } from 'node:crypto';
import type { Item, Store, Supplier } from '../../contract/generated/types.gen.ts';
import { changeControl } from '../../control/control.ts';
import { DirectoryError } from '../../control/errors.ts';
import { joinMerchant } from '../../control/members.ts';
import type { Merchant } from '../../control/merchants.ts';
import { backOfficeOf } from '../../control/merchants.ts';
import { type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { toTimestamp } from '../../process/time.ts';
import { changeItem } from '../../records/items/handlers.ts';
import { createOrder, receiveOrder } from '../../records/purchase-orders/orders.ts';
import { createAdjustment } from '../../records/stock-adjustments/adjustments.ts';
import { createTransfer, receiveTransfer } from '../../records/stock-transfers/transfers.ts';
import { writeLine } from '../import/write-lines.ts';
import { DAY, fromLocal, HOUR, toLocal } from '../local-time.ts';
import { dueOf, pricedLine, readOffer } from '../till/offer.ts';
import type { ScenarioName, Shown, Stage } from './scenarios.ts';

type MerchantScene = (stage: Stage) => Promise<Shown>;

/** A scene in one transaction of the merchant's back office. */
const inBackOffice =
  (scene: (tx: TenantTransaction, merchant: Merchant) => Promise<Shown>): MerchantScene =>
  ({ sandbox }) =>
    backOfficeOf(sandbox).write((tx) => scene(tx, sandbox.merchant));

const STORES = statement(
  'scenarios.stores',
  'select doc from region.stores where company_id = $1 and status = 1 order by id limit $2',
);
const SUPPLIERS = statement(
  'scenarios.suppliers',
  'select doc from region.suppliers where company_id = $1 and status = 1 order by id limit $2',
);
/** Items that have stock and a price, without variants and modifiers. */
const ITEMS = statement(
  'scenarios.items',
  `select doc from region.items where company_id = $1 and status = 1 and type = 0 and track_stock
     and weighing_scale = 0 and modifier_ids::text = '[]' order by id limit $2`,
);

/** At least as many records as were needed. */
type Found<Record> = readonly [Record, Record, Record, ...Record[]];

async function oldest<Record>(
  tx: TenantTransaction,
  sql: Statement,
  noun: string,
  { needed, most = needed }: { readonly needed: 1 | 2 | 3; readonly most?: number | undefined },
): Promise<Found<Record>> {
  const rows = await tx.query<{ doc: string }>(sql, [most]);
  if (rows.length >= needed) return rows.map(({ doc }) => JSON.parse(doc)) as unknown as Found<Record>;
  throw new DirectoryError(
    `This scenario needs ${needed} active ${noun}. The merchant has ${rows.length}; reset its data to get some.`,
  );
}

/** The merchant's oldest active stores. */
export const storesOf = (tx: TenantTransaction, needed: 1 | 2) =>
  oldest<Store>(tx, STORES, needed === 1 ? 'store' : 'stores', { needed });

/** The merchant's oldest items of the kind that scenarios need: counted, in pieces, without variants and options. */
const itemsOf = (tx: TenantTransaction, needed: 1 | 3, most?: number) =>
  oldest<Item>(tx, ITEMS, 'counted items in pieces, without variants and options', { needed, most });

/** The present business day at a store. */
const dayAt = ({ timezone }: Store, tx: TenantTransaction): string =>
  new Date(toLocal(timezone, Date.parse(tx.timestamp))).toISOString().slice(0, 10);

const lineOf = ({ id, cost }: Item, quantity: string) => ({ itemId: id, quantity, unitCost: cost ?? '1' });

async function order(tx: TenantTransaction, lines: ReturnType<typeof lineOf>[]) {
  const [supplier] = await oldest<Supplier>(tx, SUPPLIERS, 'supplier', { needed: 1 });
  const [store] = await storesOf(tx, 1);
  const head = { supplierId: supplier.id, storeId: store.id, orderDate: dayAt(store, tx) };
  return (await createOrder(tx, { ...head, lines }, false)).fields;
}

const halfReceived = inBackOffice(async (tx) => {
  const [one, two, three] = await itemsOf(tx, 3);
  const { id, lines } = await order(tx, [lineOf(one, '12'), lineOf(two, '6'), lineOf(three, '8')]);
  const [whole, part, none] = lines.map((line) => line.id) as [number, number, number];
  const received = [
    { lineId: whole, quantity: '12' },
    { lineId: part, quantity: '2' },
  ];
  await receiveOrder(tx, id, { lines: received });
  return {
    now: `The purchase order ${id} is received in part: 12 of 12, 2 of 6, and none of 8.`,
    facts: { purchaseOrderId: id, receivedLineId: whole, partLineId: part, partOutstanding: '4', openLineId: none },
  };
});

const overReceived = inBackOffice(async (tx) => {
  const [[item], [from, to]] = [await itemsOf(tx, 1), await storesOf(tx, 2)];
  const lines = [{ itemId: item.id, quantity: '5' }];
  const body = { fromStoreId: from.id, toStoreId: to.id, date: dayAt(from, tx), lines };
  const { fields: transfer } = await createTransfer(tx, body, false);
  const [line] = transfer.lines as unknown as [{ id: number }];
  await receiveTransfer(tx, transfer.id, { lines: [{ lineId: line.id, quantity: '3' }] });
  return {
    now: `The stock transfer ${transfer.id} from ${from.name} to ${to.name} is of 5 ${item.name}, of which the merchant has received 3. Receiving 5 is rejected.`,
    facts: { stockTransferId: transfer.id, lineId: line.id, outstanding: '2' },
  };
});

const MOST_LINES = 1000;

const thousandLines = inBackOffice(async (tx) => {
  const items = await itemsOf(tx, 1, MOST_LINES);
  const lines = Array.from({ length: MOST_LINES }, (_, at) => lineOf(items[at % items.length] as Item, '1'));
  const { id } = await order(tx, lines);
  return {
    now: `The purchase order ${id} has ${MOST_LINES} lines, which is the most.`,
    facts: { purchaseOrderId: id, lines: MOST_LINES },
  };
});

const COUNT = 0;

const soldOut = inBackOffice(async (tx) => {
  const [[item], [store]] = [await itemsOf(tx, 1), await storesOf(tx, 1)];
  const lines = [{ itemId: item.id, quantity: '0' }];
  const narration = 'The last one is gone';
  await createAdjustment(tx, { storeId: store.id, date: dayAt(store, tx), type: COUNT, narration, lines }, true);
  return {
    now: `${item.name} is sold out at ${store.name}: a count has found none.`,
    facts: { itemId: item.id, storeId: store.id, onHand: '0' },
  };
});

const changedMeanwhile = inBackOffice(async (tx) => {
  const [item] = await itemsOf(tx, 1);
  // Never what is there already, which would be no change.
  const description = `Changed by the merchant at ${tx.timestamp}, after version ${item.version}`;
  const { version } = await changeItem(tx, item.id, { description });
  return {
    now: `The merchant has changed the description of ${item.name}. Run this again between your next read and write of it.`,
    facts: { itemId: item.id, versionBefore: item.version, version },
  };
});

const STORE = statement(
  'scenarios.clock-store',
  'select doc from region.stores where company_id = $1 and external_id = $2',
);

/** A store in a zone that has summer time, with a receipt in each hour of the last day on which its clocks changed. */
const clockChange = inBackOffice(async (tx, merchant) => {
  const store = await storeWithSummerTime(tx, merchant);
  const { day, from, to } = lastChange(store.timezone, Date.parse(tx.timestamp));
  const [item] = await itemsOf(tx, 1);
  const offer = await readOffer(tx, store, { itemIds: [item.id], at: from });
  const line = pricedLine(offer, { itemId: item.id, variantId: null, quantity: '1', optionIds: [] });
  const hours = (to - from) / HOUR;
  for (let hour = 0; hour < hours; hour += 1) {
    const number = `${day}-${hour}`;
    await writeLine(tx, {
      ...{ type: 'sale', externalId: `scenario-${number}`, store: store.id, number, channel: 'counter' },
      at: toTimestamp(from + hour * HOUR + HOUR / 2),
      lines: [line],
      payments: [{ kind: 'card', amount: dueOf([line], store.currency) }],
    });
  }
  return {
    now: `${store.name} is in ${store.timezone}, where ${day} had ${hours} hours. There is a receipt in each of them.`,
    facts: { storeId: store.id, day, from: toTimestamp(from), to: toTimestamp(to), receipts: hours },
  };
});

const ZONES: Readonly<Partial<Record<Merchant['region'], string>>> = { US: 'America/New_York' };
const EXTERNAL_ID = 'scenario-clock-change';

async function storeWithSummerTime(tx: TenantTransaction, { region, currency }: Merchant): Promise<Store> {
  const timezone = ZONES[region] ?? 'Europe/London';
  const line = { externalId: EXTERNAL_ID, name: 'Clock Tower', code: 'CLOCK', timezone, currency };
  await writeLine(tx, { type: 'store', ...line });
  const [row] = await tx.query<{ doc: string }>(STORE, [EXTERNAL_ID]);
  return JSON.parse((row as { doc: string }).doc) as Store;
}

/** The last whole day before now that had more or less than 24 hours. */
function lastChange(timeZone: string, now: number): { day: string; from: number; to: number } {
  const today = toLocal(timeZone, now);
  let local = today - (today % DAY) - DAY;
  for (;;) {
    const [from, to] = [fromLocal(timeZone, local), fromLocal(timeZone, local + DAY)];
    if (to - from !== DAY) return { day: toTimestamp(local).slice(0, 10), from, to };
    local -= DAY;
  }
}

/** As after 30 days, or after a reset. */
const oldCursor = inBackOffice(async (tx, { companyId }) => {
  tx.restartLog();
  return {
    now: 'The changes up to now are no longer kept. Every cursor that was issued before is too old.',
    facts: { companyId },
  };
});

const employee: MerchantScene = async ({ control, origin, sandbox: { merchant } }) => {
  const email = `employee-${randomBytes(4).toString('hex')}@sandbox.example`;
  const person = { email, name: 'Sandbox employee', role: 'employee' } as const;
  const joined = await changeControl(control, origin, (tx) => joinMerchant(tx, merchant.companyId, person));
  const password = 'password' in joined && typeof joined.password === 'string' && { password: joined.password };
  return {
    now: `${email} is an employee of ${merchant.name}. Begin a connection in your app, and sign in as this person on the consent screen.`,
    facts: { email },
    ...password,
  };
};

export const MERCHANT_SCENES = {
  'half-received-order': halfReceived,
  'over-received-transfer': overReceived,
  'thousand-line-order': thousandLines,
  'sold-out-item': soldOut,
  'changed-meanwhile': changedMeanwhile,
  'clock-change': clockChange,
  'old-cursor': oldCursor,
  'employee-at-consent': employee,
} satisfies Readonly<Partial<Record<ScenarioName, MerchantScene>>>;
