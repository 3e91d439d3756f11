import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  exportSPKI,
  importJWK,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { accessWorldOf } from '../../driver/tokens/access-world.ts';
import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';

/** Invalid access tokens that can be forged without the service's private key. */

const example = subject('examples', 'tokens');

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const ask = (t: CaseContext, token: string): Promise<Answer> =>
  accessWorldOf(t.session).send(t, { method: 'GET', url: '/brands', headers: { Authorization: `Bearer ${token}` } });

/** Claims and header of a genuine token, and the key that signed it. */
async function genuine(t: CaseContext) {
  const token = await t.as().token();
  const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
  const { keys } = (await t.session.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
  const jwk = keys.find(({ kid }) => kid === header.kid) ?? keys[0];
  return { token, header, claims: decodeJwt(token), jwk: jwk as JSONWebKeySet['keys'][number] };
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
    for (const token of await forge(await genuine(t))) await ask(t, token);
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
  await ask(t, token);
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
        await ask(t, changed);
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
        await ask(t, `${header}.${payload}.${wrong}`);
    },
  ),
];
