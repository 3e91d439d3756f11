import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { codeOf } from '../../engine/expectations.ts';
import { type Rec, recordOf } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import { linesOf } from '../fixtures/documents.ts';
import { addStock, DAY, onHand, stockFixture, thousandths } from '../fixtures/stock.ts';

/** Concurrent requests: each takes effect once, or not at all. */

const stateful = subject('stateful', 'stateful');

/** Races are repeated, because the requests may happen to run in sequence. */
const ROUNDS = 3;
const AT_ONCE = [1, 2, 3, 4, 5];

type Send = (method: string, path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;

const sender =
  (t: CaseContext): Send =>
  (method, path, body, headers = {}) =>
    t.as().send(method, path, { body, headers, concurrent: true });

const withStatus = (answers: readonly Answer[], status: number): Answer[] =>
  answers.filter((one) => one.status === status);

/** Asserts that all others were rejected with this error. */
function expectRejected(
  t: CaseContext,
  answers: readonly Answer[],
  expected: number,
  status: number,
  code: string,
): void {
  const others = answers.filter((one) => one.status >= 400);
  t.equal(others.length, expected, 'rejected requests');
  for (const one of others) t.expectStatus(one, status, code);
}

/** Asserts that the level equals the sum of the ledger and that the ledger has `rows` movements. */
async function expectLedger(
  t: CaseContext,
  itemId: number,
  storeId: number,
  expected: number,
  rows: number,
): Promise<void> {
  t.equal(await onHand(t, itemId, storeId), expected, `thousandths of item ${itemId} on hand`);
  const stock = (await t.as().read(`/items/${itemId}/stock?storeId=${storeId}&limit=100`)) as Rec & { data: Rec[] };
  const changes = stock.data.map(({ change }) => thousandths(String(change)));
  t.equal(
    changes.reduce((sum, change) => sum + change, 0),
    expected,
    `thousandths of item ${itemId} in its ledger`,
  );
  t.equal(changes.length, rows, `movements of item ${itemId}`);
}

const race = (id: string, proves: readonly string[], title: string, run: (t: CaseContext) => Promise<void>): Case =>
  stateful(`race.${id}`, proves, title, async (t) => {
    for (let round = 0; round < ROUNDS && t.findings.length === 0; round += 1) await run(t);
  });

const receiptsCase = race(
  'receipts',
  ['stock.concurrent', 'purchases.over_receipt', 'stock.ledger'],
  'of five concurrent receipts of 4 out of 10, two succeed',
  async (t) => {
    const { here, supplierId, itemId } = await stockFixture(t);
    const lines = [{ itemId, quantity: '10', unitCost: '1.25' }];
    const body = { supplierId, storeId: here, orderDate: DAY, lines };
    const order = await t.as().create('/purchase-orders?receive=false', body);
    const receipt = { lines: [{ lineId: linesOf(order)[0]?.id, quantity: '4' }] };
    const path = `/purchase-orders/${order.id}`;
    const answers = await Promise.all(AT_ONCE.map(() => sender(t)('PATCH', `${path}/receive`, receipt)));
    t.equal(withStatus(answers, 200).length, 2, 'receipts that succeeded');
    expectRejected(t, answers, 3, 422, 'partner.over_receipt');
    const after = await t.as().read(path);
    t.equal([after.version, after.purchStatus, Number(linesOf(after)[0]?.received)], [3, 1, 8], 'the order');
    await expectLedger(t, itemId, here, 8_000, 2);
  },
);

const crossingCase = race(
  'transfers-crossing',
  ['stock.concurrent', 'transfers.receive', 'stock.ledger'],
  'concurrent transfers of the same items in both directions all succeed',
  async (t) => {
    const { here, there, itemId } = await stockFixture(t);
    const { itemId: second } = await stockFixture(t);
    for (const store of [here, there]) for (const item of [itemId, second]) await addStock(t, store, item, '100');
    const transfer = (fromStoreId: number, toStoreId: number, items: number[], quantity: string) =>
      sender(t)('POST', '/stock-transfers?receive=true', {
        fromStoreId,
        toStoreId,
        date: DAY,
        lines: items.map((one) => ({ itemId: one, quantity })),
      });
    const there3 = [1, 2, 3].map(() => transfer(here, there, [itemId, second], '2'));
    const back3 = [1, 2, 3].map(() => transfer(there, here, [second, itemId], '1.5'));
    const answers = await Promise.all([...there3, ...back3]);
    t.equal(withStatus(answers, 201).length, 6, 'transfers that succeeded');
    for (const item of [itemId, second]) {
      await expectLedger(t, item, here, 98_500, 7);
      await expectLedger(t, item, there, 101_500, 7);
    }
  },
);

const postsCase = race(
  'posts',
  ['stock.concurrent', 'adjustments.draft_posted', 'stock.ledger'],
  'of five concurrent posts of one draft, one succeeds',
  async (t) => {
    const { here, itemId } = await stockFixture(t);
    const body = { storeId: here, date: DAY, type: 1, lines: [{ itemId, quantity: '6' }] };
    const { id } = await t.as().create('/stock-adjustments?post=false', body);
    const answers = await Promise.all(AT_ONCE.map(() => sender(t)('PATCH', `/stock-adjustments/${id}`, { status: 1 })));
    t.equal(withStatus(answers, 200).length, 1, 'posts that succeeded');
    expectRejected(t, answers, 4, 409, 'partner.state_conflict');
    await expectLedger(t, itemId, here, 6_000, 1);
  },
);

const reversalsCase = race(
  'reversals',
  ['stock.concurrent', 'adjustments.void_reverses', 'stock.ledger'],
  'of five concurrent voids of a posted adjustment, one succeeds',
  async (t) => {
    const { here, itemId } = await stockFixture(t);
    await addStock(t, here, itemId, '20');
    const { id } = await addStock(t, here, itemId, '6');
    const answers = await Promise.all(AT_ONCE.map(() => sender(t)('PATCH', `/stock-adjustments/${id}`, { status: 2 })));
    t.equal(withStatus(answers, 200).length, 1, 'voids that succeeded');
    expectRejected(t, answers, 4, 409, 'partner.state_conflict');
    await expectLedger(t, itemId, here, 20_000, 3);
  },
);

const voidsCase = race(
  'void-or-receive',
  ['stock.concurrent', 'purchases.void', 'stock.ledger'],
  'of concurrent voids and receipts of one order, one succeeds',
  async (t) => {
    const { here, supplierId, itemId } = await stockFixture(t);
    const body = { supplierId, storeId: here, orderDate: DAY, lines: [{ itemId, quantity: '10', unitCost: '1' }] };
    const { id } = await t.as().create('/purchase-orders?receive=false', body);
    const path = `/purchase-orders/${id}`;
    const send = (n: number) =>
      n % 2 ? sender(t)('PATCH', path, { status: 0 }) : sender(t)('PATCH', `${path}/receive`, {});
    const answers = await Promise.all(AT_ONCE.map(send));
    t.equal(withStatus(answers, 200).length, 1, 'requests that succeeded');
    expectRejected(t, answers, 4, 409, 'partner.state_conflict');
    const { status, purchStatus } = await t.as().read(path);
    const isVoided = status === 0;
    t.equal(purchStatus, isVoided ? 0 : 2, 'purchStatus');
    await expectLedger(t, itemId, here, isVoided ? 0 : 10_000, isVoided ? 0 : 1);
  },
);

const keyCase = race(
  'idempotency-key',
  ['http.idempotency_once', 'stock.ledger'],
  'of five concurrent creates under one Idempotency-Key, one writes; all that succeed return the same order',
  async (t) => {
    const { here, supplierId, itemId } = await stockFixture(t);
    const body = { supplierId, storeId: here, orderDate: DAY, lines: [{ itemId, quantity: '3', unitCost: '1' }] };
    const headers = { 'Idempotency-Key': t.name('key') };
    const create = () => sender(t)('POST', '/purchase-orders?receive=true', body, headers);
    const answers = await Promise.all(AT_ONCE.map(create));
    const created = withStatus(answers, 201);
    t.check(created.length > 0, 'none succeeded');
    t.equal(new Set(created.map((one) => recordOf(one).id)).size, 1, 'orders in responses');
    const originals = created.filter((one) => one.headers['idempotent-replayed'] !== 'true');
    t.equal(originals.length, 1, 'responses that are not replays');
    for (const one of answers.filter(({ status }) => status !== 201))
      t.equal([one.status, codeOf(one)], [409, 'partner.idempotency_in_progress'], 'errors of the others', one);
    const again = await create();
    t.equal([again.status, recordOf(again).id], [201, created[0] && recordOf(created[0]).id], 'a sixth, later', again);
    await expectLedger(t, itemId, here, 3_000, 1);
  },
);

const lostUpdateCase = stateful(
  'race.lost-update',
  ['http.if_match_concurrent', 'http.if_match'],
  'of five concurrent changes based on one version, one succeeds',
  async (t) => {
    const { id } = await t.as().create('/brands', { name: t.name() });
    for (let version = 1; version <= ROUNDS; version += 1) {
      const { etag = '' } = t.requireStatus(await t.as().get(`/brands/${id}`), 200).headers;
      const change = (n: number) =>
        sender(t)('PATCH', `/brands/${id}`, { description: `conf ${n}` }, { 'If-Match': etag });
      const answers = await Promise.all(AT_ONCE.map(change));
      t.equal(withStatus(answers, 200).length, 1, 'changes that succeeded');
      if (!t.equal((await t.as().read(`/brands/${id}`)).version, version + 1, 'version')) return;
    }
  },
);

const uniqueCase = race(
  'unique',
  ['brands.unique_name', 'records.unique_concurrent'],
  'of five concurrent brands with one name, one is created',
  async (t) => {
    const name = t.name();
    const answers = await Promise.all(AT_ONCE.map(() => sender(t)('POST', '/brands', { name })));
    t.equal(withStatus(answers, 201).length, 1, 'brands created');
    expectRejected(t, answers, 4, 409, 'partner.duplicate');
  },
);

const circleCase = race(
  'circle',
  ['categories.no_cycles', 'stateful.model'],
  'two categories moved under each other concurrently do not form a cycle',
  async (t) => {
    const [a, b] = [
      await t.as().create('/categories', { name: t.name() }),
      await t.as().create('/categories', { name: t.name() }),
    ];
    const put = (one: Rec, under: Rec) => sender(t)('PATCH', `/categories/${one.id}`, { parentId: under.id });
    const answers = await Promise.all([put(a, b), put(b, a)]);
    t.equal(withStatus(answers, 200).length, 1, 'moves that succeeded');
    expectRejected(t, answers, 1, 409, 'partner.state_conflict');
  },
);

export const RACE_CASES: readonly Case[] = [
  receiptsCase,
  crossingCase,
  postsCase,
  reversalsCase,
  voidsCase,
  keyCase,
  lostUpdateCase,
  uniqueCase,
  circleCase,
];
