import type { Faults, Passed, Passing, ProxyChange } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { request } from '../how/requests.ts';
import { webCompanies, webFault, webStage } from '../how/web.ts';

const OWNER = /and s\.role = 'owner'/;

type Forgives = (sent: string, known: ReadonlySet<string>) => boolean;

/** Form tokens of the pages shown so far, by session cookie. */
class FormTokens {
  readonly #known = new Map<string, string>();

  note({ requestHeaders, body }: Passed): void {
    const token = /name="token" value="([^"]+)"/.exec(body)?.[1];
    if (token) this.#known.set(sessionOf(requestHeaders), token);
  }

  /** Replaces the sent token with the session's own, if `forgives` says so. */
  replace(passing: Passing, forgives: Forgives): void {
    const own = this.#known.get(sessionOf(passing.requestHeaders));
    if (passing.method !== 'POST' || !own) return;
    const form = new URLSearchParams(passing.requestBody);
    const sent = form.get('token') ?? '';
    if (sent === own || !forgives(sent, new Set(this.#known.values()))) return;
    form.set('token', own);
    passing.requestBody = form.toString();
  }
}

const sessionOf = ({ cookie = '' }: Record<string, string>): string =>
  /tillgate-session=([^;]*)/.exec(cookie)?.[1] ?? '';

function forgiving(forgives: Forgives): ProxyChange {
  const tokens = new FormTokens();
  return { request: (passing) => tokens.replace(passing, forgives), answer: (passed) => tokens.note(passed) };
}

/** Accepts forms from pages on other hosts. */
const believing = (believes: (origin: string | undefined) => boolean) =>
  webStage(
    ({ webUrl }, mark) =>
      async function believeOrigin(ctx, next) {
        const { origin } = ctx.req.headers;
        if (ctx.method === 'POST' && origin !== webUrl && believes(origin)) {
          ctx.req.headers.origin = webUrl;
          mark();
        }
        await next();
      },
  );

/** Consent by the wrong person, to the wrong company, or more than once. */
export const WEB_CONSENT_FAULTS: Faults = {
  'web.token-unchecked': webFault('consent.csrf', 'the form token is not checked', { how: forgiving(() => true) }),
  'web.token-optional': webFault('consent.csrf', 'a form without a token is taken', {
    how: forgiving((sent) => sent === ''),
  }),
  'web.token-of-anybody': webFault('consent.csrf', 'the token of any session will do', {
    how: forgiving((sent, known) => known.has(sent)),
  }),
  'web.origin-unchecked': webFault('consent.csrf', 'a form may come from any page', { how: believing(() => true) }),
  'web.origin-optional': webFault('consent.csrf', 'a form without an origin is accepted', {
    how: believing((origin) => origin === undefined),
  }),
  'web.origin-null': webFault('consent.csrf', 'a form from nowhere (null) is taken', {
    how: believing((origin) => origin === 'null'),
  }),
  'web.origin-prefix': webFault('consent.csrf', 'the origin of a form is matched at its beginning', {
    how: believing((origin) => origin?.startsWith('http://localhost') ?? false),
  }),
  'web.session-unbound': webFault('consent.session_bound', 'any session can open a pending request by its id', {
    how: { from: 'opened_by = $2 and expires_at', to: '$2::bytea is not null and expires_at' },
  }),
  'web.employee-decides': webFault('consent.owner_only', 'an employee can approve an app', {
    how: [
      { from: OWNER, to: '' },
      { from: /m\.active, s\.role\b/, to: "m.active, 'owner' as role" },
    ],
  }),
  'web.employee-unknown': webFault('consent.owner_only', 'an employee sees that the company is not eligible', {
    how: { from: /(where s\.user_id = \$1) and m\.active/, to: "$1 and m.active and s.role = 'owner'" },
  }),
  'web.anybody-decides': webFault('consent.owner_only', 'an owner can approve an app for any company', {
    how: [
      { from: 's.user_id = $1 and s.company_id = $2', to: '$1::bigint is not null and s.company_id = $2' },
      {
        from: 'where s.user_id = $1 and m.active',
        to: "where ($1::bigint is not null) and m.active and s.role = 'owner'",
      },
    ],
  }),
  'web.organization-ignored': webFault(
    'consent.error.oauth.company_not_eligible',
    "another organization's demo company is let in",
    {
      how: webCompanies((company, client) =>
        client.env === 'SANDBOX' && company.demo === true && company.organizationId !== client.organizationId
          ? { ...company, organizationId: client.organizationId }
          : company,
      ),
    },
  ),
  'web.demo-in-production': webFault(
    'consent.error.oauth.company_not_eligible',
    'a production app is let in to a demo company',
    {
      how: webCompanies((company, client) =>
        client.env === 'PRODUCTION' && company.demo ? { ...company, demo: false } : company,
      ),
    },
  ),
  'web.live-in-sandbox': webFault(
    'consent.error.oauth.company_not_eligible',
    'a sandbox app can request a live company',
    {
      how: webCompanies((company, client) =>
        client.env === 'SANDBOX' && !company.demo
          ? { ...company, demo: true, organizationId: client.organizationId }
          : company,
      ),
    },
  ),
  'web.request-again': webFault('consent.once', 'a pending request is decided as often as one likes', {
    how: {
      from: /delete from (control\.authorization_requests where id = \$1 and opened_by = \$2 and expires_at > \$3)\s+returning ([\s\S]+)/,
      to: 'select $2 from $1',
    },
  }),
  'web.second-click-gone': webFault('consent.second_click', 'a second click finds that the request is decided', {
    how: {
      from: 'select outcome from control.submissions where',
      to: 'select outcome from control.submissions where false and',
    },
  }),
  'web.sign-in-forgets': webFault('consent.sign_in', 'a sign-in leads to the back office', {
    how: answer((passed) => {
      if (passed.method === 'POST' && passed.url.startsWith('/sign-in') && passed.status === 303)
        passed.headers.location = '/connections';
    }),
  }),
  'web.sign-in-unasked': webFault('consent.sign_in', 'a signed-out merchant is rejected', {
    how: answer((passed) => {
      if (!passed.headers.location?.startsWith('/sign-in?request=')) return;
      passed.status = 401;
      delete passed.headers.location;
    }),
  }),
  'web.sign-in-plain': webFault('consent.sign_in', 'who is signed out signs in without the request', {
    how: answer((passed) => {
      if (passed.headers.location?.startsWith('/sign-in?request=')) passed.headers.location = '/sign-in';
    }),
  }),
  'web.refusal-approves': webFault('consent.refuse', 'a refusal approves', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replace('decision=refuse', 'decision=approve');
    }),
  }),
  'web.disconnect-nothing': webFault('connection.disconnect', 'a disconnect ends nothing', {
    how: {
      from: /update control\.token_families\s+set revoked_at = \$1, revoked_because = 'disconnected'\s+where (company_id = \$2 and app_id = \$3 and revoked_at is null) returning id/,
      to: 'select id from control.token_families where $1 and $$1::text is not null',
    },
  }),
  'web.disconnect-later': webFault('connection.disconnect', 'a disconnect comes into force a day later', {
    how: {
      from: "set revoked_at = $1, revoked_because = 'disconnected'",
      to: "set expires_at = least(expires_at, $$1::timestamptz + interval '1 day')",
    },
  }),
  'web.disconnect-keeps-codes': webFault('connection.disconnect', 'a code that waits outlives a disconnect', {
    how: { from: /(and k\.app_id = \$1 and c\.company_id = \$2) and c\.consumed_at is null/, to: '$1 and false' },
  }),
};
