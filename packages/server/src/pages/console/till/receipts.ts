import { html } from 'hono/html';
import type { TillReceipt } from '../../../back-office/till/orders.ts';
import type { AppSummary } from '../../../control/describe-app.ts';
import type { Merchant } from '../../../control/merchants.ts';
import { SCOPE_SETS } from '../../../control/products.ts';
import { recordId } from '../../kit/context.ts';
import { instantOf } from '../../kit/instants.ts';
import { hidden, ownForm } from '../../kit/page.ts';
import { type Html, name } from '../../languages/html.ts';
import type { ConsoleVisit } from '../layout.ts';
import { merchantPath } from '../merchants.ts';
import { linkTo, send } from '../records/record-views.ts';

const KIND_NAMES = { openOrder: 'Open order', sale: 'Sale', refund: 'Refund' } as const satisfies Record<
  TillReceipt['kind'],
  string
>;

interface SoldAt {
  readonly merchant: Merchant;
  readonly storeId: number;
}

/** An app that reads sales and stock, if the organization has one. */
export async function readerOf({ operations, organizationId }: ConsoleVisit): Promise<AppSummary | undefined> {
  const { data } = await operations.call('app.list', { organizationId, limit: 200 });
  const reads = ({ product }: AppSummary) =>
    ['reports.read', 'items.read'].every((one) => SCOPE_SETS[product].has(one));
  return data.find((app) => app.state !== 'ARCHIVED' && reads(app));
}

/** The present cursor of the app's changes, from which those of a sale are read; undefined if it cannot be read. */
export async function presentOf(visit: ConsoleVisit, app: AppSummary, merchant: Merchant): Promise<string | undefined> {
  try {
    const answer = await send(visit, { app, merchant }, { path: '/changes' });
    if (answer === 'unreachable' || answer.status !== 200) return undefined;
    const { nextCursor } = JSON.parse(answer.text) as { readonly nextCursor: string };
    return nextCursor;
  } catch (err) {
    visit.deps.log.warn({ err }, 'the changes of a sandbox merchant could not be read');
    return undefined;
  }
}

export function receiptList(
  visit: ConsoleVisit,
  { merchant, storeId }: SoldAt,
  receipts: readonly TillReceipt[],
  app: AppSummary | undefined,
): Html {
  const row = (one: TillReceipt) => {
    const { receipt, kind, number, total, currency, at, lines } = one;
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
    ${app && html`<details><summary>What it changed<span class="unseen">: ${number}</span></summary>${whatChanged({ merchant, storeId }, one, app)}</details>`}
    <div class="actions">${actions}</div>
  </li>`;
  };
  return html`<section class="card" id="receipts"><h2>Open orders and receipts</h2>
    ${receipts.length === 0 ? html`<p>None yet.</p>` : html`<ul class="rows">${receipts.map(row)}</ul>`}</section>`;
}

const MOST_ITEMS = 10;

/** Links to what the app reads after a receipt. */
function whatChanged({ merchant, storeId }: SoldAt, one: TillReceipt, app: AppSummary, after?: string | null): Html {
  const { kind, day, lines } = one;
  const link = (text: string | Html, path: string, filters: Readonly<Record<string, string>> = {}) =>
    html`<li><a href="${linkTo({ app, merchant }, path, new URLSearchParams(filters))}">${text}</a></li>`;
  const at = { storeId: String(storeId) };
  const items = [...new Map(lines.map((line) => [line.itemId, line.name]))].slice(0, MOST_ITEMS);
  return html`<ul class="links">
    ${after && link('Changes', '/changes', { after })}
    ${
      kind === 'openOrder'
        ? link('Open orders', `/stores/${storeId}/open-orders`)
        : html`${link(`Daily sales of ${day}`, '/reports/daily-sales', { from: day, to: day, ...at })}
      ${items.map(([itemId, item]) => link(html`Stock of ${name(item)}`, `/items/${itemId}/stock`, at))}`
    }
  </ul>`;
}

/** What a receipt changed that was just made, with the changes since before it. */
export const changedBy = ({ query }: ConsoleVisit, soldAt: SoldAt, made: TillReceipt, app: AppSummary): Html =>
  html`<section class="card"><h2>What ${made.number} changed</h2>${whatChanged(soldAt, made, app, query.get('after'))}</section>`;

/** The query that shows a receipt as new. */
export const shownAsNew = (receipt: string, after: string | undefined): URLSearchParams =>
  new URLSearchParams({ receipt, ...(after && { after }) });

export const chosenId = ({ fields, query }: ConsoleVisit, field: string): number | undefined =>
  recordId(fields.get(field) ?? query.get(field));
