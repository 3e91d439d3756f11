import { type Draw, drawing } from '../../draw.ts';
import { clientsOf } from '../../driver/credentials.ts';
import { pick } from '../../driver/requests/factor.ts';
import { accessWorldOf, callbackDifference } from '../../driver/tokens/access-world.ts';
import { draftOf, formOf } from '../../driver/tokens/draft.ts';
import { VERIFIER } from '../../driver/tokens/field-walk.ts';
import { type Change, changesOf } from '../../driver/tokens/wrong-fields.ts';
import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { newState } from '../../run/connections.ts';
import { type Decided, decide } from '../../specification/access/authorization.ts';
import type { ClientApp, MerchantRole } from '../../target/target.ts';
import { owner, urlFor } from '../fixtures/authorization.ts';
import { mostOf } from '../specification/effort.ts';
import { expectErrorPage, expectRejectedAuthorization, isConsent } from './expectations.ts';

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

/** Values of each parameter besides those that resemble the right one. */
const othersOf = (app: ClientApp, clients: readonly ClientApp[]): Readonly<Record<string, readonly string[]>> => ({
  client_id: ['svc_app_sb_conf', ...clients.map(({ clientId }) => clientId)],
  redirect_uri: (app.redirectUris ?? []).flatMap((uri) => [uri, ...lookalikes(uri)]),
  state: ['x'.repeat(2048), 'x'.repeat(2049), '\u{1F680}'.repeat(1000)],
  response_type: ['token', 'id_token', 'code token'],
  scope: ['nosuch'],
  code_challenge: [VERIFIER],
  code_challenge_method: ['plain', 'S512'],
});

/** Where the specification says that the decision of a merchant's owner leads. */
function decided(t: CaseContext, url: string, companyId: number): Decided {
  const { state, now } = accessWorldOf(t.session);
  const approval = { isApproved: true, now, newCode: () => 'code' };
  return decide(state, url.slice(url.indexOf('?') + 1), state.companies.find(companyId), approval);
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
    const difference = callbackDifference(callback, expected);
    if (difference) t.check(false, difference.message, page);
  }
  for (const finding of findings.splice(before)) findings.push({ ...finding, requirements: [expected.rule] });
  if (findings.length === before) t.session.observeKept([expected.rule]);
}

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
      const [path = '', query = ''] = urlFor(t, app, { scope: 'items' }, VERIFIER).split('?');
      const others = othersOf(
        app,
        clientsOf(t.session.target).filter(({ role }) => role !== 'spare'),
      );
      const parameters = Object.fromEntries(new URLSearchParams(query));
      const changes = Object.entries(parameters).flatMap(([name, value]) =>
        changesOf(name, value, others[name] ?? []).filter(({ format }) => format === 'form'),
      );
      const send = (...made: readonly Change[]) => {
        const { fields } = made.reduce((draft, { of }) => of(draft), draftOf(path, parameters));
        return expectAsSpecified(t, `${path}?${formOf(fields)}`, draw);
      };
      for (const change of t.sample(changes)) await send(change);
      for (let n = 0; n < 2 * mostOf(t); n += 1) {
        const [one, other] = [pick(changes, draw), pick(changes, draw)];
        if (one && other && one.part !== other.part) await send(one, other);
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
