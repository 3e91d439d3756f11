import { html } from 'hono/html';
import { plainTable } from '../kit/page.ts';
import { type Html, name } from '../languages/html.ts';
import {
  factList,
  type MerchantScreen,
  type MerchantVisit,
  merchantNavigation,
  merchantSwitch,
  unlessUnavailable,
} from './audience.ts';

const PATH = '/stores';

/** The numbers of the company and its stores, which a developer needs to request access. */
export const storesScreen: MerchantScreen = {
  path: PATH,
  name: 'stores',
  async show(visit) {
    const { merchant } = visit;
    const { stores: say } = visit.view.say;
    const body = html`${merchantSwitch(visit, PATH)}
    <h1>${say.title}</h1>
    <p class="lead">${say.lead(name(merchant.name))}</p>
    <section class="card">${factList([[say.companyId, copied(merchant.companyId)]])}
      ${await storeTable(visit)}</section>`;
    return { title: say.title, body, navigation: merchantNavigation(visit, 'stores') };
  },
};

const copied = (id: number): Html => html`<span class="id"><code data-copy>${id}</code></span>`;

async function storeTable({ operations, merchant: { companyId }, view }: MerchantVisit): Promise<Html> {
  const { stores: say, activity } = view.say;
  const stores = await unlessUnavailable(operations.call('store.list', { companyId }));
  if (stores === 'unavailable') return html`<p>${activity.away}</p>`;
  if (stores.data.length === 0) return html`<p>${say.none}</p>`;
  return plainTable(say.title, stores.data, [
    [
      say.store,
      (store) => html`${name(store.name)} ${!store.active && html`<span class="badge">${say.closed}</span>`}`,
    ],
    [say.code, ({ code }) => name(code)],
    [say.storeId, ({ storeId }) => copied(storeId)],
  ]);
}
