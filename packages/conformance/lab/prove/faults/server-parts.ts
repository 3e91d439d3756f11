import type { AppDependencies } from '@tillgate/server/app.ts';
import { errors } from 'jose';
import type { Faults } from '../fault.ts';
import { counting, parts } from '../how/handlers.ts';
import { intercept } from '../intercept.ts';

const withKeys = (deps: AppDependencies, methods: Readonly<Record<string, unknown>>): AppDependencies => ({
  ...deps,
  keys: intercept(deps.keys, methods),
});

/** Counters, limits, keys, tokens and clocks that are wrong. */

export const PART_FAULTS: Faults = {
  'server.counts-nothing': {
    breaks: 'limits.rate_limited',
    text: 'nothing is counted',
    how: counting((key) => (key.startsWith('app:') ? 1 : undefined)),
  },
  'server.counts-half': {
    breaks: 'limits.headers_consistent',
    text: 'every other request is counted',
    how: counting((_, n) => Math.ceil(n / 2)),
  },
  'server.counts-per-source': {
    breaks: 'limits.source_budget',
    text: 'requests without a credential are taken from the apps',
    how: counting(
      () => undefined,
      () => 'all',
    ),
  },
  'server.one-more': {
    breaks: 'limits.rate',
    text: 'one request more than the limit is let by',
    how: counting((key, n) => (key.startsWith('app:') ? Math.max(1, n - 1) : undefined)),
  },
  'server.limit-301': {
    breaks: 'limits.rate',
    text: 'the limit is one higher',
    by: ['brands.'],
    how: parts((deps, mark) => {
      mark();
      return { ...deps, limits: { ...deps.limits, app: deps.limits.app + 1 } };
    }),
  },
  'server.mint-limit': {
    breaks: 'limits.mint',
    text: 'the mint has another limit',
    by: ['mint.'],
    how: parts((deps, mark) => {
      mark();
      return { ...deps, limits: { ...deps.limits, mint: deps.limits.mint * 2 } };
    }),
  },
  // Keys, tokens, the clock
  'server.keys-of-another': {
    breaks: 'documents.jwks',
    text: 'the key set is empty',
    how: parts((deps, mark) =>
      withKeys(deps, {
        published: () => {
          mark();
          return JSON.stringify({ keys: [] });
        },
      }),
    ),
  },
  'server.keys-private': {
    breaks: 'documents.jwks',
    text: 'the key set has private parts',
    how: parts((deps, mark) =>
      withKeys(deps, {
        published: async () => {
          mark();
          const { keys } = JSON.parse(await deps.keys.published()) as { keys: object[] };
          return JSON.stringify({ keys: keys.map((key) => ({ ...key, d: 'AQAB' })) });
        },
      }),
    ),
  },
  'server.keys-unverified': {
    breaks: 'auth.token_opens',
    text: 'the service does not know its own keys',
    how: parts((deps, mark) =>
      withKeys(deps, {
        publicKey: async () => {
          mark();
          throw new errors.JWKSNoMatchingKey();
        },
      }),
    ),
  },
  'server.issuer-of-another': {
    breaks: 'claims.all',
    text: 'tokens name another issuer',
    how: parts((deps, mark) => {
      mark();
      return { ...deps, apiUrl: `${deps.apiUrl}/` };
    }),
  },
  'server.web-of-another': {
    breaks: 'documents.metadata',
    text: 'the metadata names another consent host',
    how: parts((deps, mark) => {
      mark();
      return { ...deps, webUrl: 'https://other.example' };
    }),
  },
  'server.clock-behind': {
    breaks: 'errors.partner_envelope',
    text: 'the service’s clock is ten minutes behind',
    by: ['http.route'],
    how: parts((deps, mark) => {
      mark();
      return { ...deps, clock: () => deps.clock() - 600_000 };
    }),
  },
  'server.clock-stands': {
    breaks: 'time.access_token',
    text: 'the service’s clock stands still',
    how: parts((deps, mark) => {
      const now = deps.clock();
      mark();
      return { ...deps, clock: () => now };
    }),
  },
  'server.successor-differs': {
    breaks: 'oauth.refresh_grace',
    text: 'a lost answer is answered with another token',
    how: parts((deps, mark) => {
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
  },
  'server.refresh-forged': {
    breaks: 'oauth.error.oauth.refresh_invalid',
    text: 'a made-up refresh token holds',
    how: parts((deps, mark) => ({
      ...deps,
      refreshTokens: intercept(deps.refreshTokens, {
        isGenuine: () => {
          mark();
          return true;
        },
      }),
    })),
  },
};
