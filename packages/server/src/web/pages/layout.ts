import { html } from 'hono/html';
import { ICON_PATH, STYLE_PATH } from '../assets/assets.ts';
import { type Html, name } from '../languages/html.ts';
import type { View } from '../view.ts';
import { hidden } from './parts.ts';

export type Section = 'connections' | 'accessRequests';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Layout of the back office, with its navigation. */
  readonly office?: { readonly section: Section; readonly companyId: number };
  /** The redirect URI that the page's form may lead to. */
  readonly returnsTo?: string;
}

/** The whole document. */
export function renderPage(view: View, page: Page): string {
  const { language, say } = view;
  return String(html`<!doctype html>
<html lang="${language.code}" dir="${language.direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${page.title} · Tillgate</title>
    <link rel="icon" href="${ICON_PATH}" />
    <link rel="stylesheet" href="${STYLE_PATH}" />
  </head>
  <body class="${page.office ? 'office' : 'single'}">
    <a class="skip" href="#content">${say.skip}</a>
    ${header(view, page)}
    <main id="content">${page.body}</main>
    ${footer(view)}
  </body>
</html>`);
}

const header = (view: View, page: Page): Html => html`<header class="top">
  <a class="brand" href="${homeOf(page)}"><img src="${ICON_PATH}" alt="" width="32" height="32" /><span>Tillgate</span></a>
  ${page.office && sections(view, page.office)} ${page.office && account(view)}
</header>`;

/** The start page, which leads back to the merchant that is looked at. */
const homeOf = ({ office }: Page): string => (office ? `/?company=${office.companyId}` : '/');

const LINKS: readonly (readonly [Section, string])[] = [
  ['connections', '/connections'],
  ['accessRequests', '/access-requests'],
];

function sections({ say }: View, { section, companyId }: NonNullable<Page['office']>): Html {
  const link = ([of, path]: (typeof LINKS)[number]) =>
    html`<li><a href="${path}?company=${companyId}" ${of === section && html`aria-current="page"`}>${say.nav[of]}</a></li>`;
  return html`<nav class="sections" aria-label="${say.nav.label}"><ul>${LINKS.map(link)}</ul></nav>`;
}

const account = ({ say, user, formToken }: View): Html | undefined =>
  user &&
  html`<form class="account" method="post" action="/sign-out">
    ${hidden('token', formToken)}<span class="who">${name(user.name)}</span>
    <button class="quiet">${say.nav.signOut}</button>
  </form>`;

const footer = ({ say, language, languageLinks }: View): Html => html`<footer class="bottom">
  <p>Tillgate · ${say.tagline}</p>
  <nav aria-label="${say.language}"><ul>${languageLinks.map(
    ({ language: other, href }) =>
      html`<li><a href="${href}" lang="${other.code}" hreflang="${other.code}" dir="${other.direction}" ${
        other === language && html`aria-current="true"`
      }>${other.name}</a></li>`,
  )}</ul></nav>
</footer>`;
