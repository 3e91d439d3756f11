import { html } from 'hono/html';
import { PRODUCTS } from '../../credentials/products.ts';
import { APP_STATES, type AppSummary } from '../../directory/apps/describe-app.ts';
import { selectField, textField } from '../kit/form/fields.ts';
import { numberOf, textOf } from '../kit/form/filled-form.ts';
import { dataTable, olderLink, searchForm } from '../kit/page/lists.ts';
import { showSearch } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';
import { stateBadge } from '../shared/app-words.ts';
import { appPath } from './app-layout.ts';
import type { OperatorScreen } from './audience.ts';
import { operatorNavigation } from './navigation.ts';
import { when } from './parts.ts';

/** Apps that wait for a decision, the one that waits longest first. */
export const reviewsScreen: OperatorScreen = {
  path: '/operator/reviews',
  name: 'reviews',
  async show({ operations }) {
    const { data } = await operations.call('app.list', { waiting: true, limit: 200 });
    const waiting = data.toSorted((a, b) => ((a.submittedAt ?? '') < (b.submittedAt ?? '') ? -1 : 1));
    const body = html`<h1>Reviews</h1>
    ${
      waiting.length === 0
        ? html`<div class="empty"><h2>Nothing to review</h2><p>Apps appear here when their developers submit them.</p></div>`
        : appTable('Apps waiting for review', waiting)
    }`;
    return { title: 'Reviews', body, navigation: operatorNavigation('reviews') };
  },
};

const PATH = '/operator/apps';

/** All apps, with a search. */
export const appsScreen: OperatorScreen = {
  path: PATH,
  name: 'apps',
  show: ({ operations, query }) =>
    showSearch(
      query,
      () =>
        operations.call('app.list', {
          search: textOf(query, 'search'),
          state: APP_STATES.find((state) => state === query.get('state')),
          product: PRODUCTS.find((product) => product === query.get('product')),
          after: numberOf(query, 'after'),
        }),
      (form, found) => {
        const fields = html`${textField(form, { name: 'search', label: 'Name', optional: true })}
    ${selectField(form, { name: 'state', label: 'State', optional: true }, options(APP_STATES, 'Any state'))}
    ${selectField(form, { name: 'product', label: 'Product', optional: true }, options(PRODUCTS, 'Any product'))}`;
        const body = html`<h1>Apps</h1>${searchForm(PATH, fields)}
    ${found && appTable('Apps', found.data)}${found && olderLink(PATH, form.values, found.next)}`;
        return { title: 'Apps', body, navigation: operatorNavigation('apps') };
      },
    ),
};

const options = (values: readonly string[], any: string) => [
  ['', any] as const,
  ...values.map((value) => [value, value] as const),
];

const appTable = (caption: string, apps: readonly AppSummary[]): Html =>
  dataTable(caption, apps, [
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
  ]);
