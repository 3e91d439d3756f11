import { html } from 'hono/html';
import type { Listing } from '../../../control/apps/app-listing.ts';
import type { Environment } from '../../../control/credentials/products.ts';
import { type Html, name } from '../../languages/html.ts';
import type { View } from './view.ts';

export const hidden = (field: string, value: string | number): Html =>
  html`<input type="hidden" name="${field}" value="${value}" />`;

/** A form with its session's token. */
export const ownForm = ({ formToken }: View, action: string, content: Html, className?: string): Html =>
  html`<form method="post" action="${action}"${className && html` class="${className}"`}>${hidden('token', formToken)}${content}</form>`;

/** Logo of an app, or else its initial. The name follows as text, so the image needs no alternative text. */
export const appMark = (text: string, src: string | undefined): Html =>
  src === undefined ? monogram(text) : html`<img class="logo" src="${src}" alt="" width="52" height="52" />`;

/** The logo that an operator approved, which merchants see. */
export const listedMark = (text: string, listing: Listing | null): Html =>
  appMark(text, listing?.logo ? `/logos/${listing.logo}` : undefined);

/** First letter of a name, shown instead of a picture. */
export const monogram = (text: string): Html =>
  html`<span class="monogram" aria-hidden="true">${firstLetter(text)}</span>`;

const firstLetter = (text: string): string =>
  new Intl.Segmenter().segment(text.trim().toUpperCase()).containing(0)?.segment ?? '·';

export const badge = ({ say }: View, env: Environment): Html =>
  env === 'SANDBOX'
    ? html`<span class="badge sandbox">${say.sandbox}</span>`
    : html`<span class="badge live">${say.production}</span>`;

export const notice = (kind: 'error' | 'good' | 'hint', text: string | Html): Html =>
  html`<p class="notice ${kind}" ${kind === 'error' && html`role="alert"`} ${kind === 'good' && html`role="status"`}>${text}</p>`;

/** The signed-in user, and a link to sign in as someone else and return to the request. */
export const switchAccount = ({ say, user, formToken }: View, requestId: string | undefined): Html | undefined =>
  user &&
  html`<form class="switch" method="post" action="/sign-out">
    ${hidden('token', formToken)}${requestId && hidden('request', requestId)}
    <p>${say.signedInAs(html`<strong>${name(user.name)}</strong>`)}<br /><span class="email">${name(user.email)}</span></p>
    <button class="quiet">${say.consent.notYou}</button>
  </form>`;

/** Links between the pages of one section. */
export const tabs = (
  label: string,
  current: string,
  links: readonly (readonly [tab: string, text: string, href: string])[],
): Html =>
  html`<nav class="tabs" aria-label="${label}"><ul>${links.map(
    ([tab, text, href]) => html`<li><a href="${href}" ${tab === current && html`aria-current="page"`}>${text}</a></li>`,
  )}</ul></nav>`;

/** Code that can be copied. Scrolls separately, so it has to be reachable by keyboard. */
export const code = (label: string, text: string): Html =>
  html`<div class="copied"><pre tabindex="0" role="region" aria-label="${label}"><code data-copy>${text}</code></pre></div>`;

/** JSON with indentation; any other text as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
