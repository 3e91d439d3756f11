import { errors } from 'jose';
import type { ServerFault } from '../fault.ts';
import { counting, server, withKeys } from '../kinds/server.ts';
import { intercept } from '../sql.ts';

/** Counters, limits, keys, tokens and clocks that are wrong. */

export const PART_FAULTS: readonly ServerFault[] = [
  counting('counts-nothing', 'limits.rate_limited', 'nothing is counted', (key) =>
    key.startsWith('app:') ? 1 : undefined,
  ),
  counting('counts-half', 'limits.headers_consistent', 'every other request is counted', (_, n) => Math.ceil(n / 2)),
  counting(
    'counts-per-source',
    'limits.source_budget',
    'requests without a credential are taken from the apps',
    () => undefined,
    () => 'all',
  ),
  counting('one-more', 'limits.rate', 'one request more than the limit is let by', (key, n) =>
    key.startsWith('app:') ? Math.max(1, n - 1) : undefined,
  ),
  server(
    'limit-301',
    'limits.rate',
    'the limit is one higher',
    (deps, mark) => {
      mark();
      return { ...deps, limits: { ...deps.limits, app: deps.limits.app + 1 } };
    },
    ['brands.'],
  ),
  server(
    'mint-limit',
    'limits.mint',
    'the mint has another limit',
    (deps, mark) => {
      mark();
      return { ...deps, limits: { ...deps.limits, mint: deps.limits.mint * 2 } };
    },
    ['mint.'],
  ),
  // Keys, tokens, the clock
  server('keys-of-another', 'documents.jwks', 'the key set is empty', (deps, mark) =>
    withKeys(deps, {
      published: () => {
        mark();
        return JSON.stringify({ keys: [] });
      },
    }),
  ),
  server('keys-private', 'documents.jwks', 'the key set has private parts', (deps, mark) =>
    withKeys(deps, {
      published: async () => {
        mark();
        const { keys } = JSON.parse(await deps.keys.published()) as { keys: object[] };
        return JSON.stringify({ keys: keys.map((key) => ({ ...key, d: 'AQAB' })) });
      },
    }),
  ),
  server('keys-unverified', 'auth.token_opens', 'the service does not know its own keys', (deps, mark) =>
    withKeys(deps, {
      publicKey: async () => {
        mark();
        throw new errors.JWKSNoMatchingKey();
      },
    }),
  ),
  server('issuer-of-another', 'claims.all', 'tokens name another issuer', (deps, mark) => {
    mark();
    return { ...deps, apiUrl: `${deps.apiUrl}/` };
  }),
  server('web-of-another', 'documents.metadata', 'the metadata names another consent host', (deps, mark) => {
    mark();
    return { ...deps, webUrl: 'https://other.example' };
  }),
  server(
    'clock-behind',
    'errors.partner_envelope',
    'the service’s clock is ten minutes behind',
    (deps, mark) => {
      mark();
      return { ...deps, clock: () => deps.clock() - 600_000 };
    },
    ['http.route'],
  ),
  server('clock-stands', 'time.access_token', 'the service’s clock stands still', (deps, mark) => {
    const now = deps.clock();
    mark();
    return { ...deps, clock: () => now };
  }),
  server('successor-differs', 'oauth.refresh_grace', 'a lost answer is answered with another token', (deps, mark) => {
    let n = 0;
    const write = (env: 'SANDBOX' | 'PRODUCTION', family: { generation: number }) => {
      mark();
      n += 1;
      return deps.refreshTokens.write(env, { ...family, generation: family.generation + n } as Parameters<
        typeof deps.refreshTokens.write
      >[1]);
    };
    return { ...deps, refreshTokens: intercept(deps.refreshTokens, { write }) };
  }),
  server('refresh-forged', 'oauth.error.oauth.refresh_invalid', 'a made-up refresh token holds', (deps, mark) => ({
    ...deps,
    refreshTokens: intercept(deps.refreshTokens, {
      isGenuine: () => {
        mark();
        return true;
      },
    }),
  })),
];
