import type { ServerFault } from '../fault.ts';
import { sql } from '../kinds/statements.ts';

/** Statements of credentials, codes and token families. */

export const STATEMENT_OAUTH_FAULTS: readonly ServerFault[] = [
  sql(
    'revoked-credential',
    'mint.error.developer.invalid_client',
    'a revoked credential still holds',
    /where c\.client_id = \$1 and c\.revoked_at is null/,
    'where c.client_id = $1',
  ),
  sql(
    'archived-app',
    'mint.error.developer.app_archived',
    'an archived app still gets tokens',
    /a\.archived_at is not null as archived/,
    'false as archived',
  ),
  sql(
    'inactive-stores',
    'keys.approved_stores',
    'a key sees every store',
    /r\.id = any\((\$\d+)::bigint\[\]\)/g,
    '($1::bigint[] is not null)',
    ['api-keys.approved'],
  ),
  sql(
    'consume-twice',
    'oauth.code_single_use',
    'a code is taken as often as it comes',
    /and consumed_at is null returning hash/,
    'returning hash',
  ),
  sql(
    'consumed-unseen',
    'oauth.code_single_use',
    'a consumed code looks fresh',
    /"createdAt", \(extract\(epoch from c\.consumed_at\)[^,]*as "consumedAt"/,
    '"createdAt", null as "consumedAt"',
  ),
  sql(
    'not-rotated',
    'oauth.refresh_rotates',
    'a refresh token is not rotated',
    /set generation = generation \+ 1/,
    'set generation = generation',
  ),
  sql(
    'family-lives',
    'oauth.refresh_reuse',
    'reuse does not end the family',
    /set revoked_at = \$2, revoked_because = \$3\s+where id = \$1/,
    'set revoked_because = null where id = $1 and $2::text is not null and $3::text is not null',
  ),
  sql(
    'lifetime-stays',
    'time.refresh_token',
    'a rotation does not restart the 100 days',
    /rotated_at = \$3, expires_at = \$4/,
    'rotated_at = $3, expires_at = least(expires_at, $4::timestamptz)',
  ),
  sql(
    'lifetime-short',
    'time.refresh_token',
    'refresh tokens live for 99 days',
    /rotated_at = \$3, expires_at = \$4/,
    "rotated_at = $3, expires_at = $4::timestamptz - interval '1 day'",
  ),
  sql(
    'rotated-never',
    'time.grace_window',
    'the grace window has no end',
    /\(extract\(epoch from rotated_at\) \* 1000\)::bigint as "rotatedAt"/g,
    '9999999999999 as "rotatedAt"',
  ),
];
