import { type Faults, fault, type ProxyChange, type WebChange } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { type Row, readWebRows } from '../how/rows.ts';
import { MEMBERSHIPS, webFault } from '../how/web.ts';

/** Changes each line of `Set-Cookie`. */
const inCookies = (change: (line: string) => string): ProxyChange =>
  answer((passed) => {
    passed.cookies = passed.cookies.map(change);
  });

/** Returns the wrong companies for a person, for one kind of request. */
function mistaken(when: { method: string; path: RegExp }, change: (row: Row) => Row): WebChange {
  let applies = false;
  return {
    web: (deps, mark) =>
      readWebRows(deps, MEMBERSHIPS, (rows) => {
        if (!applies) return rows;
        mark();
        return rows.map(change);
      }),
    webStage: () =>
      async function noteRequest(ctx, next) {
        applies = ctx.method === when.method && when.path.test(ctx.path);
        await next();
      },
  };
}

const asOwner = (row: Row): Row => ({ ...row, role: 'owner' });

const LIVES = /(where s\.hash = \$1) and s\.expires_at > \$2/;
const STARTS = /(insert into control\.sessions [\s\S]+ \$6,) \$7\)/;
const SIGNS_OUT = /delete from control\.sessions where hash = \$1/;

/** Sessions that stay valid after they end, people with too many rights, and cookies not bound to the host. */
export const WEB_SESSION_FAULTS: Faults = {
  'web.sign-out-cookie-alone': webFault('consent.sign_out', 'signing out only clears the cookie', {
    how: { from: SIGNS_OUT, to: '$& and false' },
  }),
  'web.sign-out-everywhere': webFault('consent.sign_out', 'signing out ends every session of the person', {
    how: {
      from: SIGNS_OUT,
      to: 'delete from control.sessions where user_id = (select user_id from control.sessions where hash = $1)',
    },
  }),
  'web.session-endless': fault('time.session', 'a session never ends', {
    where: { host: 'web', statement: 'sessions.find' },
    how: { from: LIVES, to: '$1 and $2::timestamptz is not null' },
  }),
  'web.session-day': webFault('time.session', 'a session lasts a day', {
    how: { from: STARTS, to: "$1 $7::timestamptz + interval '12 hours')" },
  }),
  'web.session-hour': webFault('time.session', 'a session lasts an hour', {
    how: { from: STARTS, to: "$1 $7::timestamptz - interval '11 hours')" },
  }),
  'web.pending-endless': webFault('time.pending_request', 'a consent request waits for ever', {
    how: {
      from: /(control\.authorization_requests where id = \$1 and opened_by = \$2) and expires_at > \$3/,
      to: '$1 and $3::timestamptz is not null',
    },
  }),
  'web.pending-refused-late': webFault(
    'time.pending_request',
    'a consent request is rejected after its end, and the app receives the error',
    {
      how: {
        from: /(delete from control\.authorization_requests where id = \$1 and opened_by = \$2) and expires_at > \$3/,
        to: '$1 and $3::timestamptz is not null',
      },
    },
  ),
  'web.pending-minute': webFault('time.pending_request', 'a consent request waits a minute', {
    how: {
      from: /(insert into control\.authorization_requests[\s\S]+), \$9\)/,
      to: "$1, $9::timestamptz - interval '9 minutes')",
    },
  }),
  'web.employee-disconnects': webFault(
    'office.owner_only',
    'an employee disconnects an app, though no page offers it',
    { how: mistaken({ method: 'POST', path: /\/disconnect$/ }, asOwner) },
  ),
  'web.employee-decides-access': webFault(
    'office.owner_only',
    'an employee decides on access requests, though no page offers it',
    { how: mistaken({ method: 'POST', path: /^\/access-requests\// }, asOwner) },
  ),
  'web.employee-asked': webFault('office.owner_only', 'an employee is offered to disconnect an app', {
    how: mistaken({ method: 'GET', path: /\/disconnect$/ }, asOwner),
  }),
  'web.company-of-anybody': webFault('office.tenancy', 'whoever names a company is one of its people', {
    how: { from: 'where s.user_id = $1 and m.active', to: 'where $1::bigint is not null and m.active' },
  }),
  'web.access-request-of-anybody': webFault('office.tenancy', 'an access request is looked up only by its id', {
    how: {
      from: /(where r\.)company_id = \$2( and r\.id = \$3)/,
      to: '$1company_id >= 0 and $$2::bigint is not null$2',
    },
  }),
  'web.cookie-read': webFault('consent.cookies_unread', 'scripts read cookies', {
    how: inCookies((line) => line.replace(/; HttpOnly/i, '')),
  }),
  'web.cookie-read-after-sign-out': webFault('consent.cookies_unread', 'a cookie that is cleared is not HttpOnly', {
    by: ['session.sign-out'],
    how: inCookies((line) => (/Max-Age=0/.test(line) ? line.replace(/; HttpOnly/i, '') : line)),
  }),
  'web.cookie-cross-site': webFault('consent.cookies_same_site', 'cookies are SameSite=None', {
    how: inCookies((line) => line.replace(/SameSite=\w+/i, 'SameSite=None')),
  }),
  'web.cookie-same-site-unsaid': webFault('consent.cookies_same_site', 'cookies have no SameSite', {
    how: inCookies((line) => line.replace(/; SameSite=\w+/i, '')),
  }),
  'web.cookie-path': webFault('consent.cookies', 'cookies are limited to /oauth', {
    how: inCookies((line) => line.replace('Path=/', 'Path=/oauth')),
  }),
};
