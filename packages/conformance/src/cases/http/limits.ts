import { RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { type Answer, remainingIn } from '../../http/send.ts';
import { Caller } from '../../run/caller.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { connect, credentialsOf, refresh } from '../../run/connections.ts';
import { Stopped } from '../../run/expectations.ts';
import { Unavailable } from '../../run/unavailable.ts';
import { budgetOf } from '../../target/target.ts';
import { unknownUrl } from '../fixtures/unknown.ts';

/** Request limits of an app and of a source address, in fixed windows of a minute. */

const limits = subject('limits', 'limits');

const REQUESTS = 300;
const MINTS = 30;

/** An item with as many values as a large one has, and texts that look like the beginnings and ends of more. */
const HARD_TO_COUNT = { name: '[{', description: '}]\\', unit: '\\"}}{{', barcodes: Array(90).fill('conf') };

/** Sends requests until the limit is reached. */
async function spendBudget(t: CaseContext, caller: Caller): Promise<Answer[]> {
  await caller.token();
  await waitForNewWindow(t);
  const answers: Answer[] = [];
  while (answers.at(-1)?.status !== 429) {
    const spent = t.check(answers.length < REQUESTS + 20, `the budget is not spent after ${answers.length} requests`);
    if (!spent) throw new Stopped();
    answers.push(await caller.send('GET', '/taxes?limit=1', { unpaced: true }));
  }
  return answers;
}

/** Waits for a new window, so that its full limit is available. */
async function waitForNewWindow({ session }: CaseContext): Promise<void> {
  const now = session.clock.now();
  await session.clock.wait(60_000 - (now % 60_000) + 500);
}

/** Waits if needed, so that the next few requests fall into one window. */
async function stayWithinWindow(t: CaseContext): Promise<void> {
  if (t.session.clock.now() % 60_000 > 50_000) await waitForNewWindow(t);
}

async function waitForReset({ session }: CaseContext, { headers }: Answer): Promise<void> {
  await session.clock.wait(Number(headers['x-ratelimit-reset']) * 1000 - session.clock.now() + 500);
}

function expectRetryAfter(t: CaseContext, answer: Answer): void {
  const reset = Number(answer.headers['x-ratelimit-reset']);
  const wait = Number(answer.headers['retry-after']);
  const own = t.about('limits.retry_after');
  own.check(wait >= 1 && wait <= 60, `Retry-After is ${answer.headers['retry-after']}`, answer);
  const agree = Math.abs(reset - t.session.clock.now() / 1000 - wait) <= 2;
  own.check(agree, `Retry-After ${wait} and the reset ${reset} disagree`, answer);
}

/** Asserts that the app's other requests are rejected too: every operation, other merchants, the token endpoints. */
async function expectAllRejected(t: CaseContext): Promise<void> {
  const caller = t.as('limited');
  for (const one of RESOURCE_OPERATIONS) {
    const url = unknownUrl(one);
    const refused = await caller.send(one.method, url, { body: one.body && {}, unpaced: true });
    t.expectStatus(refused, 429, 'partner.rate_limited');
  }
  const elsewhere = await t.as('limited', 'other').send('GET', '/brands', { unpaced: true });
  t.expectStatus(elsewhere, 429, 'partner.rate_limited');
  for (const path of ['/oauth/token', '/oauth/revoke']) {
    const body = { ...credentialsOf(caller.app), grant_type: 'refresh_token', refresh_token: 'x', token: 'x' };
    const refused = await t.session.send('POST', path, { body, budget: budgetOf(caller.app), unpaced: true });
    t.expectStatus(refused, 429, 'partner.rate_limited');
  }
}

/** Asserts that each request leaves one less than the one before. */
async function expectOneBudget(t: CaseContext, requests: readonly (() => Promise<Answer>)[]): Promise<void> {
  const left: number[] = [];
  for (const request of requests) left.push(remainingIn(await request()));
  const [first = 0] = left;
  t.equal(
    left,
    left.map((_, n) => first - n),
    'requests remaining after each',
  );
}

export const LIMIT_CASES: readonly Case[] = [
  limits(
    'rate',
    ['limits.rate', 'limits.rate_limited', 'errors.429', 'limits.retry_after', 'limits.window', 'limits.per_app'],
    'the 301st request of a minute is 429 until the minute is over; other apps are unaffected',
    async (t) => {
      // Mints tokens first, since minting later might have to wait for another window.
      for (const caller of [t.as(), t.as('limited', 'other')]) await caller.token();
      const answers = await spendBudget(t, t.as('limited'));
      const last = answers.at(-1) as Answer;
      t.expectStatus(last, 429, 'partner.rate_limited');
      t.equal(answers.length, REQUESTS + 1, 'requests until the first 429');
      expectRetryAfter(t, last);
      await expectAllRejected(t);
      t.expectStatus(await t.as().get('/brands'), 200);
      await waitForReset(t, last);
      const fresh = await t.as('limited').get('/brands');
      t.expectStatus(fresh, 200);
      t.equal(remainingIn(fresh), REQUESTS - 1, 'X-RateLimit-Remaining in a new window', fresh);
    },
  ),
  limits('credentials', ['limits.per_app'], 'the credentials and keys of one app spend from one budget', async (t) => {
    const [sandbox, live] = [t.as('limited'), t.session.app('limited', 'FULL', 'PRODUCTION')];
    const { accessToken } = await connect(t.session, live, t.session.merchant('live'));
    for (const caller of [sandbox, t.as('limited', 'other')]) await caller.token();
    await stayWithinWindow(t);
    const headers = { Authorization: `Bearer ${accessToken}` };
    const ask = () => t.session.send('GET', '/brands', { headers, budget: budgetOf(live) });
    await expectOneBudget(t, [() => sandbox.get('/brands'), ask, () => t.as('limited', 'other').get('/brands'), ask]);
    const stores = new Caller(t, t.session.app('main', 'ADSR'), t.session.merchant('main'));
    await stores.token();
    const key = { 'X-API-Key': t.session.apiKey('main', 'SANDBOX') };
    const askWithKey = () => t.session.send('GET', `/stores?companyId=${stores.merchant.companyId}`, { headers: key });
    await stayWithinWindow(t);
    await expectOneBudget(t, [() => stores.get('/stores'), askWithKey, askWithKey]);
  }),
  limits(
    'batches',
    ['batches.weight', 'limits.headers_consistent'],
    'a batch counts as one request for each 100 operations begun, and is rejected if fewer are left',
    async (t) => {
      const caller = t.as('limited');
      await caller.token();
      await stayWithinWindow(t);
      const before = remainingIn(await caller.get('/brands'));
      const send = (count: number) =>
        caller.send('POST', '/items/batch', {
          body: { operations: Array.from({ length: count }, () => ({ op: 'update', id: 1, item: HARD_TO_COUNT })) },
          unpaced: true,
        });
      const left: number[] = [];
      for (const count of [1, 100, 101, 1000]) left.push(remainingIn(t.requireStatus(await send(count), 200)));
      t.equal(left, [before - 1, before - 2, before - 4, before - 14], 'requests remaining after each');
      const tooLong = await send(1001);
      t.expectStatus(tooLong, 400, 'partner.validation_failed');
      let last = left.at(-1) as number;
      t.equal(remainingIn(tooLong), last - 1, 'requests remaining after a batch of too many operations', tooLong);
      last = remainingIn(tooLong);
      for (let sent = 0; last >= 12; sent += 10) {
        if (!t.check(sent <= REQUESTS, `the budget is not spent after batches for ${sent} requests`)) return;
        last = remainingIn(await send(1000));
      }
      const refused = await send(100 * last + 1);
      t.expectStatus(refused, 429, 'partner.rate_limited');
      t.equal(remainingIn(refused), last - 1, 'requests remaining after a batch that is too large', refused);
      const rest = t.requireStatus(await send(100 * (last - 1)), 200);
      t.equal(remainingIn(rest), 0, 'requests remaining after a batch for the rest of them', rest);
      t.expectStatus(await caller.send('GET', '/brands', { unpaced: true }), 429, 'partner.rate_limited');
      await waitForReset(t, refused);
    },
  ),
  limits(
    'before-scope',
    ['http.order_of_checks', 'limits.rate_limited'],
    'the budget is checked before the scope',
    async (t) => {
      const app = t.session.app('limited', 'ONLINE_ORDER');
      const caller = new Caller(t, app, t.session.merchant('main'));
      const last = (await spendBudget(t, caller)).at(-1) as Answer;
      t.expectStatus(await caller.send('GET', '/brands?nosuch=1', { unpaced: true }), 429, 'partner.rate_limited');
      await waitForReset(t, last);
      t.expectStatus(await caller.get('/brands?nosuch=1'), 403, 'partner.scope_denied');
    },
  ),
  limits(
    'mint',
    ['limits.mint', 'limits.retry_after'],
    'the 31st mint of a minute is 429 until the minute is over, for every client, at either endpoint and whatever address is claimed; other grants are not',
    async (t) => {
      if (t.session.target.limits.mintsPerMinute !== MINTS) throw new Unavailable('the mint has a different limit');
      const [main, other] = [t.session.app('main'), t.session.app('other')];
      const merchant_id = t.session.merchant('main').companyId;
      const mint = (app: typeof main, headers = {}) =>
        t.session.send('POST', '/token', { body: { ...credentialsOf(app), merchant_id }, headers, unpaced: true });
      await waitForNewWindow(t);
      const answers: Answer[] = [];
      while (answers.length <= MINTS) answers.push(await mint(main));
      t.equal(answers.map(({ status }) => status).indexOf(429), MINTS, 'mints before the first 429');
      const last = answers.at(-1) as Answer;
      for (const refused of [last, await mint(other), await mint(main, { 'X-Forwarded-For': '203.0.113.9' })]) {
        t.expectStatus(refused, 429, 'developer.rate_limited');
        expectRetryAfter(t, refused);
      }
      const body = { ...credentialsOf(main), merchant_id, grant_type: 'client_credentials' };
      const elsewhere = await t.session.send('POST', '/oauth/token', { body, unpaced: true });
      t.expectStatus(elsewhere, 429, 'developer.rate_limited');
      expectRetryAfter(t, elsewhere);
      t.expectStatus(await refresh(t.session, main, 'conf'), 400, 'oauth.refresh_invalid');
      await waitForReset(t, last);
      t.expectStatus(await mint(main), 200);
    },
  ),
  limits(
    'unauthenticated',
    ['limits.source_budget', 'limits.source_not_claimed'],
    'requests without a valid credential count against the source address, never against an app',
    async (t) => {
      const caller = t.as();
      const { clientId } = caller.app;
      await caller.token();
      await stayWithinWindow(t);
      const before = remainingIn(await caller.get('/brands'));
      const body = { grant_type: 'refresh_token', client_id: clientId, client_secret: 'svc_sk_sb_conf' };
      const bearer = { Authorization: `Bearer ${(await caller.token()).slice(0, -4)}AAAA` };
      const answers = [
        await t.session.send('GET', '/brands'),
        await t.session.send('GET', '/brands', { headers: bearer }),
        await t.session.send('GET', '/stores', { headers: { 'X-API-Key': 'svc_ak_sb_conf' } }),
        await t.session.send('POST', '/oauth/token', { body }),
        await t.session.send('GET', '/brands', { headers: { 'X-Forwarded-For': '203.0.113.9' } }),
      ];
      const spent = answers.map(remainingIn);
      t.check(
        spent.every((remaining, i) => i === 0 || remaining < (spent[i - 1] ?? 0)),
        `requests remaining for the address: ${spent.join(', ')}`,
        answers.at(-1),
      );
      const rejected = await refresh(t.session, caller.app, 'conf');
      t.equal(remainingIn(rejected), before - 1, 'requests remaining for the app after a rejected grant', rejected);
      t.equal(remainingIn(await caller.get('/brands')), before - 2, 'requests remaining for the app');
    },
  ),
  limits('concurrent', ['limits.exact'], 'concurrent requests are counted one by one', async (t) => {
    const caller = t.as();
    await stayWithinWindow(t);
    const first = await caller.get('/taxes');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.send('GET', '/taxes', { concurrent: true })),
    );
    const remaining = answers.map(remainingIn).toSorted((a, b) => b - a);
    t.equal(
      remaining,
      Array.from({ length: 20 }, (_, i) => remainingIn(first) - 1 - i),
      'requests remaining after each of 20 at once',
    );
    await caller.send('GET', '/taxes', { concurrent: true });
  }),
];
