import { html } from 'hono/html';
import { CHANNELS, PAYMENTS, type TillEntry, type TillOffer, type TillReceipt } from '../../back-office/till/orders.ts';
import { DirectoryError } from '../../control/errors.ts';
import type { Merchant, StoreSummary } from '../../control/merchants.ts';
import { recordId } from '../kit/context.ts';
import { formFields, type Options } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { hidden, notice, ownForm } from '../kit/page.ts';
import { type Html, name } from '../languages/html.ts';
import { type ConsoleScreen, type ConsoleVisit, consoleNavigation } from './layout.ts';
import { merchantPath } from './merchants.ts';

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

const PAID_FIELDS = [
  { name: 'tendered', label: 'Tendered', hint: 'What the customer gives. What is due if empty.' },
  { name: 'tips', label: 'Tips', hint: 'What of it is a tip.' },
  { name: 'rounding', label: 'Rounding', hint: 'What cash is rounded up by, or down if negative.' },
].map((field) => ({
  ...field,
  optional: true,
  attributes: html`inputmode="decimal" autocomplete="off" maxlength="18"`,
}));

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
    const body = html`<p><a class="back" href="${merchantPath(merchant)}">${name(merchant.name)}</a></p>
    <h1>Till</h1>
    <p class="lead">What is sold here reaches the API as it does from a real till: stock, open orders, daily sales and changes.</p>
    ${store ? await storeContent(visit, merchant, active, store) : notice('hint', 'It has no stores yet. Reset its data to get some.')}`;
    return { title: `Till of ${merchant.name}`, body, navigation: consoleNavigation(visit, 'merchants') };
  },
  async change(visit) {
    const { operations, fields } = visit;
    const [storeId, menuId] = [recordId(fields.get('store')) ?? 0, recordId(fields.get('menu'))];
    const day = fields.get('day') || undefined;
    const order = { ...companyOf(visit), storeId, items: basketOf(fields), menuId, day };
    const channel = oneOf(CHANNELS, fields.get('channel'));
    if (order.items.length === 0) throw new DirectoryError('Choose a quantity of at least one item.');
    if (fields.get('action') === 'open') {
      const { number, total, currency } = await operations.call('till.open', { ...order, channel });
      return { message: `Order ${number} of ${total} ${currency} is open.`, to: backTo(visit) };
    }
    const payment = oneOf(PAYMENTS, fields.get('payment'));
    const [tendered, tips, rounding] = PAID_FIELDS.map(({ name: field }) => fields.get(field)?.trim() || undefined);
    const paid = { payment, tendered, tips, rounding };
    const { number, total, currency, change } = await operations.call('till.sell', { ...order, channel, ...paid });
    const back = /[1-9]/.test(change) ? ` Change: ${change} ${currency}.` : '';
    return { message: `Sold ${number} for ${total} ${currency}.${back}`, to: backTo(visit) };
  },
  forms: {
    payOrder: {
      path: '/pay',
      isElsewhere: true,
      async change(visit) {
        const payment = oneOf(PAYMENTS, visit.fields.get('payment'));
        const { total, currency } = await visit.operations.call('till.pay', { ...receiptOf(visit), payment });
        return { message: `Took ${total} ${currency}. The order is closed.`, to: backTo(visit) };
      },
    },
    refundSale: {
      path: '/refund',
      isElsewhere: true,
      async change(visit) {
        const { total, currency } = await visit.operations.call('till.refund', receiptOf(visit));
        return { message: `Refunded ${total} ${currency}.`, to: backTo(visit) };
      },
    },
    voidReceipt: {
      path: '/void',
      isElsewhere: true,
      async change(visit) {
        await visit.operations.call('till.void', receiptOf(visit));
        return { message: 'The receipt is voided.', to: backTo(visit) };
      },
    },
    sellDay: {
      path: '/day',
      isElsewhere: true,
      async change(visit) {
        const { fields, operations } = visit;
        const seed = recordId(fields.get('seed')) ?? 0;
        const sold = await operations.call('till.day', { ...companyOf(visit), day: fields.get('soldDay') ?? '', seed });
        const { sales, refunds } = sold;
        const text = `Sold ${sales} receipts on ${sold.day}, of which ${refunds} were refunded in part.`;
        return {
          message: sales > 0 ? text : 'Nothing was sold: this seed has sold that day before.',
          to: backTo(visit),
        };
      },
    },
  },
};

const chosen = ({ fields, query }: ConsoleVisit, field: string): number | undefined =>
  recordId(fields.get(field) ?? query.get(field));

const oneOf = <Choice extends string>(choices: readonly [Choice, ...Choice[]], text: string | null): Choice =>
  choices.find((choice) => choice === text) ?? choices[0];

const receiptOf = (visit: ConsoleVisit) => ({ ...companyOf(visit), receipt: visit.fields.get('receipt') ?? '' });

/** The page at the same store and menu. */
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
  const at = { ...companyOf(visit), storeId };
  const search = visit.query.get('search')?.trim() || undefined;
  const offer = await visit.operations.call('till.offer', { ...at, ...(search && { search }) });
  const menuId = offer.menus.find((menu) => menu.menuId === chosen(visit, 'menu'))?.menuId;
  const sold = menuId ? await visit.operations.call('till.offer', { ...at, menuId, ...(search && { search }) }) : offer;
  const { data: receipts } = await visit.operations.call('till.receipts', at);
  return html`${chooser(stores, offer, { storeId, menuId, search })}
  ${sellForm(visit, merchant, sold, menuId)}
  ${receiptList(visit, merchant, storeId, receipts)}
  ${dayForm(visit, merchant, storeId)}`;
}

interface Chosen {
  readonly storeId: number;
  readonly menuId: number | undefined;
  readonly search: string | undefined;
}

const selectOf = (field: string, label: string, options: Options, value: string): Html => html`<div class="field">
  <label for="${field}">${label}</label>
  <select id="${field}" name="${field}">${options.map(
    ([option, text]) => html`<option value="${option}" ${option === value && html`selected`}>${text}</option>`,
  )}</select>
</div>`;

function chooser(stores: readonly StoreSummary[], { menus }: TillOffer, chosen: Chosen): Html {
  const { storeId, menuId, search = '' } = chosen;
  const storeOptions = stores.map((store): [string, string] => [String(store.storeId), store.name]);
  const menuOptions = menus.map((menu): [string, string] => [String(menu.menuId), menu.name]);
  return html`<form class="card" method="get">
    <div class="two">${selectOf('store', 'Store', storeOptions, String(storeId))}
    ${selectOf('menu', 'Menu', [['', 'None: prices of the store'], ...menuOptions], String(menuId ?? ''))}</div>
    <div class="field"><label for="search">Search <span class="optional">optional</span></label>
      <input id="search" name="search" type="search" value="${search}" maxlength="255" /></div>
    <div class="actions"><button class="secondary">Show</button></div>
  </form>`;
}

function sellForm(
  visit: ConsoleVisit,
  merchant: Merchant,
  { store, data }: TillOffer,
  menuId: number | undefined,
): Html {
  const filled = visit.form('till', { payment: 'card', channel: 'counter' });
  const quantity = ({ code }: TillEntry) => filled.values.get(`quantity:${code}`) ?? '';
  const row = (entry: TillEntry) => html`<tr>
    <td>${name(entry.name)}${options(entry, new Set(filled.values.getAll(`option:${entry.code}`)))}</td>
    <td>${entry.price}</td><td>${entry.onHand ?? '–'}</td>
    <td><input class="quantity" name="quantity:${entry.code}" value="${quantity(entry)}" inputmode="decimal" size="4" maxlength="10"
      autocomplete="off" aria-label="Quantity of ${entry.name}" /></td>
  </tr>`;
  const fields = [
    { name: 'payment', label: 'Payment', options: Object.entries(PAYMENT_NAMES) },
    { name: 'channel', label: 'Channel', options: Object.entries(CHANNEL_NAMES) },
    ...PAID_FIELDS,
    { name: 'day', label: 'Business day', optional: true, hint: 'Today if empty.', attributes: html`type="date"` },
  ];
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Items"><table>
    <thead><tr><th scope="col">Item</th><th scope="col">Price (${store.currency})</th><th scope="col">On hand</th><th scope="col">Quantity</th></tr></thead>
    <tbody>${data.map(row)}</tbody></table></div>`;
  const content = html`${hidden('store', store.storeId)}${menuId && hidden('menu', menuId)}
    ${table}${formFields(filled, fields)}
    <div class="actions"><button name="action" value="sell">Sell</button>
    <button class="secondary" name="action" value="open">Keep open</button></div>`;
  return html`<section class="card"><h2>Sell at ${name(store.name)}</h2>
    ${data.length === 0 ? html`<p>Nothing is sold here now.</p>` : ownForm(visit.view, merchantPath(merchant, '/till'), content)}</section>`;
}

const options = ({ code, name: item, options: all }: TillEntry, chosen: ReadonlySet<string>): Html | undefined =>
  all.length === 0
    ? undefined
    : html`<details ${chosen.size > 0 && html`open`}><summary>Options<span class="unseen"> of ${item}</span></summary>
    ${all.map(
      ({
        optionId,
        name: text,
        price,
      }) => html`<label class="choice"><input type="checkbox" name="option:${code}" value="${optionId}"
        ${chosen.has(String(optionId)) && html`checked`} /> ${name(text)} +${price}</label>`,
    )}</details>`;

const KIND_NAMES: Readonly<Record<TillReceipt['kind'], string>> = {
  openOrder: 'Open order',
  sale: 'Sale',
  refund: 'Refund',
};

function receiptList(visit: ConsoleVisit, merchant: Merchant, storeId: number, receipts: readonly TillReceipt[]): Html {
  const act = (receipt: TillReceipt, path: string, text: string) =>
    ownForm(
      visit.view,
      merchantPath(merchant, `/till/${path}`),
      html`${hidden('store', storeId)}${hidden('receipt', receipt.receipt)}
        <button class="secondary" aria-label="${text} ${receipt.number}">${text}</button>`,
    );
  const actions = (receipt: TillReceipt) => {
    if (receipt.kind === 'openOrder') return act(receipt, 'pay', 'Take payment');
    return html`${receipt.kind === 'sale' && act(receipt, 'refund', 'Refund')}${act(receipt, 'void', 'Void')}`;
  };
  const row = (receipt: TillReceipt) => html`<li>
    <p><strong>${receipt.number}</strong> <span class="badge">${KIND_NAMES[receipt.kind]}</span> ${receipt.total} ${receipt.currency}</p>
    <p class="small">${instantOf(receipt.at)} · ${receipt.lines.map(({ quantity, name: item }) => `${quantity} × ${item}`).join(', ')}</p>
    <div class="actions">${actions(receipt)}</div>
  </li>`;
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
