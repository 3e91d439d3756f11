import { randomUUID } from 'node:crypto';
import type { Api } from '@tillgate/client';
import { html } from 'hono/html';
import type { CopiedItem } from './catalogue.ts';
import type { Merchant } from './connections.ts';

type Html = ReturnType<typeof html>;

/** Formats an amount in its currency. Decimal strings keep every digit. */
const amount = (value: string, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(value as `${number}`);

/** Frame of every page. The template escapes all values. */
const page = (title: string, body: Html): string =>
  String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Restocker</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/style.css" />
  </head>
  <body>
    <header><a class="brand" href="/">Restocker</a> <span>an example partner</span></header>
    <main><h1>${title}</h1>${body}</main>
  </body>
</html>`);

export const homePage = (merchants: readonly Merchant[]): string =>
  page(
    'Merchants',
    html`<p>Connect a merchant to copy the catalogue, order what is low, and see what was sold.</p>
      ${merchants.length > 0 && html`<ul class="cards">${merchants.map(merchantCard)}</ul>`}
      <p><a class="button" href="/connect">Connect a merchant</a></p>`,
  );

const merchantCard = ({ id, connected, endedWith }: Merchant) =>
  connected
    ? html`<li><a href="/merchants/${id}">Merchant ${id}</a> <span class="state">Connected</span></li>`
    : html`<li><span>Merchant ${id}</span> <span class="state ended">Disconnected${endedWith && ` (${endedWith})`}</span>
        <a class="button quiet" href="/connect">Connect again</a></li>`;

const NOTICES: Readonly<Record<string, string>> = {
  connected: 'The merchant is connected.',
  ordered: 'What was low is ordered.',
  'nothing-low': 'Nothing is low, or the merchant has no supplier.',
  received: 'The goods are received.',
  'levels-set': 'The low-stock levels are what a week sells.',
  'levels-right': 'No low-stock level had to change.',
};

interface MerchantPage {
  readonly id: number;
  readonly orders: readonly Api.PurchaseOrderSummary[];
  readonly sales: Api.DailySalesReport;
  readonly items: readonly CopiedItem[];
  /** Outcome of the form submitted before. */
  readonly done: string;
}

export const merchantPage = ({ id, orders, sales, items, done }: MerchantPage): string =>
  page(
    `Merchant ${id}`,
    html`${NOTICES[done] && html`<p class="notice" role="status">${NOTICES[done]}</p>`}
      <section><h2>Sales</h2>${sales.data.length === 0 ? html`<p>No sales in the last 30 days.</p>` : salesTable(sales)}</section>
      <section><h2>Purchase orders</h2>${orders.length === 0 ? html`<p>No orders yet.</p>` : ordersTable(id, orders)}
        <form method="post" action="/merchants/${id}/orders?key=${randomUUID()}"><button>Order what is low</button></form></section>
      <section><h2>Catalogue</h2><p>${items.length} items in use, copied and kept in step.</p>
        ${items.length > 0 && catalogueTable(items)}
        <form method="post" action="/merchants/${id}/low-stock"><button class="quiet">Set low-stock levels by sales</button></form></section>
      <section><h2>Disconnect</h2><p>This ends the connection, and deletes the copy of the catalogue here.</p>
        <form method="post" action="/merchants/${id}/disconnect"><button class="quiet">Disconnect</button></form></section>`,
  );

const salesTable = ({ data, totals }: Api.DailySalesReport) =>
  html`<p>${totals.map(({ currency, net }) => html`${amount(net, currency)} net in the last 30 days. `)}</p>
  <div class="scroll" tabindex="0" role="region" aria-label="Net sales by day and store"><table>
    <thead><tr><th scope="col">Day</th><th scope="col">Store</th><th scope="col" class="number">Net</th></tr></thead>
    <tbody>${data.map(
      ({ date, storeName, net, currency }) =>
        html`<tr><td>${date}</td><td>${storeName}</td><td class="number">${amount(net, currency)}</td></tr>`,
    )}</tbody>
  </table></div>`;

const STATES = ['Ordered', 'Partly received', 'Received'];

const ordersTable = (merchantId: number, orders: readonly Api.PurchaseOrderSummary[]) =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Purchase orders"><table>
    <thead><tr><th scope="col">Order</th><th scope="col">State</th><th scope="col" class="number">Total</th><td></td></tr></thead>
    <tbody>${orders.map(
      ({ id, orderNo, orderDate, purchStatus, total, currency, version, allowedActions }) =>
        html`<tr><th scope="row" class="code">${orderNo}<br /><small>${orderDate}</small></th><td>${STATES[purchStatus]}</td><td class="number">${amount(total, currency)}</td>
        <td class="number">${
          allowedActions.some(({ action, allowed }) => action === 'receive' && allowed) &&
          html`<form method="post" action="/merchants/${merchantId}/orders/${id}/receive?version=${version}"><button class="quiet" aria-label="Receive ${orderNo}">Receive</button></form>`
        }</td></tr>`,
    )}</tbody>
  </table></div>`;

const MOST_SHOWN = 10;

const catalogueTable = (items: readonly CopiedItem[]) =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="The first items"><table>
    <thead><tr><th scope="col">Item</th><th scope="col">Code</th><th scope="col" class="number">Price</th></tr></thead>
    <tbody>${items
      .slice(0, MOST_SHOWN)
      .map(
        ({ name, code, price, currency }) =>
          html`<tr><th scope="row">${name}</th><td class="code">${code}</td><td class="number">${amount(price, currency)}</td></tr>`,
      )}</tbody>
  </table></div>`;

export const errorPage = (title: string, text: string): string =>
  page(
    title,
    html`<p class="notice" role="alert">${text}</p><p><a class="button" href="/">Back to the merchants</a></p>`,
  );
