import type { BackOffice } from '../back-office/back-office.ts';
import { readBackOffice } from '../back-office/read-back-office.ts';
import { CHECKS, type Check, PAGE_CHECKS, type Seen } from '../checks/checks.ts';
import { Memory } from '../checks/memory.ts';
import { type Answer, send } from '../http/send.ts';
import {
  type AppRole,
  budgetOf,
  type ClientApp,
  type Merchant,
  type MerchantRole,
  type Target,
} from '../target/target.ts';
import { type Connection, connect } from './connections.ts';
import type { Finding } from './outcome.ts';
import { Pace } from './pace.ts';
import { TargetClock } from './target-clock.ts';
import type { Environment, Product } from './variants.ts';

/** Something that the target does not have; whatever needs it is reported as not run. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/** An answer that is not what the step after it needs: a finding, after which the case cannot go on. */
export class Unmet extends Error {
  override name = 'Unmet';
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

export interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
  /** Whose budget it is counted against once it is admitted, as `budgetOf` names it. */
  readonly budget?: string;
  /** Others of the same budget are on their way at the same time. */
  readonly concurrent?: boolean;
  /** Sent even when the budget is known to be spent. */
  readonly unpaced?: boolean;
}

interface Candidate {
  readonly remaining: number;
  readonly chosen: number;
}

const isMoreRested = (one: Candidate, other: Candidate): boolean =>
  one.remaining === other.remaining ? one.chosen < other.chosen : one.remaining > other.remaining;

/** Everything the suite knows of the deployment while it runs: tokens, budgets, the time there. */
export class Session {
  readonly target: Target;
  readonly clock: TargetClock;
  readonly memory: Memory;
  readonly #pace: Pace;
  readonly #tokens = new Map<string, { token: string; until: number }>();
  readonly #connections = new Map<string, Promise<Connection>>();
  /** How often each app was chosen as the most rested, by client id. */
  readonly #chosen = new Map<string, number>();
  readonly #checks: readonly Check[];
  /** Of the contract that the target serves. */
  version: string | undefined;
  /** Takes every answer with what the checks found wrong with it. */
  observe: (answer: Answer, findings: readonly Finding[]) => void = () => {};

  constructor(target: Target, checks: readonly Check[] = CHECKS, secrets?: Set<string>) {
    this.target = target;
    this.memory = new Memory(secrets);
    this.clock = new TargetClock(target.clockUrl);
    this.#pace = new Pace(this.memory, this.clock);
    this.#checks = checks;
    this.memory.keepSecrets(target);
  }

  app(role: AppRole, product: Product = 'FULL', env: Environment = 'SANDBOX'): ClientApp {
    const app = this.target.apps.find((one) => one.role === role && one.product === product && one.env === env);
    if (!app?.clientId || !app.clientSecret) throw new Unavailable(`no ${product} ${env} client in the role ${role}`);
    return app as ClientApp;
  }

  /**
   * The main FULL sandbox app or a spare one, whichever may send most in the present window; of several that may send the
   * same, the one that was chosen least often.
   */
  mostRested(): ClientApp {
    const spare = this.target.apps.filter(({ role, clientSecret }) => role === 'spare' && clientSecret) as ClientApp[];
    const candidates = [this.app('main'), ...spare].map((app) => ({
      app,
      remaining: this.#pace.remaining(budgetOf(app)),
      chosen: this.#chosen.get(app.clientId) ?? 0,
    }));
    const { app, chosen } = candidates.reduce((best, one) => (isMoreRested(one, best) ? one : best));
    this.#chosen.set(app.clientId, chosen + 1);
    return app;
  }

  apiKey(role: AppRole, env: Environment): string {
    const app = this.target.apps.find((one) => one.role === role && one.product === 'ADSR' && one.env === env);
    if (!app?.apiKey) throw new Unavailable(`no ${env} API key in the role ${role}`);
    return app.apiKey;
  }

  merchant(role: MerchantRole): Merchant {
    const merchant = this.target.merchants.find((one) => one.role === role);
    if (!merchant) throw new Unavailable(`no merchant in the role ${role}`);
    return merchant;
  }

  /** What the merchant's back office has written. */
  backOffice(role: MerchantRole): BackOffice {
    const { backOffice } = this.merchant(role);
    if (!backOffice) throw new Unavailable(`no file of the back office of the merchant in the role ${role}`);
    return readBackOffice(backOffice);
  }

  /** One request to the API; its answer is held against everything that holds for all answers. */
  async send(method: string, path: string, request: Request = {}): Promise<Answer> {
    const url = /^https?:/.test(path) ? path : this.target.baseUrl + path;
    const text =
      request.body === undefined || typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
    const json = text !== undefined && typeof request.body !== 'string' ? { 'Content-Type': 'application/json' } : {};
    const headers = { ...json, ...request.headers };
    if (!request.unpaced) await this.#pace.before(request.budget, path, text as string | undefined);
    const answer = await send({ method, url, headers, body: text as string | undefined });
    this.#see(this.#checks, answer, request, path);
    return answer;
  }

  /** Holds an answer of the consent host against everything that holds for all of its answers. */
  seePage(answer: Answer): void {
    this.#see(PAGE_CHECKS, answer, { headers: answer.sent.headers }, answer.sent.url);
  }

  #see(checks: readonly Check[], answer: Answer, request: Request, path: string): void {
    const seen: Seen = { answer, request, path, target: this.target, memory: this.memory, now: this.clock.now() };
    const findings = checks.flatMap((check) => check(seen));
    this.observe(answer, findings);
  }

  /** A token of the app for the merchant, minted or, in production, from its connection; kept for its lifetime. */
  async token(app: ClientApp, merchant: Merchant): Promise<string> {
    const key = `${app.clientId} ${merchant.companyId}`;
    const known = this.#tokens.get(key);
    if (known && known.until > this.clock.now() + 60_000) return known.token;
    const token =
      app.env === 'SANDBOX' ? await this.#mint(app, merchant) : (await this.connect(app, merchant)).accessToken;
    this.#tokens.set(key, { token, until: this.clock.now() + 900_000 });
    this.memory.secrets.add(token);
    return token;
  }

  async #mint(app: ClientApp, merchant: Merchant): Promise<string> {
    const body = { client_id: app.clientId, client_secret: app.clientSecret, merchant_id: merchant.companyId };
    const mint = () => this.send('POST', '/token', { body });
    const first = await mint();
    // Somebody else may have spent the minute before this run knew of it; the second is paced by what the first says.
    const { status, body: answer, text } = first.status === 429 ? await mint() : first;
    const token = (answer as { access_token?: unknown }).access_token;
    if (typeof token !== 'string')
      throw new Unavailable(`no token for ${app.product}: ${status} ${text.slice(0, 200)}`);
    return token;
  }

  /** Runs the consent flow as the merchant's owner; each time it is a connection of its own. */
  connect(app: ClientApp, merchant: Merchant): Promise<Connection> {
    return connect(this, app, merchant);
  }

  /** A connection that several cases read from. */
  connected(app: ClientApp, merchant: Merchant): Promise<Connection> {
    const key = `${app.clientId} ${merchant.companyId}`;
    const known = this.#connections.get(key) ?? this.connect(app, merchant);
    this.#connections.set(key, known);
    return known;
  }
}
