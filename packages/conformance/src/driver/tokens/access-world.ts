import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';
import { CONTRACT } from '../../contract/specification-contract.ts';
import { asReceived } from '../../http/request.ts';
import type { Answer } from '../../http/send.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { authorizeUrl, newState, ownerVisitor, redirectUriOf } from '../../run/connections.ts';
import type { Session } from '../../run/session.ts';
import { callbackUrl, decide } from '../../specification/access/authorization.ts';
import { authenticated } from '../../specification/access/clients.ts';
import { readFields } from '../../specification/access/fields.ts';
import { Refusal } from '../../specification/access/refusal.ts';
import { type AccessState, disconnected, noteUse, tokensOf } from '../../specification/access/state.ts';
import { createTokenEndpoints, isTokenEndpoint } from '../../specification/access/token-endpoints.ts';
import { pathOf, type Request } from '../../specification/request.ts';
import { createSpecification } from '../../specification/respond.ts';
import { HANDLERS } from '../../specification/subjects/index.ts';
import type { ClientApp, Merchant } from '../../target/target.ts';
import { ArbitraryChoices } from '../arbitrary.ts';
import type { Difference } from '../compare/difference.ts';
import { differences } from '../compare/differences.ts';
import { knownOf } from '../credentials.ts';
import { noteDivergences } from '../divergences.ts';
import { accessStateOf, appOf, clientsOf } from './known.ts';
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
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const json: Record<string, string> = typeof body === 'string' ? {} : { 'Content-Type': 'application/json' };
    const named = asReceived({ ...(body === undefined ? {} : json), ...headers });
    const request: Request = {
      method,
      url,
      headers: named,
      repeated: Object.keys(asReceived(repeated ?? {})),
      body: text,
    };
    const budget = this.#budgetOf(request);
    const sent = {
      headers: { ...(body === undefined ? {} : json), ...headers },
      body: text,
      ...(repeated && { repeated }),
      ...(budget && { budget }),
    };
    const from = this.now;
    const first = await this.#session.send(method, url, sent);
    const wait = Number(first.headers['retry-after']);
    // The token endpoint does not report how many mints are left.
    if (first.status === 429) await this.#session.clock.wait(wait * 1000);
    const answer = first.status === 429 ? await this.#session.send(method, url, sent) : first;
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
    const { answer } = specification(state, request, { now, choices: new ArbitraryChoices(now) });
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

  /** Decides an authorization request as the merchant's owner. Returns the code. */
  async authorize(
    t: CaseContext,
    app: ClientApp,
    merchant: Merchant,
    {
      verifier,
      redirectUri = redirectUriOf(app),
    }: { readonly verifier?: string | undefined; readonly redirectUri?: string } = {},
  ): Promise<string> {
    const url = authorizeUrl(this.#session, app, { state: newState(), redirectUri, verifier });
    const callback = await ownerVisitor(this.#session, merchant).approve(url, merchant.companyId);
    const code = callback.searchParams.get('code') ?? '';
    const company = this.#state.companies.find(merchant.companyId);
    const decided = decide(this.#state, url.split('?')[1] ?? '', company, {
      isApproved: true,
      now: this.now,
      newCode: () => code,
    });
    if (!('next' in decided)) throw new Error(`The specification rejects ${url}.`);
    this.#state = decided.next;
    const expected = callbackUrl(decided.redirectUri, decided.parameters);
    t.checkAlso(
      decided.rule,
      new URL(expected).href === callback.href,
      `the callback is not ${expected.split('code=')[0]}…`,
    );
    return code;
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

const worlds = new WeakMap<Session, AccessWorld>();

/** The world of a run, which its cases share. */
export function accessWorldOf(session: Session): AccessWorld {
  const world = worlds.get(session) ?? new AccessWorld(session);
  worlds.set(session, world);
  return world;
}
