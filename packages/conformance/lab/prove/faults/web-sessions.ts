import type { Fault } from '../fault.ts';
import { webAnswer, webFault, webSql } from '../kinds/web.ts';
import { patchWebRows, type Row } from '../sql.ts';

/** Cookies of the host look otherwise. */
const cookies = (id: string, breaks: string, text: string, change: (line: string) => string): Fault =>
  webAnswer(`cookie-${id}`, breaks, text, (passed) => {
    passed.cookies = passed.cookies.map(change);
  });

/** Of requests of one kind the back office takes a person's companies for something else. */
const mistaken = (
  id: string,
  breaks: string,
  text: string,
  when: { method: string; path: RegExp },
  change: (row: Row) => Row,
): Fault => {
  let applies = false;
  return webFault(
    id,
    breaks,
    text,
    (deps, mark) =>
      patchWebRows(deps, /from control\.memberships s join/, (rows) => {
        if (!applies) return rows;
        mark();
        return rows.map(change);
      }),
    () =>
      async function noteRequest(ctx, next) {
        applies = ctx.method === when.method && when.path.test(ctx.path);
        await next();
      },
  );
};

const asOwner = (row: Row): Row => ({ ...row, role: 'owner' });

const LIVES = /(where s\.hash = \$1) and s\.expires_at > \$2/;
const STARTS =
  /(insert into control\.sessions \(hash, user_id, created_at, expires_at\) values \(\$1, \$2, \$3,) \$4\)/;
const SIGNS_OUT = /delete from control\.sessions where hash = \$1/;

/** Sessions that go on, people who may too much, cookies that are not kept to the host. */
export const WEB_SESSION_FAULTS: readonly Fault[] = [
  webSql('sign-out-cookie-alone', 'consent.sign_out', 'signing out clears the cookie alone', SIGNS_OUT, '$& and false'),
  webSql(
    'sign-out-everywhere',
    'consent.sign_out',
    'signing out ends every session of the person',
    SIGNS_OUT,
    'delete from control.sessions where user_id = (select user_id from control.sessions where hash = $1)',
  ),
  webSql('session-endless', 'time.session', 'a session never ends', LIVES, '$1 and $2::timestamptz is not null'),
  webSql('session-day', 'time.session', 'a session lasts a day', STARTS, "$1 $4::timestamptz + interval '12 hours')"),
  webSql(
    'session-hour',
    'time.session',
    'a session lasts an hour',
    STARTS,
    "$1 $4::timestamptz - interval '11 hours')",
  ),
  webSql(
    'pending-endless',
    'time.pending_request',
    'a consent request waits for ever',
    /(control\.authorization_requests where id = \$1) and expires_at > \$2/,
    '$1 and $2::timestamptz is not null',
  ),
  webSql(
    'pending-refused-late',
    'time.pending_request',
    'a consent request is refused after its end, and the app is told so',
    /(delete from control\.authorization_requests where id = \$1) and expires_at > \$2/,
    '$1 and $2::timestamptz is not null',
  ),
  webSql(
    'pending-minute',
    'time.pending_request',
    'a consent request waits a minute',
    /(insert into control\.authorization_requests[\s\S]+), \$8\)/,
    "$1, $8::timestamptz - interval '9 minutes')",
  ),
  mistaken(
    'employee-disconnects',
    'office.owner_only',
    'an employee disconnects an app, though no page offers it',
    { method: 'POST', path: /\/disconnect$/ },
    asOwner,
  ),
  mistaken(
    'employee-decides-access',
    'office.owner_only',
    'an employee decides on access requests, though no page offers it',
    { method: 'POST', path: /^\/access-requests\// },
    asOwner,
  ),
  mistaken(
    'employee-asked',
    'office.owner_only',
    'an employee is offered to disconnect an app',
    { method: 'GET', path: /\/disconnect$/ },
    asOwner,
  ),
  webSql(
    'company-of-anybody',
    'office.tenancy',
    'whoever names a company is one of its people',
    /where s\.user_id = \$1 and m\.active/,
    'where $1::bigint is not null and m.active',
  ),
  webSql(
    'access-request-of-anybody',
    'office.tenancy',
    'an access request is looked up by its id alone',
    /(where r\.)company_id = \$1( and r\.id = \$3)/,
    '$1company_id >= 0 and $$1::bigint is not null$2',
  ),
  cookies('read', 'consent.cookies_unread', 'scripts read cookies', (line) => line.replace(/; HttpOnly/i, '')),
  cookies('read-after-sign-out', 'consent.cookies_unread', 'a cookie that is cleared is not HttpOnly', (line) =>
    /Max-Age=0/.test(line) ? line.replace(/; HttpOnly/i, '') : line,
  ),
  cookies('cross-site', 'consent.cookies_same_site', 'cookies are SameSite=None', (line) =>
    line.replace(/SameSite=\w+/i, 'SameSite=None'),
  ),
  cookies('same-site-unsaid', 'consent.cookies_same_site', 'cookies do not say SameSite', (line) =>
    line.replace(/; SameSite=\w+/i, ''),
  ),
  cookies('path', 'consent.cookies', 'cookies are for /oauth alone', (line) => line.replace('Path=/', 'Path=/oauth')),
];
