import type { Store } from '../../contract/generated/types.gen.ts';
import type { Merchant } from '../../control/merchants/merchants.ts';
import { backOfficeOf } from '../../control/merchants/open-sandbox.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { toTimestamp } from '../../process/clock.ts';
import { fromLocal, toLocal } from '../demo/local-time.ts';
import { dueOf, pricedLine } from '../till/price-order.ts';
import { readOffer } from '../till/read-offer.ts';
import { writeReceipt, writeStore } from '../till/write-lines.ts';
import { itemsOf } from './records.ts';
import type { MerchantScene } from './scene.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const STORE = statement(
  'scenarios.clock-store',
  'select doc from region.stores where company_id = $1 and external_id = $2',
);

/** A store in a zone that has summer time, with a receipt in each hour of the last day on which its clocks changed. */
export const clockChange: MerchantScene = ({ sandbox }) =>
  backOfficeOf(sandbox).write(async (tx) => {
    const store = await storeWithSummerTime(tx, sandbox.merchant);
    const { day, from, to } = lastChange(store.timezone, Date.parse(tx.timestamp));
    const [item] = await itemsOf(tx, 1);
    const selection = { itemIds: [item.id], menuId: undefined, at: from };
    const offer = await readOffer(tx, store, selection);
    const line = pricedLine(offer, { itemId: item.id, variantId: null, quantity: '1', optionIds: [] });
    const hours = (to - from) / HOUR;
    for (let hour = 0; hour < hours; hour += 1) {
      const number = `${day}-${hour}`;
      await writeReceipt(tx, {
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
  await writeStore(tx, { type: 'store', ...line });
  const [row] = await tx.query<{ doc: string }>(STORE, [EXTERNAL_ID]);
  return JSON.parse((row as { doc: string }).doc) as Store;
}

interface LocalDay {
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

/** The last whole day before now that had more or less than 24 hours. */
function lastChange(timeZone: string, now: number): LocalDay {
  const today = toLocal(timeZone, now);
  let local = today - (today % DAY) - DAY;
  for (;;) {
    const [from, to] = [fromLocal(timeZone, local), fromLocal(timeZone, local + DAY)];
    if (to - from !== DAY) return { day: toTimestamp(local).slice(0, 10), from, to };
    local -= DAY;
  }
}
