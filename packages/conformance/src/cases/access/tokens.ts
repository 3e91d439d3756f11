import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  importJWK,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { connect } from '../../engine/connections.ts';
import type { Answer } from '../../http/send.ts';
import { budgetOf } from '../../target/target.ts';
import { claimsOf } from './claims.ts';

/** Invalid access tokens that can be forged without the service's private key. */

const example = subject('examples', 'tokens');

/** Key of the forger. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const ask = (t: CaseContext, token: string): Promise<Answer> =>
  t.session.send('GET', '/brands', { headers: { Authorization: `Bearer ${token}` } });

/** Claims and header of a genuine token, and the key that signed it. */
async function genuine(t: CaseContext) {
  const token = await t.as().token();
  const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
  const { keys } = (await t.session.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
  const jwk = keys.find(({ kid }) => kid === header.kid) ?? keys[0];
  return { token, header, claims: await claimsOf(t, token), jwk: jwk as JSONWebKeySet['keys'][number] };
}

type Genuine = Awaited<ReturnType<typeof genuine>>;

const signed = ({ claims }: Genuine, header: JWTHeaderParameters, key: KeyObject | Uint8Array): Promise<string> =>
  new SignJWT(claims).setProtectedHeader(header).sign(key);

const unsigned = ({ header, claims }: Genuine, alg: string): string =>
  `${encoded({ ...header, alg })}.${encoded(claims)}.`;

/** The public key as an HS256 secret, in each form in which a library may hold it. */
async function withPublicKey(one: Genuine): Promise<string[]> {
  const pem = await exportSPKI((await importJWK({ ...one.jwk }, 'RS256', { extractable: true })) as CryptoKey);
  const secrets = [pem, pem.trim(), JSON.stringify(one.jwk), String(one.jwk.n)];
  const header = { ...one.header, alg: 'HS256' };
  return Promise.all(secrets.map((secret) => signed(one, header, Buffer.from(secret))));
}

async function withOwnKey(one: Genuine): Promise<string[]> {
  const jwk = await exportJWK(publicKey);
  const { kid } = one.header;
  const headers: JWTHeaderParameters[] = [
    { alg: 'RS256', kid },
    { alg: 'RS256' },
    { alg: 'RS256', kid: 'conf' },
    { alg: 'RS256', kid: '' },
    { alg: 'RS256', jwk },
    { alg: 'RS256', kid, jwk: { ...jwk, kid } },
    { alg: 'RS512', kid },
    { alg: 'PS256', kid },
  ];
  return Promise.all(headers.map((header) => signed(one, header, privateKey)));
}

type Forgeries = (one: Genuine) => string[] | Promise<string[]>;

const rejectedCase = (id: string, proves: readonly string[], title: string, forge: Forgeries): Case =>
  example(id, [...proves, 'auth.token_invalid'], title, async (t) => {
    for (const token of await forge(await genuine(t)))
      t.expectStatus(await ask(t, token), 401, 'partner.token_invalid');
  });

/** Sends a token that names a key URL. True if the URL was fetched. */
async function fetchedFrom(t: CaseContext, name: 'jku' | 'x5u'): Promise<boolean> {
  let fetched = false;
  const jwk = { ...(await exportJWK(publicKey)), kid: 'conf', alg: 'RS256', use: 'sig' };
  const server = createServer((_, response) => {
    fetched = true;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  const token = await signed(await genuine(t), { alg: 'RS256', kid: 'conf', [name]: url }, privateKey);
  t.expectStatus(await ask(t, token), 401, 'partner.token_invalid');
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  return fetched;
}

const CHANGES: readonly [string, (t: CaseContext) => object][] = [
  ['another company', (t) => ({ companyId: t.session.merchant('other').companyId })],
  ['more scopes', () => ({ scopes: ['items.write', 'everything'] })],
  ['a later exp', () => ({ exp: 4_102_444_800 })],
  ['another environment', () => ({ env: 'PRODUCTION' })],
  ['another audience', () => ({ aud: 'merchant-users' })],
];

export const TOKEN_CASES: readonly Case[] = [
  rejectedCase(
    'alg-none',
    ['auth.algorithms_pinned', 'auth.signature'],
    'a token without a signature is rejected',
    (one) =>
      ['none', 'None', 'NONE', '']
        .flatMap((alg) => [unsigned(one, alg), unsigned(one, alg).slice(0, -1)])
        .concat(`${one.token.split('.').slice(0, 2).join('.')}.`),
  ),
  rejectedCase(
    'hs256',
    ['auth.algorithms_pinned'],
    'a token signed with the public key as a secret is rejected',
    withPublicKey,
  ),
  rejectedCase(
    'own-key',
    ['auth.signature', 'auth.algorithms_pinned'],
    'a token signed with another key is rejected, whatever key its header names or contains',
    withOwnKey,
  ),
  ...(['jku', 'x5u'] as const).map((name) =>
    example(
      name,
      ['auth.algorithms_pinned'],
      `a token’s ${name} is not honoured, and its URL is not fetched`,
      async (t) => {
        t.check(!(await fetchedFrom(t, name)), `the key was fetched from the token's ${name}`);
      },
    ),
  ),
  example(
    'tampered',
    ['auth.signature', 'auth.token_invalid', 'tenancy.one_merchant'],
    'a token with changed claims is rejected, even right after the genuine one',
    async (t) => {
      for (const [, change] of CHANGES) {
        const { token, claims } = await genuine(t);
        const [header, , signature] = token.split('.');
        t.expectStatus(await t.as().get('/brands?limit=1'), 200);
        const changed = `${header}.${encoded({ ...claims, ...change(t) })}.${signature}`;
        t.expectStatus(await ask(t, changed), 401, 'partner.token_invalid');
      }
    },
  ),
  example(
    'signature',
    ['auth.signature', 'auth.token_invalid'],
    'a token with another signature is rejected',
    async (t) => {
      t.expectStatus(await t.as().get('/brands?limit=1'), 200);
      const [header, payload, signature = ''] = (await t.as().token()).split('.');
      const other = (await t.as('other').token()).split('.')[2];
      const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
      for (const wrong of [flipped, other, signature.slice(0, -4), `${signature}AAAA`])
        t.expectStatus(await ask(t, `${header}.${payload}.${wrong}`), 401, 'partner.token_invalid');
    },
  ),
  example(
    'other-credentials',
    ['auth.token_required', 'auth.token_invalid'],
    'refresh tokens, secrets and keys are not access tokens',
    async (t) => {
      const app = t.session.app('main');
      const { refreshToken } = await connect(t.session, app, t.session.merchant('main'));
      for (const text of [refreshToken, app.clientSecret, t.session.apiKey('main', 'SANDBOX')])
        t.expectStatus(await ask(t, text), 401, 'partner.token_invalid');
    },
  ),
  example(
    'elsewhere',
    ['auth.token_required'],
    'a token in the query, the body, a cookie or another header is ignored',
    async (t) => {
      const token = await t.as().token();
      const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const answers = [
        await t.session.send('GET', `/brands?access_token=${token}`),
        await t.session.send('POST', '/brands', { body: `access_token=${token}`, headers: FORM }),
        await t.session.send('GET', '/brands', { headers: { Cookie: `access_token=${token}` } }),
        await t.session.send('GET', '/brands', { headers: { 'X-Access-Token': token } }),
      ];
      for (const answer of answers) t.expectStatus(answer, 401, 'partner.token_missing');
    },
  ),
  example('identity', ['claims.identity'], 'sub is the app, orgId its organization, and jti is unique', async (t) => {
    const claims = async (...roles: Parameters<CaseContext['as']>) => claimsOf(t, await t.as(...roles).token());
    const [main, elsewhere, other] = [await claims(), await claims('main', 'other'), await claims('other')];
    const single = await claims('single', 'single');
    t.equal(main.sub, elsewhere.sub, 'sub of one app for two merchants');
    t.check(new Set([main.sub, other.sub, single.sub]).size === 3, 'two apps have the same sub');
    t.equal([elsewhere.orgId, other.orgId], [main.orgId, main.orgId], 'orgId of one organization');
    t.check(single.orgId !== main.orgId, 'two organizations have the same orgId');
    t.check(new Set([main, elsewhere, other, single].map(({ jti }) => jti)).size === 4, 'two tokens have the same jti');
  }),
  example(
    'walled',
    ['auth.allowlist', 'claims.allowed_ips', 'auth.ip_denied'],
    'a credential’s allowlist is in its token, and other addresses are 403 on every request, whatever they claim',
    async (t) => {
      const caller = t.as('walled');
      const { allowedIps } = await claimsOf(t, await caller.token());
      t.check(Array.isArray(allowedIps) && allowedIps.length > 0, 'the claim allowedIps is missing');
      if (caller.app.allowedIps) t.equal(allowedIps, caller.app.allowedIps, 'the claim allowedIps');
      for (let i = 0; i < 2; i += 1) t.expectStatus(await caller.get('/brands'), 403, 'partner.ip_denied');
      t.expectStatus(await caller.post('/brands', { name: t.name() }), 403, 'partner.ip_denied');
      const [near = '203.0.113.7'] = (allowedIps ?? []) as string[];
      const address = near.split('/')[0] ?? near;
      for (const name of ['X-Forwarded-For', 'X-Real-IP', 'True-Client-IP', 'Forwarded'])
        t.expectStatus(
          await caller.get('/brands', { [name]: name === 'Forwarded' ? `for=${address}` : address }),
          403,
          'partner.ip_denied',
        );
    },
  ),
  example(
    'admitted',
    ['auth.allowlist', 'claims.allowed_ips'],
    'an address of the allowlist is accepted, and a credential without one accepts any',
    async (t) => {
      const caller = t.as('admitted');
      const { allowedIps } = await claimsOf(t, await caller.token());
      t.equal(allowedIps, caller.app.allowedIps, 'the claim allowedIps');
      const headers = { Authorization: `Bearer ${await caller.token()}` };
      t.expectStatus(await t.session.send('GET', '/brands', { headers }), 200);
      const open = await claimsOf(t, await t.as('other').token());
      t.equal(open.allowedIps, undefined, 'allowedIps of a credential without an allowlist');
      const others = { Authorization: `Bearer ${await t.as('other').token()}` };
      t.expectStatus(
        await t.session.send('GET', '/brands', { headers: others, budget: budgetOf(t.as('other').app) }),
        200,
      );
    },
  ),
];
