import { RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { UNKNOWN_ID } from '../../driver/requests/factor.ts';
import { accessWorldOf } from '../../driver/tokens/access-world.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { credentialsOf } from '../../run/connections.ts';
import { Visitor } from '../../run/visitor.ts';
import { expectErrorPage } from '../consent/expectations.ts';
import { owner, urlFor } from '../fixtures/authorization.ts';
import {
  appIdOf,
  type Client,
  issueKey,
  MOST_CREDENTIALS,
  mintFor,
  openForm,
  tabAt,
  withClient,
  withNewApp,
} from '../fixtures/developer-console.ts';
import { unknownUrl } from '../fixtures/unknown.ts';
import { accessTokenOf } from './token-responses.ts';

/** Lifetimes, tested by moving the target's clock. */

const time = subject('time', 'time', { clock: true });

const MINUTE = 60;
const DAY = 86_400;

const mint = (t: CaseContext, client: Client) => mintFor(t, client, '/oauth/token');

const MOST_SECRETS = 5;

/** More wrong passwords than sign-in tolerates. */
const MOST_ATTEMPTS = 100;

export const TIME_CASES: readonly Case[] = [
  time(
    'old-secret',
    ['time.secret_overlap', 'credentials.most_secrets'],
    'a secret is valid for 24 hours after the first rotation, the new ones at once, and five of them at a time',
    async (t) => {
      const caller = t.as();
      await withClient(t, appIdOf(await caller.token()), async (former, rotate) => {
        const statuses = async (...clients: Client[]): Promise<number[]> => {
          const got: number[] = [];
          for (const client of clients) got.push((await mint(t, client)).status);
          return got;
        };
        t.equal(await statuses(former), [200], 'the status of a request with the first secret');
        const secrets = [former];
        const another = async (): Promise<void> => {
          const client = await rotate();
          if (client) secrets.push(client);
        };
        await another();
        t.equal(secrets[1]?.clientId, former.clientId, 'the client id after a rotation');
        t.equal(await statuses(...secrets), [200, 200], 'the statuses with the previous secret and the new one');
        await t.session.clock.advance(DAY - MINUTE);
        for (let n = 0; n < MOST_SECRETS; n += 1) await another();
        t.about('credentials.most_secrets').check(secrets.length === MOST_SECRETS, `${secrets.length} secrets work`);
        const works = secrets.map(() => 200);
        t.equal(await statuses(...secrets), works, 'the statuses of all secrets shortly before 24 hours');
        await t.session.clock.advance(2 * MINUTE);
        t.expectStatus(await mint(t, former), 401, 'developer.invalid_client');
        t.equal(await statuses(...secrets.slice(1)), works.slice(1), 'the statuses of the others');
        t.expectStatus(await mint(t, caller.app as Client), 200);
        await another();
        t.about('credentials.most_secrets').check(secrets.length === MOST_SECRETS + 1, 'an ended secret is counted');
      });
    },
  ),
  time(
    'credential-expiry',
    [
      'credentials.expiry',
      'keys.invalid',
      'keys.live_count',
      'oauth.error.developer.invalid_client',
      'consent.error.oauth.client_not_found',
    ],
    'a client id and a key work until the beginning of the day on which they expire',
    async (t) =>
      withNewApp(t, 'ADSR', async (app) => {
        const tomorrow = new Date(t.session.clock.now() + DAY * 1000).toISOString().slice(0, 10);
        await withClient(
          t,
          app.id,
          async (client) => {
            const { ask, open } = await issueKey(t, app);
            await (await open('edit')).send({ expiresAt: tomorrow });
            t.expectStatus(await mint(t, client), 200);
            t.expectStatus(await ask(), 200);
            const left = Date.parse(tomorrow) - t.session.clock.now();
            if (left > 2 * MINUTE * 1000) await t.session.clock.advance(Math.floor(left / 1000) - MINUTE);
            if (left > MINUTE * 1000) t.expectStatus(await ask(), 200);
            await t.session.clock.advance(2 * MINUTE);
            t.expectStatus(await mint(t, client), 401, 'developer.invalid_client');
            t.expectStatus(await ask(), 401, 'partner.api_key_invalid');
            const url = urlFor(t, { ...t.session.app('main'), ...client });
            expectErrorPage(t, await owner(t).send('GET', url), 'oauth.client_not_found');
            const form = await openForm(t, await tabAt(t, app.page, 'credentials'), 'new');
            for (const kind of ['client', 'key']) {
              const statuses: number[] = [];
              for (let n = 1; n <= MOST_CREDENTIALS; n += 1)
                statuses.push((await form.send({ kind, env: 'SANDBOX' })).status);
              t.equal(
                statuses.indexOf(400),
                MOST_CREDENTIALS - 1,
                `each ${kind} beside one that works and one that has expired`,
              );
            }
          },
          tomorrow,
        );
      }),
  ),
  time(
    'access-token',
    ['auth.every_operation', 'auth.token_expired', 'time.access_token', 'auth.challenge'],
    'an expired token is 401 partner.token_expired at every operation, whether or not it was used before',
    async (t) => {
      const { app, merchant } = t.as('other');
      const world = accessWorldOf(t.session);
      const minted = async () => {
        const body = { ...credentialsOf(app), merchant_id: merchant.companyId };
        const token = accessTokenOf(await world.send(t, { url: '/token', body }));
        return { headers: { Authorization: `Bearer ${token}` } };
      };
      const [used, unused] = [await minted(), await minted()];
      await world.send(t, { method: 'GET', url: `/brands/${UNKNOWN_ID}`, ...used });
      await t.session.clock.advance(15 * MINUTE + 10);
      for (const operation of RESOURCE_OPERATIONS)
        for (const token of [unused, used])
          await world.send(t, { method: operation.method, url: unknownUrl(operation), ...token });
    },
  ),
  time(
    'sign-in-throttled',
    ['throttle.sign_in'],
    'many wrong passwords are rejected with 429 and Retry-After, until some time has passed, however the address is spelled',
    async (t) => {
      const visitor = new Visitor(t.session);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      const email = `${t.name()}@conf.example`;
      /** Number of attempts until they are throttled. Waits until they are not. */
      const attempts = async (...spellings: readonly [string, ...string[]]): Promise<number> => {
        for (let count = 0; ; count += 1) {
          const login = { email: spellings[count % spellings.length] ?? '', password: 'conf wrong' };
          const answer = await visitor.signIn(page, login, {}, 'unpaced');
          if (answer.status !== 429 && count < MOST_ATTEMPTS) continue;
          t.expectStatus(answer, 429);
          const wait = Number(answer.headers['retry-after']);
          t.check(wait > 0, `Retry-After is ${answer.headers['retry-after']}`, answer);
          await t.session.clock.advance(Math.ceil(wait || MINUTE) + 1);
          return count;
        }
      };
      await attempts(email);
      const most = await attempts(email);
      t.check(most > 0, 'sign-in stays throttled');
      t.equal(await attempts(email, email.toUpperCase(), ` ${email}`), most, 'the attempts with other spellings');
    },
  ),
  time(
    'idempotency',
    ['time.idempotency'],
    'a key is remembered for 24 hours and can be reused afterwards',
    async (t) => {
      const [body, key] = [{ name: t.name() }, { 'Idempotency-Key': t.name('key') }];
      const first = t.requireStatus(await t.as().post('/brands', body, key), 201);
      await t.session.clock.advance(DAY - 5 * MINUTE);
      t.equal((await t.as().post('/brands', body, key)).text, first.text, 'the replay within 24 hours');
      await t.session.clock.advance(10 * MINUTE);
      t.expectStatus(await t.as().post('/brands', { name: t.name() }, key), 201);
    },
  ),
];
