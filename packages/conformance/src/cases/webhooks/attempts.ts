import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { type Connection, connect } from '../../engine/connections.ts';
import { accepted, type Received, type Reply } from '../../engine/receiver.ts';
import type { Rec } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { budgetOf, type ClientApp } from '../../target/target.ts';
import { disconnect } from '../consent/disconnect.ts';
import { appIdOf } from '../fixtures/developer-console.ts';
import { newBrand } from './deliveries.ts';
import { expectHasMore, expectSameRequest, type Hook, type Hooks, isSignedWith, withHooks } from './hooks.ts';

/** Attempts and the pauses between them, by moving the target's clock. */

const timed = subject('webhooks', 'webhooks.time', { clock: true });

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Longer than any pause between two attempts. */
const NEXT = 5 * HOUR;

/** Milliseconds for a request that should not be made. */
const QUIET = 3_000;

const replying = (status: number) => (): Reply => ({ status });

/** Lets an endpoint fail, writes, and moves the clock to each next attempt, `count` in all. */
async function failed(t: CaseContext, hook: Hook, caller: Caller, count: number): Promise<Rec> {
  const { length } = hook.received;
  const brand = await newBrand(t, caller);
  await hook.untilCount(length + 1);
  for (let n = 2; n <= count; n += 1) await attemptAfter(t, hook, NEXT);
  return brand;
}

/** Moves the clock and waits for another request. */
async function attemptAfter(t: CaseContext, hook: Hook, seconds: number): Promise<Received> {
  const { length } = hook.received;
  await t.session.clock.advance(seconds);
  await hook.untilCount(length + 1);
  return hook.received[length] as Received;
}

/** Expects that an endpoint receives nothing, although a change is written that another one receives. */
async function expectSilence(t: CaseContext, hook: Hook, write: () => Promise<void>): Promise<void> {
  const { length } = hook.received;
  await write();
  await t.session.clock.advance(NEXT);
  await delay(QUIET);
  t.equal(hook.received.length, length, 'the requests to the endpoint, at which nothing more should arrive');
}

/** Writes a brand, and waits until a witness receives it. */
const witnessed = (t: CaseContext, caller: Caller, witness: Hook) => async (): Promise<void> =>
  witness.untilHas(await newBrand(t, caller));

/** A merchant's connection with an app of production, and its endpoint. */
class Production {
  readonly #t: CaseContext;
  readonly #app: ClientApp;
  #connection: Connection | undefined;

  constructor(t: CaseContext, app: ClientApp) {
    this.#t = t;
    this.#app = app;
    if (!t.session.target.receiver?.url.startsWith('https:'))
      throw new Unavailable('no receiver at an https address, which endpoints of production need');
  }

  async connect(): Promise<void> {
    this.#connection = await connect(this.#t.session, this.#app, this.#t.session.merchant('live'));
  }

  disconnect(): Promise<void> {
    return disconnect(this.#t, 'live', this.#connected.accessToken);
  }

  addHook(hooks: Hooks): Promise<Hook> {
    return hooks.addTo(appIdOf(this.#connected.accessToken), { env: 'PRODUCTION' });
  }

  async newBrand(): Promise<Rec> {
    const headers = { Authorization: `Bearer ${this.#connected.accessToken}` };
    const request = { body: { name: this.#t.name() }, headers, budget: budgetOf(this.#app) };
    return this.#t.requireRecord(await this.#t.session.send('POST', '/brands', request), 201);
  }

  get #connected(): Connection {
    if (!this.#connection) throw new Error('The app is not connected.');
    return this.#connection;
  }
}

export const TIMED_WEBHOOK_CASES: readonly Case[] = [
  timed(
    'retries',
    ['webhooks.retries', 'webhooks.order', 'webhooks.has_more'],
    'a request that was not accepted comes again, with the same id and body and a new signature, and only then the next',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const hook = await hooks.add(caller, { respond: replying(500) });
        const first = await failed(t, hook, caller, 1);
        const next = await newBrand(t, caller);
        for (const status of [404, 503]) {
          hook.path.respond = replying(status);
          await attemptAfter(t, hook, NEXT);
        }
        hook.path.respond = accepted;
        await attemptAfter(t, hook, NEXT);
        await hook.untilHas(next);
        expectSameRequest(t, hook.received.slice(0, 4));
        expectHasMore(t, hook.received, [false, false, false, false, false]);
        t.equal(
          hook.changes().map(({ id }) => id),
          [first.id, next.id],
          'the brands in the order of the requests',
        );
        t.equal(hook.received.length, 5, 'the requests');
      }),
  ),
  timed(
    'retries-narrowed',
    ['webhooks.retries', 'webhooks.changes'],
    'changes of resources that the endpoint receives no longer do not come again',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const hook = await hooks.add(caller, { respond: replying(500), resources: ['brands', 'categories'] });
        await failed(t, hook, caller, 1);
        const { length } = hook.received;
        hook.path.respond = accepted;
        await hook.press('change', { url: hook.path.url, resources: 'categories' });
        const category = t.requireRecord(await caller.post('/categories', { name: t.name() }), 201);
        await t.session.clock.advance(NEXT);
        await hook.untilHas(category, 'categories');
        const resources = hook.received.slice(length).flatMap(({ content }) => content.data as Rec[]);
        t.equal(
          resources.map(({ resource }) => resource),
          ['categories'],
          'the resources of the changes that follow',
        );
      }),
  ),
  timed(
    'redirects',
    ['webhooks.redirects', 'webhooks.has_more'],
    'a redirect is a failed attempt, and is not followed',
    async (t) =>
      withHooks(t, async (hooks) => {
        const elsewhere = hooks.newPath();
        const caller = t.as();
        const hook = await hooks.add(caller, {
          respond: () => ({ status: 307, headers: { location: elsewhere.url } }),
        });
        await failed(t, hook, caller, 2);
        hook.path.respond = accepted;
        await attemptAfter(t, hook, NEXT);
        expectSameRequest(t, hook.received.slice(0, 3));
        expectHasMore(t, hook.received.slice(0, 3), [false, false, false]);
        t.equal(elsewhere.received.length, 0, 'the requests to where the endpoint redirects');
      }),
  ),
  timed(
    'gone',
    ['webhooks.gone', 'webhooks.enabled'],
    'status 410 disables an endpoint at once, which continues where it ended once it is enabled',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const [hook, witness] = [await hooks.add(caller, { respond: replying(410) }), await hooks.add(caller)];
        const brand = await failed(t, hook, caller, 1);
        await hook.untilDisabled();
        await expectSilence(t, hook, witnessed(t, caller, witness));
        hook.path.respond = accepted;
        await hook.press('enable');
        await hook.untilCount(2);
        expectSameRequest(t, hook.received.slice(0, 2));
        await hook.until(() => hook.changes().length === 2, 'the change from when it was disabled');
        t.equal(hook.changes()[0]?.id, brand.id, 'the first change');
      }),
  ),
  timed(
    'given-up',
    ['webhooks.given_up', 'webhooks.enabled'],
    'an endpoint that fails for 72 hours is disabled, not earlier, and enabled again has another 72 hours',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const [hook, witness] = [await hooks.add(caller, { respond: replying(500) }), await hooks.add(caller)];
        // A request in flight while the clock moves would arrive with an old timestamp.
        await witness.untilHas(await failed(t, hook, caller, 1));
        await attemptAfter(t, hook, NEXT);
        await attemptAfter(t, hook, 66 * HOUR);
        await attemptAfter(t, hook, 2 * HOUR);
        await hook.untilDisabled();
        await expectSilence(t, hook, witnessed(t, caller, witness));
        const { length } = hook.received;
        await hook.press('enable');
        await hook.untilCount(length + 1);
        await attemptAfter(t, hook, NEXT);
        hook.path.respond = accepted;
        await attemptAfter(t, hook, NEXT);
        expectSameRequest(t, hook.received.slice(0, length + 3));
      }),
  ),
  timed(
    'resend',
    ['webhooks.resend', 'webhooks.has_more'],
    'a developer sends a request again, after which it is not repeated',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const hook = await hooks.add(caller, { respond: replying(500) });
        await failed(t, hook, caller, 2);
        hook.path.respond = accepted;
        await hook.press('resend');
        await hook.untilCount(3);
        expectSameRequest(t, hook.received.slice(0, 3));
        const next = await newBrand(t, caller);
        await hook.untilHas(next);
        await t.session.clock.advance(NEXT);
        await delay(QUIET);
        t.equal(hook.received.length, 4, 'the requests');
        hook.path.respond = replying(500);
        await failed(t, hook, caller, 1);
        hook.path.respond = accepted;
        await hook.resendFirst();
        await hook.untilCount(6);
        // Another request still waits for its next attempt.
        await attemptAfter(t, hook, NEXT);
        const [first, , , , waiting, again, last] = hook.received as Received[];
        expectSameRequest(t, [first, again] as Received[]);
        expectHasMore(t, [again] as Received[], [false]);
        expectSameRequest(t, [waiting, last] as Received[]);
      }),
  ),
  timed(
    'secret-overlap',
    ['webhooks.secret_overlap', 'webhooks.signature'],
    'after a rotation, requests have the signatures of both secrets for 24 hours',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const [hook, beside] = [await hooks.add(caller), await hooks.add(caller)];
        await hook.rotate();
        const signers = async (): Promise<boolean[]> => {
          // The secrets for the first request may have been read before the clock moved.
          for (let n = 0; n < 2; n += 1) {
            const brand = await newBrand(t, caller);
            await Promise.all([hook.untilHas(brand), beside.untilHas(brand)]);
          }
          const request = hook.received.at(-1) as Received;
          return hook.secrets.map((one) => isSignedWith(request, one));
        };
        t.equal(await signers(), [true, true], 'the signatures by the former and the new secret at once');
        await t.session.clock.advance(24 * HOUR - 5 * MINUTE);
        await hook.rotate();
        t.equal(await signers(), [true, true, true], 'the same shortly before 24 hours, after another rotation');
        await t.session.clock.advance(10 * MINUTE);
        t.equal(await signers(), [false, true, true], 'the same after 24 hours');
        for (let n = 0; n < 3; n += 1) await hook.rotate();
        t.equal(await signers(), [false, true, true, true, true, true], 'the same after three more rotations');
      }),
  ),
  timed(
    'connect',
    ['webhooks.connect', 'webhooks.merchants'],
    'an endpoint of production receives the changes of a merchant from the connection on, and of no merchant without one',
    async (t) =>
      withHooks(t, async (hooks) => {
        const [app, other] = [
          t.session.app('main', 'FULL', 'PRODUCTION'),
          t.session.app('other', 'FULL', 'PRODUCTION'),
        ];
        const [late, always] = [new Production(t, app), new Production(t, other)];
        await always.connect();
        await late.connect();
        await late.disconnect();
        const [hook, witness] = [await late.addHook(hooks), await always.addHook(hooks)];
        const before = await always.newBrand();
        await witness.untilHas(before);
        await t.session.clock.advance(5 * MINUTE);
        await late.connect();
        const after = await late.newBrand();
        await Promise.all([hook.untilHas(after), witness.untilHas(after)]);
        t.equal(
          hook.changes().map(({ id }) => id),
          [after.id],
          'the changes from the connection on',
        );
        t.equal(
          [...new Set(hook.received.map(({ content }) => content.merchantId))],
          [t.session.merchant('live').companyId],
          'the merchants',
        );
      }),
  ),
  timed(
    'disconnect',
    ['webhooks.disconnect', 'webhooks.connect'],
    'a disconnect ends the attempts, and an app that is connected again continues where it ended',
    async (t) =>
      withHooks(t, async (hooks) => {
        const [app, other] = [
          t.session.app('main', 'FULL', 'PRODUCTION'),
          t.session.app('other', 'FULL', 'PRODUCTION'),
        ];
        const [ended, always] = [new Production(t, app), new Production(t, other)];
        await always.connect();
        await ended.connect();
        const [hook, witness] = [await ended.addHook(hooks), await always.addHook(hooks)];
        hook.path.respond = replying(500);
        const first = await ended.newBrand();
        await hook.untilCount(1);
        await ended.disconnect();
        const missed: Rec[] = [];
        await expectSilence(t, hook, async () => {
          missed.push(await always.newBrand());
          await witness.untilHas(missed[0] as Rec);
        });
        hook.path.respond = accepted;
        await ended.connect();
        const last = await ended.newBrand();
        await hook.untilHas(last);
        t.equal(
          hook.changes().map(({ id }) => id),
          [first, ...missed, last].map(({ id }) => id),
          'the changes, with those from before the new connection',
        );
        expectSameRequest(t, hook.received.slice(0, 2));
      }),
  ),
];
