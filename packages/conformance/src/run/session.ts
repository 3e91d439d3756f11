import type { BackOffice } from '../back-office/back-office.ts';
import { readBackOffice } from '../back-office/read-back-office.ts';
import { CHECKS, PAGE_CHECKS } from '../checks/checks.ts';
import type { Check, CheckedAnswer, Finding } from '../checks/finding.ts';
import { Memory } from '../checks/memory.ts';

import { familyOf } from '../contract/family.ts';
import type { Environment, Product } from '../contract/products.ts';
import type { Request } from '../http/request.ts';
import { type Answer, send } from '../http/send.ts';
import {
  type AppRole,
  budgetOf,
  type ClientApp,
  type Merchant,
  type MerchantRole,
  type Target,
} from '../target/target.ts';
import { Pace } from './pace.ts';
import { TargetClock } from './target-clock.ts';
import { Unavailable } from './unavailable.ts';

/** Requests per minute of raised limits. */
const MANY = 10_000;

/** The deployment during one run: its apps and merchants, what is left of its limits, and its clock. */
export class Session {
  readonly target: Target;
  readonly clock: TargetClock;
  readonly memory: Memory;
  readonly #pace: Pace;
  /** How often each app was chosen, by client id. */
  readonly #chosen = new Map<string, number>();
  readonly #checks: readonly Check[];
  /** Version of the contract that the target serves. */
  version: string | undefined;
  /** Number of requests that may have changed a record. */
  writes = 0;
  /** Receives every response, with the findings of its checks. */
  observe: (answer: Answer, findings: readonly Finding[]) => void = () => {};
  /** Receives the rules by which the specification predicted a response, if the response was as predicted. */
  observeKept: (rules: readonly string[]) => void = () => {};

  constructor(target: Target, checks: readonly Check[] = CHECKS, redacted?: Set<string>) {
    this.target = target;
    this.memory = new Memory(redacted);
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

  /** True if the target's limits are raised, so that a run need not save requests. */
  get isPlenty(): boolean {
    return this.target.limits.requestsPerMinute >= MANY;
  }

  /**
   * The main FULL sandbox app or a spare one: the one with the most requests left in this window
   * or, among equals, the least used.
   */
  leastUsedApp(): ClientApp {
    const spare = this.target.apps.filter(({ role, clientSecret }) => role === 'spare' && clientSecret) as ClientApp[];
    const candidates = [this.app('main'), ...spare].map((app) => ({
      app,
      remaining: this.#pace.remaining(budgetOf(app)),
      chosen: this.#chosen.get(app.clientId) ?? 0,
    }));
    const [best] = candidates.toSorted((a, b) => b.remaining - a.remaining || a.chosen - b.chosen);
    const { app, chosen } = best as (typeof candidates)[number];
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

  /** The merchant's back-office file. */
  backOffice(role: MerchantRole): BackOffice {
    const { backOffice } = this.merchant(role);
    if (!backOffice) throw new Unavailable(`no file of the back office of the merchant in the role ${role}`);
    return readBackOffice(backOffice);
  }

  /** Sends one request to the API and checks the response. */
  async send(method: string, path: string, request: Request = {}): Promise<Answer> {
    const url = /^https?:/.test(path) ? path : this.target.baseUrl + path;
    const text =
      request.body === undefined || typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
    const json = text !== undefined && typeof request.body !== 'string' ? { 'Content-Type': 'application/json' } : {};
    const headers = { ...json, ...request.headers };
    if (method !== 'GET' && familyOf(path) === 'partner') this.writes += 1;
    const sent = { method, url, headers, repeated: request.repeated, body: text as string | undefined };
    const isPaced = !request.unpaced;
    try {
      if (isPaced) await this.#pace.before(request.budget, path, sent.body, 'X-API-Key' in headers);
      const answer = await send(sent, request.headSent);
      this.#check(this.#checks, answer, request, path);
      return answer;
    } finally {
      if (isPaced) this.#pace.after(request.budget);
    }
  }

  /** Checks a response of the consent host. */
  checkPage(answer: Answer): void {
    this.#check(PAGE_CHECKS, answer, { headers: answer.sent.headers }, answer.sent.url);
  }

  #check(checks: readonly Check[], answer: Answer, request: Request, path: string): void {
    const checked: CheckedAnswer = {
      answer,
      request,
      path,
      target: this.target,
      memory: this.memory,
      now: this.clock.now(),
    };
    const findings = checks.flatMap((check) => check(checked));
    if (familyOf(path) !== 'partner') this.memory.keepIssued(answer);
    this.observe(answer, findings);
  }
}
