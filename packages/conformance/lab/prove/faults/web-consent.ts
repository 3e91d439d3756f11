import type { Fault, Passed, Passing } from '../fault.ts';
import { webAnswer, webAsk, webCompanies, webFault, webSql, webStage } from '../kinds/web.ts';
import { patchWebSql } from '../sql.ts';

const OWNER = /and s\.role = 'owner'/;

/** Form tokens that pages showed, by the session cookie that they were shown to. */
class FormTokens {
  readonly #known = new Map<string, string>();

  note({ requestHeaders, body }: Passed): void {
    const token = /name="token" value="([^"]+)"/.exec(body)?.[1];
    if (token) this.#known.set(sessionOf(requestHeaders), token);
  }

  /** Puts the session's own token in the place of the one that is sent, if `forgives` says so. */
  replace(passing: Passing, forgives: (sent: string, known: ReadonlySet<string>) => boolean): void {
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

const forgiving = (
  id: string,
  text: string,
  forgives: (sent: string, known: ReadonlySet<string>) => boolean,
): Fault => {
  const tokens = new FormTokens();
  return {
    ...webAsk(id, 'consent.csrf', text, (passing) => tokens.replace(passing, forgives)),
    change: (passed) => tokens.note(passed),
  };
};

/** Forms are taken from pages of other hosts. */
const believing = (id: string, text: string, believes: (origin: string | undefined) => boolean): Fault =>
  webStage(
    id,
    'consent.csrf',
    text,
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

/** Who decides, on what, and how often. */
export const WEB_CONSENT_FAULTS: readonly Fault[] = [
  forgiving('token-unchecked', 'the form token is not checked', () => true),
  forgiving('token-optional', 'a form without a token is taken', (sent) => sent === ''),
  forgiving('token-of-anybody', 'the token of any session will do', (sent, known) => known.has(sent)),
  believing('origin-unchecked', 'a form may come from any page', () => true),
  believing(
    'origin-optional',
    'a form that does not say where it comes from is taken',
    (origin) => origin === undefined,
  ),
  believing('origin-null', 'a form from nowhere (null) is taken', (origin) => origin === 'null'),
  believing(
    'origin-prefix',
    'the origin of a form is matched at its beginning',
    (origin) => origin?.startsWith('http://localhost') ?? false,
  ),
  webSql(
    'session-unbound',
    'consent.session_bound',
    'a pending request answers to whoever knows its id',
    /opened_by = \$2 and expires_at/,
    '$2::bytea is not null and expires_at',
  ),
  webFault('employee-decides', 'consent.owner_only', 'an employee lets an app in', (deps, mark) =>
    patchWebSql(patchWebSql(deps, mark, OWNER, ''), mark, /m\.active, s\.role\b/, "m.active, 'owner' as role"),
  ),
  webSql(
    'employee-unknown',
    'consent.owner_only',
    'an employee is told that the company is not eligible',
    /(where s\.user_id = \$1) and m\.active/,
    "$1 and m.active and s.role = 'owner'",
  ),
  webFault('anybody-decides', 'consent.owner_only', "an owner lets an app in to anybody's company", (deps, mark) =>
    patchWebSql(
      patchWebSql(
        deps,
        mark,
        /s\.user_id = \$1 and s\.company_id = \$2/,
        '$1::bigint is not null and s.company_id = $2',
      ),
      mark,
      /where s\.user_id = \$1 and m\.active/,
      "where ($1::bigint is not null) and m.active and s.role = 'owner'",
    ),
  ),
  webCompanies(
    'organization-ignored',
    'consent.error.oauth.company_not_eligible',
    "another organization's demo company is let in",
    (company, client) =>
      client.env === 'SANDBOX' && company.demo === true && company.organizationId !== client.organizationId
        ? { ...company, organizationId: client.organizationId }
        : company,
  ),
  webCompanies(
    'demo-in-production',
    'consent.error.oauth.company_not_eligible',
    'a production app is let in to a demo company',
    (company, client) => (client.env === 'PRODUCTION' && company.demo ? { ...company, demo: false } : company),
  ),
  webCompanies(
    'live-in-sandbox',
    'consent.error.oauth.company_not_eligible',
    'a sandbox app is asked for at a live company',
    (company, client) =>
      client.env === 'SANDBOX' && !company.demo
        ? { ...company, demo: true, organizationId: client.organizationId }
        : company,
  ),
  webFault('request-again', 'consent.once', 'a pending request is decided as often as one likes', (deps, mark) =>
    patchWebSql(
      deps,
      mark,
      /delete from (control\.authorization_requests where id = \$1 and opened_by = \$2 and expires_at > \$3)\s+returning ([\s\S]+)/,
      'select $2 from $1',
    ),
  ),
  webAnswer('sign-in-forgets', 'consent.sign_in', 'a sign-in leads to the back office', (passed) => {
    if (passed.method === 'POST' && passed.url.startsWith('/sign-in') && passed.status === 303)
      passed.headers.location = '/connections';
  }),
  webAnswer('sign-in-unasked', 'consent.sign_in', 'who is signed out is turned away', (passed) => {
    if (!passed.headers.location?.startsWith('/sign-in?request=')) return;
    passed.status = 401;
    delete passed.headers.location;
  }),
  webAnswer('sign-in-plain', 'consent.sign_in', 'who is signed out signs in without the request', (passed) => {
    if (passed.headers.location?.startsWith('/sign-in?request=')) passed.headers.location = '/sign-in';
  }),
  webAsk('refusal-approves', 'consent.refuse', 'a refusal approves', (passing) => {
    passing.requestBody = passing.requestBody.replace('decision=refuse', 'decision=approve');
  }),
  webSql(
    'disconnect-nothing',
    'connection.disconnect',
    'a disconnect ends nothing',
    /update control\.token_families set revoked_at = \$3, revoked_because = 'disconnected'\s+where (company_id = \$1 and app_id = \$2 and revoked_at is null) returning id/,
    'select id from control.token_families where $1 and $3::text is not null',
  ),
  webSql(
    'disconnect-later',
    'connection.disconnect',
    'a disconnect comes into force a day later',
    /set revoked_at = \$3, revoked_because = 'disconnected'/,
    "set expires_at = least(expires_at, $3::timestamptz + interval '1 day')",
  ),
  webSql(
    'disconnect-keeps-codes',
    'connection.disconnect',
    'a code that waits outlives a disconnect',
    /(and k\.app_id = \$2 and c\.company_id = \$1) and c\.consumed_at is null/,
    '$1 and false',
  ),
];
