import type { Faults } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { webFault } from '../how/web.ts';

/** Violations of rules for apps, which developers manage in the console. */

const unbounded = (column: string, table: string) => ({
  from: new RegExp(`select ${column} as address from control\\.${table} where app_id`),
  to: '$& = 0 and app_id',
});

export const APP_FAULTS: Faults = {
  'web.production-unreviewed': webFault(
    'env.issued',
    'an app that nobody has reviewed gets a client id of production',
    { how: { from: /review_state as "reviewState"(?=.* for update)/s, to: `'APPROVED' as "reviewState"` } },
  ),
  'web.secret-shown-again': webFault('credentials.shown_once', "an app's first page repeats its last secret", {
    how: (() => {
      let secret = '';
      return answer((passed) => {
        secret = /svc_sk_sb_\w+/.exec(passed.body)?.[0] ?? secret;
        passed.body = passed.body.replace('</main>', `${secret}</main>`);
      });
    })(),
  }),
  'web.name-untrimmed': webFault('apps.names', 'the name of an app keeps the spaces around it', {
    how: { from: /insert into control\.apps .*?select id, /s, to: "$&'\u3000' || " },
  }),
  'web.allowlist-unstored': webFault('keys.allowlist_entries', 'a change of the addresses of a key is not stored', {
    how: {
      from: /update control\.api_keys set allowed_ips = \$2/,
      to: 'update control.api_keys set allowed_ips = nullif($2::text[], $2)',
    },
  }),
  'web.secrets-unbounded': webFault('credentials.most_secrets', 'a client id has any number of secrets that work', {
    how: { from: /(count\(\*\).* from control\.client_secrets where )/s, to: '$1false and ' },
  }),
  'web.expiry-unstored': webFault('credentials.expiry', 'a new client id does not expire', {
    how: { from: /(insert into control\.client_credentials .*)\$8/s, to: '$1nullif($8::timestamptz, $8)' },
  }),
  'web.keys-unbounded': webFault('keys.live_count', 'an app has any number of keys', {
    how: { from: /(count\(\*\).* from control\.api_keys where )/s, to: '$1false and ' },
  }),
  'web.origins-unbounded': webFault('cors.most_origins', 'an app may register any number of origins', {
    how: unbounded('origin', 'app_origins'),
  }),
  'web.redirects-unbounded': webFault('redirects.registration', 'an app may register any number of redirect URIs', {
    how: unbounded('uri', 'redirect_uris'),
  }),
};
