import { html } from 'hono/html';
import type { Listing } from '../../control/apps/app-listing.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';

/** The approved profile of an app, in its developer's words. Its links open in another tab. */
export function aboutApp({ say }: View, listing: Listing | null): Html | undefined {
  if (!listing) return undefined;
  const { description, website, privacyPolicy } = listing;
  const links = [
    ...(website ? [[say.consent.website, website] as const] : []),
    ...(privacyPolicy ? [[say.consent.privacyPolicy, privacyPolicy] as const] : []),
  ];
  if (!description && links.length === 0) return undefined;
  return html`<section class="about" aria-label="${say.consent.about}">
    ${description && html`<p class="words" dir="auto">${description}</p>`}
    ${links.length > 0 && html`<ul class="links">${links.map(([text, href]) => link(text, href))}</ul>`}
  </section>`;
}

const link = (text: string, href: string): Html =>
  html`<li><a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a> <span class="small">${name(new URL(href).host)}</span></li>`;
