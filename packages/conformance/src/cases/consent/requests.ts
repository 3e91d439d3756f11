import type { CaseContext } from '../../engine/case-context.ts';
import { authorizeUrl, newState, ownerOf, ownerVisitor, redirectUriOf } from '../../engine/connections.ts';
import { signInForm } from '../../engine/forms.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { isRedirect, Visitor } from '../../engine/visitor.ts';
import type { Answer } from '../../http/send.ts';
import type { ClientApp, Login, MerchantRole } from '../../target/target.ts';

/** Requests to the consent screen, and assertions on its pages. */

export const VERIFIER = 'conf-verifier-dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1g';

export type Changed = Readonly<Record<string, string | undefined>>;

export const urlFor = (t: CaseContext, app: ClientApp, changed: Changed = {}, verifier?: string): string =>
  authorizeUrl(t.session, app, { state: newState(), redirectUri: redirectUriOf(app), verifier }, changed);

/** Opens the consent screen signed out; gives the first answer and the page that it leads to. */
export async function openSignedOut(
  t: CaseContext,
  url: string,
): Promise<{ first: Answer; page: Answer; visitor: Visitor }> {
  const visitor = new Visitor(t.session);
  const first = await visitor.send('GET', url);
  if (first.status === 404) throw new Unavailable('no consent screen at the web host');
  return { first, page: await visitor.follow(first), visitor };
}

export const owner = (t: CaseContext, role: MerchantRole = 'main'): Visitor =>
  ownerVisitor(t.session, t.session.merchant(role));

/** A visitor with a session of its own, which a case may end. */
export const newOwner = (t: CaseContext, role: MerchantRole = 'main'): Visitor =>
  new Visitor(t.session, ownerOf(t.session.merchant(role)));

export function employeeOf(t: CaseContext, role: MerchantRole = 'main'): Login {
  const { employee } = t.session.merchant(role);
  if (!employee) throw new Unavailable(`no employee’s login of the merchant in the role ${role}`);
  return employee;
}

export const approval = (t: CaseContext, role: MerchantRole = 'main') => ({
  decision: 'approve',
  company: t.session.merchant(role).companyId,
});

export const isConsent = ({ text }: Answer): boolean => text.includes('value="approve"');

export const codeIn = ({ headers }: Answer): string | null =>
  headers.location ? new URL(headers.location, 'http://none').searchParams.get('code') : null;

/** Asserts an error page: never a redirect, with the code on it. */
export function expectErrorPage(t: CaseContext, answer: Answer, code: string): void {
  t.check(answer.status >= 400 && answer.status < 500, `the page is ${answer.status}`, answer);
  t.equal(answer.headers.location, undefined, 'Location', answer);
  t.check(answer.text.includes(code), `the page does not show ${code}`, answer);
  expectPageHeaders(t, answer);
}

/** Asserts a rejected authorization request: an error page for the owner, and no redirect off-host when signed out. */
export async function expectRejectedAuthorization(t: CaseContext, url: string, code: string): Promise<void> {
  const { first, page } = await openSignedOut(t, url);
  expectOnHost(t, first);
  if (!signInForm(page.text)) expectErrorPage(t, page, code);
  expectErrorPage(t, await owner(t).open(url), code);
}

export function expectOnHost(t: CaseContext, answer: Answer): void {
  if (!isRedirect(answer)) return;
  const led = new URL(answer.headers.location ?? '', answer.sent.url);
  t.equal(led.origin, new URL(answer.sent.url).origin, 'host that the browser is redirected to', answer);
}

export function expectPageHeaders(t: CaseContext, answer: Answer): void {
  const { headers, text } = answer;
  t.check(/frame-ancestors 'none'/.test(headers['content-security-policy'] ?? ''), 'the page can be framed', answer);
  t.check(
    /no-store/.test(headers['cache-control'] ?? ''),
    `Cache-Control of the page is ${headers['cache-control']}`,
    answer,
  );
  t.check(!/\n\s+at .+:\d+:\d+/.test(text), 'the page has a stack trace', answer);
}

/** Tells whether a callback is the redirect URI with parameters added. */
export const redirectsTo = (callback: URL, redirectUri: string): boolean =>
  callback.href.startsWith(`${new URL(redirectUri).href}${redirectUri.includes('?') ? '&' : '?'}`);
