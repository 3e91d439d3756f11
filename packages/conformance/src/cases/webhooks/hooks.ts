import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { Environment } from '../../contract/products.ts';
import type { Answer } from '../../http/send.ts';
import type { Caller } from '../../run/caller.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { Stopped } from '../../run/expectations.ts';
import { type Received, Receiver, type ReceiverPath, type Respond } from '../../run/receiver.ts';
import type { Rec } from '../../run/record.ts';
import { grouped } from '../../specification/grouped.ts';
import { addEndpoint, appIdOf, openForm } from '../fixtures/developer-console.ts';
import type { FormFields, ShownForm } from '../fixtures/office.ts';

/** Longest wait for a request, in milliseconds. */
const LONGEST = 20_000;

/** Milliseconds by which a timestamp may differ from the time of the request's arrival. */
const SKEW = 60_000;

/** Most changes in one request. */
const MOST_CHANGES = 100;

interface HookOptions {
  readonly env?: Environment;
  readonly resources?: readonly string[];
  readonly respond?: Respond;
}

const idOf = ({ headers }: Received): string => String(headers['webhook-id']);

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

  /** Requests with changes of a merchant, without repeated attempts. */
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
      const waited = `after ${LONGEST / 1000} s and ${this.received.length} requests`;
      if (!this.#t.check(performance.now() < end, `${waited}, the endpoint has not received ${what}`))
        throw new Stopped();
      await delay(20);
    }
  }

  untilHas(record: Rec, resource = 'brands'): Promise<void> {
    return this.until(() => this.has(record, resource), `the change of ${resource} ${record.id}`);
  }

  untilCount(count: number): Promise<void> {
    return this.until(() => this.received.length >= count, `${count} requests`);
  }

  open(action: string): Promise<ShownForm> {
    return openForm(this.#t, this.page, action);
  }

  async press(action: string, fields: FormFields = {}): Promise<Answer> {
    return (await this.open(action)).send(fields);
  }

  async rotateSecret(): Promise<void> {
    this.secrets.push(secretIn(this.#t, await this.press('rotate')));
  }
}

/** The signing secret that a page shows once. */
function secretIn(t: CaseContext, page: Answer): string {
  const [secret] = /whsec_[\w+/]+=*/.exec(page.text) ?? [];
  if (secret === undefined) {
    t.about('webhooks.signature').check(false, 'the page has no signing secret', page);
    throw new Stopped();
  }
  t.session.memory.keepSecret(secret);
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

  newPath(): ReceiverPath {
    return this.#receiver.newPath();
  }

  async add(caller: Caller, options: HookOptions = {}): Promise<Hook> {
    return this.addTo(appIdOf(await caller.token()), options);
  }

  async addTo(appId: string, { env = 'SANDBOX', resources, respond }: HookOptions = {}): Promise<Hook> {
    const path = this.#receiver.newPath(respond);
    const page = await addEndpoint(this.#t, appId, { url: path.url, env, ...(resources && { resources }) });
    const hook = new Hook(this.#t, path, page.sent.url, secretIn(this.#t, page));
    this.#hooks.push(hook);
    return hook;
  }

  /** Checks the rules that hold for every request, and for all requests of an endpoint. */
  check(): void {
    for (const hook of this.#hooks) {
      for (const request of hook.received) this.#checkRequest(hook, request);
      for (const requests of grouped(hook.received, idOf).values()) expectSameRequest(this.#t, requests);
      this.#checkOrder(hook);
    }
  }

  #checkRequest({ secrets }: Hook, request: Received): void {
    const { headers, content, sent } = request;
    const checkSignature = (isRight: boolean, what: string) =>
      this.#t.about('webhooks.signature').check(isRight, `a request of the type ${content.type} ${what}`);
    const at = Number(headers['webhook-timestamp']) * 1000;
    checkSignature(
      secrets.some((secret) => isSignedWith(request, secret)),
      'is not signed by the secret',
    );
    checkSignature(headers['content-type'] === 'application/json', 'is not JSON');
    checkSignature(
      at > sent[0] - SKEW && at < sent[1] + SKEW,
      `has the timestamp ${at / 1000}, not that of the attempt`,
    );
    if (content.type !== 'changes') return;
    const { length } = content.data as Rec[];
    this.#t.about('webhooks.changes').check(length >= 1 && length <= MOST_CHANGES, `a request has ${length} changes`);
  }

  #checkOrder(hook: Hook): void {
    const ofMerchant = grouped(hook.pages(), ({ content }) => content.merchantId);
    for (const pages of ofMerchant.values()) {
      const changes = pages.flatMap(({ content }) => content.data as Rec[]);
      const positions = changes.map(({ position }) => Number(position));
      const isAscending = positions.every((position, i) => i === 0 || position >= (positions[i - 1] ?? 0));
      this.#t.about('webhooks.order').check(isAscending, `the positions are ${positions.join(', ')}`);
      const keys = changes.map(({ position, resource, id, storeIds }) => [position, resource, id, storeIds].join(' '));
      const twice = keys.find((key, i) => keys.indexOf(key) !== i);
      this.#t.about('webhooks.retries').check(twice === undefined, `the change ${twice} comes with two ids`);
    }
  }

  async end(): Promise<void> {
    await Promise.allSettled(this.#hooks.map((hook) => hook.press('remove')));
    await this.#receiver.close();
  }
}

/** Expects requests to be attempts of one: with the same id and content. */
export function expectSameRequest(t: CaseContext, requests: readonly Received[]): void {
  const contents = requests.map((request) => ({ ...request.content, id: idOf(request) }));
  const isSame = contents.every((content) => isDeepStrictEqual(content, contents[0]));
  const shown = contents.map((content) => JSON.stringify(content)).join(' and ');
  t.about('webhooks.retries').check(isSame, `the attempts differ: ${shown}`);
}

/** Expects each request to say whether more changes were waiting when it was sent first. */
export function expectHasMore(t: CaseContext, requests: readonly Received[], expected: readonly boolean[]): void {
  const said = requests.map(({ content }) => content.hasMore);
  const isRight = isDeepStrictEqual(said, expected);
  t.about('webhooks.has_more').check(isRight, `hasMore of the requests: expected ${expected}, got ${said}`);
}

export function isSignedWith(request: Received, secret: string): boolean {
  const { headers, body } = request;
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  if (Number.isNaN(at.getTime())) return false;
  const signatures = String(headers['webhook-signature']).split(' ');
  return signatures.includes(new Webhook(secret).sign(idOf(request), at, body));
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
