import { type Case, subject } from '../../engine/case.ts';
import { ownerOf, redirectUriOf } from '../../engine/connections.ts';
import { formWith, hiddenOf, signInForm } from '../../engine/forms.ts';
import { Visitor } from '../../engine/visitor.ts';
import {
  approval,
  codeIn,
  employeeOf,
  expectOnHost,
  expectPageHeaders,
  isConsent,
  newOwner,
  openSignedOut,
  owner,
  urlFor,
} from './requests.ts';

/** What keeps the pages of the consent host safe: framing, forms, sessions, cookies, languages. */

const example = subject('examples', 'consent');

const EVIL = 'https://evil.example';

/** What resembles an origin, to whoever compares less than all of it. */
function resembling(origin: string): string[] {
  const { protocol, hostname, host, port } = new URL(origin);
  return [
    `${protocol}//${hostname}.evil.example`,
    `${protocol}//evil.${host}`,
    `${protocol}//${hostname}:${port === '8443' ? 8444 : 8443}`,
    `${protocol === 'https:' ? 'http:' : 'https:'}//${host}`,
  ];
}

/** Names under which servers take where to go on to. */
const RETURN_NAMES = ['return_to', 'returnTo', 'return', 'redirect', 'redirect_uri', 'next', 'continue', 'url', 'goto'];

const SCRIPTS = [
  ['en', /^[^\p{Script=Arabic}\p{Script=Devanagari}]+$/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
] as const;

/** What a page says first: its title, without the name of the product. */
const titleOf = (html: string): string => /<title>([^<]*)/.exec(html)?.[1] ?? '';

export const CONSENT_PAGE_CASES: readonly Case[] = [
  example('framing', ['consent.not_framed'], 'no page can be framed or is kept by a cache', async (t) => {
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
    'the form of the consent screen may lead to the host and to the redirect URI, and nowhere else',
    async (t) => {
      const client = t.session.app('main');
      const page = await owner(t).open(urlFor(t, client));
      const policy = page.headers['content-security-policy'] ?? '';
      const sources = (/form-action ([^;]*)/.exec(policy)?.[1] ?? '').trim().split(/\s+/);
      const app = new URL(redirectUriOf(client)).origin;
      const isOf = (source: string, origin: string) => source === origin || source.startsWith(`${origin}/`);
      const own = (source: string) => source === "'self'" || isOf(source, new URL(page.sent.url).origin);
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
    },
  ),
  example('see-other', ['consent.see_other'], 'a form is answered with 303', async (t) => {
    const { page, visitor } = await openSignedOut(t, urlFor(t, t.session.app('main')));
    const signedIn = await visitor.signIn(page, ownerOf(t.session.merchant('main')));
    t.equal(signedIn.status, 303, 'the status of signing in', signedIn);
    const consent = await visitor.follow(signedIn);
    const decided = await visitor.submit(consent, 'decision', approval(t));
    t.equal(decided.status, 303, 'the status of the decision', decided);
  }),
  example('forged', ['consent.csrf'], 'a decision that does not come from the page is refused', async (t) => {
    const visitor = owner(t);
    const page = await visitor.open(urlFor(t, t.session.app('main')));
    const stranger = newOwner(t, 'other');
    const theirs = await stranger.open(urlFor(t, t.session.app('main')));
    const hidden = (one: typeof page) => hiddenOf(formWith(one.text, 'decision') ?? { action: '', controls: [] });
    const secrets = Object.entries(hidden(page)).filter(([, value]) => value.length >= 16);
    t.check(secrets.length > 0, 'the form has nothing hidden that another site could not know', page);
    const without = Object.fromEntries(secrets.map(([name]) => [name, '']));
    const others = Object.fromEntries(secrets.map(([name]) => [name, hidden(theirs)[name] ?? 'x']));
    const wrong = Object.fromEntries(secrets.map(([name]) => [name, 'x']));
    for (const [fields, headers, what] of [
      [without, {}, 'without the form token'],
      [wrong, {}, 'with a made-up form token'],
      [others, {}, "with the form token of another's session"],
      [{}, { Origin: EVIL }, 'from another origin'],
      [{}, { Origin: 'null' }, 'from an opaque origin'],
    ] as const) {
      const answer = await visitor.submit(page, 'decision', { ...approval(t), ...fields }, headers);
      t.check(answer.status >= 400 && !answer.headers.location, `${what} it is ${answer.status}`, answer);
    }
    const answer = await visitor.submit(page, 'decision', approval(t));
    t.check(codeIn(answer) !== null, 'what was refused used the request up', answer);
  }),
  example(
    'forged-origin',
    ['consent.csrf'],
    'a decision is refused from an origin that resembles the host’s, and from none at all',
    async (t) => {
      const visitor = owner(t);
      const page = await visitor.open(urlFor(t, t.session.app('main')));
      for (const Origin of [...resembling(visitor.origin), new URL(t.session.target.baseUrl).origin, undefined]) {
        if (Origin === visitor.origin) continue;
        const answer = await visitor.submit(page, 'decision', approval(t), { Origin });
        t.check(answer.status >= 400 && !answer.headers.location, `from ${Origin} it is ${answer.status}`, answer);
      }
      const answer = await visitor.submit(page, 'decision', approval(t));
      t.check(codeIn(answer) !== null, 'what was refused used the request up', answer);
    },
  ),
  example('by-link', ['consent.csrf'], 'a link decides nothing', async (t) => {
    const visitor = owner(t);
    const page = await visitor.open(urlFor(t, t.session.app('main')));
    const form = formWith(page.text, 'decision');
    const query = new URLSearchParams({ ...hiddenOf(form ?? { action: '', controls: [] }), decision: 'approve' });
    query.set('company', String(t.session.merchant('main').companyId));
    const answer = await visitor.send('GET', `${page.sent.url}?${query}`);
    t.equal(codeIn(answer), null, 'the code', answer);
  }),
  example('sign-in-forged', ['consent.csrf'], 'nobody is signed in from another site', async (t) => {
    const { page, visitor } = await openSignedOut(t, urlFor(t, t.session.app('main')));
    const answer = await visitor.signIn(page, ownerOf(t.session.merchant('main')), { Origin: EVIL });
    t.check(answer.status >= 400, `it is ${answer.status}`, answer);
  }),
  example(
    'session-renewed',
    ['consent.session_renewed'],
    'a session that was planted before the sign-in opens nothing after it',
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
      t.check(isConsent(await visitor.open(url)), 'the sign-in did not hold');
      t.check(!isConsent(await attacker.open(url)), 'the planted session is signed in');
    },
  ),
  example(
    'cookies',
    ['consent.cookies', 'consent.cookies_unread', 'consent.cookies_same_site'],
    'signing in sets a cookie of the host alone, which no script reads and no other site sends',
    async (t) => {
      const { page, visitor } = await openSignedOut(t, urlFor(t, t.session.app('main')));
      // What each cookie has to be is checked with every answer of the host.
      const answer = await visitor.signIn(page, ownerOf(t.session.merchant('main')));
      t.check(answer.cookies.length > 0, 'signing in sets no cookie', answer);
    },
  ),
  example(
    'open-redirect',
    ['consent.return_on_host'],
    'signing in leads to pages of the host, whatever a link says, and so for who is signed in already',
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
    'pages are in the reader’s language, Arabic from the right',
    async (t) => {
      const url = urlFor(t, t.session.app('main'));
      for (const [language, script] of SCRIPTS) {
        const preferred = { 'Accept-Language': `fr, ${language};q=0.9, ${language === 'hi' ? 'ar' : 'hi'};q=0.1` };
        const page = await new Visitor(t.session).send('GET', (await openSignedOut(t, url)).page.sent.url, preferred);
        t.check(script.test(titleOf(page.text)), `the title in ${language} is "${titleOf(page.text)}"`, page);
        const [html = ''] = /<html[^>]*>/.exec(page.text) ?? [];
        t.check(new RegExp(`lang=["']?${language}\\b`).test(html), `the page in ${language} begins ${html}`, page);
        t.equal(/dir=["']?rtl/.test(html), language === 'ar', `from the right in ${language}`, page);
      }
    },
  ),
];
