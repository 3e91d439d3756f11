import { type Draw, drawing } from '../../draw.ts';
import { pick } from '../../driver/requests/factor.ts';
import { accessWorldOf } from '../../driver/tokens/access-world.ts';
import { VERIFIER } from '../../driver/tokens/field-walk.ts';
import { clientsOf } from '../../driver/tokens/known.ts';
import { near } from '../../driver/tokens/wrong-fields.ts';
import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { newState } from '../../run/connections.ts';
import { type Decided, decide } from '../../specification/access/authorization.ts';
import type { ClientApp, MerchantRole } from '../../target/target.ts';
import { owner, urlFor } from '../fixtures/authorization.ts';
import { mostOf } from '../specification/effort.ts';
import { expectErrorPage, expectRejectedAuthorization, isConsent, redirectsTo } from './expectations.ts';

/** Authorization requests, of which the specification says where they lead. */

const requests = subject('specification', 'requests');

/** URIs that match a registered redirect URI only partially. */
function lookalikes(uri: string): string[] {
  const { protocol, host, hostname, pathname, search, port } = new URL(uri);
  const at = (origin: string) => `${origin}${pathname}${search}`;
  return [
    `${uri}/`,
    `${uri}${search ? '&' : '?'}x=1`,
    `${uri}#fragment`,
    at(`${protocol === 'https:' ? 'http:' : 'https:'}//${host}`),
    at(`${protocol}//${hostname}:${port === '8443' ? 8444 : 8443}`),
    at(`${protocol}//evil.${host}`),
    at(`${protocol}//${hostname}.evil.example`),
    at(`${protocol}//${hostname}@evil.example`),
    `${protocol}//${host}${pathname}/../evil${search}`,
    `${protocol}//${host}${pathname.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}${search}`,
    `${protocol}//${host}/`,
    `${protocol}//${host}/*`,
    'https://evil.example/callback',
  ];
}

/** Values of each parameter besides those that are near the right one. */
const othersOf = (app: ClientApp, clients: readonly ClientApp[]): Readonly<Record<string, readonly string[]>> => ({
  client_id: ['svc_app_sb_conf', ...clients.map(({ clientId }) => clientId)],
  redirect_uri: (app.redirectUris ?? []).flatMap((uri) => [uri, ...lookalikes(uri)]),
  state: ['x'.repeat(2048), 'x'.repeat(2049), '\u{1F680}'.repeat(1000)],
  response_type: ['token', 'id_token', 'code token'],
  scope: ['nosuch'],
  code_challenge: [VERIFIER],
  code_challenge_method: ['plain', 'S512'],
});

type Query = readonly string[];

interface Change {
  readonly name: string;
  readonly of: (query: Query) => Query;
}

/** Every way in which a parameter can be wrong. */
function changesOf(name: string, right: string, others: readonly string[]): Change[] {
  const without = (query: Query): Query => query.filter((pair) => !pair.startsWith(`${name}=`));
  const sentAs = (...texts: readonly string[]): Change => ({
    name,
    of: (query) => [...without(query), ...texts.map((text) => `${name}=${text}`)],
  });
  const values = [...near(right), 'a\0b', ...others].filter((value) => value !== right);
  return [
    { name, of: without },
    ...['', '%zz', '%ff', `${encodeURIComponent(right)}%c3`].map((text) => sentAs(text)),
    ...values.map((value) => sentAs(encodeURIComponent(value))),
    ...[right, 'x', ''].map((other) => sentAs(encodeURIComponent(right), encodeURIComponent(other))),
    sentAs('x', encodeURIComponent(right)),
  ];
}

const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1);

/** Where the specification says that the decision of a merchant's owner leads. */
function decided(t: CaseContext, url: string, companyId: number): Decided {
  const { state, now } = accessWorldOf(t.session);
  const approval = { isApproved: true, now, newCode: () => 'code' };
  return decide(state, queryOf(url), state.companies.find(companyId), approval);
}

/** Asserts where a request led: to an error page, back to the app with an error, or to the consent screen. */
function expectLeads(t: CaseContext, expected: Decided, page: Answer): void {
  const { findings } = t;
  const before = findings.length;
  if ('page' in expected) expectErrorPage(t, page, expected.page);
  else if (expected.parameters.error === undefined)
    t.check(isConsent(page), 'the consent screen does not appear', page);
  else {
    const callback = new URL(page.headers.location ?? 'http://none');
    t.check(redirectsTo(callback, expected.redirectUri), `it led to ${callback.origin}${callback.pathname}`, page);
    const own = [...new URL(expected.redirectUri).searchParams.keys()];
    const added = [...callback.searchParams].filter(([name]) => ![...own, ...OPTIONAL].includes(name));
    t.equal(Object.fromEntries(added), { ...expected.parameters }, 'the parameters', page);
  }
  for (const finding of findings.splice(before)) findings.push({ ...finding, requirements: [expected.rule] });
  if (findings.length === before) t.session.observeKept([expected.rule]);
}

/** Parameters of an error that a service may add (RFC 6749 §4.1.2.1). */
const OPTIONAL = ['error_description', 'error_uri'];

/** Opens a request as the main merchant's owner and, where it ends on an error page, sometimes signed out as well. */
async function expectAsSpecified(t: CaseContext, url: string, draw: Draw): Promise<void> {
  const expected = decided(t, url, t.session.merchant('main').companyId);
  expectLeads(t, expected, await owner(t).open(url));
  if ('page' in expected && draw(SIGNED_OUT) === 0) await expectRejectedAuthorization(t, url, expected.page);
}

/** Of this many requests, one is opened signed out. */
const SIGNED_OUT = 8;

const OWNERS: readonly MerchantRole[] = ['main', 'foreign', 'live', 'single', 'abroad'];

export const REQUEST_CASES: readonly Case[] = [
  requests(
    'parameters',
    ['consent.redirect_exact'],
    'an authorization request with one or two wrong parameters leads where the specification says',
    async (t) => {
      const app = t.session.app('main');
      const draw = drawing(t.seed);
      const [path, query = ''] = urlFor(t, app, { scope: 'items' }, VERIFIER).split('?');
      const others = othersOf(
        app,
        clientsOf(t.session.target).filter(({ role }) => role !== 'spare'),
      );
      const changes = [...new URLSearchParams(query)].flatMap(([name, value]) =>
        changesOf(name, value, others[name] ?? []),
      );
      const send = (...made: readonly Change[]) => {
        const changed = made.reduce<Query>((pairs, { of }) => of(pairs), query.split('&'));
        return expectAsSpecified(t, `${path}?${changed.join('&')}`, draw);
      };
      for (const change of t.sample(changes)) await send(change);
      for (let n = 0; n < 2 * mostOf(t); n += 1) {
        const [one, other] = [pick(changes, draw), pick(changes, draw)];
        if (one && other && one.name !== other.name) await send(one, other);
      }
    },
  ),
  requests(
    'clients',
    ['consent.error.oauth.company_not_eligible'],
    'the request of each client leads each owner where the specification says, and so does a decision for each of their merchants',
    async (t) => {
      const clients = clientsOf(t.session.target).filter(({ role }) => role !== 'spare');
      const { merchants } = t.session.target;
      for (const app of t.sample(clients))
        for (const role of OWNERS.filter((one) =>
          merchants.some(({ role: known, owner: login }) => known === one && login),
        )) {
          const redirectUri = app.redirectUris?.[0] ?? t.session.app('main').redirectUris?.[0];
          const url = urlFor(t, { ...app, redirectUris: redirectUri ? [redirectUri] : [] }, { state: newState() });
          const { email } = t.session.merchant(role).owner ?? {};
          const own = merchants.filter(({ owner: login }) => login?.email === email);
          const each = own.map(({ companyId }) => [companyId, decided(t, url, companyId)] as const);
          const [first] = each.map(([, expected]) => expected);
          const page = await owner(t, role).open(url);
          const offered = each.find(([, expected]) => !('page' in expected))?.[1] ?? first;
          if (offered) expectLeads(t, offered, page);
          if (!isConsent(page)) continue;
          for (const [company, expected] of each)
            if ('page' in expected)
              expectLeads(t, expected, await owner(t, role).submit(page, 'decision', { decision: 'approve', company }));
        }
    },
  ),
];
