import { document, isList, OPERATIONS } from '../contract/bundle.ts';
import { CannotRun } from '../exit.ts';
import { type Answer, NoAnswer, send } from '../http/send.ts';
import {
  type App,
  type AppRole,
  budgetOf,
  type ClientApp,
  type Merchant,
  type MerchantRole,
} from '../target/target.ts';
import { authorizeUrl, newState, ownerVisitor, redirectUriOf } from './connections.ts';
import { codeOf } from './expectations.ts';
import { describePage } from './forms.ts';
import type { Session } from './session.ts';
import { tokenFor } from './tokens.ts';
import { Unavailable, Unmet } from './unavailable.ts';

/**
 * Checks before the first case that the target is the deployment of its configuration. Throws CannotRun, whose
 * message begins with the wrong field of the configuration.
 */
export async function preflight(session: Session): Promise<void> {
  session.version = await checkBaseUrl(session);
  await session.clock.read().catch((error: Error) => {
    throw new CannotRun(`clockUrl: ${session.target.clockUrl} is not a test clock (${error.message}).`);
  });
  await checkCredentials(session);
  const token = await checkMerchants(session);
  await checkClock(session, token);
  await checkAuthUrl(session);
}

/** Sends a request to the URL of a field, which is wrong if there is no response. */
async function requireAnswer(field: string, url: string, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new CannotRun(`${field}: ${url} is unreachable (${error.reason}).`);
  }
}

interface Contract {
  readonly info?: { readonly title?: unknown; readonly version?: unknown };
  readonly paths?: Readonly<Record<string, unknown>>;
}

/** Rejects a base URL that is not this API in this version. Returns the version of its contract. */
async function checkBaseUrl(session: Session): Promise<string> {
  const { baseUrl } = session.target;
  const answer = await requireAnswer('baseUrl', baseUrl, () => session.send('GET', '/openapi.json'));
  const { info, paths } = (typeof answer.body === 'object' ? (answer.body ?? {}) : {}) as Contract;
  if (answer.status !== 200 || typeof info?.version !== 'string')
    throw new CannotRun(
      `baseUrl: ${baseUrl} is not the API. Its /openapi.json is not a contract: ${describePage(answer)}.`,
    );
  if (!OPERATIONS.some(({ path }) => Object.hasOwn(paths ?? {}, path)))
    throw new CannotRun(`baseUrl: ${baseUrl} is another API, "${info.title}" ${info.version}.`);
  if (seriesOf(info.version) !== seriesOf(document.info.version))
    throw new CannotRun(
      `baseUrl: ${baseUrl} serves version ${info.version} of the contract, and this suite tests ${document.info.version}. Use the suite of that version.`,
    );
  return info.version;
}

/** Major and minor version. Patches change no behaviour. */
const seriesOf = (version: string): string => version.split('.', 2).join('.');

/** Roles whose credentials are not accepted, or not everywhere. */
const NOT_ACCEPTED: readonly AppRole[] = ['archived', 'revoked', 'walled'];

/** Rejects client secrets and API keys that the deployment does not accept. */
async function checkCredentials(session: Session): Promise<void> {
  for (const [index, app] of session.target.apps.entries()) {
    const { role, product, env, clientId, clientSecret, apiKey } = app;
    if (NOT_ACCEPTED.includes(role)) continue;
    const where = `of the ${product} ${env} app in the role ${role}`;
    if (clientId !== undefined && clientSecret !== undefined && !(await acceptsClient(session, app)))
      throw new CannotRun(
        `apps[${index}].clientSecret: the deployment does not accept the client id and secret ${where}.`,
      );
    if (apiKey && !(await acceptsKey(session, app, apiKey)))
      throw new CannotRun(`apps[${index}].apiKey: the deployment does not accept the key ${where}.`);
  }
}

/** Revokes an unknown token, which has no effect and, other than issuing one, does not count as a mint. */
async function acceptsClient(session: Session, app: App): Promise<boolean> {
  const body = { client_id: app.clientId, client_secret: app.clientSecret, token: 'unknown' };
  return (await session.send('POST', '/oauth/revoke', { body, budget: budgetOf(app) })).status !== 401;
}

/** Calls an operation for the main merchant. Whether the key reaches that merchant is not checked. */
async function acceptsKey(session: Session, app: App, key: string): Promise<boolean> {
  const operation = OPERATIONS.find((one) => one.acceptsKey && isList(one));
  const path = `${operation?.path}?companyId=${session.merchant('main').companyId}`;
  return (await session.send('GET', path, { headers: { 'X-API-Key': key }, budget: budgetOf(app) })).status !== 401;
}

const MAIN_ROLES = ['main', 'other'] as const;

/** Rejects merchants that the main apps cannot reach. Returns a token. */
async function checkMerchants(session: Session): Promise<string> {
  const { target } = session;
  for (const app of MAIN_ROLES)
    for (const merchant of MAIN_ROLES) await requireToken(session, session.app(app), session.merchant(merchant));
  const merchants = target.merchants.filter(({ role }) => role === 'main' || role === 'other' || role === 'abroad');
  // Reads as the other app, so that the main and the spare apps begin with equally many requests left.
  const app = session.app('other');
  for (const merchant of merchants) {
    const headers = { Authorization: `Bearer ${await requireToken(session, app, merchant)}` };
    const read = await session.send('GET', '/stores?limit=1', { headers, budget: budgetOf(app) });
    if (codeOf(read) === 'partner.company_denied')
      throw new CannotRun(`${companyIdOf(session, merchant)} is closed. Reopen it, or name another merchant.`);
  }
  return tokenFor(session, session.app('main'), session.merchant('main'));
}

async function requireToken(session: Session, app: ClientApp, merchant: Merchant): Promise<string> {
  return tokenFor(session, app, merchant).catch((error: unknown) => {
    if (!(error instanceof Unavailable && error.answer)) throw error;
    throw new CannotRun(whyNoToken(session, app, merchant, error.answer, error.message));
  });
}

const companyIdOf = ({ target }: Session, merchant: Merchant): string =>
  `merchants[${target.merchants.indexOf(merchant)}].companyId: the merchant ${merchant.companyId} in the role ${merchant.role}`;

function whyNoToken(session: Session, app: ClientApp, merchant: Merchant, answer: Answer, message: string): string {
  const { role } = app;
  const field = `apps[${session.target.apps.indexOf(app)}]`;
  const companyId = companyIdOf(session, merchant);
  switch (codeOf(answer)) {
    case 'developer.grant_missing':
      return `${companyId} does not exist, is closed, or is not a sandbox merchant of the organization of the app in the role ${role} (${field}).`;
    case 'developer.env_mismatch':
      return `${companyId} is a live merchant. This role needs a sandbox merchant.`;
    case 'developer.app_archived':
      return `${field}.clientId: the app in the role ${role} is archived.`;
    case 'developer.use_oauth':
    case 'developer.use_api_key':
      return `${field}.clientId: the credential of the app in the role ${role} is one for production. This role needs a sandbox credential.`;
    default:
      return answer.status === 429
        ? `${field}: the app in the role ${role} gets no token because the limit on mints is used up. Wait for a minute.`
        : `${field}: the app in the role ${role} gets ${message}`;
  }
}

const MINUTE = 60_000;

/** Milliseconds by which the deployment's clock may differ from the suite's. */
const MOST_APART = 2 * MINUTE;

/** Rejects a deployment whose clock is far from the suite's, or from the test clock that the configuration names. */
async function checkClock(session: Session, token: string): Promise<void> {
  const { clockUrl, baseUrl } = session.target;
  const { body, headers } = await session.send('GET', '/stores');
  const now = session.clock.now();
  const { timestamp } = (body ?? {}) as { timestamp?: unknown };
  // A test clock is not that of the machine, which dates responses.
  const machine = clockUrl === undefined ? Date.parse(headers.date ?? '') : Number.NaN;
  const [first, second] = [Date.parse(String(timestamp)), issuedAt(token) * 1000, machine]
    .map((time) => time - now)
    .filter((difference) => Math.abs(difference) > MOST_APART);
  // One wrong time is a fault that the cases find. Two are those of a clock.
  if (first === undefined || second === undefined || Math.abs(first - second) > MOST_APART) return;
  const difference = `${Math.round(Math.abs(first) / MINUTE)} minutes ${first > 0 ? 'ahead of' : 'behind'}`;
  throw new CannotRun(
    clockUrl === undefined
      ? `clockUrl: the clock of ${baseUrl} is ${difference} this machine's. Set the wrong one, or name the test clock of the deployment here.`
      : `clockUrl: the clock of ${baseUrl} is ${difference} the test clock ${clockUrl}, which is not its own.`,
  );
}

function issuedAt(token: string): number {
  try {
    return Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iat);
  } catch {
    return Number.NaN;
  }
}

/** Merchants whose owners sign in in many cases. */
const SIGNED_IN: readonly MerchantRole[] = ['main', 'other', 'live'];

/** Rejects a host without the consent screen, and owners who cannot sign in there. */
async function checkAuthUrl(session: Session): Promise<void> {
  const { authUrl, merchants } = session.target;
  if (!authUrl) return;
  const request = { method: 'GET', url: `${authUrl}/oauth/authorize`, headers: {}, body: undefined };
  const page = await requireAnswer('authUrl', authUrl, () => send(request));
  if (!/^text\/html\b/.test(page.headers['content-type'] ?? ''))
    throw new CannotRun(`authUrl: ${authUrl} has no consent screen at ${describePage(page)}.`);
  const app = session.app('main');
  if (!app.redirectUris?.length) return;
  for (const [index, merchant] of merchants.entries()) {
    if (!SIGNED_IN.includes(merchant.role) || !merchant.owner) continue;
    const url = authorizeUrl(session, app, { state: newState(), redirectUri: redirectUriOf(app) });
    await ownerVisitor(session, merchant)
      .open(url)
      .catch((error: unknown) => {
        throw error instanceof Unmet ? new CannotRun(`merchants[${index}].owner: ${error.message}.`) : error;
      });
  }
}
