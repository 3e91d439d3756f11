import { ENVIRONMENTS } from '../../contract/products.ts';
import { accessWorldOf } from '../../driver/tokens/access-world.ts';
import { changedAt } from '../../driver/tokens/wrong-fields.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { connect } from '../../run/connections.ts';

/** Credentials that are invalid, misspelt, misplaced or used from another address. */

const example = subject('examples', 'credentials');

/** Names of headers in which proxies pass on a client's address. */
const forwarded = (address: string): Record<string, string>[] => [
  {},
  ...['X-Forwarded-For', 'X-Real-IP', 'True-Client-IP'].map((name) => ({ [name]: address })),
  { Forwarded: `for=${address}` },
];

/** Spellings of the scheme and separator, allowed and forbidden by RFC 9110 §11.1 and §11.4. */
const spellingsOf = (token: string): string[] => [
  ...['bearer', 'BEARER', 'bEaReR', 'Bearer ', 'XBearer', 'Bearers', 'Bearer:', 'JWT', 'Basic'].map(
    (scheme) => `${scheme} ${token}`,
  ),
  ...[`Bearer${token}`, `Bearer=${token}`, `Bearer ${token} ${token}`, `Bearer "${token}"`],
  ...[`Bearer ${token}, Bearer ${token}`, `Bearer ,${token}`],
];

async function wrongHeaders(t: CaseContext): Promise<Record<string, string>[]> {
  const { session } = t;
  const [app, key] = [session.app('main'), session.apiKey('main', 'SANDBOX')];
  const [token, walled] = [await t.as().token(), await t.as('walled').token()];
  const { refreshToken } = await connect(session, app, session.merchant('main'));
  const others = [session.app('main', 'ADSR').clientSecret, app.clientSecret, refreshToken];
  const entry = session.target.apps.find(({ role, allowedIps }) => role === 'walled' && allowedIps);
  const addresses = forwarded(entry?.allowedIps?.[0]?.split('/')[0] ?? '203.0.113.7');
  return [
    ...spellingsOf(token).map((Authorization) => ({ Authorization })),
    ...[...others, key].map((text) => ({ Authorization: `Bearer ${text}` })),
    ...[...others, token, 'svc_ak_sb_conf', 'x', `${key}x`, changedAt(key, key.length - 1), key.toUpperCase()]
      .concat(key.replace('_sb_', '_pk_'), session.apiKey('revoked', 'SANDBOX'))
      .concat(ENVIRONMENTS.map((env) => session.apiKey('archived', env)))
      .map((text) => ({ 'X-API-Key': text })),
    ...[
      { Cookie: `X-API-Key=${key}` },
      { 'X-Key': key },
      { Cookie: `access_token=${token}` },
      { 'X-Access-Token': token },
    ],
    ...addresses.flatMap((address) => [
      { ...address, 'X-API-Key': session.apiKey('walled', 'SANDBOX') },
      { ...address, Authorization: `Bearer ${walled}` },
    ]),
  ];
}

export const API_KEY_CASES: readonly Case[] = [
  example(
    'wrong',
    [
      'auth.scheme_spelling',
      'keys.invalid',
      'keys.revoked',
      'keys.archived_app',
      'keys.allowlist',
      'auth.allowlist',
      'keys.header',
    ],
    'invalid, misspelt, misplaced and revoked credentials, those of archived apps and those of other addresses, are rejected as the specification says',
    async (t) => {
      const world = accessWorldOf(t.session);
      const { companyId } = t.session.merchant('main');
      for (const role of ['main', 'walled'] as const) world.adopt(t.as(role).app, companyId, await t.as(role).token());
      const [key, token] = [t.session.apiKey('main', 'SANDBOX'), await t.as().token()];
      const urls = [`/stores/999999999?companyId=${companyId}`, '/brands/999999999', '/stores/999999999'];
      for (const headers of await wrongHeaders(t))
        for (const url of urls) await world.send(t, { method: 'GET', url, headers });
      for (const more of [`api_key=${key}`, `access_token=${token}`])
        await world.send(t, { method: 'GET', url: `${urls[0]}&${more}` });
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      await world.send(t, { url: '/brands', headers: form, body: `access_token=${token}` });
    },
  ),
];
