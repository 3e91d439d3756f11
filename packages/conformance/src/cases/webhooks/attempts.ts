import { setTimeout as delay } from 'node:timers/promises';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { connect } from '../../run/connections.ts';
import { accepted, type Received, type Reply } from '../../run/receiver.ts';
import type { Rec } from '../../run/record.ts';
import { Unavailable } from '../../run/unavailable.ts';
import { budgetOf } from '../../target/target.ts';
import { disconnect } from '../consent/disconnect.ts';
import { appIdOf } from '../fixtures/developer-console.ts';
import { newBrand } from './deliveries.ts';
import { expectHasMore, expectSameRequest, type Hook, type Hooks, isSignedWith, withHooks } from './hooks.ts';

/** Repeated attempts, secrets and connections over time, by moving the target's clock. */

const timed = subject('webhooks', 'webhooks.time', { clock: true });

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Longer than any pause between two attempts. */
const NEXT = 5 * HOUR;

/** Milliseconds for a request that should not be made. */
const QUIET = 3_000;

const replying = (status: number) => (): Reply => ({ status });

/** Moves the clock and waits for another request. */
async function attemptAfter(t: CaseContext, hook: Hook, seconds: number): Promise<Received> {
  const { length } = hook.received;
  await t.session.clock.advance(seconds);
  await hook.untilCount(length + 1);
  return hook.received[length] as Received;
}

/** A merchant's connection with an app of production, and its endpoint. */
function productionOf(t: CaseContext, role: 'main' | 'other') {
  const app = t.session.app(role, 'FULL', 'PRODUCTION');
  if (!t.session.target.receiver?.url.startsWith('https:'))
    throw new Unavailable('no receiver at an https address, which endpoints of production need');
  let accessToken = '';
  return {
    async connect(): Promise<void> {
      ({ accessToken } = await connect(t.session, app, t.session.merchant('live')));
    },
    disconnect: () => disconnect(t, 'live', accessToken),
    addHook: (hooks: Hooks): Promise<Hook> => hooks.addTo(appIdOf(accessToken), { env: 'PRODUCTION' }),
    async newBrand(): Promise<Rec> {
      const headers = { Authorization: `Bearer ${accessToken}` };
      const request = { body: { name: t.name() }, headers, budget: budgetOf(app) };
      return t.requireRecord(await t.session.send('POST', '/brands', request), 201);
    },
  };
}

export const TIMED_WEBHOOK_CASES: readonly Case[] = [
  timed(
    'retries',
    ['webhooks.retries', 'webhooks.redirects', 'webhooks.order', 'webhooks.has_more'],
    'a request that was not accepted, or was redirected, comes again to the same address with the same id and body and a new signature, and only then the next',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const elsewhere = hooks.newPath();
        const hook = await hooks.add(caller, { respond: replying(500) });
        const first = await newBrand(t, caller);
        await hook.untilCount(1);
        const next = await newBrand(t, caller);
        for (const reply of [{ status: 307, headers: { location: elsewhere.url } }, { status: 404 }, { status: 503 }]) {
          hook.path.respond = () => reply;
          await attemptAfter(t, hook, NEXT);
        }
        hook.path.respond = accepted;
        await attemptAfter(t, hook, NEXT);
        await hook.untilHas(next);
        expectSameRequest(t, hook.received.slice(0, 5));
        expectHasMore(t, hook.received, Array(6).fill(false));
        t.equal(
          hook.changes().map(({ id }) => id),
          [first.id, next.id],
          'the brands in the order of the requests',
        );
        t.equal(hook.received.length, 6, 'the requests');
        t.about('webhooks.redirects').check(elsewhere.received.length === 0, 'the redirect was followed');
      }),
  ),
  timed(
    'secret-overlap',
    ['webhooks.secret_overlap', 'webhooks.signature'],
    'after a rotation, requests have the signatures of both secrets for 24 hours',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const [hook, witness] = [await hooks.add(caller), await hooks.add(caller)];
        await hook.rotateSecret();
        const signers = async (): Promise<boolean[]> => {
          // The secrets for the first request may have been read before the clock moved.
          for (let n = 0; n < 2; n += 1) {
            const brand = await newBrand(t, caller);
            await Promise.all([hook.untilHas(brand), witness.untilHas(brand)]);
          }
          const request = hook.received.at(-1) as Received;
          return hook.secrets.map((one) => isSignedWith(request, one));
        };
        t.equal(await signers(), [true, true], 'the signatures by the previous and the new secret at once');
        await t.session.clock.advance(24 * HOUR - 5 * MINUTE);
        await hook.rotateSecret();
        t.equal(await signers(), [true, true, true], 'the same shortly before 24 hours, after another rotation');
        await t.session.clock.advance(10 * MINUTE);
        t.equal(await signers(), [false, true, true], 'the same after 24 hours');
      }),
  ),
  timed(
    'connections',
    ['webhooks.disconnect', 'webhooks.connect', 'webhooks.merchants'],
    'an endpoint of production receives the changes of a merchant from the first connection on; a disconnect ends the attempts, and the next connection continues where it ended',
    async (t) =>
      withHooks(t, async (hooks) => {
        const [app, always] = [productionOf(t, 'main'), productionOf(t, 'other')];
        await always.connect();
        await app.connect();
        await app.disconnect();
        const [hook, witness] = [await app.addHook(hooks), await always.addHook(hooks)];
        await witness.untilHas(await always.newBrand());
        await t.session.clock.advance(5 * MINUTE);
        await app.connect();
        hook.path.respond = replying(500);
        const first = await app.newBrand();
        await hook.untilCount(1);
        await app.disconnect();
        const missed = await always.newBrand();
        await witness.untilHas(missed);
        await t.session.clock.advance(NEXT);
        await delay(QUIET);
        t.equal(hook.received.length, 1, 'the requests to the endpoint by the time after the disconnect');
        hook.path.respond = accepted;
        await app.connect();
        const last = await app.newBrand();
        await Promise.all([hook.untilHas(last), witness.untilHas(last)]);
        t.equal(
          hook.changes().map(({ id }) => id),
          [first, missed, last].map(({ id }) => id),
          'the changes since the first connection',
        );
        t.equal(
          [...new Set(hook.received.map(({ content }) => content.merchantId))],
          [t.session.merchant('live').companyId],
          'the merchants',
        );
        expectSameRequest(t, hook.received.slice(0, 2));
      }),
  ),
];
