import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { redirectUriOf } from '../../run/connections.ts';
import type { ClientApp } from '../../target/target.ts';
import { approval, owner, urlFor, VERIFIER } from '../fixtures/authorization.ts';
import {
  codeIn,
  decisionFields,
  expectErrorPage,
  expectRejectedAuthorization,
  isConsent,
  redirectsTo,
} from './expectations.ts';

/** Every parameter of an authorization request, wrong in each way. */

const example = subject('examples', 'consent');

/** URIs that match a registered redirect URI only partially. */
function lookalikes(uri: string): string[] {
  const { protocol, host, hostname, pathname, search } = new URL(uri);
  const at = (origin: string) => `${origin}${pathname}${search}`;
  const otherPort = `${protocol}//${hostname}:${new URL(uri).port === '8443' ? 8444 : 8443}`;
  return [
    `${uri}/`,
    `${uri}${search ? '&' : '?'}x=1`,
    `${uri}#fragment`,
    `${uri}x`,
    uri.slice(0, -1),
    uri.toUpperCase(),
    at(`${protocol === 'https:' ? 'http:' : 'https:'}//${host}`),
    at(otherPort),
    at(`${protocol}//evil.${host}`),
    at(`${protocol}//${hostname}.evil.example`),
    at(`${protocol}//${hostname}@evil.example`),
    `${protocol}//${host}${pathname}/../evil${search}`,
    `${protocol}//${host}${pathname.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}${search}`,
    `${protocol}//${host}/`,
    `${protocol}//${host}/*`,
    ` ${uri}`,
  ];
}

/** Outcome of a request: an error page with an `oauth` code, a redirect to the app with an error, or, if undefined, the consent screen. */
type Outcome = string | undefined;

interface Parameter {
  readonly proves: readonly string[];
  readonly absent: Outcome;
  /** Sent twice, or not percent-encoded UTF-8. */
  readonly malformed: Outcome;
  readonly unknown: Outcome;
  readonly unknowns?: (right: string, app: ClientApp) => readonly string[];
}

const pageOf = (code: string, unknowns: NonNullable<Parameter['unknowns']>): Parameter => ({
  proves: [`consent.error.${code}`],
  absent: code,
  malformed: code,
  unknown: code,
  unknowns,
});

const PARAMETERS: Readonly<Record<string, Parameter>> = {
  client_id: pageOf('oauth.client_not_found', (id) => [
    'svc_app_sb_conf',
    id.slice(0, -1) + (id.endsWith('A') ? 'B' : 'A'),
    id.toUpperCase(),
    id.replace(/^svc_app_../, (prefix) => prefix.toUpperCase()),
    `${id} `,
  ]),
  redirect_uri: {
    ...pageOf('oauth.redirect_uri_mismatch', (_, { redirectUris = [] }) => [
      'https://evil.example/callback',
      ...redirectUris.flatMap(lookalikes).filter((uri) => !redirectUris.includes(uri)),
    ]),
    proves: ['consent.error.oauth.redirect_uri_mismatch', 'consent.redirect_exact'],
  },
  state: {
    proves: ['consent.error.oauth.state_required', 'consent.error.oauth.invalid_request'],
    absent: 'oauth.state_required',
    malformed: 'oauth.invalid_request',
    unknown: 'oauth.invalid_request',
    unknowns: () => ['x'.repeat(2049)],
  },
  response_type: {
    proves: ['consent.response_type'],
    absent: 'invalid_request',
    malformed: 'invalid_request',
    unknown: 'unsupported_response_type',
    unknowns: () => ['token', 'id_token', 'code token', 'CODE'],
  },
  scope: { proves: ['consent.scope_ignored'], absent: undefined, malformed: 'invalid_request', unknown: undefined },
  code_challenge: {
    proves: ['consent.challenge'],
    absent: 'invalid_request',
    malformed: 'invalid_request',
    unknown: 'invalid_request',
    unknowns: (right) => [right.slice(1), `${right}A`, `${right.slice(1)}=`, `${right.slice(1)}+`, VERIFIER],
  },
  code_challenge_method: {
    ...pageOf('oauth.pkce_method_unsupported', () => ['plain', 's256', 'S512']),
    malformed: 'invalid_request',
  },
};

/** The query with one parameter wrong in each way, and its outcome. */
function wrongOnes(query: URLSearchParams, name: string, app: ClientApp): [string, Outcome][] {
  const { absent, malformed, unknown, unknowns } = PARAMETERS[name] as Parameter;
  const right = query.get(name) ?? '';
  const others = new URLSearchParams([...query].filter(([one]) => one !== name)).toString();
  const as = (text: string) => `${others}&${name}=${text}`;
  return [
    [others, absent],
    [as(''), absent],
    ...[right, 'x', ''].map((other): [string, Outcome] => [`${query}&${name}=${encodeURIComponent(other)}`, malformed]),
    [`${name}=x&${query}`, malformed],
    ...['%zz', '%ff', `${right}%c3`].map((text): [string, Outcome] => [as(text), malformed]),
    ...['a\0b', ...(unknowns?.(right, app) ?? [])].map((one): [string, Outcome] => [
      as(encodeURIComponent(one)),
      unknown,
    ]),
  ];
}

/** Asserts the outcome of a request for an owner who is signed in. */
async function expectOutcome(t: CaseContext, url: string, outcome: Outcome, app: ClientApp): Promise<void> {
  const page = await owner(t).open(url);
  if (outcome === undefined) return void t.check(isConsent(page), 'the consent screen does not appear', page);
  if (outcome.startsWith('oauth.')) return expectErrorPage(t, page, outcome);
  const callback = new URL(page.headers.location ?? 'http://none');
  t.check(redirectsTo(callback, redirectUriOf(app)), `it led to ${callback.origin}${callback.pathname}`, page);
  const { state, error, ...others } = Object.fromEntries(callback.searchParams);
  t.equal(error, outcome, 'error', page);
  t.equal(state, new URL(url).searchParams.get('state'), 'state', page);
  t.equal([others.iss, others.code], [t.session.target.baseUrl, undefined], 'iss and code', page);
}

export const PARAMETER_CASES: readonly Case[] = [
  ...Object.entries(PARAMETERS).map(([name, { proves }]) =>
    example(
      `parameter.${name}`,
      [...proves, 'consent.repeated'],
      `an authorization request whose ${name} is absent, empty, repeated, malformed or wrong`,
      async (t) => {
        const app = t.session.app('main');
        const url = new URL(urlFor(t, app, { scope: 'items' }, VERIFIER));
        const wrong = wrongOnes(url.searchParams, name, app);
        for (const [query, outcome] of t.sample(wrong))
          await expectOutcome(t, `${url.origin}${url.pathname}?${query}`, outcome, app);
        const [[first, page] = ['', undefined]] = wrong;
        if (page?.startsWith('oauth.'))
          await expectRejectedAuthorization(t, `${url.origin}${url.pathname}?${first}`, page);
      },
    ),
  ),
  example(
    'invalid-approved',
    ['consent.response_type'],
    'an invalid request is not approved, even if the form of another one is sent for it',
    async (t) => {
      const [visitor, app] = [owner(t), t.session.app('main')];
      const fields = { ...decisionFields(await visitor.open(urlFor(t, app))), ...approval(t) };
      const asked = await visitor.send('GET', urlFor(t, app, { response_type: 'token' }));
      const answer = await visitor.post(new URL(asked.headers.location ?? '', visitor.origin).href, fields);
      t.equal(codeIn(answer), null, 'the code', answer);
    },
  ),
];
