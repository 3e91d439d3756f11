import { html } from 'hono/html';
import type {
  CHANNELS,
  PAYMENTS,
  PricedOrder,
  TillEntry,
  TillOffer,
  TillOption,
} from '../../../back-office/till/orders.ts';
import { DirectoryError } from '../../../control/errors.ts';
import type { Merchant, StoreSummary } from '../../../control/merchants.ts';
import { recordId } from '../../kit/context.ts';
import { anyField, formFields, formProblems, type Options } from '../../kit/fields.ts';
import { fieldsFor, inputIn, submits } from '../../kit/operation-screens.ts';
import { hidden, notice, ownForm } from '../../kit/page.ts';
import { type Html, name } from '../../languages/html.ts';
import type { ConsoleScreen, ConsoleVisit } from '../layout.ts';
import { merchantPage, merchantPath } from '../merchants.ts';
import { type BasketItem, basketIn, basketLines, hiddenLines, optionField, orderedItems } from './basket.ts';
import { changedBy, chosenId, presentOf, readerOf, receiptList, shownAsNew } from './receipts.ts';

const companyOf = ({ id }: ConsoleVisit) => ({ companyId: id('companyId') });

const PAYMENT_NAMES: Readonly<Record<(typeof PAYMENTS)[number], string>> = {
  card: 'Card',
  cash: 'Cash',
  online: 'Online',
  giftCard: 'Gift card',
  account: 'On account',
  other: 'Other',
};
const CHANNEL_NAMES: Readonly<Record<(typeof CHANNELS)[number], string>> = {
  counter: 'Counter',
  dineIn: 'Dine in',
  takeaway: 'Takeaway',
  delivery: 'Delivery',
  online: 'Online',
};

const FIRST_FIELDS = [
  { name: 'payment', options: Object.entries(PAYMENT_NAMES) },
  { name: 'channel', options: Object.entries(CHANNEL_NAMES) },
] as const;
const MORE_FIELDS = [
  { name: 'tendered', hint: 'What the customer gives. What is due if empty.' },
  { name: 'tips', hint: 'What of it is a tip.' },
  { name: 'rounding', hint: 'What cash is rounded up by, or down if negative.' },
  { name: 'day', label: 'Business day', hint: 'Today if empty.' },
] as const;

const SALE_FIELDS = [...FIRST_FIELDS, ...MORE_FIELDS];

/** Sells at a sandbox merchant's store, as its own till would. */
export const tillScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId/till',
  name: 'till',
  isElsewhere: true,
  async show(visit) {
    const merchant = await visit.operations.call('merchant.show', companyOf(visit));
    const { data: stores } = await visit.operations.call('store.list', companyOf(visit));
    const active = stores.filter((store) => store.active);
    const store = active.find(({ storeId }) => storeId === chosenId(visit, 'store')) ?? active[0];
    const content = html`<p class="lead">What is sold here reaches the API as it does from a real till: stock, open orders, daily sales and changes.</p>
    ${store ? await storeContent(visit, merchant, active, store) : notice('hint', 'It has no stores yet. Reset its data to get some.')}`;
    return merchantPage(merchant, 'Till', content);
  },
  async change(visit) {
    const { operations, fields } = visit;
    const merchant = await operations.call('merchant.show', companyOf(visit));
    const [storeId, menuId] = [recordId(fields.get('store')) ?? 0, recordId(fields.get('menu'))];
    const order = { ...companyOf(visit), storeId, items: orderedItems(basketIn(fields)), menuId };
    if (order.items.length === 0) throw new DirectoryError('Add an item first.');
    const reader = await readerOf(visit);
    const after = reader && (await presentOf(visit, reader, merchant));
    if (fields.get('action') === 'open') {
      const opened = { ...order, ...inputIn('till.open', fields, ['channel', 'day']) };
      const { receipt, number, total, currency } = await operations.call('till.open', opened);
      const to = backTo(visit, shownAsNew(receipt, after));
      return { message: `Order ${number} of ${total} ${currency} is open.`, to };
    }
    const sold = { ...order, ...inputIn('till.sell', fields, SALE_FIELDS) };
    const { receipt, number, total, currency, change } = await operations.call('till.sell', sold);
    const back = /[1-9]/.test(change) ? ` Change: ${change} ${currency}.` : '';
    const to = backTo(visit, shownAsNew(receipt, after));
    return { message: `Sold ${number} for ${total} ${currency}.${back}`, to };
  },
  forms: {
    payOrder: {
      path: '/pay',
      isElsewhere: true,
      change: submits('till.pay', ['receipt', 'payment'], {
        said: ({ total, currency }) => `Took ${total} ${currency}. The order is closed.`,
        to: (visit) => backTo(visit),
      }),
    },
    refundSale: {
      path: '/refund',
      isElsewhere: true,
      change: submits('till.refund', ['receipt'], {
        said: ({ total, currency }) => `Refunded ${total} ${currency}.`,
        to: (visit) => backTo(visit),
      }),
    },
    voidReceipt: {
      path: '/void',
      isElsewhere: true,
      change: submits('till.void', ['receipt'], { said: 'The receipt is voided.', to: (visit) => backTo(visit) }),
    },
    sellDay: {
      path: '/day',
      isElsewhere: true,
      change: submits('till.day', [], {
        input: ({ fields }) => ({ day: fields.get('soldDay') ?? '', seed: recordId(fields.get('seed')) ?? 0 }),
        said: ({ sales, refunds, day }) =>
          sales > 0
            ? `Sold ${sales} receipts on ${day}, of which ${refunds} were refunded in part.`
            : 'Nothing was sold: this seed has sold that day before.',
        to: (visit) => backTo(visit),
      }),
    },
  },
};

/** Path of the page at the same store, menu, search and category, with an empty basket. */
function backTo(visit: ConsoleVisit, others = new URLSearchParams()): string {
  const query = new URLSearchParams(others);
  for (const field of ['store', 'menu', 'search', 'category']) {
    const value = visit.fields.get(field);
    if (value) query.set(field, value);
  }
  return `${merchantPath(companyOf(visit), '/till')}?${query}`;
}

/** What is shown of a store's offer: the fields of the form `till`, in the form that was sent or else in the query. */
interface Selection {
  readonly menuId: number | undefined;
  readonly categoryId: number | undefined;
  readonly search: string;
  /** Code of the item whose options are shown. */
  readonly picked: string | null;
  readonly basket: readonly BasketItem[];
}

async function storeContent(
  visit: ConsoleVisit,
  merchant: Merchant,
  stores: readonly StoreSummary[],
  { storeId }: StoreSummary,
): Promise<Html> {
  const { operations, query, fields } = visit;
  const given = fields.size > 0 ? fields : query;
  const at = { ...companyOf(visit), storeId };
  const search = given.get('search')?.trim().slice(0, 255) ?? '';
  const categoryId = recordId(given.get('show') ?? given.get('category'));
  const selected = { ...at, categoryId, ...(search && { search }) };
  const offer = await operations.call('till.offer', selected);
  const menuId = offer.menus.find((menu) => menu.menuId === chosenId(visit, 'menu'))?.menuId;
  const offered = menuId ? await operations.call('till.offer', { ...selected, menuId }) : offer;
  const basket = basketIn(given);
  const priced = await priceOf(visit, { ...at, menuId, items: orderedItems(basket) });
  const { data: receipts } = await operations.call('till.receipts', at);
  const selection = { menuId, categoryId, search, picked: given.get('pick'), basket };
  const reader = await readerOf(visit);
  const made = receipts.find(({ receipt }) => receipt === query.get('receipt'));
  return html`${reader && made && changedBy(visit, { merchant, storeId }, made, reader)}
  <div class="till" data-in-place>
    <div>${chooser(merchant, stores, offered, selection)}
    ${typeof priced === 'object' && html`<p class="till-bar"><a class="button" href="#basket">${count(basket)} · ${priced.total} ${priced.currency}</a></p>`}</div>
    ${basketCard(visit, merchant, offered, selection, priced)}
  </div>
  ${receiptList(visit, { merchant, storeId }, receipts, reader)}
  ${dayForm(visit, merchant, storeId)}`;
}

/** The price of the basket, or why it has none, such as a quantity that is no number. */
async function priceOf(
  { operations }: ConsoleVisit,
  order: Parameters<typeof operations.call<'till.price'>>[1],
): Promise<PricedOrder | string | undefined> {
  if (order.items.length === 0) return undefined;
  try {
    return await operations.call('till.price', order);
  } catch (error) {
    if (error instanceof DirectoryError) return error.message;
    throw error;
  }
}

const count = (basket: readonly BasketItem[]): string => (basket.length === 1 ? '1 line' : `${basket.length} lines`);

/** The store, the menu, the search and the categories, and a tile for each item. Each button shows the page again. */
function chooser(
  merchant: Merchant,
  stores: readonly StoreSummary[],
  { store, menus, categories, data, isCut }: TillOffer,
  { menuId, categoryId, search, picked }: Selection,
): Html {
  const select = (field: string, label: string, options: Options, value: string) => html`<div class="field">
  <label for="${field}">${label}</label>
  <select id="${field}" name="${field}">${options.map(
    ([option, text]) => html`<option value="${option}" ${option === value && html`selected`}>${text}</option>`,
  )}</select>
</div>`;
  const storeOptions = stores.map((one): Options[number] => [String(one.storeId), one.name]);
  const menuOptions = menus.map((menu): Options[number] => [String(menu.menuId), menu.name]);
  const category = (id: number | undefined, text: string) =>
    html`<button class="chip" name="show" value="${id ?? ''}" ${id === categoryId && html`aria-pressed="true"`}>${name(text)}</button>`;
  return html`<form class="card" id="till" method="get" action="${merchantPath(merchant, '/till')}">
    <div class="two">${select('store', 'Store', storeOptions, String(store.storeId))}
    ${menus.length > 0 && select('menu', 'Menu', [['', 'None: prices of the store'], ...menuOptions], String(menuId ?? ''))}</div>
    <div class="pick"><div class="field"><label for="search">Search</label>
      <input id="search" name="search" type="search" value="${search}" maxlength="255" autocomplete="off" /></div>
      <button class="secondary">Show</button></div>
    ${categoryId && hidden('category', categoryId)}
    ${
      categories.length > 0 &&
      html`<div class="chips" role="group" aria-label="Category">${category(undefined, 'All')}${categories.map((one) =>
        category(one.categoryId, one.name),
      )}</div>`
    }
    ${data.length === 0 ? html`<p>Nothing is sold here now.</p>` : html`<ul class="tiles">${data.map((entry) => tile(entry, store.currency, picked))}</ul>`}
    ${isCut && html`<p class="small">There are more. Choose a category, or search.</p>`}
  </form>`;
}

/** A tile adds one to the basket, or first shows its options in its place. */
function tile(entry: TillEntry, currency: string, picked: string | null): Html {
  const { code, name: text, price, onHand, options } = entry;
  const face = html`<span class="item">${name(text)}</span> <span class="price">${price} ${currency}</span>
      ${onHand !== null && html`<span class="small">${onHand} on hand</span>`}`;
  if (options.length === 0) return html`<li><button class="tile" name="add" value="${code}">${face}</button></li>`;
  if (code !== picked)
    return html`<li><button class="tile" name="pick" value="${code}">${face} <span class="small">Options …</span></button></li>`;
  const groups = Map.groupBy(options, ({ group }) => group.groupId);
  return html`<li class="picked"><h3>${name(text)}</h3>
    <div class="two">${[...groups.values()].map((group) => optionGroup(code, group))}</div>
    <div class="actions"><button name="add" value="${code}">Add</button> <button class="secondary">Cancel</button></div></li>`;
}

function optionGroup(code: string, options: readonly TillOption[]): Html {
  const { groupId, name: title, minSelect, maxSelect } = options[0]?.group ?? ({} as never);
  const [isOne, isNeeded] = [maxSelect === 1, minSelect > 0];
  const choice = (id: number | '', text: Html | string, checked: boolean) =>
    html`<label class="choice"><input type="${isOne ? 'radio' : 'checkbox'}" name="${optionField(code, groupId)}"
      value="${id}" ${checked && html`checked`} /> <span>${text}</span></label>`;
  return html`<fieldset><legend>${name(title)}</legend>
    ${isOne && !isNeeded && choice('', 'None', true)}
    ${options.map(({ optionId, name: text, price }, at) =>
      choice(optionId, html`${name(text)} +${price}`, isNeeded && at < minSelect),
    )}</fieldset>`;
}

function basketCard(
  visit: ConsoleVisit,
  merchant: Merchant,
  { store }: TillOffer,
  { menuId, categoryId, search, basket }: Selection,
  priced: PricedOrder | string | undefined,
): Html {
  const clear = `${merchantPath(merchant, '/till')}?${new URLSearchParams({ store: String(store.storeId), ...(menuId && { menu: String(menuId) }) })}`;
  const emptied = html`<p><a href="${clear}">Empty the basket</a></p>`;
  if (priced === undefined || typeof priced === 'string') {
    return html`<section class="card basket" id="basket" aria-labelledby="basket-title"><h2 id="basket-title">Basket</h2>
    ${formProblems(visit.form('till'), [])}
    ${priced === undefined ? html`<p>Press an item to add it.</p>` : html`${notice('error', priced)}${emptied}`}</section>`;
  }
  const { total, currency, data } = priced;
  const isSold = data.every(({ problem }) => problem === null);
  const form = visit.form('till', { payment: 'card', channel: 'counter' });
  const [first, more] = [fieldsFor('till.sell', FIRST_FIELDS), fieldsFor('till.sell', MORE_FIELDS)];
  const names = [...first, ...more].map((field) => field.name);
  const isOpen = more.some(({ name: field }) => form.values.get(field));
  const kept = { store: store.storeId, menu: menuId, category: categoryId, search };
  const sale = html`${Object.entries(kept).map(([field, value]) => value && hidden(field, value))}${hiddenLines(basket)}
    ${formProblems(form, names)}
    <div class="two">${first.map((field) => anyField(form, field))}</div>
    <details ${isOpen && html`open`}><summary>Cash, tips and day</summary>${more.map((field) => anyField(form, field))}</details>
    <div class="actions"><button name="action" value="sell">Sell for ${total} ${currency}</button>
    <button class="secondary" name="action" value="open">Keep open</button></div>`;
  return html`<section class="card basket" id="basket" aria-labelledby="basket-title"><h2 id="basket-title">Basket</h2>
    ${basketLines(basket, priced)}
    <div class="actions update"><button class="secondary" form="till">Update</button></div>
    <p class="heading total" role="status"><strong>Total</strong> <strong class="number">${total} ${currency}</strong></p>
    ${isSold && ownForm(visit.view, merchantPath(merchant, '/till'), sale)}
    ${emptied}
  </section>`;
}

function dayForm(visit: ConsoleVisit, merchant: Merchant, storeId: number): Html {
  const yesterday = new Date(visit.deps.clock() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const filled = visit.form('sellDay', { soldDay: yesterday, seed: '1' });
  const fields = [
    { name: 'soldDay', label: 'Business day to sell', attributes: html`type="date"` },
    {
      name: 'seed',
      label: 'Seed',
      hint: 'The same seed sells the same, once.',
      attributes: html`inputmode="numeric" autocomplete="off"`,
    },
  ];
  const content = html`${hidden('store', storeId)}${formFields(filled, fields)}<div class="actions"><button class="secondary">Sell for a day</button></div>`;
  return html`<section class="card"><h2>Sell for a day</h2>
    <p class="small">A plausible day of sales and refunds at every store.</p>
    ${ownForm(visit.view, merchantPath(merchant, '/till/day'), content)}</section>`;
}
