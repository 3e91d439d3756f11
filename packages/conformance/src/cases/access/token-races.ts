import type { Request } from '../../http/request.ts';
import type { Answer } from '../../http/send.ts';
import { volley } from '../../http/volley.ts';
import { type Case, subject } from '../../run/case.ts';
import { authorize, connect, credentialsOf, redirectUriOf, refresh } from '../../run/connections.ts';
import { budgetOf } from '../../target/target.ts';
import { expectInvalidGrant, refreshTokenOf } from './token-responses.ts';

/** Concurrent requests with one code or refresh token, and what credentials look like. */

const example = subject('examples', 'oauth');

const PREFIXES = {
  SANDBOX: { clientId: 'svc_app_sb', clientSecret: 'svc_sk_sb_', apiKey: 'svc_ak_sb_' },
  PRODUCTION: { clientId: 'svc_app_pk', clientSecret: 'svc_sk_pk_', apiKey: 'svc_ak_pk_' },
} as const;

export const TOKEN_RACE_CASES: readonly Case[] = [
  example('prefixes', ['env.prefixes'], 'every credential has the prefix of its kind and environment', async (t) => {
    for (const app of t.session.target.apps)
      for (const kind of ['clientId', 'clientSecret', 'apiKey'] as const) {
        const [text, prefix] = [app[kind], PREFIXES[app.env][kind]];
        if (text)
          t.check(text.startsWith(prefix), `${kind} of ${app.role} ${app.product} does not begin with ${prefix}`);
      }
  }),
  example(
    'code-race',
    ['oauth.code_race', 'oauth.code_single_use'],
    'four concurrent exchanges of one code return one token, which stays valid',
    async (t) => {
      const [app, merchant] = [t.session.app('main'), t.session.merchant('main')];
      const code = (await authorize(t.session, app, merchant)).searchParams.get('code') ?? '';
      const body = { ...credentialsOf(app), grant_type: 'authorization_code', code, redirect_uri: redirectUriOf(app) };
      const headSent = volley(4);
      const send = (request: Request) =>
        t.session.send('POST', '/oauth/token', { body, budget: budgetOf(app), concurrent: true, ...request });
      const early = [1, 2, 3].map(() => send({ headSent }));
      // The last one's body follows the first response.
      const late = send({ headSent: () => headSent().then(async () => void (await Promise.race(early))) });
      const answers = await Promise.all([...early, late]);
      const winners = answers.filter(({ status }) => status === 200);
      t.equal(winners.length, 1, 'exchanges that returned a token');
      for (const answer of answers) if (answer.status !== 200) expectInvalidGrant(t, answer, 'code_invalid');
      for (const winner of winners) t.expectStatus(await refresh(t.session, app, refreshTokenOf(winner)), 200);
    },
  ),
  example('refresh-race', ['oauth.refresh_grace'], 'three concurrent refreshes return one successor', async (t) => {
    const app = t.session.app('main');
    const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
    const answers = await Promise.all([1, 2, 3].map(() => refresh(t.session, app, refreshToken, true)));
    for (const answer of answers) t.requireStatus(answer, 200);
    t.equal(new Set(answers.map(refreshTokenOf)).size, 1, 'successors of three concurrent refreshes');
    t.expectStatus(await refresh(t.session, app, refreshTokenOf(answers[0] as Answer)), 200);
  }),
];
