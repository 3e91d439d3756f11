import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';
import { authorize, type Connection, exchange, refresh } from '../run/connections.ts';
import { budgetOf } from '../target/target.ts';

/** Lifetimes, by moving the target's clock. */

const time = subject('time', 'time', { clock: true });

const MINUTE = 60;
const DAY = 86_400;

const connected = (t: CaseContext): Promise<Connection> =>
  t.session.connect(t.session.app('main'), t.session.merchant('main'));

const refreshed = (t: CaseContext, token: string) => refresh(t.session, t.session.app('main'), token);

const successorOf = (answer: { body: unknown }): string =>
  String((answer.body as { refresh_token?: unknown }).refresh_token);

async function codeAfter(t: CaseContext, seconds: number) {
  const callback = await authorize(t.session, t.session.app('main'), t.session.merchant('main'));
  await t.session.clock.advance(seconds);
  return exchange(t.session, t.session.app('main'), callback.searchParams.get('code') ?? '');
}

export const TIME_CASES: readonly Case[] = [
  time(
    'access-token',
    ['time.access_token', 'auth.token_expired'],
    'an access token is good for 900 seconds',
    async (t) => {
      const caller = t.as('other');
      const headers = { Authorization: `Bearer ${await caller.token()}` };
      const ask = () => t.session.send('GET', '/brands', { headers, budget: budgetOf(caller.app) });
      const { exp } = JSON.parse(Buffer.from(headers.Authorization.split('.')[1] ?? '', 'base64url').toString()) as {
        exp: number;
      };
      await t.session.clock.wait(exp * 1000 - t.session.clock.now() - 20_000);
      t.answered(await ask(), 200);
      await t.session.clock.advance(30);
      t.answered(await ask(), 401, 'partner.token_expired');
    },
  ),
  time('code-in-time', ['time.code'], 'a code is good for five minutes', async (t) => {
    t.answered(await codeAfter(t, 5 * MINUTE - 20), 200);
  }),
  time(
    'code-late',
    ['time.code', 'oauth.error.oauth.code_expired'],
    'a code older than five minutes has expired',
    async (t) => {
      t.answered(await codeAfter(t, 5 * MINUTE + 2), 400, 'oauth.code_expired');
    },
  ),
  time(
    'grace-in-time',
    ['time.grace_window', 'oauth.refresh_grace'],
    'the token before is answered for 30 seconds',
    async (t) => {
      const { refreshToken } = await connected(t);
      const successor = successorOf(t.require(await refreshed(t, refreshToken), 200));
      await t.session.clock.advance(20);
      t.equal(successorOf(await refreshed(t, refreshToken)), successor, 'the successor');
    },
  ),
  time(
    'grace-late',
    ['time.grace_window', 'oauth.error.oauth.refresh_reused', 'oauth.refresh_reuse'],
    'after the grace window the token before ends the family',
    async (t) => {
      const { refreshToken } = await connected(t);
      const successor = successorOf(t.require(await refreshed(t, refreshToken), 200));
      await t.session.clock.advance(32);
      t.answered(await refreshed(t, refreshToken), 400, 'oauth.refresh_reused');
      t.answered(await refreshed(t, successor), 400, 'oauth.grant_revoked');
    },
  ),
  time(
    'refresh-in-time',
    ['time.refresh_token'],
    'a refresh token is good for 100 days, anew at each rotation',
    async (t) => {
      const { refreshToken } = await connected(t);
      await t.session.clock.advance(100 * DAY - MINUTE);
      const rotated = t.require(await refreshed(t, refreshToken), 200);
      await t.session.clock.advance(100 * DAY - MINUTE);
      t.answered(await refreshed(t, successorOf(rotated)), 200);
    },
  ),
  time(
    'refresh-late',
    ['time.refresh_token', 'oauth.error.oauth.refresh_expired'],
    'a refresh token not used for 100 days has expired',
    async (t) => {
      const { refreshToken } = await connected(t);
      await t.session.clock.advance(100 * DAY + 2);
      t.answered(await refreshed(t, refreshToken), 400, 'oauth.refresh_expired');
    },
  ),
  time(
    'idempotency',
    ['time.idempotency'],
    'a key is remembered for 24 hours, and free again after them',
    async (t) => {
      const [body, key] = [{ name: t.name() }, { 'Idempotency-Key': t.name('key') }];
      const first = t.require(await t.as().post('/brands', body, key), 201);
      await t.session.clock.advance(DAY - 5 * MINUTE);
      t.equal((await t.as().post('/brands', body, key)).text, first.text, 'the replay within 24 hours');
      await t.session.clock.advance(10 * MINUTE);
      t.answered(await t.as().post('/brands', { name: t.name() }, key), 201);
    },
  ),
];
