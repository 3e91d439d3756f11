import type { Answer } from '../../http/send.ts';
import type { CaseContext } from '../../run/case-context.ts';
import { formWith, hiddenOf, signInForm } from '../../run/forms.ts';
import { isRedirect } from '../../run/visitor.ts';
import { openSignedOut, owner } from '../fixtures/authorization.ts';

/** Assertions on the pages of the consent host. */

export const isConsent = ({ text }: Answer): boolean => text.includes('value="approve"');

export const codeIn = ({ headers }: Answer): string | null =>
  headers.location ? new URL(headers.location, 'http://none').searchParams.get('code') : null;

/** Hidden fields of the form that decides on a request. */
export const decisionFields = ({ text }: Answer): Record<string, string> =>
  hiddenOf(formWith(text, 'decision') ?? { action: '', controls: [] });

/** Asserts an error page with the code, and no redirect. */
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

/** Asserts headers that are not checked on every response. */
export function expectPageHeaders(t: CaseContext, answer: Answer): void {
  const { headers, text } = answer;
  const { 'content-security-policy': policy = '', 'cache-control': control = '' } = headers;
  t.about('consent.not_framed').check(/frame-ancestors 'none'/.test(policy), 'the page can be framed', answer);
  t.about('http.private_cache').check(/no-store/.test(control), `Cache-Control is ${control}`, answer);
  t.about('http.no_internals').check(!/\n\s+at .+:\d+:\d+/.test(text), 'the page has a stack trace', answer);
}
