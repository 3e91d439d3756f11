import { callbackUrl, decide } from '../generated/specification/access/authorization.ts';
import {
  type AccessChoices,
  type AccessState,
  type Company,
  disconnected,
  newAccessState,
  noteUse,
  tokensOf,
} from '../generated/specification/access/state.ts';
import { createTokenEndpoints } from '../generated/specification/access/token-endpoints.ts';
import type { Answer } from '../generated/specification/answer.ts';
import type { Contract } from '../generated/specification/contract.ts';
import type { Request } from '../generated/specification/request.ts';
import type { Environment, State } from '../generated/specification/state.ts';
import { TEST_APP } from './seeds.ts';

/** A client id of the test app, and its secret. */
export interface TestClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Clients, codes and tokens of the double, by the specification of access. */
export class Access {
  readonly env: Environment;
  /** Merchants that are closed. */
  readonly closed = new Set<number>();
  readonly #now: () => number;
  readonly #choices = testTokens();
  readonly #respond: ReturnType<typeof createTokenEndpoints>;
  #state: AccessState;

  constructor(now: () => number, baseUrl: string, contract: Contract, clients: readonly TestClient[]) {
    this.#now = now;
    this.#respond = createTokenEndpoints(contract);
    const isLive = clients.some(({ clientId }) => clientId.startsWith('svc_app_pk'));
    const env: Environment = isLive ? 'PRODUCTION' : 'SANDBOX';
    this.env = env;
    const find = (companyId: number): Company => ({
      companyId,
      env,
      organization: TEST_APP,
      isClosed: this.closed.has(companyId),
    });
    const app = { id: TEST_APP, number: 1, product: 'FULL' };
    const client = { app, organization: TEST_APP, env, isApproved: true, isAdmitted: true };
    const valid = { isArchived: false, isRevoked: false, allowedIps: undefined, redirectUris: undefined };
    const known = clients.map((one) => ({ ...one, ...client, ...valid }));
    this.#state = newAccessState(baseUrl, { find, ofOrganization: () => [find(1)] }, known);
  }

  /** Access tokens as the resource endpoints know them. */
  get tokens(): State['tokens'] {
    return tokensOf(this.#state);
  }

  /** A request to a token endpoint. */
  respond(request: Request): Answer {
    const { answer, next } = this.#respond(this.#state, request, { now: this.#now(), choices: this.#choices });
    this.#state = next;
    return answer;
  }

  /** A request to a resource endpoint presents this token. */
  noteUse(token: string): void {
    this.#state = noteUse(this.#state, token, this.#now());
  }

  expireTokens(): void {
    const tokens = [...this.#state.tokens].map(([text, token]) => [text, { ...token, expiresAt: 0 }] as const);
    this.#state = { ...this.#state, tokens: new Map(tokens) };
  }

  disconnect(merchantId: number): void {
    this.#state = disconnected(this.#state, TEST_APP, merchantId);
  }

  /** URL to which the consent screen returns a merchant's browser. Throws if it shows an error instead. */
  consent(authorizationUrl: string, merchantId: number, isApproved: boolean): string {
    const { search } = new URL(authorizationUrl);
    const decided = decide(this.#state, search.slice(1), this.#state.companies.find(merchantId), {
      isApproved,
      now: this.#now(),
      newCode: () => this.#choices.code(),
    });
    if ('page' in decided) throw new RangeError(`The consent screen shows the error ${decided.page}.`);
    this.#state = decided.next;
    return callbackUrl(decided.redirectUri, decided.parameters);
  }
}

/** Readable tokens, numbered. */
function testTokens() {
  let issued = 0;
  const named = (prefix: string) => {
    issued += 1;
    return `${prefix}${issued}`;
  };
  return {
    accessToken: () => `${named('test')}.access.token`,
    refreshToken: (env: Environment) => named(env === 'SANDBOX' ? 'svc_rt_sb_test' : 'svc_rt_pk_test'),
    scope: (scopes: readonly string[]) => scopes.join(' '),
    code: () => named('code'),
  } satisfies AccessChoices & { code(): string };
}
