import { isDeepStrictEqual } from 'node:util';
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';
import { CONTRACT } from '../../contract/specification-contract.ts';
import { asReceived } from '../../http/request.ts';
import type { Answer } from '../../http/send.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { authorizeUrl, credentialsOf, newState, ownerVisitor, redirectUriOf } from '../../run/connections.ts';
import type { Session } from '../../run/session.ts';
import type { Visitor } from '../../run/visitor.ts';
import { callbackUrl, decide, type Redirected } from '../../specification/access/authorization.ts';
import { authenticated } from '../../specification/access/clients.ts';
import { readFields } from '../../specification/access/fields.ts';
import { Refusal } from '../../specification/access/refusal.ts';
import { type AccessState, disconnected, noteUse, tokensOf } from '../../specification/access/state.ts';
import { createTokenEndpoints, isTokenEndpoint } from '../../specification/access/token-endpoints.ts';
import { grouped } from '../../specification/grouped.ts';
import { memoized } from '../../specification/memoized.ts';
import { pathOf, type Request } from '../../specification/request.ts';
import { createSpecification } from '../../specification/respond.ts';
import { HANDLERS } from '../../specification/subjects/index.ts';
import type { ClientApp, Merchant } from '../../target/target.ts';
import { arbitraryChoices } from '../arbitrary.ts';
import type { Difference } from '../compare/difference.ts';
import { differences } from '../compare/differences.ts';
import { accessStateOf, appOf, clientsOf, knownOf } from '../credentials.ts';
import { noteDivergences } from '../divergences.ts';
import { Issued, ObservedTokens, type Verified } from './observed-tokens.ts';
import { tokenDifferences } from './token-differences.ts';

/** The token endpoints and the specification of access side by side. */

export interface TokenRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers sent twice, with the second value. */
  readonly repeated?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
}

/** Milliseconds by which the deployment's clock may differ from the suite's. */
const SKEW = 2_000;

const respond = createTokenEndpoints(CONTRACT);
const specification = createSpecification(CONTRACT, HANDLERS);

const TOKEN = '/oauth/token';

const UNTOLD = 'oauth.error.developer.invalid_client';

export class AccessWorld {
  readonly #session: Session;
  readonly #issued = new Issued();
  /** Bodies of `invalid_client`, by path and language. */
  readonly #invalid = new Map<string, string>();
  #state: AccessState;

  constructor(session: Session) {
    this.#session = session;
    this.#state = accessStateOf(session.target);
  }

  get state(): AccessState {
    return this.#state;
  }

  get now(): number {
    return this.#session.clock.now();
  }

  /** Sends a request to both, and notes where the answers differ. `rule` is what the request is about if it succeeds. */
  async send(t: CaseContext, { method = 'POST', ...sending }: TokenRequest, rule?: string): Promise<Answer> {
    const { url, headers = {}, repeated, body } = sending;
    const isJson = body !== undefined && typeof body !== 'string';
    const sent = {
      headers: { ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
      body: isJson ? JSON.stringify(body) : body,
      ...(repeated && { repeated }),
    };
    const twice = Object.keys(asReceived(repeated ?? {}));
    const request: Request = { method, url, headers: asReceived(sent.headers), repeated: twice, body: sent.body };
    const budget = this.#budgetOf(request);
    const send = () => this.#session.send(method, url, { ...sent, ...(budget && { budget }) });
    const from = this.now;
    let answer = await send();
    // The token endpoint does not report how many mints are left.
    if (answer.status === 429) {
      await this.#session.clock.wait(Number(answer.headers['retry-after']) * 1000);
      answer = await send();
    }
    if (isTokenEndpoint(url)) await this.#compare(t, request, answer, from, rule);
    else this.#compareCall(t, request, answer);
    return answer;
  }

  /** The service may have looked at its clock at any time until it answered. */
  async #compare(t: CaseContext, request: Request, actual: Answer, from: number, rule?: string): Promise<void> {
    const to = this.now;
    const window = [Math.floor((from - SKEW) / 1000), Math.ceil((to + SKEW) / 1000)] as const;
    const verified = await this.#verified(actual);
    const judged = [to, from].map((now) => {
      const choices = new ObservedTokens(actual, verified, this.#issued, window);
      const { answer, next } = respond(this.#state, request, { now, choices });
      const meant = rule !== undefined && answer.status === 200 ? { ...answer, rule } : answer;
      return { found: [...tokenDifferences(meant, actual), ...choices.broken], next, answer, choices };
    });
    const isInvalid = /"developer.invalid_client"/.test(actual.text);
    const kind = `${pathOf(request.url)} ${actual.headers['content-language']}`;
    // Nothing tells a rejected client what is wrong with it.
    const same = isInvalid ? (this.#invalid.get(kind) ?? actual.text) : actual.text;
    if (isInvalid) this.#invalid.set(kind, same);
    const told = same === actual.text ? [] : [{ at: '', expected: same, got: actual.text, rule: UNTOLD }];
    const one = judged.find(({ found }) => found.length === 0) ?? judged[0];
    if (!one) return;
    one.choices.commit();
    this.#state = one.next;
    this.#note(t, actual, [...one.found, ...told], [one.answer.rule, rule ?? [], rulesShownBy(request, actual)].flat());
  }

  /** A call of a resource endpoint, which needs no record. */
  #compareCall(t: CaseContext, request: Request, actual: Answer): void {
    const now = this.now;
    const state = { ...knownOf(this.#session.target), tokens: tokensOf(this.#state) };
    const { answer } = specification(state, request, { now, choices: arbitraryChoices(now) });
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    this.#state = noteUse(this.#state, token, now);
    this.#note(t, actual, differences(answer, actual, this.#session.target.baseUrl), [answer.rule]);
  }

  #note(t: CaseContext, answer: Answer, found: readonly Difference[], rules: readonly string[]): void {
    const { method, url } = answer.sent;
    if (found.length === 0) this.#session.observeKept(rules);
    else noteDivergences(t, `${method} ${pathOf(url.slice(this.#session.target.baseUrl.length))}`, answer, found);
  }

  /** The limit that a request counts against, if it proves its client. */
  #budgetOf(request: Request): string | undefined {
    const { authorization = '' } = request.headers;
    const client = isTokenEndpoint(request.url)
      ? provenBy(this.#state, request)
      : this.#state.tokens.get(authorization.replace(/^Bearer +/i, ''))?.client.clientId;
    const app = clientsOf(this.#session.target).find(({ clientId }) => clientId === client);
    return app && appOf(app);
  }

  async #verified({ body }: Answer): Promise<Verified | Error | undefined> {
    const { access_token: token } = (body ?? {}) as { access_token?: unknown };
    if (typeof token !== 'string') return undefined;
    const keys = (await this.#session.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
    const options = { algorithms: ['RS256'], currentDate: new Date(this.now), clockTolerance: 30 };
    try {
      const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), options);
      return { payload, header: protectedHeader };
    } catch (error) {
      return error as Error;
    }
  }

  /** Decides an authorization request as the merchant's owner. Returns the code, if there is one. */
  async authorize(
    t: CaseContext,
    app: ClientApp,
    merchant: Merchant,
    {
      isApproved = true,
      visitor = ownerVisitor(this.#session, merchant),
      state = newState(),
      redirectUri = redirectUriOf(app),
      verifier,
      changed,
    }: Decision = {},
  ): Promise<string> {
    const url = authorizeUrl(this.#session, app, { state, redirectUri, verifier }, changed);
    const callback = await (isApproved ? visitor.approve(url, merchant.companyId) : visitor.refuse(url));
    const code = callback.searchParams.get('code') ?? '';
    const company = this.#state.companies.find(merchant.companyId);
    const circumstances = { isApproved, now: this.now, newCode: () => code };
    const decided = decide(this.#state, url.split('?')[1] ?? '', company, circumstances);
    if (!('next' in decided)) throw new Error(`The specification rejects ${url}.`);
    this.#state = decided.next;
    const difference = callbackDifference(callback, decided);
    if (difference) t.about(difference.rule).check(false, difference.message);
    return code;
  }

  /** Sends a grant, or another request that a client makes with its secret. */
  ask(t: CaseContext, app: ClientApp, fields: object, url = TOKEN, rule?: string): Promise<Answer> {
    return this.send(t, { url, body: { ...credentialsOf(app), ...fields } }, rule);
  }

  exchange(t: CaseContext, app: ClientApp, code: string, more: object = {}): Promise<Answer> {
    return this.ask(t, app, { grant_type: 'authorization_code', code, redirect_uri: redirectUriOf(app), ...more });
  }

  refresh(t: CaseContext, app: ClientApp, token: string): Promise<Answer> {
    return this.ask(t, app, { grant_type: 'refresh_token', refresh_token: token });
  }

  /** Connects an app. Returns its tokens. */
  async connect(t: CaseContext, app: ClientApp, merchant: Merchant) {
    const { body } = await this.exchange(t, app, await this.authorize(t, app, merchant));
    const { access_token, refresh_token } = (body ?? {}) as Readonly<Record<string, unknown>>;
    for (const text of [access_token, refresh_token])
      if (typeof text === 'string') this.#session.memory.keepSecret(text);
    return { accessToken: String(access_token), refreshToken: String(refresh_token) };
  }

  /** Lets a token take part that the run has obtained elsewhere. */
  adopt({ clientId }: ClientApp, companyId: number, token: string): void {
    const { clients, tokens } = this.#state;
    const client = clients.get(clientId);
    if (!client || tokens.has(token)) return;
    const { exp = 0 } = decodeJwt(token);
    const known = { client, companyId, expiresAt: exp * 1000, issuedWith: undefined };
    this.#state = { ...this.#state, tokens: new Map(tokens).set(token, known) };
  }

  /** The merchant has ended its connection with the app. */
  noteDisconnected(app: ClientApp, { companyId }: Merchant): void {
    this.#state = disconnected(this.#state, appOf(app), companyId);
  }
}

/** How a merchant's owner decides, and on which request. */
export interface Decision {
  readonly isApproved?: boolean;
  readonly visitor?: Visitor;
  readonly state?: string;
  readonly redirectUri?: string;
  readonly verifier?: string | undefined;
  /** Parameters that are replaced or added. */
  readonly changed?: Readonly<Record<string, string>>;
}

/** True if a callback is the redirect URI with parameters added. */
export const redirectsTo = (callback: URL, redirectUri: string): boolean =>
  callback.href.startsWith(`${new URL(redirectUri).href}${redirectUri.includes('?') ? '&' : '?'}`);

/** Parameters of an error that a service may add (RFC 6749 §4.1.2.1). */
const OPTIONAL = ['error_description', 'error_uri'];

/** Rules of single parameters of a callback. */
const OF_CALLBACK: Readonly<Record<string, string>> = { state: 'consent.state_kept', iss: 'oauth.iss' };

/** Where a callback differs from what the specification says, with the rule of that. */
export function callbackDifference(callback: URL, { redirectUri, parameters, rule }: Redirected) {
  const where = `${callback.origin}${callback.pathname}${callback.hash}`;
  if (!redirectsTo(callback, redirectUri) || callback.hash !== '') return { message: `it led to ${where}`, rule };
  const expected = new URL(callbackUrl(redirectUri, parameters));
  const [wanted, got] = [expected, callback].map(({ searchParams }) => grouped([...searchParams], ([name]) => name));
  const names = [...new Set([...(wanted?.keys() ?? []), ...(got?.keys() ?? [])])];
  const name = names.find((one) => !OPTIONAL.includes(one) && !isDeepStrictEqual(wanted?.get(one), got?.get(one)));
  return name && { message: `${name} of the callback differs`, rule: OF_CALLBACK[name] ?? rule };
}

/** Requirements that are compared with every answer of a kind, besides the one behind it. */
function rulesShownBy({ url }: Request, { status, body }: Answer): string[] {
  const { code, error, refresh_token: refreshToken } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const isMint = pathOf(url) === '/token';
  if (status >= 400)
    return isMint ? [`mint.error.${(error as { code?: unknown })?.code}`] : [`oauth.error.${code}`, 'oauth.localised'];
  if (status !== 200 || pathOf(url) === '/oauth/revoke') return [];
  const claims = ['claims.all', 'claims.identity', 'claims.scopes', 'claims.allowed_ips', 'auth.scope_names'];
  return refreshToken === undefined ? claims : [...claims, 'oauth.token_response', 'oauth.refresh_rotates'];
}

function provenBy(state: AccessState, request: Request): string | undefined {
  try {
    return authenticated(state, request, readFields(request, ['client_id', 'client_secret'])).clientId;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}

/** The world of a run, which its cases share. */
export const accessWorldOf = memoized((session: Session) => new AccessWorld(session), new WeakMap());
