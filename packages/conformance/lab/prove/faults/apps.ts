import { type Faults, fault } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { webFault } from '../how/web.ts';

/** Violations of rules for apps, which developers manage in the console. */

const unbounded = (column: string, table: string) => ({
  from: new RegExp(`select ${column} as address from control\\.${table} where app_id`),
  to: '$& = 0 and app_id',
});

/** Another status for the forms of apps. */
const answerAs = (from: number, to: number) =>
  answer((passed) => {
    if (passed.method === 'POST' && passed.url.startsWith('/console/apps/') && passed.status === from)
      passed.status = to;
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
      from: /update control\.api_keys set allowed_ips = \$1/,
      to: 'update control.api_keys set allowed_ips = nullif($1::text[], $1)',
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
  'web.rejection-as-success': webFault('console.rejected', 'a rejected form of the console is answered with 200', {
    how: answerAs(400, 200),
  }),
  'web.credential-name-unsaved': webFault('console.saved', 'a changed name of a credential is not saved', {
    how: { from: 'set name = case when $1 then $2', to: 'set name = case when $$1 and false then $$2' },
  }),
  'web.archived-changes': webFault('console.outdated', 'an archived app can be changed', {
    how: {
      from: /archived_at is not null as archived(?=\s+from control\.apps where id = \$1 for update)/,
      to: 'false as archived',
    },
  }),
  'web.foreign-app': webFault('console.tenancy', "a form for another organization's app is answered with 200", {
    how: answerAs(404, 200),
  }),
  'web.asks-with-any-app': webFault(
    'access_requests.asked',
    'an app of any product, approved or not, asks for access',
    {
      how: {
        from: /product, review_state as "reviewState"(?=.* for update)/s,
        to: `'ADSR' as product, 'APPROVED' as "reviewState"`,
      },
    },
  ),
  'web.access-expires-never': webFault('time.access_request', 'an access request can be approved after 30 days', {
    how: { from: "case when r.state = 'PENDING' and", to: "case when false and r.state = 'PENDING' and" },
  }),
  'web.approves-all-stores': webFault('access_requests.decided', 'an approval is of all stores that were asked for', {
    how: {
      from: 'approved_store_ids = $1, decided_at',
      to: 'approved_store_ids = case when $$1::bigint[] is null then $$1 else store_ids end, decided_at',
    },
  }),
  'statement.approval-suspended': fault('access_requests.replaced', 'a new access request suspends the approval', {
    where: { statement: 'api-keys.access' },
    how: {
      from: /and r\.state = 'APPROVED'/,
      to: `$& and not exists (select from control.access_requests p
        where p.app_id = a.id and p.company_id = r.company_id and p.state = 'PENDING')`,
    },
  }),
  'web.withdrawn-stays': webFault('access_requests.pending', 'a withdrawn access request still stands in the way', {
    how: { from: "set state = 'WITHDRAWN'", to: "set state = 'PENDING'" },
  }),
};
