import { type Faults, fault, sharing } from '../fault.ts';

const rotationFault = sharing({ where: { statement: 'families.rotate' } });

/** Wrong statements for credentials, codes and token families. */

export const STATEMENT_OAUTH_FAULTS: Faults = {
  'statement.revoked-credential': fault('mint.error.developer.invalid_client', 'a revoked credential is still valid', {
    where: { statement: 'credentials.authenticate' },
    how: { from: 'where c.client_id = $1 and c.revoked_at is null', to: 'where c.client_id = $1' },
  }),
  'statement.archived-app': fault('mint.error.developer.app_archived', 'an archived app still gets tokens', {
    where: { statement: 'credentials.authenticate' },
    how: { from: 'a.archived_at is not null as archived', to: 'false as archived' },
  }),
  'statement.inactive-stores': fault('keys.approved_stores', 'a key sees every store', {
    by: ['api-keys.approved'],
    how: { from: /r\.id = any\((\$\d+)::bigint\[\]\)/g, to: '($1::bigint[] is not null)' },
  }),
  'statement.consume-twice': fault('oauth.code_single_use', 'a code is accepted any number of times', {
    how: { from: 'and consumed_at is null returning hash', to: 'returning hash' },
  }),
  'statement.consumed-unseen': fault('oauth.code_single_use', 'a consumed code looks fresh', {
    where: { statement: 'codes.find' },
    how: { from: /\(extract\(epoch from c\.consumed_at\)[^,]*as "consumedAt"/, to: 'null as "consumedAt"' },
  }),
  'statement.not-rotated': rotationFault('oauth.refresh_rotates', 'a refresh token is not rotated', {
    how: { from: 'set generation = generation + 1', to: 'set generation = generation' },
  }),
  'statement.family-lives': fault('oauth.refresh_reuse', 'reuse does not end the family', {
    how: {
      from: /set revoked_at = \$2, revoked_because = \$3\s+where id = \$1/,
      to: 'set revoked_because = null where id = $1 and $2::text is not null and $3::text is not null',
    },
  }),
  'statement.lifetime-stays': rotationFault('time.refresh_token', 'a rotation does not restart the 100 days', {
    how: {
      from: 'rotated_at = $3, expires_at = $4',
      to: 'rotated_at = $3, expires_at = least(expires_at, $4::timestamptz)',
    },
  }),
  'statement.lifetime-short': rotationFault('time.refresh_token', 'refresh tokens live for 99 days', {
    how: {
      from: 'rotated_at = $3, expires_at = $4',
      to: "rotated_at = $3, expires_at = $4::timestamptz - interval '1 day'",
    },
  }),
  'statement.use-unnoted': fault(
    'oauth.refresh_reuse',
    'a replaced token works for a day although its successor is in use',
    { how: { from: 'set unused_generation = null where', to: 'set unused_generation = unused_generation where' } },
  ),
  'statement.lost-short': rotationFault('oauth.refresh_lost', 'a lost response is repeated for 30 seconds only', {
    how: { from: 'unused_generation = generation + 1', to: 'unused_generation = null' },
  }),
  'statement.lost-kept': fault('oauth.refresh_lost_extends', 'a repeated response does not restart the 100 days', {
    how: {
      from: 'token_families set expires_at = $2 where',
      to: 'token_families set expires_at = coalesce(expires_at, $2::timestamptz) where',
    },
  }),
  'statement.rotated-never': fault('time.grace_window', 'the grace window has no end', {
    how: {
      from: /\(extract\(epoch from rotated_at\) \* 1000\)::bigint as "rotatedAt"/g,
      to: '9999999999999 as "rotatedAt"',
    },
  }),
};
