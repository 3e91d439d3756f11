import type { Fault, Faults, Passed, Passing } from '../fault.ts';
import { answer } from '../how/answers.ts';
import { request } from '../how/requests.ts';
import { webCompanies, webStage } from '../how/web.ts';

const OWNER = /and s\.role = 'owner'/;

type Forgives = (sent: string, known: ReadonlySet<string>) => boolean;

/** Form tokens that pages showed, by the session cookie that they were shown to. */
class FormTokens {
  readonly #known = new Map<string, string>();

  note({ requestHeaders, body }: Passed): void {
    const token = /name="token" value="([^"]+)"/.exec(body)?.[1];
    if (token) this.#known.set(sessionOf(requestHeaders), token);
  }

  /** Puts the session's own token in the place of the one that is sent, if `forgives` says so. */
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

function forgiving({ text, forgives }: { text: string; forgives: Forgives }): Fault {
  const tokens = new FormTokens();
  return {
    breaks: 'consent.csrf',
    text,
    where: 'web',
    how: { request: (passing) => tokens.replace(passing, forgives), answer: (passed) => tokens.note(passed) },
  };
}

/** Forms are taken from pages of other hosts. */
const believing = ({ text, believes }: { text: string; believes: (origin: string | undefined) => boolean }): Fault => ({
  breaks: 'consent.csrf',
  text,
  where: 'web',
  how: webStage(
    ({ webUrl }, mark) =>
      async function believeOrigin(ctx, next) {
        const { origin } = ctx.req.headers;
        if (ctx.method === 'POST' && origin !== webUrl && believes(origin)) {
          ctx.req.headers.origin = webUrl;
          mark();
        }
        await next();
      },
  ),
});

/** Consent given by the wrong person, to the wrong company, or more than once. */
export const WEB_CONSENT_FAULTS: Faults = {
  'web.token-unchecked': forgiving({ text: 'the form token is not checked', forgives: () => true }),
  'web.token-optional': forgiving({ text: 'a form without a token is taken', forgives: (sent) => sent === '' }),
  'web.token-of-anybody': forgiving({
    text: 'the token of any session will do',
    forgives: (sent, known) => known.has(sent),
  }),
  'web.origin-unchecked': believing({ text: 'a form may come from any page', believes: () => true }),
  'web.origin-optional': believing({
    text: 'a form that does not say where it comes from is taken',
    believes: (origin) => origin === undefined,
  }),
  'web.origin-null': believing({
    text: 'a form from nowhere (null) is taken',
    believes: (origin) => origin === 'null',
  }),
  'web.origin-prefix': believing({
    text: 'the origin of a form is matched at its beginning',
    believes: (origin) => origin?.startsWith('http://localhost') ?? false,
  }),
  'web.session-unbound': {
    breaks: 'consent.session_bound',
    text: 'a pending request answers to whoever knows its id',
    where: 'web',
    how: { from: 'opened_by = $2 and expires_at', to: '$2::bytea is not null and expires_at' },
  },
  'web.employee-decides': {
    breaks: 'consent.owner_only',
    text: 'an employee lets an app in',
    where: 'web',
    how: [
      { from: OWNER, to: '' },
      { from: /m\.active, s\.role\b/, to: "m.active, 'owner' as role" },
    ],
  },
  'web.employee-unknown': {
    breaks: 'consent.owner_only',
    text: 'an employee is told that the company is not eligible',
    where: 'web',
    how: { from: /(where s\.user_id = \$1) and m\.active/, to: "$1 and m.active and s.role = 'owner'" },
  },
  'web.anybody-decides': {
    breaks: 'consent.owner_only',
    text: "an owner lets an app in to anybody's company",
    where: 'web',
    how: [
      { from: 's.user_id = $1 and s.company_id = $2', to: '$1::bigint is not null and s.company_id = $2' },
      {
        from: 'where s.user_id = $1 and m.active',
        to: "where ($1::bigint is not null) and m.active and s.role = 'owner'",
      },
    ],
  },
  'web.organization-ignored': {
    breaks: 'consent.error.oauth.company_not_eligible',
    text: "another organization's demo company is let in",
    where: 'web',
    how: webCompanies((company, client) =>
      client.env === 'SANDBOX' && company.demo === true && company.organizationId !== client.organizationId
        ? { ...company, organizationId: client.organizationId }
        : company,
    ),
  },
  'web.demo-in-production': {
    breaks: 'consent.error.oauth.company_not_eligible',
    text: 'a production app is let in to a demo company',
    where: 'web',
    how: webCompanies((company, client) =>
      client.env === 'PRODUCTION' && company.demo ? { ...company, demo: false } : company,
    ),
  },
  'web.live-in-sandbox': {
    breaks: 'consent.error.oauth.company_not_eligible',
    text: 'a sandbox app is asked for at a live company',
    where: 'web',
    how: webCompanies((company, client) =>
      client.env === 'SANDBOX' && !company.demo
        ? { ...company, demo: true, organizationId: client.organizationId }
        : company,
    ),
  },
  'web.request-again': {
    breaks: 'consent.once',
    text: 'a pending request is decided as often as one likes',
    where: 'web',
    how: {
      from: /delete from (control\.authorization_requests where id = \$1 and opened_by = \$2 and expires_at > \$3)\s+returning ([\s\S]+)/,
      to: 'select $2 from $1',
    },
  },
  'web.sign-in-forgets': {
    breaks: 'consent.sign_in',
    text: 'a sign-in leads to the back office',
    where: 'web',
    how: answer((passed) => {
      if (passed.method === 'POST' && passed.url.startsWith('/sign-in') && passed.status === 303)
        passed.headers.location = '/connections';
    }),
  },
  'web.sign-in-unasked': {
    breaks: 'consent.sign_in',
    text: 'who is signed out is turned away',
    where: 'web',
    how: answer((passed) => {
      if (!passed.headers.location?.startsWith('/sign-in?request=')) return;
      passed.status = 401;
      delete passed.headers.location;
    }),
  },
  'web.sign-in-plain': {
    breaks: 'consent.sign_in',
    text: 'who is signed out signs in without the request',
    where: 'web',
    how: answer((passed) => {
      if (passed.headers.location?.startsWith('/sign-in?request=')) passed.headers.location = '/sign-in';
    }),
  },
  'web.refusal-approves': {
    breaks: 'consent.refuse',
    text: 'a refusal approves',
    where: 'web',
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replace('decision=refuse', 'decision=approve');
    }),
  },
  'web.disconnect-nothing': {
    breaks: 'connection.disconnect',
    text: 'a disconnect ends nothing',
    where: 'web',
    how: {
      from: /update control\.token_families set revoked_at = \$3, revoked_because = 'disconnected'\s+where (company_id = \$1 and app_id = \$2 and revoked_at is null) returning id/,
      to: 'select id from control.token_families where $1 and $3::text is not null',
    },
  },
  'web.disconnect-later': {
    breaks: 'connection.disconnect',
    text: 'a disconnect comes into force a day later',
    where: 'web',
    how: {
      from: "set revoked_at = $3, revoked_because = 'disconnected'",
      to: "set expires_at = least(expires_at, $3::timestamptz + interval '1 day')",
    },
  },
  'web.disconnect-keeps-codes': {
    breaks: 'connection.disconnect',
    text: 'a code that waits outlives a disconnect',
    where: 'web',
    how: { from: /(and k\.app_id = \$2 and c\.company_id = \$1) and c\.consumed_at is null/, to: '$1 and false' },
  },
};
