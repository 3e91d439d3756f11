import { randomBytes } from 'node:crypto';
import type { Item, Store, Supplier } from '../../contract/generated/types.gen.ts';
import { ACCESS_REQUEST_LIFETIME, approveAccess, findApproved, requestAccess } from '../../control/access-requests.ts';
import { disconnect } from '../../control/connections.ts';
import { changeControl } from '../../control/control.ts';
import { DirectoryError } from '../../control/errors.ts';
import { joinMerchant } from '../../control/members.ts';
import { backOfficeOf, type Merchant } from '../../control/merchants.ts';
import { type RehearsalKind, startRehearsal } from '../../control/rehearsals.ts';
import { type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { expireFamilies, rotateFamily, stageFamily, validFamilies } from '../../oauth/refresh-tokens.ts';
import { toTimestamp } from '../../process/time.ts';
import { changeItem } from '../../records/items/handlers.ts';
import { createOrder, receiveOrder } from '../../records/purchase-orders/orders.ts';
import { createAdjustment } from '../../records/stock-adjustments/adjustments.ts';
import { createTransfer, receiveTransfer } from '../../records/stock-transfers/transfers.ts';
import { writeLine } from '../import/write-lines.ts';
import { DAY, fromLocal, HOUR, toLocal } from '../local-time.ts';
import { dueOf, pricedLine, readOffer } from '../till/offer.ts';
import type { ScenarioName, Shown, Stage } from './scenarios.ts';

interface SceneStage extends Stage {
  /** The app that the scenario concerns, if it concerns one. */
  readonly appId: number;
}

type Scene = (stage: SceneStage) => Promise<Shown>;

/** A scene in one transaction of the merchant's back office. */
const inBackOffice =
  (scene: (tx: TenantTransaction, merchant: Merchant) => Promise<Shown>): Scene =>
  async ({ sandbox }) =>
    backOfficeOf(sandbox).write((tx) => scene(tx, sandbox.merchant));

const STORES = statement(
  'scenarios.stores',
  'select doc from region.stores where company_id = $1 and status = 1 order by id limit $2',
);
const SUPPLIERS = statement(
  'scenarios.suppliers',
  'select doc from region.suppliers where company_id = $1 and status = 1 order by id limit $2',
);
/** Active items with tracked stock, sold by the piece, without variants and modifiers. */
const ITEMS = statement(
  'scenarios.items',
  `select doc from region.items where company_id = $1 and status = 1 and type = 0 and track_stock
     and weighing_scale = 0 and modifier_ids::text = '[]' order by id limit $2`,
);

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

const storesOf = (tx: TenantTransaction, needed: 1 | 2) =>
  oldest<Store>(tx, STORES, needed === 1 ? 'store' : 'stores', { needed });

/** The merchant's oldest counted items in pieces, without variants and options. */
const itemsOf = (tx: TenantTransaction, needed: 1 | 3, most?: number) =>
  oldest<Item>(tx, ITEMS, 'counted items in pieces, without variants and options', { needed, most });

/** Current business day at a store. */
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
  // A new text each time, because an unchanged description would be no change.
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

/** Creates a store in a zone with summer time, with a receipt in each hour of the last day of a clock change. */
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

/** The same state as after 30 days, or after a reset. */
const oldCursor = inBackOffice(async (tx, { companyId }) => {
  tx.restartLog();
  return {
    now: 'The changes up to now are no longer kept. Every cursor that was issued before is too old.',
    facts: { companyId },
  };
});

const employee: Scene = async ({ control, origin, sandbox: { merchant } }) => {
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

const grantOf = ({ appId, sandbox: { merchant } }: SceneStage) => ({ appId, companyId: merchant.companyId });

/** Replaces the app's refresh tokens, without telling it the new ones. */
const rotated =
  (times: number, says: (appId: number) => string): Scene =>
  async (stage) => {
    const { control, origin, appId, sandbox } = stage;
    const grant = grantOf(stage);
    const subject = { ...grant, organizationId: sandbox.merchant.organizationId as number };
    for (const family of await validFamilies(control.pool, grant, control.clock())) {
      const { familyId, generation } = family;
      await changeControl(control, origin, (tx) => stageFamily(tx, family));
      for (let turn = 0; turn < times; turn += 1)
        await rotateFamily(control, origin, { familyId, generation: generation + turn }, subject);
    }
    return { now: says(appId), facts: grant };
  };

const inGrace = rotated(
  1,
  (appId) =>
    `The refresh token of app ${appId} was used, and the response was lost. Sent again within 24 hours, it returns the same new token.`,
);

const reused = rotated(
  2,
  (appId) =>
    `Someone else has used the refresh token of app ${appId}, and the one after it. The next refresh of the app ends the connection.`,
);

const expired: Scene = async (stage) => {
  const ended = await changeControl(stage.control, stage.origin, (tx) => expireFamilies(tx, grantOf(stage)));
  if (ended === 0) throw new DirectoryError(`The app ${stage.appId} is no longer connected.`);
  return {
    now: `The connection of app ${stage.appId} has expired, as it does 100 days after its last refresh.`,
    facts: grantOf(stage),
  };
};

const disconnected: Scene = async (stage) => {
  const { appId, companyId } = grantOf(stage);
  await changeControl(stage.control, stage.origin, (tx) => disconnect(tx, companyId, appId));
  return {
    now: `The merchant has disconnected app ${appId}. Its refresh tokens are revoked; an access token works for up to 15 minutes.`,
    facts: { appId, companyId },
  };
};

const REQUEST_MINUTES = 5;

/** An access request that was made nearly 30 days ago. */
const requestExpiring: Scene = async ({ control, origin, sandbox, appId }) => {
  const { regions, merchant } = sandbox;
  const { companyId } = merchant;
  const [store] = await backOfficeOf(sandbox).write((tx) => storesOf(tx, 1));
  const id = await requestAccess({ control, regions }, origin, { appId, companyId, storeIds: [store.id] });
  const expiresAt = await changeControl(control, origin, async (tx) => {
    const end = tx.now + REQUEST_MINUTES * 60_000;
    const createdAt = toTimestamp(end - ACCESS_REQUEST_LIFETIME);
    await tx.query('update control.access_requests set created_at = $2 where id = $1', [id, createdAt]);
    return toTimestamp(end);
  });
  return {
    now: `The access request ${id} of app ${appId} for ${store.name} expires in ${REQUEST_MINUTES} minutes, unless an owner of ${merchant.name} decides.`,
    facts: { accessRequestId: id, appId, companyId, storeId: store.id, expiresAt },
  };
};

/** Short, in case the developer forgets it. */
const MINUTES = 5;

/** An approval of one of two stores. For some minutes, the app's sandbox keys read only what is approved. */
const fewerStores: Scene = async ({ control, origin, sandbox, appId }) => {
  const { regions, merchant } = sandbox;
  const { companyId } = merchant;
  const [approved, other] = await backOfficeOf(sandbox).write((tx) => storesOf(tx, 2));
  const id = await requestAccess({ control, regions }, origin, { appId, companyId, storeIds: [approved.id, other.id] });
  const before = await findApproved(control.pool, { appId, companyId }, control.clock());
  const { endsAt } = await changeControl(control, origin, async (tx) => {
    await approveAccess(tx, { companyId, id, storeIds: [approved.id], replaces: before?.id });
    return startRehearsal(tx, appId, 'approval', MINUTES);
  });
  return {
    now: `App ${appId} asked ${merchant.name} for ${approved.name} and ${other.name}, and the owner has approved ${approved.name} alone. For ${MINUTES} minutes, its sandbox keys read only what owners have approved, as in production.`,
    facts: { accessRequestId: id, appId, companyId, approvedStoreId: approved.id, otherStoreId: other.id, endsAt },
  };
};

const rehearsing =
  (kind: RehearsalKind, state: string): Scene =>
  async ({ control, origin, appId }) => {
    const { endsAt } = await changeControl(control, origin, (tx) => startRehearsal(tx, appId, kind, MINUTES));
    return {
      now: `In the sandbox, app ${appId} ${state} for ${MINUTES} minutes. It begins within 30 seconds and ends by itself.`,
      facts: { appId, endsAt },
    };
  };

const failingEndpoint: Scene = async (stage) => {
  const { control, appId } = stage;
  const { rows } = await control.pool.query(
    `select from control.webhook_endpoints where app_id = $1 and env = 'SANDBOX' and disabled_at is null limit 1`,
    [appId],
  );
  if (rows.length === 0) throw new DirectoryError(`The app ${appId} has no enabled webhook endpoint in the sandbox.`);
  return rehearsing('endpoint', 'has webhook endpoints whose responses count as failures')(stage);
};

const SCENES: Readonly<Record<ScenarioName, Scene>> = {
  'half-received-order': halfReceived,
  'over-received-transfer': overReceived,
  'thousand-line-order': thousandLines,
  'sold-out-item': soldOut,
  'changed-meanwhile': changedMeanwhile,
  'clock-change': clockChange,
  'old-cursor': oldCursor,
  'employee-at-consent': employee,
  'refresh-in-grace': inGrace,
  'refresh-reused': reused,
  'expired-grant': expired,
  disconnected,
  'request-expiring': requestExpiring,
  'fewer-stores': fewerStores,
  'failing-endpoint': failingEndpoint,
  'one-call-left': rehearsing('limit', 'can send one request a minute'),
  'region-away': rehearsing('away', 'gets 503 from every region'),
  'late-answer': rehearsing('late', 'gets its responses 15 seconds late'),
};

/** Produces the state of a scenario. `appId` is null if the scenario concerns only a merchant. */
export const runScene = (name: ScenarioName, stage: Stage, appId: number | null): Promise<Shown> =>
  SCENES[name]({ ...stage, appId: appId ?? 0 });
