import type { Fault, Faults, ProxyChange } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { type Row, readWebRows } from '../how/rows.ts';
import { MEMBERSHIPS } from '../how/web.ts';

/** Changes each line of `Set-Cookie`. */
const inCookies = (change: (line: string) => string): ProxyChange =>
  answer((passed) => {
    passed.cookies = passed.cookies.map(change);
  });

/** Requests of one kind see the companies of a person otherwise. */
const mistaken = ({
  breaks,
  text,
  when,
  change,
}: {
  breaks: string;
  text: string;
  when: { method: string; path: RegExp };
  change: (row: Row) => Row;
}): Fault => {
  let applies = false;
  return {
    breaks,
    text,
    where: 'web',
    how: {
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
    },
  };
};

const asOwner = (row: Row): Row => ({ ...row, role: 'owner' });

const LIVES = /(where s\.hash = \$1) and s\.expires_at > \$2/;
const STARTS =
  /(insert into control\.sessions \(hash, user_id, created_at, expires_at\) values \(\$1, \$2, \$3,) \$4\)/;
const SIGNS_OUT = /delete from control\.sessions where hash = \$1/;

/** Sessions that go on, people who may too much, cookies that are not kept to the host. */
export const WEB_SESSION_FAULTS: Faults = {
  'web.sign-out-cookie-alone': {
    breaks: 'consent.sign_out',
    text: 'signing out clears the cookie alone',
    where: 'web',
    how: { from: SIGNS_OUT, to: '$& and false' },
  },
  'web.sign-out-everywhere': {
    breaks: 'consent.sign_out',
    text: 'signing out ends every session of the person',
    where: 'web',
    how: {
      from: SIGNS_OUT,
      to: 'delete from control.sessions where user_id = (select user_id from control.sessions where hash = $1)',
    },
  },
  'web.session-endless': {
    breaks: 'time.session',
    text: 'a session never ends',
    where: { host: 'web', statement: 'sessions.find' },
    how: { from: LIVES, to: '$1 and $2::timestamptz is not null' },
  },
  'web.session-day': {
    breaks: 'time.session',
    text: 'a session lasts a day',
    where: 'web',
    how: { from: STARTS, to: "$1 $4::timestamptz + interval '12 hours')" },
  },
  'web.session-hour': {
    breaks: 'time.session',
    text: 'a session lasts an hour',
    where: 'web',
    how: { from: STARTS, to: "$1 $4::timestamptz - interval '11 hours')" },
  },
  'web.pending-endless': {
    breaks: 'time.pending_request',
    text: 'a consent request waits for ever',
    where: 'web',
    how: {
      from: /(control\.authorization_requests where id = \$1 and opened_by = \$2) and expires_at > \$3/,
      to: '$1 and $3::timestamptz is not null',
    },
  },
  'web.pending-refused-late': {
    breaks: 'time.pending_request',
    text: 'a consent request is refused after its end, and the app is told so',
    where: 'web',
    how: {
      from: /(delete from control\.authorization_requests where id = \$1 and opened_by = \$2) and expires_at > \$3/,
      to: '$1 and $3::timestamptz is not null',
    },
  },
  'web.pending-minute': {
    breaks: 'time.pending_request',
    text: 'a consent request waits a minute',
    where: 'web',
    how: {
      from: /(insert into control\.authorization_requests[\s\S]+), \$9\)/,
      to: "$1, $9::timestamptz - interval '9 minutes')",
    },
  },
  'web.employee-disconnects': mistaken({
    breaks: 'office.owner_only',
    text: 'an employee disconnects an app, though no page offers it',
    when: { method: 'POST', path: /\/disconnect$/ },
    change: asOwner,
  }),
  'web.employee-decides-access': mistaken({
    breaks: 'office.owner_only',
    text: 'an employee decides on access requests, though no page offers it',
    when: { method: 'POST', path: /^\/access-requests\// },
    change: asOwner,
  }),
  'web.employee-asked': mistaken({
    breaks: 'office.owner_only',
    text: 'an employee is offered to disconnect an app',
    when: { method: 'GET', path: /\/disconnect$/ },
    change: asOwner,
  }),
  'web.company-of-anybody': {
    breaks: 'office.tenancy',
    text: 'whoever names a company is one of its people',
    where: 'web',
    how: { from: 'where s.user_id = $1 and m.active', to: 'where $1::bigint is not null and m.active' },
  },
  'web.access-request-of-anybody': {
    breaks: 'office.tenancy',
    text: 'an access request is looked up by its id alone',
    where: 'web',
    how: {
      from: /(where r\.)company_id = \$1( and r\.id = \$3)/,
      to: '$1company_id >= 0 and $$1::bigint is not null$2',
    },
  },
  'web.cookie-read': {
    breaks: 'consent.cookies_unread',
    text: 'scripts read cookies',
    where: 'web',
    how: inCookies((line) => line.replace(/; HttpOnly/i, '')),
  },
  'web.cookie-read-after-sign-out': {
    breaks: 'consent.cookies_unread',
    text: 'a cookie that is cleared is not HttpOnly',
    where: 'web',
    by: ['session.sign-out'],
    how: inCookies((line) => (/Max-Age=0/.test(line) ? line.replace(/; HttpOnly/i, '') : line)),
  },
  'web.cookie-cross-site': {
    breaks: 'consent.cookies_same_site',
    text: 'cookies are SameSite=None',
    where: 'web',
    how: inCookies((line) => line.replace(/SameSite=\w+/i, 'SameSite=None')),
  },
  'web.cookie-same-site-unsaid': {
    breaks: 'consent.cookies_same_site',
    text: 'cookies do not say SameSite',
    where: 'web',
    how: inCookies((line) => line.replace(/; SameSite=\w+/i, '')),
  },
  'web.cookie-path': {
    breaks: 'consent.cookies',
    text: 'cookies are for /oauth alone',
    where: 'web',
    how: inCookies((line) => line.replace('Path=/', 'Path=/oauth')),
  },
};
