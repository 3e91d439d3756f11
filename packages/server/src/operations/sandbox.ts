import * as v from 'valibot';
import { chooseApp, SCENARIO_NAMES, SCENARIOS, scenarioOf } from '../back-office/scenarios/scenarios.ts';
import { basket, CHANNELS, PAYMENTS, type PaidDocument, type TillDocument } from '../back-office/till/orders.ts';
import { changeControl } from '../control/control.ts';
import { DirectoryError } from '../control/errors.ts';
import { checkedText, id, oneOf, search } from '../control/input.ts';
import { openSandbox } from '../control/merchants.ts';
import { isDay } from '../process/time.ts';
import { acting, FOR_DEVELOPERS, reading } from './operation.ts';
import { fields, table } from './text.ts';

/** The tills' modules, and the import's, are loaded on first use. */
const till = async () => (await import('../back-office/till/till.ts')).TILL;

const SANDBOX = { companyId: 'id of the sandbox merchant' };
const SOLD_AT = { ...SANDBOX, storeId: { flag: '--store <id>', help: 'where it is sold' } };

const receiptText = ({ receipt, number, total, currency, at }: TillDocument): string =>
  `${number} of ${at.slice(0, 10)}: ${total} ${currency}. Its receipt is ${receipt}.`;

const paidText = (sale: PaidDocument): string =>
  `Sold ${receiptText(sale)}${/[1-9]/.test(sale.change) ? ` Change: ${sale.change} ${sale.currency}.` : ''}`;

/** Operations that bring sandbox merchants into a state on demand. */
export const SCENARIO_OPERATIONS = {
  'scenario.list': reading({
    ...FOR_DEVELOPERS,
    summary: 'List the states that a sandbox merchant can be brought into.',
    input: v.strictObject({ organizationId: v.optional(id) }),
    read: async () => ({ data: SCENARIO_NAMES.map(scenarioOf), next: null }),
    columns: { NAME: 'name', STATE: 'state' },
    command: { options: [] },
  }),
  'scenario.run': acting({
    ...FOR_DEVELOPERS,
    perMinute: 30,
    summary: 'Bring a sandbox merchant, or an app in the sandbox, into a state that integrations have to handle.',
    input: v.strictObject({ scenario: oneOf(SCENARIO_NAMES), companyId: id, appId: v.optional(id) }),
    cells: true,
    async act(call, { scenario, companyId, appId: named }) {
      const { control, origin } = call;
      const sandbox = await openSandbox(call, companyId);
      const appId = await chooseApp(control, sandbox.merchant, SCENARIOS[scenario], named);
      const { runScene } = await import('../back-office/scenarios/scenes.ts');
      const shown = await runScene(scenario, { control, origin, sandbox }, appId);
      const subject = { companyId, organizationId: sandbox.merchant.organizationId as number };
      await changeControl(control, origin, (tx) =>
        tx.audit('merchant.scenario_run', { ...subject, ...(appId !== null && { appId }), details: { scenario } }),
      );
      return { ...scenarioOf(scenario), companyId, appId, ...shown };
    },
    fields: {
      companyId: { flag: '--merchant <id>', help: 'id of the sandbox merchant' },
      appId: { flag: '--app <id>', help: 'app that it concerns, if there are several' },
    },
    command: { args: ['scenario'] },
    done: ({ now, facts, advice }) => `${now}\n\n${fields(facts)}\nA good integration: ${advice}`,
  }),
} as const;

const day = v.pipe(
  checkedText((text) => {
    if (/^[1-9]/.test(text) && isDay(text)) return text;
    throw new DirectoryError(`${JSON.stringify(text)} is not a day that exists, such as 2026-07-01.`);
  }),
  v.metadata({ value: 'day', help: 'business day, such as 2026-07-01' }),
);
const receipt = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(128, 'must be at most 128 characters long'),
);
const amountOf = (form: RegExp, example: string, help: string) =>
  v.optional(
    v.pipe(
      v.string('must be a string'),
      v.regex(form, `must be an amount such as ${example}`),
      v.metadata({ value: 'amount', help }),
    ),
  );

const rounding = amountOf(
  /^-?\d{1,12}(\.\d{1,4})?$/,
  '-0.40',
  'what is rounded up, or down if negative; smaller than the smallest coin',
);

const PAID = {
  payment: v.optional(oneOf(PAYMENTS), 'card'),
  tendered: amountOf(/^\d{1,12}(\.\d{1,4})?$/, '20.00', 'what the customer gives (default: what is due)'),
  tips: amountOf(/^\d{1,12}(\.\d{1,4})?$/, '2.00', 'what of it is a tip'),
  rounding,
};

const ORDER = {
  companyId: id,
  storeId: id,
  items: basket,
  menuId: v.optional(v.pipe(id, v.metadata({ option: 'menu', help: 'sell at the prices of this menu' }))),
  channel: v.optional(oneOf(CHANNELS), 'counter'),
  day: v.optional(day),
};

const MOST_SEED = 2 ** 31 - 1;
const SEED = `must be an integer from 1 to ${MOST_SEED}`;

export const TILL_OPERATIONS = {
  'till.offer': reading({
    ...FOR_DEVELOPERS,
    summary: 'Show what the till of a sandbox merchant sells at a store now.',
    input: v.strictObject({
      companyId: id,
      storeId: id,
      menuId: ORDER.menuId,
      categoryId: v.optional(v.pipe(id, v.metadata({ option: 'category', help: 'items of this category' }))),
      search: v.optional(search),
    }),
    read: async (_, { companyId, ...selection }, call) =>
      (await till()).offer(await openSandbox(call, companyId), selection),
    fields: SANDBOX,
    columns: {
      ITEM: 'code',
      NAME: 'name',
      PRICE: 'price',
      'ON HAND': 'onHand',
      OPTIONS: ({ options }) => options.map(({ optionId, name }) => `+${optionId} ${name}`),
    },
    command: { args: ['companyId', 'storeId'] },
  }),
  'till.price': reading({
    ...FOR_DEVELOPERS,
    summary: 'Price an order at the till of a sandbox merchant, without selling it.',
    input: v.strictObject({ companyId: id, storeId: id, items: basket, menuId: ORDER.menuId }),
    read: async (_, { companyId, ...order }, call) => (await till()).price(await openSandbox(call, companyId), order),
    fields: SOLD_AT,
    command: { args: ['companyId'] },
    say: (order) => {
      const lines = table(order, {
        ITEM: 'code',
        QUANTITY: 'quantity',
        NAME: ({ name, options }) => [name, ...options.map((option) => `+ ${option}`)].join(' '),
        TOTAL: ({ total, problem }) => total ?? problem,
      });
      return `${lines}Total: ${order.total} ${order.currency}\n`;
    },
  }),
  'till.receipts': reading({
    ...FOR_DEVELOPERS,
    summary: "List a store's open orders and its latest receipts.",
    input: v.strictObject({ companyId: id, storeId: id }),
    read: async (_, { companyId, ...selection }, call) => {
      const data = await (await till()).receipts(await openSandbox(call, companyId), selection);
      return { data, next: null };
    },
    fields: SANDBOX,
    columns: {
      RECEIPT: 'receipt',
      KIND: 'kind',
      NUMBER: 'number',
      AT: 'at',
      TOTAL: 'total',
      ITEMS: ({ lines }) => lines.map(({ quantity, name }) => `${quantity} ${name}`),
    },
    command: { args: ['companyId', 'storeId'] },
  }),
  'till.sell': acting({
    ...FOR_DEVELOPERS,
    summary: 'Sell items at the till of a sandbox merchant.',
    input: v.strictObject({ ...ORDER, ...PAID }),
    cells: true,
    act: async (call, { companyId, ...order }) => (await till()).sell(await openSandbox(call, companyId), order),
    fields: SOLD_AT,
    command: { args: ['companyId'] },
    done: paidText,
  }),
  'till.open': acting({
    ...FOR_DEVELOPERS,
    summary: 'Open an order at the till of a sandbox merchant, such as one for a table.',
    input: v.strictObject(ORDER),
    cells: true,
    act: async (call, { companyId, ...order }) => (await till()).open(await openSandbox(call, companyId), order),
    fields: SOLD_AT,
    command: { args: ['companyId'] },
    done: (order) => `Opened ${receiptText(order)}`,
  }),
  'till.pay': acting({
    ...FOR_DEVELOPERS,
    summary: 'Take the payment of an open order, which sells it and closes it.',
    input: v.strictObject({ companyId: id, receipt, ...PAID }),
    cells: true,
    act: async (call, { companyId, ...order }) => (await till()).pay(await openSandbox(call, companyId), order),
    fields: { ...SANDBOX, receipt: 'receipt of the open order' },
    command: { args: ['companyId', 'receipt'] },
    done: paidText,
  }),
  'till.refund': acting({
    ...FOR_DEVELOPERS,
    summary: 'Refund what is left of a sale, or some lines of it.',
    input: v.strictObject({
      companyId: id,
      receipt,
      lines: v.optional(
        v.pipe(
          v.array(id, 'must be a list'),
          v.minLength(1, 'must have at least one entry'),
          v.maxLength(100, 'must have at most 100 entries'),
          v.metadata({ option: 'line', value: 'number', help: 'numbers of the refunded lines (default: all)' }),
        ),
      ),
      rounding,
    }),
    cells: true,
    act: async (call, { companyId, ...refund }) => (await till()).refund(await openSandbox(call, companyId), refund),
    fields: { ...SANDBOX, receipt: 'receipt of the sale' },
    command: { args: ['companyId', 'receipt'] },
    done: (refund) => `Refunded ${receiptText(refund)}`,
  }),
  'till.void': acting({
    ...FOR_DEVELOPERS,
    summary: 'Void a sale or a refund.',
    input: v.strictObject({ companyId: id, receipt }),
    cells: true,
    act: async (call, { companyId, ...sale }) => (await till()).void(await openSandbox(call, companyId), sale),
    fields: { ...SANDBOX, receipt: 'receipt of the sale or refund' },
    command: { args: ['companyId', 'receipt'] },
    done: ({ receipt }) => `Voided ${receipt}.`,
  }),
  'till.day': acting({
    ...FOR_DEVELOPERS,
    perMinute: 10,
    summary: 'Sell for a day at every store of a sandbox merchant. The same seed sells the same, once.',
    input: v.strictObject({
      companyId: id,
      day,
      seed: v.optional(
        v.pipe(
          v.number(SEED),
          v.integer(SEED),
          v.minValue(1, SEED),
          v.maxValue(MOST_SEED, SEED),
          v.metadata({ value: 'number', help: 'another seed sells something else (default: 1)' }),
        ),
        1,
      ),
    }),
    cells: true,
    act: async (call, { companyId, ...request }) => (await till()).sellDay(await openSandbox(call, companyId), request),
    fields: SANDBOX,
    command: { args: ['companyId', 'day'] },
    done: ({ day, sales, refunds, seed }) =>
      sales === 0
        ? `Nothing was sold on ${day}: the seed ${seed} has sold before, or no item is active.`
        : `Sold ${sales} receipts on ${day}, of which ${refunds} were refunded in part.`,
  }),
} as const;
