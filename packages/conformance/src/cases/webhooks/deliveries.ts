import { setTimeout as delay } from 'node:timers/promises';
import { Caller } from '../../run/caller.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import type { Rec } from '../../run/record.ts';
import { countForms, withNewApp } from '../fixtures/developer-console.ts';
import { expectHasMore, type Hook, withHooks } from './hooks.ts';

/** Requests to endpoints, without moving the clock. */

const webhooks = subject('webhooks', 'webhooks');

/** Milliseconds before an endpoint responds. */
const SLOW = 500;

const BATCH = 70;

export const newBrand = (t: CaseContext, caller: Caller): Promise<Rec> => caller.create('/brands', { name: t.name() });

const changesAfter = (caller: Caller, after: unknown, query: string): Promise<Rec> =>
  caller.read(`/changes?after=${after}${query}`);

/** Expects the endpoint to have received every change that `GET /changes` shows its app, from the endpoint's first request until now. */
async function expectFeed(t: CaseContext, caller: Caller, hook: Hook, query = ''): Promise<void> {
  const { companyId } = caller.merchant;
  const pages = hook.pages(companyId);
  for (const { content } of pages) {
    const data = content.data as Rec[];
    const listed = await changesAfter(caller, content.after, `&limit=${data.length}${query}`);
    t.equal(data, listed.data, 'the changes of a request and those that GET /changes lists after its cursor');
  }
  const listed: Rec[] = [];
  let page = await changesAfter(caller, pages[0]?.content.after, `&limit=500${query}`);
  listed.push(...(page.data as Rec[]));
  for (; page.hasMore === true; listed.push(...(page.data as Rec[])))
    page = await changesAfter(caller, page.nextCursor, `&limit=500${query}`);
  t.equal(namesOf(hook.changes(companyId)), namesOf(listed), 'all changes');
  const rest = await changesAfter(caller, pages.at(-1)?.content.nextCursor, query);
  t.equal(rest.data, [], 'the changes after the last request');
}

const namesOf = (changes: readonly Rec[]): string[] =>
  changes.map(({ position, resource, id }) => `${position} ${resource} ${id}`);

export const WEBHOOK_CASES: readonly Case[] = [
  webhooks(
    'changes',
    ['webhooks.changes', 'webhooks.cursors', 'webhooks.has_more', 'webhooks.order', 'webhooks.signature'],
    'an endpoint receives what GET /changes lists, in requests of at most 100 changes, whose cursors GET /changes accepts',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        let isBusy = true;
        const hook = await hooks.add(caller, {
          async respond() {
            while (isBusy) await delay(20);
            return { status: 204 };
          },
        });
        const brand = await newBrand(t, caller);
        await hook.untilHas(brand);
        for (const description of ['a', 'b']) await caller.patch(`/brands/${brand.id}`, { description });
        for (let n = 0; n < 2; n += 1) {
          const operations = Array.from({ length: BATCH }, () => ({ op: 'create', item: { name: t.name() } }));
          t.requireStatus(await caller.post('/items/batch', { operations }), 200);
        }
        const last = await newBrand(t, caller);
        isBusy = false;
        await hook.untilHas(last);
        t.equal(hook.pages().length, hook.received.length, 'the requests, each with its own id');
        // The first request may have been sent before or after the next change.
        const [, ...following] = hook.pages();
        expectHasMore(t, following, [...following.slice(1).map(() => true), false]);
        await expectFeed(t, caller, hook);
      }),
  ),
  webhooks(
    'order',
    ['webhooks.order'],
    'the next request of a merchant is sent once the one before it was accepted',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const hook: Hook = await hooks.add(caller, {
          async respond() {
            await delay(SLOW);
            // Any 2xx status accepts a request.
            return { status: [203, 299][hook.received.length - 1] ?? 226 };
          },
        });
        const brands: Rec[] = [];
        for (let n = 0; n < 3; n += 1) {
          brands.push(await newBrand(t, caller));
          await delay(SLOW / 2);
        }
        for (const brand of brands) await hook.untilHas(brand);
        t.equal(hook.path.mostOpen, 1, 'the requests of one merchant at once');
        t.equal(
          hook.changes().map(({ id }) => id),
          brands.map(({ id }) => id),
          'the brands in the order of the requests',
        );
      }),
  ),
  webhooks(
    'selected',
    ['webhooks.changes'],
    'an endpoint receives changes of the resources that it was added with, and only of those that its app can read',
    async (t) =>
      withHooks(t, async (hooks) => {
        const [caller, orders] = [
          t.as(),
          new Caller(t, t.session.app('main', 'ONLINE_ORDER'), t.session.merchant('main')),
        ];
        const some = await hooks.add(caller, { resources: ['brands', 'menus'] });
        const read = await hooks.add(orders);
        const first = await newBrand(t, caller);
        const category = await caller.create('/categories', { name: t.name() });
        const item = await caller.create('/items', { name: t.name() });
        const last = await newBrand(t, caller);
        const other = await caller.create('/categories', { name: t.name() });
        await some.untilHas(last);
        await read.untilHas(other, 'categories');
        t.equal(
          some.changes().map(({ resource, id }) => `${resource} ${id}`),
          [first, last].map(({ id }) => `brands ${id}`),
          'the changes of the selected resources',
        );
        await expectFeed(t, caller, some, '&resources=brands,menus');
        t.equal(
          [read.has(category, 'categories'), read.has(item, 'items'), read.has(first)],
          [true, true, false],
          'whether the app that reads no brands receives the category, the item and the brand',
        );
        await expectFeed(t, orders, read);
      }),
  ),
  webhooks(
    'merchants',
    ['webhooks.merchants', 'webhooks.changes'],
    'an endpoint of the sandbox, of an unreviewed app too, receives the changes of every merchant of its organization',
    async (t) =>
      withNewApp(t, 'FULL', ({ id: unreviewed }) =>
        withHooks(t, async (hooks) => {
          const [caller, elsewhere, foreign] = [t.as(), t.as('main', 'other'), t.as('single', 'single')];
          const [hook, beside] = [await hooks.add(caller), await hooks.addTo(unreviewed)];
          const brands: Rec[] = [];
          for (const each of [foreign, caller, elsewhere, foreign, caller]) brands.push(await newBrand(t, each));
          for (const n of [1, 2, 4]) await Promise.all([hook, beside].map((one) => one.untilHas(brands[n] as Rec)));
          // By then, what is sent to the endpoint by mistake has arrived too.
          await hook.untilHas(await newBrand(t, caller));
          const own = [caller, elsewhere].map(({ merchant }) => merchant.companyId).toSorted();
          for (const one of [hook, beside]) {
            const merchants = one.pages().map(({ content }) => Number(content.merchantId));
            t.equal([...new Set(merchants)].toSorted(), own, 'the merchants');
          }
          const ofForeign = [brands[0], brands[3]].map((brand) => hook.has(brand as Rec) && brand?.id);
          t.equal(ofForeign, [false, false], "whether it has another organization's changes");
          for (const each of [caller, elsewhere]) await expectFeed(t, each, hook);
        }),
      ),
  ),
  webhooks(
    'test',
    ['webhooks.test', 'webhooks.signature'],
    'a developer sends a signed test to one endpoint',
    async (t) =>
      withHooks(t, async (hooks) => {
        const [first, hook, last] = [await hooks.add(t.as()), await hooks.add(t.as()), await hooks.add(t.as())];
        await hook.press('test');
        await hook.untilCount(1);
        t.equal([first.received.length, last.received.length], [0, 0], 'the tests to other endpoints');
        t.equal(hook.received[0]?.content, { type: 'test', endpointId: hook.id }, 'the test');
      }),
  ),
  webhooks(
    'isolation',
    ['webhooks.isolation'],
    'an endpoint that does not respond has two requests at most, and delays no other',
    async (t) =>
      withHooks(t, async (hooks) => {
        const callers = [t.as(), t.as('main', 'other'), t.as('main', 'abroad')];
        const [caller] = callers as [Caller];
        const dead = await hooks.add(caller, { respond: () => undefined });
        const alive = await hooks.add(caller);
        for (const each of callers) {
          const brand = await newBrand(t, each);
          await alive.until(() => alive.changes(each.merchant.companyId).some(({ id }) => id === brand.id), 'a change');
        }
        await dead.untilCount(2);
        t.equal(dead.path.mostOpen, 2, 'the requests to the endpoint at once');
      }),
  ),
  webhooks(
    'resync',
    ['webhooks.resync'],
    'an endpoint that is given more resources is told to read everything again, and continues; other endpoints are not',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const hook = await hooks.add(caller, { resources: ['brands'] });
        const beside = await hooks.add(caller, { resources: ['brands'] });
        await hook.untilHas(await newBrand(t, caller));
        const [requests, changes] = [hook.received.length, hook.changes().length];
        await hook.press('change', { url: hook.path.url, resources: ['items', 'brands'] });
        // The service may notice it when it has something to send.
        await newBrand(t, caller);
        await hook.untilCount(requests + 1);
        const { type, merchantId, reason, nextCursor } = hook.received[requests]?.content ?? ({} as Rec);
        t.equal(
          [type, merchantId, reason],
          ['resync', caller.merchant.companyId, 'view_grown'],
          'the request to read everything again',
        );
        const last = await newBrand(t, caller);
        await Promise.all([hook.untilHas(last), beside.untilHas(last)]);
        const types = new Set(beside.received.map(({ content }) => content.type));
        t.equal([...types], ['changes'], 'the kinds of requests to another endpoint of the app');
        const listed = await changesAfter(caller, nextCursor, '&resources=items,brands');
        t.equal(hook.changes().slice(changes), listed.data, 'the changes after its nextCursor');
      }),
  ),
  webhooks(
    'disabled',
    ['webhooks.disabled', 'webhooks.enabled'],
    'a disabled endpoint receives nothing, and once it is enabled everything that it missed',
    async (t) =>
      withHooks(t, async (hooks) => {
        const caller = t.as();
        const [hook, witness, other] = [await hooks.add(caller), await hooks.add(caller), await hooks.add(caller)];
        await other.press('disable');
        await hook.untilHas(await newBrand(t, caller));
        const { length } = hook.received;
        const disable = await hook.open('disable');
        for (const _ of ['once', 'again']) t.expectStatus(await disable.send(), 200);
        const missed = [await newBrand(t, caller), await newBrand(t, caller)];
        for (const brand of missed) await witness.untilHas(brand);
        t.equal(hook.received.length, length, 'the requests to the endpoint while it is disabled');
        const enable = await hook.open('enable');
        for (const _ of ['once', 'again']) t.expectStatus(await enable.send(), 200);
        for (const brand of missed) await hook.untilHas(brand);
        t.equal(await countForms(t, other.page, 'enable'), 1, 'the forms that enable another endpoint');
      }),
  ),
];
