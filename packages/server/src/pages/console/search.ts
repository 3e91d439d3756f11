import { html } from 'hono/html';
import { adviceOn, EXPLAINED_CODES, guideSlugs, readGuide } from '../../contract/guides.ts';
import { OPERATION_SCOPES } from '../../control/products.ts';
import { type Html, name } from '../languages/html.ts';
import { codeLink, operationLink } from '../shared/requests.ts';
import { appPath, type ConsoleScreen, type ConsoleVisit, consoleNavigation } from './layout.ts';
import { merchantPath } from './merchants.ts';

/** Finds apps, merchants, requests, error codes, operations and guides. */
export const searchScreen: ConsoleScreen = {
  path: '/console/search',
  name: 'search',
  async show(visit) {
    const query = (visit.query.get('q') ?? '').trim().slice(0, LONGEST_QUERY);
    const groups = query === '' ? [] : await groupsOf(visit, query);
    const found = groups.filter(([, hits]) => hits.length > 0);
    const body = html`<h1>Search</h1>
    <p class="lead">${query === '' ? 'Type a name, an id, a correlation id, an error code, or words of a guide.' : found.length === 0 ? html`Nothing found for ${name(query)}.` : html`Found for ${name(query)}:`}</p>
    ${found.map(([title, hits]) => html`<section class="card"><h2>${title}</h2><ul class="rows">${hits.map((hit) => html`<li>${hit}</li>`)}</ul></section>`)}`;
    return { title: 'Search', body, navigation: consoleNavigation(visit, undefined, query) };
  },
};

const LONGEST_QUERY = 100;
const MOST_HITS = 10;
/** Each app's log is asked by itself. */
const MOST_LOGS = 20;

type Group = readonly [title: string, hits: readonly (Html | string)[]];

async function groupsOf(visit: ConsoleVisit, query: string): Promise<readonly Group[]> {
  const { operations, organizationId, view } = visit;
  const [apps, merchants] = await Promise.all([
    operations.call('app.list', { organizationId, limit: 200 }),
    operations.call('merchant.list', { organizationId, limit: 200 }),
  ]);
  const has = (text: string): boolean => wordsOf(query).every((word) => text.toLowerCase().includes(word));
  const asks = (text: string, id: number): boolean => has(text) || String(id) === query;
  const codes = EXPLAINED_CODES.filter(has).slice(0, MOST_HITS);
  const calls = [...OPERATION_SCOPES.keys()].filter(has).slice(0, MOST_HITS);
  return [
    [
      'Apps',
      apps.data
        .filter((app) => asks(app.name, app.id))
        .map((app) => html`<a href="${appPath(app)}">${name(app.name)}</a>`),
    ],
    [
      'Sandbox merchants',
      merchants.data
        .filter((merchant) => asks(merchant.name, merchant.companyId))
        .map(
          (merchant) =>
            html`<a href="${merchantPath(merchant)}">${name(merchant.name)}</a> <code>${merchant.companyId}</code>`,
        ),
    ],
    ['Requests', await requestsOf(visit, query, apps.data.slice(0, MOST_LOGS))],
    ['Error codes', codes.map((code) => html`${codeLink(view.docsUrl, code)} ${adviceOn(code)?.rule}`)],
    ['Operations', calls.map((operation) => operationLink(view.docsUrl, operation))],
    ['Guides', guidesWith(has).map(({ slug, title }) => html`<a href="${view.docsUrl}/guides/${slug}">${title}</a>`)],
  ];
}

const wordsOf = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

const CORRELATION_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function requestsOf(
  { operations }: ConsoleVisit,
  query: string,
  apps: readonly { readonly id: number; readonly name: string }[],
): Promise<readonly Html[]> {
  if (!CORRELATION_ID.test(query)) return [];
  const correlationId = query.toLowerCase();
  const logs = await Promise.all(
    apps.map(async (app) => ({ app, log: await operations.call('request.list', { appId: app.id, correlationId }) })),
  );
  return logs.flatMap(({ app, log }) =>
    log.data
      .slice(0, 1)
      .map(
        ({ method, path }) =>
          html`<a href="${appPath(app, `/requests/${correlationId}`)}">${method} ${path}</a> of ${name(app.name)}`,
      ),
  );
}

interface Guide {
  readonly slug: string;
  readonly title: string;
  readonly text: string;
}

let guides: readonly Guide[] | undefined;

/** Guides with the words in their text; those with them in the title come first. */
function guidesWith(has: (text: string) => boolean): readonly Guide[] {
  guides ??= guideSlugs().map((slug) => {
    const text = readGuide(slug);
    return { slug, text, title: /^# (.+)$/m.exec(text)?.[1] ?? slug };
  });
  const found = guides.filter(({ text }) => has(text));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))].slice(0, MOST_HITS);
}
