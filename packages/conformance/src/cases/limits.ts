import { RESOURCE_OPERATIONS } from '../contract/bundle.ts';
import type { Answer } from '../http/send.ts';
import { type Case, subject } from '../run/case.ts';
import { type CaseContext, Stopped } from '../run/case-context.ts';
import { urlOf } from '../run/known.ts';

/** The request rate of an app, in fixed windows of a minute. */

const limits = subject('limits', 'limits');

/** The documented limit, and some more. */
const MOST_BURNT = 320;

/** Sends until the budget is spent; gives the answers. */
async function burn(t: CaseContext): Promise<Answer[]> {
  const caller = t.as('limited');
  await caller.token();
  await toNewWindow(t);
  const answers: Answer[] = [];
  while (answers.at(-1)?.status !== 429) {
    if (!t.check(answers.length < MOST_BURNT, `the budget is not spent after ${MOST_BURNT} requests`))
      throw new Stopped();
    answers.push(await caller.send('GET', '/taxes?limit=1', { unpaced: true }));
  }
  return answers;
}

/** So that a whole window is ahead. */
async function toNewWindow({ session }: CaseContext): Promise<void> {
  const now = session.clock.now();
  await session.clock.wait(60_000 - (now % 60_000) + 500);
}

export const LIMIT_CASES: readonly Case[] = [
  limits(
    'rate',
    ['limits.rate', 'limits.rate_limited', 'errors.429', 'limits.retry_after', 'limits.window', 'limits.per_app'],
    'the 301st request of a minute is 429 until the minute is over; other apps go on',
    async (t) => {
      const answers = await burn(t);
      const last = answers.at(-1) as Answer;
      t.answered(last, 429, 'partner.rate_limited');
      t.equal(answers.length, 301, 'requests until the first 429');
      const reset = Number(last.headers['x-ratelimit-reset']);
      const wait = Number(last.headers['retry-after']);
      t.check(wait >= 1 && wait <= 60, `Retry-After is ${last.headers['retry-after']}`, last);
      t.check(
        Math.abs(reset - t.session.clock.now() / 1000 - wait) <= 2,
        `Retry-After ${wait} and the reset ${reset} disagree`,
        last,
      );
      for (const one of RESOURCE_OPERATIONS) {
        const url = urlOf(one, 1, { storeId: [1] });
        const refused = await t.as('limited').send(one.method, url, { body: one.body && {}, unpaced: true });
        t.answered(refused, 429, 'partner.rate_limited');
      }
      t.answered(await t.as('limited', 'other').send('GET', '/brands', { unpaced: true }), 429, 'partner.rate_limited');
      t.answered(await t.as().get('/brands'), 200);
      await t.session.clock.wait(reset * 1000 - t.session.clock.now() + 500);
      const fresh = await t.as('limited').get('/brands');
      t.answered(fresh, 200);
      t.equal(fresh.headers['x-ratelimit-remaining'], '299', 'X-RateLimit-Remaining in a new window', fresh);
    },
  ),
  limits(
    'unauthenticated',
    ['limits.source_budget'],
    'requests without a credential do not touch an app’s budget',
    async (t) => {
      const caller = t.as();
      const before = Number((await caller.get('/brands')).headers['x-ratelimit-remaining']);
      for (let i = 0; i < 3; i += 1) await t.session.send('GET', '/brands');
      const after = await caller.get('/brands');
      const turned = Number(after.headers['x-ratelimit-remaining']) > before;
      t.check(turned || Number(after.headers['x-ratelimit-remaining']) === before - 1, 'the budget was touched', after);
    },
  ),
  limits('concurrent', ['limits.exact'], 'requests at the same time are counted one by one', async (t) => {
    const caller = t.as();
    await toNewWindow(t);
    const first = await caller.get('/taxes');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.send('GET', '/taxes', { concurrent: true })),
    );
    const remaining = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).toSorted((a, b) => b - a);
    const from = Number(first.headers['x-ratelimit-remaining']);
    t.equal(
      remaining,
      Array.from({ length: 20 }, (_, i) => from - 1 - i),
      'what remains after each of 20 at once',
    );
    await caller.send('GET', '/taxes', { concurrent: true });
  }),
];
