import { html } from 'hono/html';
import { EXPLAINED_CODES } from '../../contract/guides.ts';
import type { AppDescription } from '../../control/describe-app.ts';
import { OPERATION_SCOPES, type Product } from '../../control/products.ts';
import type { ListedRequest, RequestPage } from '../../control/usage.ts';
import type { Operations, OutputOf } from '../../operations/operations.ts';
import { isDay } from '../../process/time.ts';
import type { KeptBodies, LoggedRequest } from '../../request-log/logged-request.ts';
import type { LoggedBodies } from '../../request-log/requests.ts';
import { errorAddress, operationAddresses } from '../documentation/reference-links.ts';
import { redirect, WebProblem } from '../kit/context.ts';
import { type FilledForm, numberOf, selectField, textField, textOf } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import type { Page } from '../kit/layout.ts';
import { code, indented, notice, olderLink, searchForm } from '../kit/page.ts';
import { type Screen, showSearch, type Visit } from '../kit/screen.ts';
import type { Html } from '../languages/html.ts';

/** Link to the operation's entry in the reference. */
export function operationLink(docsUrl: string, operation: string): Html | string {
  const address = operationAddresses().get(operation);
  return address === undefined ? operation : html`<a href="${new URL(address, docsUrl)}">${operation}</a>`;
}

/** Link to the code's section in the error guide. */
export const codeLink = (docsUrl: string, code: string): Html =>
  html`<a href="${new URL(errorAddress(code), docsUrl)}"><code>${code}</code></a>`;

/** An app whose requests are shown, in the layout of its audience. */
export interface AppView {
  readonly operations: Operations;
  readonly app: AppDescription;
  /** Path of the app's pages, without a trailing slash. */
  readonly path: string;
  /** How the visitor can change the app's limit. */
  readonly limitAdvice: Html;
  /** Address of the page of the record, or list, that a request was about; undefined if there is none. */
  recordOf?(request: LoggedRequest): string | undefined;
  /** A form that sends the request again; undefined if it cannot. */
  again?(request: LoggedRequest): Html | undefined;
  /** A switch for the bodies of sandbox requests, which are kept until then if it is on. */
  keepBodies?(until: string | null): Html;
  /** A page about the app, or about a request to a merchant. */
  layout(tab: 'requests' | 'usage', content: Html, companyId?: number | null): Page;
}

export type AppViewOf<Visitor> = (visit: Visit<Visitor>) => Promise<AppView> | AppView;

const CLIENT = `-d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"`;

/** Form fields of the token operations, which need no merchant. */
const TOKEN_FIELDS: Readonly<Record<string, string>> = {
  mintSandboxToken: `${CLIENT} -d merchant_id="$COMPANY_ID"`,
  createToken: `${CLIENT} -d grant_type=refresh_token -d refresh_token="$REFRESH_TOKEN"`,
  revokeToken: `${CLIENT} -d token="$REFRESH_TOKEN"`,
};

/** The request as a curl command. Secrets, the body and free text are not in the log, so developers fill them in. */
export function curlOf(request: LoggedRequest, product: Product, apiUrl: string): string {
  const { method, path, query, operation } = request;
  const target = new URL(apiUrl).origin + withPlaceholders(path) + (query && `?${queryOf(query)}`);
  const fields = TOKEN_FIELDS[operation];
  const hasBody = method === 'POST' || method === 'PATCH';
  return [
    // curl treats brackets and braces as patterns.
    `curl -i${/[[\]]/.test(target) ? ' -g' : ''} -X ${method} "${target}"`,
    fields ?? (product === 'ADSR' ? '-H "X-API-Key: $API_KEY"' : '-H "Authorization: Bearer $ACCESS_TOKEN"'),
    ...(fields === undefined && hasBody ? [`-H 'Content-Type: application/json' -d @body.json`] : []),
  ].join(' \\\n  ');
}

/** Replaces the path segments that are not in the log. */
const withPlaceholders = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => variable(name)).replaceAll('…', '$PART');

/**
 * Replaces each value that is not in the log with a variable named after its parameter; the value has
 * to be URL-encoded.
 */
const queryOf = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split('=', 2);
      const shown = name.replaceAll('…', '$PARAMETER');
      if (value === undefined) return shown;
      return `${shown}=${value === '…' ? variable(name) : value}`;
    })
    .join('&');

/** Turns `itemSearch` into `$ITEM_SEARCH`. */
const variable = (name: string): string => {
  const words = decodeURIComponent(name)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .match(/[a-z\d]+/gi) ?? ['VALUE'];
  return `$${words.join('_').toUpperCase()}`;
};

/** The log of an app's requests, with a search. */
export const requestsScreen = <Visitor>(appPath: string, appViewOf: AppViewOf<Visitor>): Screen<Visitor> => ({
  path: `${appPath}/requests`,
  name: 'requests',
  async show(visit) {
    const { ctx, query, deps, view } = visit;
    if (query.get('since') === NOW) {
      query.set('since', new Date(deps.control.clock()).toISOString());
      return void redirect(ctx, `${ctx.path}?${query}`);
    }
    const shown = { ...(await appViewOf(visit)), apiUrl: deps.apiUrl, docsUrl: view.docsUrl };
    const search = {
      appId: shown.app.id,
      status: textOf(query, 'status'),
      code: textOf(query, 'code'),
      operation: textOf(query, 'operation'),
      correlationId: textOf(query, 'correlationId'),
      companyId: numberOf(query, 'companyId'),
      since: textOf(query, 'since'),
      until: textOf(query, 'until'),
      after: requestId(query.get('after')),
    };
    return showSearch(
      query,
      () => shown.operations.call('request.list', search),
      (form, found) => requestsPage(shown, form, found),
    );
  },
});

const CORRELATION_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The requests with one correlation id, mostly a single one, at an address that can be passed on. */
export const requestScreen = <Visitor>(appPath: string, appViewOf: AppViewOf<Visitor>): Screen<Visitor> => ({
  path: `${appPath}/requests/:correlationId`,
  name: 'request',
  show: async (visit) => requestPage(await appViewOf(visit), visit),
});

/** The page of a request. `above` precedes it, such as a new response. */
export async function requestPage(
  view: AppView,
  { deps, view: { docsUrl }, param }: Visit,
  above?: Html,
): Promise<Page> {
  const correlationId = param('correlationId');
  if (!CORRELATION_ID.test(correlationId)) throw new WebProblem('notFound');
  const found = await view.operations.call('request.list', { appId: view.app.id, correlationId });
  const { data: bodies } = await view.operations.call('request.bodies', { appId: view.app.id, correlationId });
  const shown = { ...view, apiUrl: deps.apiUrl, docsUrl };
  const content = html`<p><a class="back" href="${view.path}/requests">Requests</a></p>
    ${above} ${missing(found)} ${entries(shown, found, bodies)}`;
  return view.layout('requests', content, found.data[0]?.companyId);
}

/** Request ids are longer than record ids. */
const requestId = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;

interface RequestsView extends AppView {
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
  /** The reference; guides are below it. */
  readonly docsUrl: string;
}

/** An invalid search finds nothing. */
function requestsPage(view: RequestsView, form: FilledForm, found: OutputOf<'request.list'> | undefined): Page {
  const path = `${view.path}/requests`;
  const content = html`<p class="lead">The latest 1,000 requests of this app, kept for 30 days, and the latest 100 that only named its client id, with a wrong secret or none. Tokens and free text are never stored, and bodies only for an hour in the sandbox, if the developers ask for it.</p>
    ${searchForm(path, searchFields(form))}
    ${found && view.keepBodies?.(found.bodiesUntil)}
    ${found && liveLinks(path, form.values)}
    ${found && html`<div ${!form.values.has('after') && html`data-live`}>${missing(found)} ${entries(view, found)} ${olderLink(path, form.values, found.next)}</div>`}`;
  return view.layout('requests', content);
}

/** As the beginning of a search, the instant at which it is opened. */
const NOW = 'now';

/** Shows what is new since the page was loaded, or only what comes from now on. A script of the console follows by itself. */
function liveLinks(path: string, search: URLSearchParams): Html {
  const [same, cleared] = [new URLSearchParams(search), new URLSearchParams(search)];
  same.delete('after');
  cleared.delete('after');
  cleared.set('since', NOW);
  return html`<p class="actions"><a class="button secondary" href="${path}?${same}">Reload</a>
    <a class="button secondary" href="${path}?${cleared}">Clear</a>
    ${!isDayOrEmpty(search.get('since')) && html`<a class="button secondary" href="${path}">Show all</a>`}</p>`;
}

const isDayOrEmpty = (text: string | null): boolean => !text || isDay(text);

const STATUSES = [
  ['', 'Any status'],
  ['2xx', 'Succeeded (2xx)'],
  ['4xx', 'Rejected (4xx)'],
  ['429', 'Over the limit (429)'],
  ['5xx', 'Failed (5xx)'],
] as const;

const searchFields = (form: FilledForm): Html => html`
  ${textField(form, { name: 'correlationId', label: 'Correlation id', optional: true })}
  ${selectField(form, { name: 'status', label: 'Status', optional: true }, STATUSES)}
  ${textField(form, { name: 'code', label: 'Error code', optional: true, attributes: html`list="codes"` })}
  ${textField(form, { name: 'operation', label: 'Operation', optional: true, attributes: html`list="operations" placeholder="items"` })}
  ${textField(form, { name: 'companyId', label: 'Company id', optional: true, attributes: html`inputmode="numeric" autocomplete="off"` })}
  ${textField(form, { name: 'since', label: 'From (UTC)', optional: true, attributes: isDayOrEmpty(form.values.get('since')) ? html`type="date"` : html`type="text"` })}
  ${textField(form, { name: 'until', label: 'Before (UTC)', optional: true, attributes: html`type="date"` })}
  ${suggestions('codes', EXPLAINED_CODES)}${suggestions('operations', [...OPERATION_SCOPES.keys()])}`;

const suggestions = (id: string, texts: readonly string[]): Html =>
  html`<datalist id="${id}">${texts.map((text) => html`<option value="${text}"></option>`)}</datalist>`;

/** Names the regions whose requests are unavailable. */
export const missing = ({ unavailable }: Pick<RequestPage, 'unavailable'>): Html | undefined =>
  unavailable.length > 0
    ? notice('hint', `Requests in ${unavailable.join(', ')} are missing, because the region is unavailable right now.`)
    : undefined;

const entries = (view: RequestsView, { data }: RequestPage, bodies?: readonly LoggedBodies[]): Html =>
  data.length === 0
    ? html`<div class="empty"><h2>No requests</h2><p>Requests appear here within a second or two, and the latest 1,000 are kept.</p></div>`
    : html`<ol class="log">${data.map((request) =>
        entry(
          view,
          request,
          bodies !== undefined,
          bodies?.find(({ requestId }) => requestId === request.id),
        ),
      )}</ol>`;

function entry(shown: RequestsView, request: ListedRequest, isOpen: boolean, bodies?: KeptBodies): Html {
  const { app, apiUrl, docsUrl } = shown;
  const { at, status, method, path, query, milliseconds } = request;
  return html`<li><details ${isOpen && html`open`}>
    <summary><span class="outcome ${outcomeOf(status)}">${status}</span>
      <span class="request">${method} ${path}${query && `?${query}`}</span>
      <span class="when">${instantOf(at, 'second')} · ${milliseconds} ms</span></summary>
    ${why(request, docsUrl)} ${facts(shown, request)}
    ${code('The request for curl', curlOf(request, app.product, apiUrl))}
    ${bodies && keptBodies(bodies)}
    ${isOpen && shown.again?.(request)}
  </details></li>`;
}

const outcomeOf = (status: number): string => (status < 400 ? 'good' : status < 500 ? 'refused' : 'failed');

const keptBodies = ({
  request,
  response,
}: KeptBodies): Html => html`${request !== null && html`<h3>Body</h3>${code('Body of the request', indented(request))}`}
  ${response !== null && html`<h3>Response</h3>${code('Body of the response', indented(response))}`}`;

/** The rule that the request broke, and the fix. */
function why({ code, advice, problems }: ListedRequest, docsUrl: string): Html | undefined {
  if (code === null) return undefined;
  return html`<div class="why">
    <p>${codeLink(docsUrl, code)} ${advice?.rule}</p>
    ${problems.length > 0 && html`<ul>${problems.map(({ in: part, path, message }) => html`<li>${part} <code>${path || '/'}</code> ${message}</li>`)}</ul>`}
    ${advice?.fix && html`<p><strong>Fix:</strong> ${advice.fix}</p>`}
  </div>`;
}

function facts({ docsUrl, path, recordOf }: RequestsView, request: ListedRequest): Html {
  const { correlationId, operation, companyId } = request;
  const record = recordOf?.(request);
  return html`<dl>
  <div><dt>Correlation id</dt><dd><a href="${path}/requests/${correlationId}"><code>${correlationId}</code></a></dd></div>
  <div><dt>Operation</dt><dd>${operationLink(docsUrl, operation)}</dd></div>
  ${companyId !== null && html`<div><dt>Company</dt><dd>${companyId}</dd></div>`}
  ${record && html`<div><dt>Records</dt><dd><a href="${record}">What it was about</a></dd></div>`}
</dl>`;
}
