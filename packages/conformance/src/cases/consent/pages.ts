import { type Case, subject } from '../../engine/case.ts';
import { ownerOf, redirectUriOf } from '../../engine/connections.ts';
import { formWith, hiddenOf, signInForm } from '../../engine/forms.ts';
import { Visitor } from '../../engine/visitor.ts';
import { approval, employeeOf, newOwner, openSignedOut, owner, urlFor } from '../fixtures/authorization.ts';
import { codeIn, expectOnHost, expectPageHeaders, isConsent } from './expectations.ts';

/** Security and localization of the consent host's pages: framing, forms, sessions, cookies, languages. */

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

const SCRIPTS = [
  ['en', /^[^\p{Script=Arabic}\p{Script=Devanagari}]+$/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
] as const;

/** First part of a page's title, without the product name. */
const titleOf = (html: string): string => /<title>([^<]*)/.exec(html)?.[1] ?? '';

export const CONSENT_PAGE_CASES: readonly Case[] = [
  example('framing', ['consent.not_framed'], 'pages cannot be framed and are not cached', async (t) => {
    const app = t.session.app('main');
    const pages = [
      (await openSignedOut(t, urlFor(t, app))).page,
      await owner(t).open(urlFor(t, app)),
      await new Visitor(t.session, employeeOf(t)).open(urlFor(t, app)),
      (await openSignedOut(t, urlFor(t, app, { state: undefined }))).page,
      await owner(t, 'live').open(urlFor(t, app)),
    ];
    for (const page of pages) expectPageHeaders(t, page);
  }),
  example(
    'form-action',
    ['consent.form_action'],
    'the page of a request may only send forms to the host and the redirect URI, also for an employee, who can refuse',
    async (t) => {
      const client = t.session.app('main');
      const app = new URL(redirectUriOf(client)).origin;
      const isOf = (source: string, origin: string) => source === origin || source.startsWith(`${origin}/`);
      for (const visitor of [owner(t), new Visitor(t.session, employeeOf(t))]) {
        const page = await visitor.open(urlFor(t, client));
        const policy = page.headers['content-security-policy'] ?? '';
        const sources = (/form-action ([^;]*)/.exec(policy)?.[1] ?? '').trim().split(/\s+/);
        const own = (source: string) => source === "'self'" || isOf(source, visitor.origin);
        t.check(
          sources.some((source) => isOf(source, app)),
          `form-action is ${sources.join(' ')}`,
          page,
        );
        t.equal(
          sources.filter((source) => !own(source) && !isOf(source, app)),
          [],
          'other sources of form-action',
          page,
        );
      }
    },
  ),
  example('see-other', ['consent.see_other'], 'a submitted form returns 303', async (t) => {
    const { page, visitor } = await openSignedOut(t, urlFor(t, t.session.app('main')));
    const signedIn = await visitor.signIn(page, ownerOf(t.session.merchant('main')));
    t.equal(signedIn.status, 303, 'status of the sign-in', signedIn);
    const consent = await visitor.follow(signedIn);
    const decided = await visitor.submit(consent, 'decision', approval(t));
    t.equal(decided.status, 303, 'status of the decision', decided);
  }),
  example('forged', ['consent.csrf'], 'a decision that does not come from the page is rejected', async (t) => {
    const visitor = owner(t);
    const page = await visitor.open(urlFor(t, t.session.app('main')));
    const stranger = newOwner(t, 'other');
    const theirs = await stranger.open(urlFor(t, t.session.app('main')));
    const hidden = (one: typeof page) => hiddenOf(formWith(one.text, 'decision') ?? { action: '', controls: [] });
    const secrets = Object.entries(hidden(page)).filter(([, value]) => value.length >= 16);
    t.check(secrets.length > 0, 'the form has no hidden field that another site could not know', page);
    const without = Object.fromEntries(secrets.map(([name]) => [name, '']));
    const others = Object.fromEntries(secrets.map(([name]) => [name, hidden(theirs)[name] ?? 'x']));
    const wrong = Object.fromEntries(secrets.map(([name]) => [name, 'x']));
    for (const [fields, headers, what] of [
      [without, {}, 'without the form token'],
      [wrong, {}, 'with a made-up form token'],
      [others, {}, 'with the form token of another session'],
      [{}, { Origin: EVIL }, 'from another origin'],
      [{}, { Origin: 'null' }, 'from an opaque origin'],
    ] as const) {
      const answer = await visitor.submit(page, 'decision', { ...approval(t), ...fields }, headers);
      t.check(answer.status >= 400 && !answer.headers.location, `${what} it is ${answer.status}`, answer);
    }
    const answer = await visitor.submit(page, 'decision', approval(t));
    t.check(codeIn(answer) !== null, 'a rejected decision has used up the request', answer);
  }),
  example(
    'forged-origin',
    ['consent.csrf'],
    'a decision from an origin similar to the host’s, or from none, is rejected',
    async (t) => {
      const visitor = owner(t);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      for (const Origin of [...resembling(visitor.origin), new URL(t.session.target.baseUrl).origin, undefined]) {
        if (Origin === visitor.origin) continue;
        for (const headers of [{ Origin }, { Origin: undefined, Referer: Origin && `${Origin}/` }]) {
          const answer = await visitor.submit(page, 'decision', approval(t), headers);
          t.check(answer.status >= 400 && !answer.headers.location, `from ${Origin} it is ${answer.status}`, answer);
        }
      }
      const answer = await visitor.submit(page, 'decision', approval(t));
      t.check(codeIn(answer) !== null, 'a rejected decision has used up the request', answer);
    },
  ),
  example('by-link', ['consent.csrf'], 'a GET request decides nothing', async (t) => {
    const visitor = owner(t);
    const page = await visitor.open(urlFor(t, t.session.app('main')));
    const form = formWith(page.text, 'decision');
    const query = new URLSearchParams({ ...hiddenOf(form ?? { action: '', controls: [] }), decision: 'approve' });
    query.set('company', String(t.session.merchant('main').companyId));
    const answer = await visitor.send('GET', `${page.sent.url}?${query}`);
    t.equal(codeIn(answer), null, 'the code', answer);
  }),
  example('sign-in-forged', ['consent.csrf'], 'another site cannot sign anyone in', async (t) => {
    const { page, visitor } = await openSignedOut(t, urlFor(t, t.session.app('main')));
    const answer = await visitor.signIn(page, ownerOf(t.session.merchant('main')), { Origin: EVIL });
    t.check(answer.status >= 400, `it is ${answer.status}`, answer);
  }),
  example(
    'session-renewed',
    ['consent.session_renewed'],
    'a session planted before the sign-in is not signed in by it',
    async (t) => {
      const url = urlFor(t, t.session.app('main'));
      const known = newOwner(t);
      await known.open(url);
      const { page, visitor } = await openSignedOut(t, url);
      const planted = new Map([...known.cookies.keys()].map((name) => [name, visitor.cookies.get(name)]));
      for (const [name, value] of planted) {
        planted.set(name, value ?? known.cookies.get(name)?.replaceAll(/\w/g, 'A'));
        visitor.plant(name, planted.get(name) ?? '');
      }
      await visitor.follow(await visitor.signIn(page, ownerOf(t.session.merchant('main'))));
      const attacker = new Visitor(t.session);
      for (const [name, value] of planted) attacker.plant(name, value ?? '');
      t.check(isConsent(await visitor.open(url)), 'the sign-in failed');
      t.check(!isConsent(await attacker.open(url)), 'the planted session is signed in');
    },
  ),
  example(
    'cookies',
    ['consent.cookies', 'consent.cookies_unread', 'consent.cookies_same_site'],
    'sign-in sets a cookie that is limited to the host, hidden from scripts and not sent by other sites',
    async (t) => {
      const { page, visitor } = await openSignedOut(t, urlFor(t, t.session.app('main')));
      // Cookie attributes are checked on every response of the host.
      const answer = await visitor.signIn(page, ownerOf(t.session.merchant('main')));
      t.check(answer.cookies.length > 0, 'signing in sets no cookie', answer);
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
      const bare = new URL(page.sent.url);
      for (const url of [
        `${page.sent.url}${bare.search ? '&' : '?'}${named}`,
        `${bare.origin}${bare.pathname}?${named}`,
      ]) {
        expectOnHost(t, await owner(t).send('GET', url));
        const visitor = new Visitor(t.session);
        const asked = await visitor.send('GET', url);
        expectOnHost(t, asked);
        if (!signInForm(asked.text)) continue;
        expectOnHost(t, await visitor.signIn(asked, ownerOf(t.session.merchant('main'))));
      }
    },
  ),
  example(
    'languages',
    ['consent.localised'],
    'pages are localized, and Arabic is written from right to left',
    async (t) => {
      const url = urlFor(t, t.session.app('main'));
      for (const [language, script] of SCRIPTS) {
        const preferred = { 'Accept-Language': `fr, ${language};q=0.9, ${language === 'hi' ? 'ar' : 'hi'};q=0.1` };
        const page = await new Visitor(t.session).send('GET', (await openSignedOut(t, url)).page.sent.url, preferred);
        t.check(script.test(titleOf(page.text)), `the title in ${language} is "${titleOf(page.text)}"`, page);
        const [html = ''] = /<html[^>]*>/.exec(page.text) ?? [];
        t.check(new RegExp(`lang=["']?${language}\\b`).test(html), `the page in ${language} begins ${html}`, page);
        t.equal(/dir=["']?rtl/.test(html), language === 'ar', `direction in ${language}`, page);
      }
    },
  ),
];
