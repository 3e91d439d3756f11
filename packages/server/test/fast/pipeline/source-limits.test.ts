import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, json, send } from '../../support/api-caller.ts';
import { credentials, newOAuthClient, outcome } from '../../support/oauth.ts';
import { startService } from '../../support/service.ts';
import { Visitor } from '../../support/web-visitor.ts';

const MINUTE = 60_000;
const LIMIT = 5;
const MINTS = 3;
const SIGN_INS = 3;

const settings = { TRUST_PROXY: '1', TILLGATE_RATE_LIMIT: `${LIMIT}`, TILLGATE_MINT_LIMIT: `${MINTS}` };
const webLimits = { signInSource: SIGN_INS, signInAccount: 1000, authorize: SIGN_INS };
const service = await startService({ settings, webLimits });
afterAll(() => service.stop());
const { client } = await newOAuthClient(service);
beforeEach(() => service.advance(MINUTE));

const at = (address: string) => ({ 'X-Forwarded-For': address });
const sandbox = () => ({ ...credentials(client.partner), grant_type: 'client_credentials' });
const mint = (address: string) => send(service.apiUrl, 'POST', '/token', json(sandbox(), at(address)));
const clientCredentials = (address: string, fields = {}) =>
  client.postJson('/oauth/token', { ...sandbox(), ...fields }, at(address));

/** Sends a request from each address in turn. Returns the statuses. */
async function inTurn(addresses: readonly string[], ask: (address: string) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (const address of addresses) statuses.push((await ask(address)).status);
  return statuses;
}

/** Addresses in one /64 network of IPv6, spelt in several ways. */
const NETWORK = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::', '2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::7'];
/** One IPv4 address, also spelt as IPv6. */
const MAPPED = ['192.0.2.9', '::ffff:192.0.2.9', '::FFFF:c000:0209', '0:0:0:0:0:ffff:c000:209'];

describe.each([
  ['An IPv6 /64', NETWORK, '2001:db8:1:3::1'],
  ['An IPv4 address, mapped or not,', MAPPED, '192.0.2.10'],
])('%s is one source', (_, source, elsewhere) => {
  test('to POST /token', async () => {
    expect(await inTurn([...source, elsewhere], mint)).toEqual([200, 200, 200, 429, 200]);
  });

  test('to requests without a credential', async () => {
    const ask = (address: string) => send(service.apiUrl, 'GET', '/brands', { headers: at(address) });
    const statuses = await inTurn([...source, ...source.slice(0, 2), elsewhere], ask);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 401]);
  });

  test('to sign-in', async () => {
    const signIn = async (address: string) => {
      const visitor = new Visitor(service, at(address));
      return visitor.post('/sign-in', { email: 'nobody@merchant.example', password: 'wrong password' });
    };
    expect(await inTurn([...source, elsewhere], signIn)).toEqual([400, 400, 400, 429, 400]);
  });

  test('to the consent screen', async () => {
    const ask = (address: string) => new Visitor(service, at(address)).send('GET', '/oauth/authorize?client_id=x');
    expect(await inTurn([...source, elsewhere], ask)).toEqual([400, 400, 400, 429, 400]);
  });
});

test('client_credentials count with POST /token, whether or not the client authenticates; other grants do not', async () => {
  const [from, wrong] = ['192.0.2.20', { client_secret: 'svc_sk_sb_x' }];
  const refresh = { grant_type: 'refresh_token', refresh_token: 'x' };
  expect((await clientCredentials(from)).status).toBe(200);
  expect((await mint(from)).status).toBe(200);
  expect((await clientCredentials(from, wrong)).status).toBe(401);
  const refused = await clientCredentials(from);
  expect(outcome(refused)).toEqual([429, 'temporarily_unavailable', 'developer.rate_limited']);
  expect([refused.headers.get('retry-after'), ...budgetOf(refused)]).toEqual(['30', MINTS, 0]);
  expect((await mint(from)).status).toBe(429);
  expect((await clientCredentials(from, refresh)).body.code).toBe('oauth.refresh_invalid');
});

describe.each(['/oauth/token', '/oauth/revoke'])('POST %s', (path) => {
  const oversized = (address: string) => client.postForm(path, 'x'.repeat(16_385), at(address));

  test('counts an oversized body against its source address', async () => {
    const answers = [];
    for (let i = 0; i <= LIMIT; i += 1) answers.push(await oversized('192.0.2.30'));
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413, 429]);
    expect(answers.map((answer) => budgetOf(answer)[1])).toEqual([4, 3, 2, 1, 0, 0]);
    expect(outcome(answers[LIMIT] as Answer)).toEqual([429, 'temporarily_unavailable', 'partner.rate_limited']);
  });

  test('serves a client that authenticates from a source address over its limit, and no other', async () => {
    const from = '192.0.2.31';
    for (let i = 0; i < LIMIT; i += 1) await oversized(from);
    const fields = { ...credentials(client.partner), grant_type: 'refresh_token', refresh_token: 'x', token: 'x' };
    const served = await client.postJson(path, fields, at(from));
    expect([served.status, ...budgetOf(served)]).toEqual([path === '/oauth/token' ? 400 : 200, LIMIT, LIMIT - 1]);
    const guess = { ...fields, client_secret: 'svc_sk_sb_x' };
    expect((await client.postJson(path, guess, at(from))).status).toBe(429);
  });
});

const budgetOf = ({ headers }: Answer): number[] =>
  ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
