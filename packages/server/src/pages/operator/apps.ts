import { html } from 'hono/html';
import { APP_STATES, type AppSummary } from '../../control/apps/describe-app.ts';
import { PRODUCTS } from '../../control/credentials/products.ts';
import { durationText, when } from '../kit/page/instants.ts';
import { type Column, dataTable } from '../kit/page/lists.ts';
import { name } from '../languages/html.ts';
import { stateBadge } from '../shared/app-words.ts';
import { appPath } from './app-layout.ts';
import type { OperatorScreen } from './audience.ts';
import { operatorNavigation } from './navigation.ts';
import { filterField, searchField, searchScreen } from './search-screen.ts';

const COLUMNS: readonly Column<AppSummary>[] = [
  ['App', ({ id, name: text }) => html`<a href="${appPath(id)}">${name(text)}</a>`],
  [
    'State',
    ({ state, listingState }) =>
      listingState === 'SUBMITTED' ? html`${stateBadge(state)} changed profile` : stateBadge(state),
  ],
  ['Product', ({ product }) => product],
  [
    'Organization',
    (app) => html`<a href="/operator/organizations/${app.organizationId}">${name(app.organization)}</a>`,
  ],
  ['Submitted', ({ submittedAt }) => when(submittedAt)],
];

const waitingAt = (now: number): Column<AppSummary> => [
  'Waiting',
  ({ submittedAt }) => (submittedAt ? durationText(Math.max(0, now - Date.parse(submittedAt))) : '–'),
];

/** Apps awaiting a decision, longest wait first. */
export const reviewsScreen: OperatorScreen = {
  path: '/operator/reviews',
  name: 'reviews',
  async show({ operations, deps }) {
    const { data } = await operations.call('app.list', { waiting: true, limit: 200 });
    const waiting = data.toSorted((a, b) => ((a.submittedAt ?? '') < (b.submittedAt ?? '') ? -1 : 1));
    const body = html`<h1>Reviews</h1>
    ${
      waiting.length === 0
        ? html`<div class="empty"><h2>Nothing to review</h2><p>Apps appear here when their developers submit them.</p></div>`
        : dataTable('Apps waiting for review', waiting, [...COLUMNS, waitingAt(deps.control.clock())])
    }`;
    return { title: 'Reviews', body, navigation: operatorNavigation('reviews') };
  },
};

export const appsScreen = searchScreen({
  path: '/operator/apps',
  name: 'apps',
  title: 'Apps',
  fields: [
    searchField('Name'),
    filterField('state', 'State', 'Any state', APP_STATES),
    filterField('product', 'Product', 'Any product', PRODUCTS),
  ],
  find: (operations, page, query) =>
    operations.call('app.list', {
      ...page,
      state: APP_STATES.find((state) => state === query.get('state')),
      product: PRODUCTS.find((product) => product === query.get('product')),
    }),
  columns: COLUMNS,
});
