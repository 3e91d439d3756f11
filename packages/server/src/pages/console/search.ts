import { html } from 'hono/html';
import { adviceOn, EXPLAINED_CODES, guideSlugs, readGuide } from '../../contract/guides.ts';
import { OPERATION_SCOPES } from '../../control/products.ts';
import { type Html, name } from '../languages/html.ts';
import { CORRELATION_ID, codeLink, operationLink } from '../shared/requests.ts';
import { appPath, type ConsoleScreen, type ConsoleVisit, consoleNavigation } from './layout.ts';
import { merchantPath } from './merchants.ts';

/** Finds apps, merchants, requests, error codes, operations and guides. */
export const searchScreen: ConsoleScreen = {
  path: '/console/search',
  name: 'search',
  async show(visit) {
    const query = (visit.query.get('q') ?? '').trim().slice(0, 100);
    const groups = query === '' ? [] : await groupsOf(visit, query);
    const found = groups.filter(([, hits]) => hits.length > 0);
    const body = html`<h1>Search</h1>
    <p class="lead">${query === '' ? 'Type a name, an id, a correlation id, an error code, or words of a guide.' : found.length === 0 ? html`Nothing found for ${name(query)}.` : html`Found for ${name(query)}:`}</p>
    ${found.map(([title, hits]) => html`<section class="card"><h2>${title}</h2><ul class="rows">${hits.map((hit) => html`<li>${hit}</li>`)}</ul></section>`)}`;
    return { title: 'Search', body, navigation: consoleNavigation(visit, query) };
  },
};

const MOST_HITS = 10;
/** Each app's log is searched separately. */
const MOST_LOGS = 20;

type Group = readonly [title: string, hits: readonly (Html | string)[]];

async function groupsOf({ operations, organizationId, view }: ConsoleVisit, query: string): Promise<readonly Group[]> {
  const [{ data: apps }, { data: merchants }] = await Promise.all([
    operations.call('app.list', { organizationId, limit: 200 }),
    operations.call('merchant.list', { organizationId, limit: 200 }),
  ]);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const isAsked = (text: string, id: number): boolean => has(text) || String(id) === query;
  const correlationId = query.toLowerCase();
  const searched = CORRELATION_ID.test(correlationId) ? apps.slice(0, MOST_LOGS) : [];
  const requests = await Promise.all(
    searched.map(async (app) => {
      const { data } = await operations.call('request.list', { appId: app.id, correlationId });
      const href = appPath(app, `/requests/${correlationId}`);
      return data
        .slice(0, 1)
        .map(({ method, path }) => html`<a href="${href}">${method} ${path}</a> of ${name(app.name)}`);
    }),
  );
  const foundApps = apps.filter((app) => isAsked(app.name, app.id));
  const foundMerchants = merchants.filter((merchant) => isAsked(merchant.name, merchant.companyId));
  const codes = EXPLAINED_CODES.filter(has).slice(0, MOST_HITS);
  const calls = [...OPERATION_SCOPES.keys()].filter(has).slice(0, MOST_HITS);
  return [
    ['Apps', foundApps.map((app) => html`<a href="${appPath(app)}">${name(app.name)}</a>`)],
    [
      'Sandbox merchants',
      foundMerchants.map(
        (merchant) =>
          html`<a href="${merchantPath(merchant)}">${name(merchant.name)}</a> <code>${merchant.companyId}</code>`,
      ),
    ],
    ['Requests', requests.flat()],
    ['Error codes', codes.map((code) => html`${codeLink(view.docsUrl, code)} ${adviceOn(code)?.rule}`)],
    ['Operations', calls.map((operation) => operationLink(view.docsUrl, operation))],
    ['Guides', guidesWith(has).map(({ slug, title }) => html`<a href="${view.docsUrl}/guides/${slug}">${title}</a>`)],
  ];
}

let guides: readonly { readonly slug: string; readonly title: string; readonly text: string }[] | undefined;

/** Guides that contain the words, matches in titles first. */
function guidesWith(has: (text: string) => boolean) {
  guides ??= guideSlugs().map((slug) => {
    const text = readGuide(slug);
    return { slug, text, title: /^# (.+)$/m.exec(text)?.[1] ?? slug };
  });
  const found = guides.filter(({ text }) => has(text));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))].slice(0, MOST_HITS);
}
