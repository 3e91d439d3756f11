import { html } from 'hono/html';
import type { AppDescription } from '../../control/describe-app.ts';
import { OPERATION_SCOPES, type Product } from '../../control/products.ts';
import type { ListedRequest, RequestPage } from '../../control/usage.ts';
import type { Operations } from '../../operations/operations.ts';
import { isDay } from '../../process/time.ts';
import type { KeptBodies, LoggedRequest } from '../../request-log/logged-request.ts';
import type { LoggedBodies } from '../../request-log/requests.ts';
import { errorAddress, operationAddresses } from '../documentation/reference-links.ts';
import { redirect, WebProblem } from '../kit/context.ts';
import { anyField } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import type { Page } from '../kit/layout.ts';
import { fieldsFor, inputIn } from '../kit/operation-screens.ts';
import { backLink, code, indented, nothing, notice, olderLink, searchForm } from '../kit/page.ts';
import { type Screen, showSearch, type Visit } from '../kit/screen.ts';
import type { Html } from '../languages/html.ts';

export function operationLink(docsUrl: string, operation: string): Html | string {
  const address = operationAddresses().get(operation);
  return address === undefined ? operation : html`<a href="${new URL(address, docsUrl)}">${operation}</a>`;
}

export const codeLink = (docsUrl: string, code: string): Html =>
  html`<a href="${new URL(errorAddress(code), docsUrl)}"><code>${code}</code></a>`;

/** An app whose requests are shown, in the layout of its audience. */
export interface AppView {
  readonly operations: Operations;
  readonly app: AppDescription;
  /** Path of the app's pages, without a trailing slash. */
  readonly path: string;
  readonly limitAdvice: Html;
  /** Page address of the record or list that a request was about; undefined if there is none. */
  recordOf?(request: LoggedRequest): string | undefined;
  /** A form that sends the request again; undefined if it cannot. */
  again?(request: LoggedRequest): Html | undefined;
  /** A switch for keeping the bodies of sandbox requests. `until` is null if it is off. */
  keepBodies?(until: string | null): Html;
  /** A page about the app, or about a request to a merchant. */
  layout(tab: 'requests' | 'usage', content: Html, companyId?: number | null): Page;
}

export type AppViewOf<Visitor> = (visit: Visit<Visitor>) => Promise<AppView> | AppView;

const CLIENT = `-d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"`;

/** Form fields of the token operations, which take no access token. */
const TOKEN_FIELDS: Readonly<Record<string, string>> = {
  mintSandboxToken: `${CLIENT} -d merchant_id="$COMPANY_ID"`,
  createToken: `${CLIENT} -d grant_type=refresh_token -d refresh_token="$REFRESH_TOKEN"`,
  revokeToken: `${CLIENT} -d token="$REFRESH_TOKEN"`,
};

/** The request as a curl command. Secrets, the body and free text are not in the log, so developers fill them in. */
export function curlOf(request: LoggedRequest, product: Product, apiUrl: string): string {
  const { method, path, query, operation } = request;
  // Placeholders for path segments and query values that are not in the log. Query values must be URL-encoded.
  const withPlaceholders = path.replaceAll(/\{(\w+)\}/g, (_, name) => variable(name)).replaceAll('…', '$PART');
  const withVariables = query
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split('=', 2);
      const shown = name.replaceAll('…', '$PARAMETER');
      if (value === undefined) return shown;
      return `${shown}=${value === '…' ? variable(name) : value}`;
    })
    .join('&');
  const target = new URL(apiUrl).origin + withPlaceholders + (query && `?${withVariables}`);
  const fields = TOKEN_FIELDS[operation];
  const hasBody = method === 'POST' || method === 'PATCH';
  return [
    // curl treats brackets and braces as patterns.
    `curl -i${/[[\]]/.test(target) ? ' -g' : ''} -X ${method} "${target}"`,
    fields ?? (product === 'ADSR' ? '-H "X-API-Key: $API_KEY"' : '-H "Authorization: Bearer $ACCESS_TOKEN"'),
    ...(fields === undefined && hasBody ? [`-H 'Content-Type: application/json' -d @body.json`] : []),
  ].join(' \\\n  ');
}

/** Turns `itemSearch` into `$ITEM_SEARCH`. */
const variable = (name: string): string => {
  const words = decodeURIComponent(name)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .match(/[a-z\d]+/gi) ?? ['VALUE'];
  return `$${words.join('_').toUpperCase()}`;
};

/** Request ids are longer than record ids. */
const requestId = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;

/** As the start of a search: the instant at which the page is opened. */
const NOW = 'now';

const isDayOrEmpty = (text: string | null): boolean => !text || isDay(text);

const FILTERS = (query: URLSearchParams) =>
  [
    'correlationId',
    {
      name: 'status',
      options: [
        ['', 'Any status'],
        ['2xx', 'Succeeded (2xx)'],
        ['4xx', 'Rejected (4xx)'],
        ['429', 'Over the limit (429)'],
        ['5xx', 'Failed (5xx)'],
      ],
    },
    { name: 'code', attributes: html`list="codes" placeholder="rate_limited"` },
    { name: 'operation', attributes: html`list="operations" placeholder="items"` },
    {
      name: 'sender',
      options: [
        ['', 'Anyone'],
        ['app', 'The app'],
        ['console', 'The console'],
      ],
    },
    { name: 'companyId', attributes: html`inputmode="numeric" autocomplete="off"` },
    { name: 'since', attributes: isDayOrEmpty(query.get('since')) ? html`type="date"` : html`type="text"` },
    'until',
  ] as const;

/** The log of an app's requests, with a search. An invalid one finds nothing. */
export const requestsScreen = <Visitor>(appPath: string, appViewOf: AppViewOf<Visitor>): Screen<Visitor> => ({
  path: `${appPath}/requests`,
  name: 'requests',
  async show(visit) {
    const { ctx, query, deps } = visit;
    if (query.get('since') === NOW) {
      query.set('since', new Date(deps.control.clock()).toISOString());
      return void redirect(ctx, `${ctx.path}?${query}`);
    }
    const view = await appViewOf(visit);
    const path = `${view.path}/requests`;
    const filters = FILTERS(query);
    const find = () => {
      const search = { ...inputIn('request.list', query, filters), after: requestId(query.get('after')) };
      return view.operations.call('request.list', { appId: view.app.id, ...search });
    };
    // Links to the same search, and to requests from now on. A script of the console follows by itself.
    const [same, cleared] = [new URLSearchParams(query), new URLSearchParams(query)];
    for (const link of [same, cleared]) link.delete('after');
    cleared.set('since', NOW);
    const suggestions = (id: string, texts: readonly string[]) =>
      html`<datalist id="${id}">${texts.map((text) => html`<option value="${text}"></option>`)}</datalist>`;
    return showSearch(query, find, (form, found) => {
      const fields = html`${fieldsFor('request.list', filters).map((field) => anyField(form, field))}
        ${suggestions('codes', found?.codes ?? [])}${suggestions('operations', [...OPERATION_SCOPES.keys()])}`;
      const content = html`<p class="lead">The latest 1,000 requests of this app, kept for 30 days, and the latest 100 that only named its client id, with a wrong secret or none. Tokens and free text are never stored, and bodies only for an hour in the sandbox, if the developers ask for it.</p>
    ${searchForm(path, fields)}
    ${
      found &&
      html`${view.keepBodies?.(found.bodiesUntil)}
    <p class="actions"><a class="button secondary" href="${path}?${same}">Reload</a>
    <a class="button secondary" href="${path}?${cleared}">Clear</a>
    ${!isDayOrEmpty(query.get('since')) && html`<a class="button secondary" href="${path}">Show all</a>`}</p>
    <div ${!query.has('after') && html`data-live`}>${missing(found)} ${found.data.length === 0 ? noRequests(path, query, filters) : entries(view, visit, found)} ${olderLink(path, query, found.next)}</div>`
    }`;
      return view.layout('requests', content);
    });
  },
});

/** Stands for an empty log, or for a search without hits. A log that follows from an instant is still to have some. */
function noRequests(path: string, query: URLSearchParams, filters: ReturnType<typeof FILTERS>): Html {
  const names = filters.map((filter) => (typeof filter === 'string' ? filter : filter.name));
  if (!isDayOrEmpty(query.get('since')) || !names.some((name) => query.get(name))) return NONE;
  const all = html`<a class="button secondary" href="${path}">Show all</a>`;
  return nothing('No request matches', 'The log has none like this among the latest 1,000 of 30 days.', all);
}

const NONE = nothing('No requests', 'Requests appear here within a second or two, and the latest 1,000 are kept.');

export const CORRELATION_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The requests with one correlation id, usually a single one, at an address that can be shared. */
export const requestScreen = <Visitor>(appPath: string, appViewOf: AppViewOf<Visitor>): Screen<Visitor> => ({
  path: `${appPath}/requests/:correlationId`,
  name: 'request',
  show: async (visit) => requestPage(await appViewOf(visit), visit),
});

/** The page of a request. `above` is shown first, such as a new response. */
export async function requestPage(view: AppView, visit: Visit, above?: Html): Promise<Page> {
  const correlationId = visit.param('correlationId');
  if (!CORRELATION_ID.test(correlationId)) throw new WebProblem('notFound');
  const found = await view.operations.call('request.list', { appId: view.app.id, correlationId });
  const { data: bodies } = await view.operations.call('request.bodies', { appId: view.app.id, correlationId });
  const content = html`${backLink(`${view.path}/requests`, 'Requests')}
    ${above} ${missing(found)} ${entries(view, visit, found, bodies)}`;
  return view.layout('requests', content, found.data[0]?.companyId);
}

/** Names the regions whose requests are unavailable. */
export const missing = ({ unavailable }: Pick<RequestPage, 'unavailable'>): Html | undefined =>
  unavailable.length > 0
    ? notice('hint', `Requests in ${unavailable.join(', ')} are missing, because the region is unavailable right now.`)
    : undefined;

/** Requests as a list, or with their bodies on the page of one request. */
function entries(view: AppView, visit: Visit, { data }: RequestPage, bodies?: readonly LoggedBodies[]): Html {
  if (data.length === 0) return NONE;
  return html`<ol class="log">${data.map((request) => {
    const kept = bodies?.find(({ requestId }) => requestId === request.id);
    return entry(view, visit, request, kept, bodies !== undefined);
  })}</ol>`;
}

function entry(
  { app, path: appPath, recordOf, again }: AppView,
  { deps, view: { docsUrl } }: Visit,
  request: ListedRequest,
  kept: KeptBodies | undefined,
  isOpen: boolean,
): Html {
  const { at, status, method, path, query, milliseconds, code: error, advice, problems } = request;
  const { correlationId, operation, companyId, isConsole } = request;
  const record = recordOf?.(request);
  const failed = status >= 500 ? 'failed' : 'refused';
  return html`<li><details ${isOpen && html`open`}>
    <summary><span class="outcome ${status < 400 ? 'good' : failed}">${status}</span>
      <span class="request">${method} ${path}${query && `?${query}`}</span>
      ${error !== null && html`<code>${error}</code>`} ${isConsole && html`<span class="badge">Console</span>`}
      <span class="when">${instantOf(at, 'second')} · ${milliseconds} ms</span></summary>
    ${
      error !== null &&
      html`<div class="why">
    <p>${codeLink(docsUrl, error)} ${advice?.rule}</p>
    ${problems.length > 0 && html`<ul>${problems.map(({ in: part, path: at, message }) => html`<li>${part} <code>${at || '/'}</code> ${message}</li>`)}</ul>`}
    ${advice?.fix && html`<p><strong>Fix:</strong> ${advice.fix}</p>`}
  </div>`
    }
    <dl>
  <div><dt>Correlation id</dt><dd><a href="${appPath}/requests/${correlationId}"><code>${correlationId}</code></a></dd></div>
  <div><dt>Operation</dt><dd>${operationLink(docsUrl, operation)}</dd></div>
  ${companyId !== null && html`<div><dt>Company</dt><dd>${companyId}</dd></div>`}
  ${record && html`<div><dt>Records</dt><dd><a href="${record}">What it was about</a></dd></div>`}
</dl>
    ${code('The request for curl', curlOf(request, app.product, deps.apiUrl))}
    ${kept && kept.request !== null && html`<h3>Body</h3>${code('Body of the request', indented(kept.request))}`}
    ${kept && kept.response !== null && html`<h3>Response</h3>${code('Body of the response', indented(kept.response))}`}
    ${isOpen && again?.(request)}
  </details></li>`;
}
