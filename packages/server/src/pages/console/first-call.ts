import { html } from 'hono/html';
import type { CredentialSummary } from '../../control/keys.ts';
import type { Merchant } from '../../control/merchants.ts';
import { sandboxCredential } from '../../oauth/sandbox-tokens.ts';
import { filledWith, selectField } from '../kit/fields.ts';
import type { Page } from '../kit/layout.ts';
import { code, hidden, notice } from '../kit/page.ts';
import type { Html } from '../languages/html.ts';
import {
  APP_PATH,
  type AppVisit,
  appLayout,
  appPath,
  type ConsoleScreen,
  type ConsoleVisit,
  inOrganization,
  withApp,
} from './layout.ts';
import {
  type LiveResponse,
  responseSection,
  runCall,
  type SampleCall,
  type Snippet,
  sampleCalls,
  snippetsOf,
} from './records/api-calls.ts';

/** Ready-made requests, and a button that sends one. Sending only reads, so the page itself shows the outcome. */
export const firstCallScreen: ConsoleScreen = {
  path: `${APP_PATH}/first-call`,
  name: 'firstCall',
  show: (visit) => firstCallPage(visit, visit.query, false),
  change: (visit) => firstCallPage(visit, visit.fields, true),
};

async function firstCallPage(given: ConsoleVisit, asked: URLSearchParams, runs: boolean): Promise<Page> {
  const visit = await withApp(given);
  const { operations, organizationId, app } = visit;
  const { data: merchants } = await operations.call('merchant.list', { organizationId, active: true, limit: 200 });
  const credential = sandboxCredential(app.credentials, visit.deps.control.clock());
  const chosen = credential && (await choose(visit, merchants, credential, asked, runs));
  const content = html`
    ${merchants.length === 0 && noMerchant(visit)}
    ${merchants.length > 0 && !credential && notice('hint', html`The app has no sandbox credential. <a href="${appPath(app, '/credentials')}">Issue one</a> first.`)}
    ${chosen && html`${choice(visit, chosen)} ${chosen.response && responseSection(chosen.response)} ${snippetSection(visit, chosen)}`}`;
  return appLayout({ ...visit, environment: 'SANDBOX' }, 'firstCall', content);
}

/** The chosen request and the choices. */
interface FirstCall {
  readonly merchants: readonly Merchant[];
  readonly calls: readonly SampleCall[];
  readonly merchant: Merchant;
  readonly call: SampleCall;
  readonly snippets: readonly Snippet[];
  readonly response: LiveResponse | 'unreachable' | undefined;
}

/** Falls back to the first merchant and the first request. */
async function choose(
  { deps, app, operations }: AppVisit,
  merchants: readonly Merchant[],
  credential: CredentialSummary,
  asked: URLSearchParams,
  runs: boolean,
): Promise<FirstCall | undefined> {
  const calls = sampleCalls(app.product, deps.clock());
  const call = calls.find(({ id }) => id === asked.get('call')) ?? calls[0];
  const merchant = merchants.find(({ companyId }) => String(companyId) === asked.get('company')) ?? merchants[0];
  if (!merchant) return undefined;
  const of = { appId: app.id, companyId: merchant.companyId };
  const token = runs ? (await operations.call('app.token', of)).accessToken : undefined;
  const response = token === undefined ? token : await runCall(deps, token, call);
  const data = { apiUrl: deps.apiUrl, product: app.product, companyId: merchant.companyId };
  const snippets = snippetsOf({ ...data, clientId: credential.clientId, call, token });
  return { merchants, calls, merchant, call, snippets, response };
}

const noMerchant = (visit: AppVisit): Html => html`<div class="empty">
  <h2>Create a sandbox merchant first</h2>
  <p>The app calls the API for a merchant. A new one has demo data and takes a few seconds.</p>
  <p><a class="button" href="${inOrganization(visit, '/console/merchants/new')}">New sandbox merchant</a></p>
</div>`;

/** The first button sends the request, the second only shows it. */
function choice({ app, view }: AppVisit, { merchants, calls, merchant, call }: FirstCall): Html {
  const form = filledWith({ company: String(merchant.companyId), call: call.id });
  const path = appPath(app, '/first-call');
  return html`<form class="card" method="post" action="${path}">
    ${hidden('token', view.formToken)}
    <div class="two">
      ${selectField(
        form,
        { name: 'company', label: 'Sandbox merchant' },
        merchants.map(({ companyId, name }) => [String(companyId), `${name} (${companyId})`]),
      )}
      ${selectField(
        form,
        { name: 'call', label: 'Request' },
        calls.map(({ id, label, path: target }) => [id, `${label}: GET ${target.split('?')[0]}`]),
      )}
    </div>
    <div class="actions">
      <button>Run</button>
      <button class="secondary" formmethod="get" formaction="${path}">Show snippets</button>
    </div>
    <p class="small">Run gets a token for the app and the merchant, sends the request to the API and shows the response.</p>
  </form>`;
}

const snippetSection = ({ app }: AppVisit, { snippets, response }: FirstCall): Html => html`<section class="card">
  <h2>From your own machine</h2>
  <p class="small">${
    typeof response === 'object'
      ? 'The curl and HTTP snippets use the token of the response above. It works for 15 minutes.'
      : html`The secret was shown when it was issued. If you have lost it, <a href="${appPath(app, '/credentials')}">rotate it</a>.`
  }</p>
  ${snippets.map(({ title, text }) => html`<h3>${title}</h3>${code(title, text)}`)}
</section>`;
