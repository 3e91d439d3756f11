import { type Case, subject } from '../../run/case.ts';
import { ownerOf, redirectUriOf } from '../../run/connections.ts';
import { signInForm } from '../../run/forms.ts';
import { Visitor } from '../../run/visitor.ts';
import { approval, employeeOf, newOwner, openSignedOut, owner, urlFor } from '../fixtures/authorization.ts';
import { codeIn, decisionFields, expectOnHost, expectPageHeaders } from './expectations.ts';

/** Security of the consent host's pages: framing, forged forms, redirects. */

const example = subject('examples', 'consent');

const EVIL = 'https://evil.example';

/** Origins that match the genuine one only partially. */
function resembling(origin: string): string[] {
  const { protocol, hostname, host, port } = new URL(origin);
  return [
    `${protocol}//${hostname}.evil.example`,
    `${protocol}//evil.${host}`,
    `${origin}0`,
    `${protocol}//${hostname}:${port === '8443' ? 8444 : 8443}`,
    `${protocol === 'https:' ? 'http:' : 'https:'}//${host}`,
  ];
}

/** Parameter names that servers use for a return address. */
const RETURN_NAMES = ['return_to', 'returnTo', 'return', 'redirect', 'redirect_uri', 'next', 'continue', 'url', 'goto'];

export const CONSENT_PAGE_CASES: readonly Case[] = [
  example(
    'policy',
    ['consent.form_action', 'consent.not_framed'],
    'no page of a request can be framed; its forms lead only to the host and the redirect URI, for an employee too',
    async (t) => {
      const client = t.session.app('main');
      const app = new URL(redirectUriOf(client)).origin;
      const leadsTo = (source: string, origin: string) => source === origin || source.startsWith(`${origin}/`);
      expectPageHeaders(t, (await openSignedOut(t, urlFor(t, client))).page);
      for (const visitor of [owner(t), new Visitor(t.session, employeeOf(t))]) {
        const page = await visitor.open(urlFor(t, client));
        expectPageHeaders(t, page);
        const [, policy = ''] = /form-action ([^;]*)/.exec(page.headers['content-security-policy'] ?? '') ?? [];
        const sources = policy.trim().split(/\s+/);
        t.check(
          sources.some((source) => leadsTo(source, app)),
          `form-action is ${policy}`,
          page,
        );
        const isOther = (source: string) =>
          source !== "'self'" && !leadsTo(source, visitor.origin) && !leadsTo(source, app);
        t.equal(sources.filter(isOther), [], 'other sources of form-action', page);
      }
    },
  ),
  example(
    'forged',
    ['consent.csrf'],
    'a decision is rejected by GET, without the form token of its session, and from any other origin; a sign-in from another site is, too',
    async (t) => {
      const visitor = owner(t);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      const theirs = decisionFields(await newOwner(t, 'other').open(urlFor(t, t.session.app('main'))));
      const own = decisionFields(page);
      const secrets = Object.keys(own).filter((name) => (own[name] ?? '').length >= 16);
      t.check(secrets.length > 0, 'the form has no hidden field that another site could not know', page);
      const as = (value: (name: string) => string) => Object.fromEntries(secrets.map((name) => [name, value(name)]));
      const origins = [EVIL, 'null', ...resembling(visitor.origin), new URL(t.session.target.baseUrl).origin];
      const forged: [fields: Record<string, string>, headers: Record<string, string | undefined>, what: string][] = [
        [as(() => ''), {}, 'without the form token'],
        [as(() => 'x'), {}, 'with a made-up form token'],
        [as((name) => theirs[name] ?? 'x'), {}, 'with the form token of another session'],
        [{}, { Origin: undefined }, 'without an origin'],
        ...origins
          .filter((origin) => origin !== visitor.origin)
          .flatMap((Origin): typeof forged => [
            [{}, { Origin }, `from ${Origin}`],
            [{}, { Origin: undefined, Referer: `${Origin}/` }, `from a page of ${Origin}`],
          ]),
      ];
      for (const [fields, headers, what] of forged) {
        const answer = await visitor.submit(page, 'decision', { ...approval(t), ...fields }, headers);
        t.check(answer.status >= 400 && !answer.headers.location, `${what} it is ${answer.status}`, answer);
      }
      const query = new URLSearchParams({ ...own, decision: 'approve', company: String(approval(t).company) });
      t.equal(codeIn(await visitor.send('GET', `${page.sent.url}?${query}`)), null, 'the code of a GET request');
      const answer = await visitor.submit(page, 'decision', approval(t));
      t.check(codeIn(answer) !== null, 'a rejected decision has used up the request', answer);
      const signedOut = await openSignedOut(t, urlFor(t, t.session.app('main')));
      const login = ownerOf(t.session.merchant('main'));
      const signedIn = await signedOut.visitor.signIn(signedOut.page, login, { Origin: EVIL });
      t.check(signedIn.status >= 400, `a sign-in from another site is ${signedIn.status}`, signedIn);
    },
  ),
  example(
    'open-redirect',
    ['consent.return_on_host'],
    'sign-in never redirects off-host, whether or not the owner is signed in already',
    async (t) => {
      const { page } = await openSignedOut(t, urlFor(t, t.session.app('main')));
      await owner(t).open(urlFor(t, t.session.app('main')));
      const named = RETURN_NAMES.map((name) => `${name}=${encodeURIComponent(`${EVIL}/x`)}`).join('&');
      const { origin, pathname, search } = new URL(page.sent.url);
      for (const url of [`${page.sent.url}${search ? '&' : '?'}${named}`, `${origin}${pathname}?${named}`]) {
        expectOnHost(t, await owner(t).send('GET', url));
        const visitor = new Visitor(t.session);
        const asked = await visitor.send('GET', url);
        expectOnHost(t, asked);
        if (!signInForm(asked.text)) continue;
        expectOnHost(t, await visitor.signIn(asked, ownerOf(t.session.merchant('main'))));
      }
    },
  ),
];
