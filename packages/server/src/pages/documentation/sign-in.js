// Signs in to the reference page, adds the token to what its Send button sends, and fills its examples for the merchant.

import { EXAMPLES, LISTS } from '/docs/live-examples.js';
import { readVariables, withVariables } from './examples.js';

const STORED = 'tillgate.reference';
const PAGE = location.origin + location.pathname;
const account = document.querySelector('#account');
const form = document.querySelector('#sign-in');
const status = document.querySelector('#sign-in-status');
const summary = document.querySelector('#account summary');

/** Lives in this tab only: the client, its merchant, and the tokens for it. */
const session = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');

function keep(changes) {
  Object.assign(session, changes);
  sessionStorage.setItem(STORED, JSON.stringify(session));
}

const fields = () => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

function fill({ clientId = '', clientSecret = '', merchantId = '' }) {
  Object.entries({ clientId, clientSecret, merchantId }).forEach(([name, value]) => {
    form.elements[name].value = value;
  });
}

function report(message, isError = false) {
  status.textContent = message;
  status.classList.toggle('error', isError);
  if (isError) account.open = true;
}

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error_description ?? answer.error?.message ?? answer.message);
  return answer;
}

const client = () => ({ client_id: session.clientId, client_secret: session.clientSecret });

function keepTokens({ access_token, expires_in, refresh_token, merchant_id }) {
  keep({
    accessToken: access_token,
    expiresAt: Date.now() + expires_in * 1000,
    refreshToken: refresh_token,
    merchantId: merchant_id ?? session.merchantId,
  });
}

/** The sandbox mint takes the merchant's id; a refresh token carries it. */
const requestTokens = () =>
  session.refreshToken
    ? post('/v1/oauth/token', { ...client(), grant_type: 'refresh_token', refresh_token: session.refreshToken })
    : post('/v1/token', { ...client(), ...(session.merchantId && { merchant_id: Number(session.merchantId) }) });

/** One renewal at a time: a refresh token works once. */
let renewal;

function renew() {
  renewal ??= requestTokens()
    .then(keepTokens)
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

const isFresh = () => session.accessToken && session.expiresAt - Date.now() > 60_000;

function showSignedIn() {
  const where =
    session.names?.[session.merchantId] ?? (session.merchantId ? `merchant ${session.merchantId}` : 'the merchant');
  summary.textContent = `Signed in: ${where}`;
  report('Send uses a token for this merchant, and renews it.');
}

/** The demo's first app and merchant; a deployment has none to offer. */
async function readDemo() {
  const response = await fetch('/docs/demo.json');
  if (!response.ok) return;
  const { apps, merchants } = await response.json();
  const [app] = apps;
  const [merchant] = merchants;
  const names = Object.fromEntries(merchants.map(({ companyId, name }) => [companyId, name]));
  keep({ clientId: app.clientId, clientSecret: app.clientSecret, merchantId: merchant.companyId, names });
}

const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Leaves for the consent screen, which returns to this page. */
async function connect() {
  const pending = { state: random(), verifier: random() };
  const challenge = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier)));
  keep({ ...fields(), pending, changesAfter: undefined });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: session.clientId,
    redirect_uri: PAGE,
    state: pending.state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  location.assign(`${form.dataset.authorize}?${query}`);
}

/** Comes back from the consent screen: with a code, or with the merchant's refusal. */
async function finishConnect(query) {
  const { pending } = session;
  keep({ pending: undefined });
  history.replaceState(null, '', location.pathname + location.hash);
  if (!pending || query.get('state') !== pending.state)
    throw new Error('The answer belongs to another sign-in; start again.');
  if (query.has('error')) throw new Error(`The merchant's owner did not approve (${query.get('error')}).`);
  const code = { code: query.get('code'), redirect_uri: PAGE, code_verifier: pending.verifier };
  keepTokens(await post('/v1/oauth/token', { ...client(), grant_type: 'authorization_code', ...code }));
}

async function signIn() {
  const query = new URLSearchParams(location.search);
  if (query.has('state')) await finishConnect(query);
  else if (!session.clientId) await readDemo();
  if (session.clientId && !isFresh()) await renew();
}

/** A page that was opened by another of this host's names still sends to its own origin, which its policy allows. */
function toOwnOrigin(url) {
  const { pathname, search } = new URL(url, location.href);
  return location.origin + pathname + search;
}

/**
 * Sends a request of the page. A header that was typed wins over the page's token. The body is read first: a request
 * that is made from another one streams its body, which browsers do over HTTP/2 only.
 */
async function send(input, init) {
  const request = new Request(input, init);
  const { url, method, headers, cache, redirect, signal } = request;
  const [typed] = (headers.get('Authorization') ?? '').split(', ');
  if (headers.has('X-API-Key')) headers.delete('Authorization');
  else if (typed === `Bearer ${shown}` && session.clientId) headers.set('Authorization', await freshBearer());
  else if (typed) headers.set('Authorization', typed);
  const body = await request.arrayBuffer();
  return fetch(toOwnOrigin(url), { method, headers, cache, redirect, signal, ...(body.byteLength > 0 && { body }) });
}

async function freshBearer() {
  if (!isFresh()) await renew();
  return `Bearer ${session.accessToken}`;
}

const DAY = 86_400_000;
const dayBefore = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** The session and the merchant's records, by the variables of the examples. */
async function readSession() {
  const { clientId, clientSecret, merchantId } = session;
  const own = { clientId, redirectUri: PAGE, salesFrom: dayBefore(6), salesTo: dayBefore(0) };
  if (clientSecret?.startsWith('svc_sk_sb_')) own.clientSecret = clientSecret;
  if (merchantId) own.merchantId = Number(merchantId);
  if (!session.accessToken) return own;
  const headers = { Authorization: await freshBearer() };
  const records = await readVariables(LISTS, (path) => fetch(`/v1${path}`, { headers }));
  // Changes are listed since the sign-in, so that the page's own writes are among them.
  keep({ changesAfter: session.changesAfter ?? records.changesAfter });
  return { ...own, ...records, changesAfter: session.changesAfter };
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (event.submitter?.value === 'connect') return connect();
  keep({ ...fields(), refreshToken: undefined, changesAfter: undefined });
  try {
    await renew();
    location.reload();
  } catch (error) {
    report(error.message, true);
  }
});

let variables = {};

try {
  await signIn();
  if (session.accessToken) showSignedIn();
  variables = await readSession();
} catch (error) {
  report(error.message, true);
}
fill(session);
account.hidden = false;

/** On phones the reference has a header within the page, which names the section that is in view. */
function toRegion(header) {
  header.setAttribute('role', 'none');
  header.querySelector(':scope > span')?.setAttribute('role', 'region');
  header.querySelector(':scope > span')?.setAttribute('aria-label', 'Current section');
}

/** What the reference's parts lack for assistive technology: landmarks that are one of a kind, roles and names. */
const AMENDMENTS = [
  ['#reference header:not([role])', toRegion],
  ['.response-card[role=region]', (card) => card.setAttribute('role', 'group')],
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['[role=combobox]:not([aria-expanded])', (field) => field.setAttribute('aria-expanded', 'false')],
  ['tr[id] button[aria-haspopup=menu]:not([title])', (button) => button.setAttribute('title', button.closest('tr').id)],
  ['.cm-content:not([aria-label])', (text) => text.setAttribute('aria-label', 'Body')],
];

let amending = false;

/** Once for what is drawn together. */
function amendSoon() {
  if (amending) return;
  amending = true;
  setTimeout(() => {
    amending = false;
    for (const [selector, change] of AMENDMENTS) document.querySelectorAll(selector).forEach(change);
  }, 100);
}

new MutationObserver(amendSoon).observe(document.body, { childList: true, subtree: true });

/** The token that the page shows in its samples. */
const shown = session.accessToken ?? '';

const contract = await (await fetch('/docs/openapi.json')).json();

Scalar.createApiReference('#reference', {
  content: withVariables(contract, EXAMPLES, variables),
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  hideDarkModeToggle: true,
  hideSearch: true,
  showDeveloperTools: 'never',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'partnerToken', securitySchemes: { partnerToken: { token: shown } } },
  // A button's name begins with the text that it shows.
  localization: { translations: { navigation: { showAllEndpoints: 'Show more {name} endpoints' } } },
  customFetch: send,
});
