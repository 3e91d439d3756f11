import type { AppDependencies } from '@tillgate/server/app.ts';
import { errors } from 'jose';
import { type Faults, fault } from '../fault.ts';
import { counting, parts } from '../how/handlers.ts';
import { intercept } from '../intercept.ts';

const withClock = (deps: AppDependencies, clock: () => number): AppDependencies => ({
  ...deps,
  clock,
  control: { ...deps.control, clock },
});

const withKeys = (deps: AppDependencies, methods: Readonly<Record<string, unknown>>): AppDependencies => ({
  ...deps,
  keys: intercept(deps.keys, methods),
});

/** Wrong counters, limits, keys, tokens and clocks. */

export const PART_FAULTS: Faults = {
  'server.counts-nothing': fault('limits.rate_limited', 'nothing is counted', {
    how: counting((key) => (key.startsWith('app:') ? 1 : undefined)),
  }),
  'server.counts-half': fault('limits.headers_consistent', 'every other request is counted', {
    how: counting((_, n) => Math.ceil(n / 2)),
  }),
  'server.counts-per-source': fault('limits.source_budget', 'requests without a credential count against the apps', {
    how: counting(
      () => undefined,
      () => 'all',
    ),
  }),
  'server.one-more': fault('limits.rate', 'one request more than the limit is let by', {
    how: counting((key, n) => (key.startsWith('app:') ? Math.max(1, n - 1) : undefined)),
  }),
  'server.limit-301': fault('limits.rate', 'the limit is one higher', {
    by: ['pinned.brands'],
    how: parts((deps, mark) => {
      mark();
      return { ...deps, config: { ...deps.config, rateLimit: deps.config.rateLimit + 1 } };
    }),
  }),
  'server.mint-limit': fault('limits.mint', 'the mint has another limit', {
    by: ['mint.'],
    how: parts((deps, mark) => {
      mark();
      return { ...deps, config: { ...deps.config, mintLimit: deps.config.mintLimit * 2 } };
    }),
  }),
  // Keys, tokens, the clock
  'server.keys-of-another': fault('documents.jwks', 'the key set is empty', {
    how: parts((deps, mark) =>
      withKeys(deps, {
        published: () => {
          mark();
          return JSON.stringify({ keys: [] });
        },
      }),
    ),
  }),
  'server.keys-private': fault('documents.jwks', 'the key set has private parts', {
    how: parts((deps, mark) =>
      withKeys(deps, {
        published: async () => {
          mark();
          const { keys } = JSON.parse(await deps.keys.published()) as { keys: object[] };
          return JSON.stringify({ keys: keys.map((key) => ({ ...key, d: 'AQAB' })) });
        },
      }),
    ),
  }),
  'server.keys-unverified': fault('auth.token_opens', 'the service does not know its own keys', {
    how: parts((deps, mark) =>
      withKeys(deps, {
        publicKey: async () => {
          mark();
          throw new errors.JWKSNoMatchingKey();
        },
      }),
    ),
  }),
  'server.issuer-of-another': fault('claims.all', 'tokens name another issuer', {
    how: parts((deps, mark) => {
      mark();
      return { ...deps, apiUrl: `${deps.apiUrl}/` };
    }),
  }),
  'server.web-of-another': fault('documents.metadata', 'the metadata names another consent host', {
    how: parts((deps, mark) => {
      mark();
      return { ...deps, webUrl: 'https://other.example' };
    }),
  }),
  'server.clock-behind': fault('errors.partner_envelope', 'the service’s clock is ten minutes slow', {
    by: ['pinned.http-methods'],
    how: parts((deps, mark) => {
      mark();
      return withClock(deps, () => deps.clock() - 600_000);
    }),
  }),
  'server.clock-stands': fault('time.access_token', 'the service’s clock stands still', {
    how: parts((deps, mark) => {
      const now = deps.clock();
      mark();
      return withClock(deps, () => now);
    }),
  }),
  'server.successor-differs': fault(
    'oauth.refresh_grace',
    'repeating a refresh whose response was lost returns another token',
    {
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
  ),
  'server.refresh-forged': fault('oauth.error.oauth.refresh_invalid', 'a forged refresh token is accepted', {
    how: parts((deps, mark) => ({
      ...deps,
      refreshTokens: intercept(deps.refreshTokens, {
        isGenuine: () => {
          mark();
          return true;
        },
      }),
    })),
  }),
};
