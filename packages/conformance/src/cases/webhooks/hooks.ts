import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { Environment } from '../../contract/products.ts';
import type { Caller } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { Stopped } from '../../engine/expectations.ts';
import { type Received, Receiver, type ReceiverPath, type Respond } from '../../engine/receiver.ts';
import type { Rec } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import { countForms, type FormFields, openForm, type ShownForm } from '../fixtures/console-forms.ts';
import { appIdOf, EndpointsPage } from '../fixtures/developer-console.ts';

/** Longest wait for a request, in milliseconds. */
const LONGEST = 20_000;

/** Milliseconds by which a timestamp may differ from the time of the request's arrival. */
const SKEW = 60_000;

const SECRET = /whsec_[\w+/]+=*/;

interface HookOptions {
  readonly env?: Environment;
  readonly resources?: readonly string[];
  readonly respond?: Respond;
}

/** Most changes in one request. */
const MOST_CHANGES = 100;

export const idOf = ({ headers }: Received): string => String(headers['webhook-id']);

/** An endpoint that is removed at the end of the case. */
export class Hook {
  readonly path: ReceiverPath;
  /** Address of its page in the console. */
  readonly page: string;
  readonly secrets: string[];
  readonly #t: CaseContext;

  constructor(t: CaseContext, path: ReceiverPath, page: string, secret: string) {
    this.#t = t;
    this.path = path;
    this.page = page;
    this.secrets = [secret];
  }

  get id(): number {
    return Number(this.page.split('/').at(-1));
  }

  get received(): readonly Received[] {
    return this.path.received;
  }

  /** Requests with changes of a merchant, each once. */
  pages(companyId?: number): Received[] {
    const requests = this.received.filter(
      ({ content: { type, merchantId } }) =>
        type === 'changes' && (companyId === undefined || merchantId === companyId),
    );
    return [...new Map(requests.map((one) => [idOf(one), one])).values()];
  }

  /** Changes of a merchant, in the order in which they arrived first. */
  changes(companyId?: number): Rec[] {
    return this.pages(companyId).flatMap(({ content }) => content.data as Rec[]);
  }

  has({ id }: Rec, resource = 'brands'): boolean {
    return this.changes().some((change) => change.resource === resource && change.id === id);
  }

  async until(isSo: () => boolean, what: string): Promise<void> {
    const end = performance.now() + LONGEST;
    while (!isSo()) {
      if (!this.#t.check(performance.now() < end, `the endpoint has not received ${what}`)) throw new Stopped();
      await delay(20);
    }
  }

  untilHas(record: Rec, resource = 'brands'): Promise<void> {
    return this.until(() => this.has(record, resource), `the change of ${resource} ${record.id}`);
  }

  untilCount(count: number): Promise<void> {
    return this.until(() => this.received.length >= count, `${count} requests, but ${this.received.length}`);
  }

  open(action: string): Promise<ShownForm> {
    return openForm(this.#t, this.page, action);
  }

  async press(action: string, fields: FormFields = {}): Promise<Answer> {
    return (await this.open(action)).send(fields);
  }

  /** Sends the first request of those on the endpoint's page again. */
  async resendFirst(): Promise<Answer> {
    return (await openForm(this.#t, this.page, 'resend', '', -1)).send();
  }

  /** Replaces the secret. */
  async rotate(): Promise<string> {
    const secret = secretIn(this.#t, await this.press('rotate'));
    if (secret === undefined) throw new Stopped();
    this.secrets.push(secret);
    return secret;
  }

  /** Waits until the endpoint's page says that it is disabled. */
  async untilDisabled(): Promise<void> {
    const end = performance.now() + LONGEST;
    while ((await countForms(this.#t, this.page, 'enable')) === 0) {
      if (!this.#t.check(performance.now() < end, 'the endpoint is not disabled')) throw new Stopped();
      await delay(100);
    }
  }
}

function secretIn(t: CaseContext, page: Answer): string | undefined {
  const [secret] = SECRET.exec(page.text) ?? [];
  if (secret !== undefined) t.session.memory.keepSecret(secret);
  t.checkAlso('webhooks.signature', secret !== undefined, 'the page has no signing secret', page);
  return secret;
}

/** Endpoints of one case. */
export class Hooks {
  readonly #t: CaseContext;
  readonly #receiver: Receiver;
  readonly #hooks: Hook[] = [];

  constructor(t: CaseContext, receiver: Receiver) {
    this.#t = t;
    this.#receiver = receiver;
  }

  newPath(respond?: Respond): ReceiverPath {
    return this.#receiver.newPath(respond);
  }

  /** Adds an endpoint to the app of a caller. */
  async add(caller: Caller, options: HookOptions = {}): Promise<Hook> {
    return this.addTo(appIdOf(await caller.token()), options);
  }

  async addTo(appId: string, { env = 'SANDBOX', resources, respond }: HookOptions = {}): Promise<Hook> {
    const path = this.newPath(respond);
    const endpoints = await EndpointsPage.of(this.#t, appId);
    const page = await endpoints.add({ url: path.url, env, ...(resources && { resources }) });
    const secret = secretIn(this.#t, page);
    if (secret === undefined) throw new Stopped();
    const hook = new Hook(this.#t, path, page.sent.url, secret);
    this.#hooks.push(hook);
    return hook;
  }

  /** Checks what is true of every request. */
  check(): void {
    for (const hook of this.#hooks) {
      for (const request of hook.received) this.#checkRequest(hook, request);
      this.#checkRepeated(hook);
      this.#checkOrder(hook);
    }
  }

  #checkRequest({ secrets }: Hook, request: Received): void {
    const { headers, content, sent } = request;
    const t = this.#t;
    const isSigned = secrets.some((secret) => isSignedWith(request, secret));
    t.checkAlso('webhooks.signature', isSigned, `a request of the type ${content.type} is not signed by the secret`);
    t.checkAlso('webhooks.signature', headers['content-type'] === 'application/json', 'a request is not JSON');
    const at = Number(headers['webhook-timestamp']) * 1000;
    const isTimely = at > sent[0] - SKEW && at < sent[1] + SKEW;
    t.checkAlso(
      'webhooks.signature',
      isTimely,
      `the timestamp ${headers['webhook-timestamp']} is not that of the attempt`,
    );
    if (content.type !== 'changes') return;
    const { length } = content.data as Rec[];
    t.checkAlso('webhooks.changes', length >= 1 && length <= MOST_CHANGES, `a request has ${length} changes`);
  }

  #checkRepeated({ received }: Hook): void {
    for (const requests of Map.groupBy(received, idOf).values()) expectSameRequest(this.#t, requests);
  }

  #checkOrder(hook: Hook): void {
    const ofMerchant = Map.groupBy(hook.pages(), ({ content }) => content.merchantId);
    for (const pages of ofMerchant.values()) {
      const changes = pages.flatMap(({ content }) => content.data as Rec[]);
      const positions = changes.map(({ position }) => Number(position));
      const isAscending = positions.every((position, i) => i === 0 || position >= (positions[i - 1] ?? 0));
      this.#t.checkAlso('webhooks.order', isAscending, `the positions are ${positions.join(', ')}`);
      const keys = changes.map(({ position, resource, id, storeIds }) => [position, resource, id, storeIds].join(' '));
      const twice = keys.find((key, i) => keys.indexOf(key) !== i);
      this.#t.checkAlso('webhooks.retries', twice === undefined, `the change ${twice} comes with two ids`);
    }
  }

  async end(): Promise<void> {
    await Promise.allSettled(this.#hooks.map((hook) => hook.press('remove')));
    await this.#receiver.close();
  }
}

/** Expects that requests are attempts of one: with the same id and content. */
export function expectSameRequest(t: CaseContext, requests: readonly Received[]): void {
  const contents = requests.map((request) => ({ ...request.content, id: idOf(request) }));
  const isSame = contents.every((content) => isDeepStrictEqual(content, contents[0]));
  const shown = contents.map((content) => JSON.stringify(content)).join(' and ');
  t.checkAlso('webhooks.retries', isSame, `the attempts differ: ${shown}`);
}

/** Expects that each request says whether more changes were waiting when it was sent first. */
export function expectHasMore(t: CaseContext, requests: readonly Received[], expected: readonly boolean[]): void {
  const said = requests.map(({ content }) => content.hasMore);
  const isRight = isDeepStrictEqual(said, expected);
  t.checkAlso('webhooks.has_more', isRight, `hasMore of the requests: expected ${expected}, got ${said}`);
}

/** True if one of the request's signatures is by the secret. */
export function isSignedWith(request: Received, secret: string): boolean {
  const { headers, body } = request;
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  if (Number.isNaN(at.getTime())) return false;
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(idOf(request), at, body));
}

/** Runs a case with a receiver, which is closed at its end. */
export async function withHooks(t: CaseContext, run: (hooks: Hooks) => Promise<void>): Promise<void> {
  const hooks = new Hooks(t, await Receiver.open(t.session.target.receiver, t.session.clock));
  try {
    await run(hooks);
  } finally {
    hooks.check();
    await hooks.end();
  }
}
