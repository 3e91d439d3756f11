import { html } from 'hono/html';
import type { CHANNELS, PAYMENTS, TillEntry, TillOffer, TillReceipt } from '../../back-office/till/orders.ts';
import { DirectoryError } from '../../control/errors.ts';
import type { Merchant, StoreSummary } from '../../control/merchants.ts';
import { recordId } from '../kit/context.ts';
import { formFields, type Options } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { formOf, inputIn, submits } from '../kit/operation-screens.ts';
import { hidden, notice, ownForm, plainTable } from '../kit/page.ts';
import { type Html, name } from '../languages/html.ts';
import type { ConsoleScreen, ConsoleVisit } from './layout.ts';
import { merchantPage, merchantPath } from './merchants.ts';

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

const SALE_FIELDS = [
  { name: 'payment', options: Object.entries(PAYMENT_NAMES) },
  { name: 'channel', options: Object.entries(CHANNEL_NAMES) },
  { name: 'tendered', hint: 'What the customer gives. What is due if empty.' },
  { name: 'tips', hint: 'What of it is a tip.' },
  { name: 'rounding', hint: 'What cash is rounded up by, or down if negative.' },
  { name: 'day', label: 'Business day', hint: 'Today if empty.' },
] as const;

/** Sells at a sandbox merchant's store, as its own till would. */
export const tillScreen: ConsoleScreen = {
  path: '/console/merchants/:companyId/till',
  name: 'till',
  isElsewhere: true,
  async show(visit) {
    const merchant = await visit.operations.call('merchant.show', companyOf(visit));
    const { data: stores } = await visit.operations.call('store.list', companyOf(visit));
    const active = stores.filter((store) => store.active);
    const store = active.find(({ storeId }) => storeId === chosen(visit, 'store')) ?? active[0];
    const content = html`<p class="lead">What is sold here reaches the API as it does from a real till: stock, open orders, daily sales and changes.</p>
    ${store ? await storeContent(visit, merchant, active, store) : notice('hint', 'It has no stores yet. Reset its data to get some.')}`;
    return merchantPage(merchant, 'Till', content);
  },
  async change(visit) {
    const { operations, fields } = visit;
    const [storeId, menuId] = [recordId(fields.get('store')) ?? 0, recordId(fields.get('menu'))];
    const order = { ...companyOf(visit), storeId, items: basketOf(fields), menuId };
    if (order.items.length === 0) throw new DirectoryError('Choose a quantity of at least one item.');
    if (fields.get('action') === 'open') {
      const opened = { ...order, ...inputIn('till.open', fields, ['channel', 'day']) };
      const { number, total, currency } = await operations.call('till.open', opened);
      return { message: `Order ${number} of ${total} ${currency} is open.`, to: backTo(visit) };
    }
    const sold = { ...order, ...inputIn('till.sell', fields, SALE_FIELDS) };
    const { number, total, currency, change } = await operations.call('till.sell', sold);
    const back = /[1-9]/.test(change) ? ` Change: ${change} ${currency}.` : '';
    return { message: `Sold ${number} for ${total} ${currency}.${back}`, to: backTo(visit) };
  },
  forms: {
    payOrder: {
      path: '/pay',
      isElsewhere: true,
      change: submits('till.pay', ['receipt', 'payment'], {
        said: ({ total, currency }) => `Took ${total} ${currency}. The order is closed.`,
        to: backTo,
      }),
    },
    refundSale: {
      path: '/refund',
      isElsewhere: true,
      change: submits('till.refund', ['receipt'], {
        said: ({ total, currency }) => `Refunded ${total} ${currency}.`,
        to: backTo,
      }),
    },
    voidReceipt: {
      path: '/void',
      isElsewhere: true,
      change: submits('till.void', ['receipt'], { said: 'The receipt is voided.', to: backTo }),
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
        to: backTo,
      }),
    },
  },
};

const chosen = ({ fields, query }: ConsoleVisit, field: string): number | undefined =>
  recordId(fields.get(field) ?? query.get(field));

/** Path of the page at the same store and menu. */
function backTo(visit: ConsoleVisit): string {
  const kept = ['store', 'menu'].flatMap((field) => {
    const value = chosen(visit, field);
    return value === undefined ? [] : [`${field}=${value}`];
  });
  return merchantPath(companyOf(visit), `/till?${kept.join('&')}`);
}

/** Fields `quantity:<code>` and `option:<code>` as the lines of a basket. */
const basketOf = (fields: URLSearchParams): string[] =>
  [...fields].flatMap(([field, value]) => {
    const [, code] = /^quantity:(\d+(?::\d+)?)$/.exec(field) ?? [];
    const quantity = value.trim();
    if (code === undefined || quantity === '' || quantity === '0') return [];
    if (!/^\d+(\.\d+)?$/.test(quantity)) throw new DirectoryError(`"${quantity}" is not a quantity such as 2 or 0.25.`);
    return [`${quantity}x${[code, ...fields.getAll(`option:${code}`)].join('+')}`];
  });

async function storeContent(
  visit: ConsoleVisit,
  merchant: Merchant,
  stores: readonly StoreSummary[],
  { storeId }: StoreSummary,
): Promise<Html> {
  const { operations, query } = visit;
  const at = { ...companyOf(visit), storeId };
  const search = query.get('search')?.trim() || undefined;
  const offer = await operations.call('till.offer', { ...at, ...(search && { search }) });
  const menuId = offer.menus.find((menu) => menu.menuId === chosen(visit, 'menu'))?.menuId;
  const sold = menuId ? await operations.call('till.offer', { ...at, menuId, ...(search && { search }) }) : offer;
  const { data: receipts } = await operations.call('till.receipts', at);
  const select = (field: string, label: string, options: Options, value: string) => html`<div class="field">
  <label for="${field}">${label}</label>
  <select id="${field}" name="${field}">${options.map(
    ([option, text]) => html`<option value="${option}" ${option === value && html`selected`}>${text}</option>`,
  )}</select>
</div>`;
  const storeOptions = stores.map((store): Options[number] => [String(store.storeId), store.name]);
  const menuOptions = offer.menus.map((menu): Options[number] => [String(menu.menuId), menu.name]);
  return html`<form class="card" method="get">
    <div class="two">${select('store', 'Store', storeOptions, String(storeId))}
    ${select('menu', 'Menu', [['', 'None: prices of the store'], ...menuOptions], String(menuId ?? ''))}</div>
    <div class="field"><label for="search">Search <span class="optional">optional</span></label>
      <input id="search" name="search" type="search" value="${search ?? ''}" maxlength="255" /></div>
    <div class="actions"><button class="secondary">Show</button></div>
  </form>
  ${sellForm(visit, merchant, sold, menuId)}
  ${receiptList(visit, merchant, storeId, receipts)}
  ${dayForm(visit, merchant, storeId)}`;
}

function sellForm(
  visit: ConsoleVisit,
  merchant: Merchant,
  { store, data }: TillOffer,
  menuId: number | undefined,
): Html {
  const filled = visit.form('till');
  const quantity = ({ code }: TillEntry) => filled.values.get(`quantity:${code}`) ?? '';
  const table = plainTable('Items', data, [
    [
      'Item',
      (entry) => html`${name(entry.name)}${options(entry, new Set(filled.values.getAll(`option:${entry.code}`)))}`,
    ],
    [`Price (${store.currency})`, ({ price }) => price],
    ['On hand', ({ onHand }) => onHand ?? '–'],
    [
      'Quantity',
      (
        entry,
      ) => html`<input class="quantity" name="quantity:${entry.code}" value="${quantity(entry)}" inputmode="decimal" size="4" maxlength="10"
      autocomplete="off" aria-label="Quantity of ${entry.name}" />`,
    ],
  ]);
  const sale = {
    name: 'till',
    action: merchantPath(merchant, '/till'),
    fields: SALE_FIELDS,
    lead: html`${hidden('store', store.storeId)}${menuId && hidden('menu', menuId)}${table}`,
    buttons: html`<button name="action" value="sell">Sell</button>
    <button class="secondary" name="action" value="open">Keep open</button>`,
    values: { payment: 'card', channel: 'counter' },
  };
  return html`<section class="card"><h2>Sell at ${name(store.name)}</h2>
    ${data.length === 0 ? html`<p>Nothing is sold here now.</p>` : formOf(visit, 'till.sell', sale)}</section>`;
}

function options({ code, name: item, options: all }: TillEntry, chosen: ReadonlySet<string>): Html | undefined {
  if (all.length === 0) return undefined;
  const choice = ({ optionId, name: text, price }: (typeof all)[number]) =>
    html`<label class="choice"><input type="checkbox" name="option:${code}" value="${optionId}"
        ${chosen.has(String(optionId)) && html`checked`} /> ${name(text)} +${price}</label>`;
  return html`<details ${chosen.size > 0 && html`open`}><summary>Options<span class="unseen"> of ${item}</span></summary>
    ${all.map(choice)}</details>`;
}

const KIND_NAMES = { openOrder: 'Open order', sale: 'Sale', refund: 'Refund' } as const satisfies Record<
  TillReceipt['kind'],
  string
>;

function receiptList(visit: ConsoleVisit, merchant: Merchant, storeId: number, receipts: readonly TillReceipt[]): Html {
  const row = ({ receipt, kind, number, total, currency, at, lines }: TillReceipt) => {
    const act = (path: string, text: string) =>
      ownForm(
        visit.view,
        merchantPath(merchant, `/till/${path}`),
        html`${hidden('store', storeId)}${hidden('receipt', receipt)}
        <button class="secondary" aria-label="${text} ${number}">${text}</button>`,
      );
    const actions =
      kind === 'openOrder'
        ? act('pay', 'Take payment')
        : html`${kind === 'sale' && act('refund', 'Refund')}${act('void', 'Void')}`;
    return html`<li>
    <p><strong>${number}</strong> <span class="badge">${KIND_NAMES[kind]}</span> ${total} ${currency}</p>
    <p class="small">${instantOf(at)} · ${lines.map(({ quantity, name: item }) => `${quantity} × ${item}`).join(', ')}</p>
    <div class="actions">${actions}</div>
  </li>`;
  };
  return html`<section class="card" id="receipts"><h2>Open orders and receipts</h2>
    ${receipts.length === 0 ? html`<p>None yet.</p>` : html`<ul class="rows">${receipts.map(row)}</ul>`}</section>`;
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
