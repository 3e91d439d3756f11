import { html } from 'hono/html';
import { encode } from 'uqr';
import type { Listing } from '../../control/apps.ts';
import type { Environment } from '../../control/products.ts';
import type { User } from '../../control/users.ts';
import type { Brand } from '../assets/brand.ts';
import { type Html, name } from '../languages/html.ts';
import { LANGUAGES, type Language, type Sentences } from '../languages/languages.ts';
import { formToken } from './accept-form.ts';
import { queryOf, type WebContext } from './context.ts';
import type { WebDependencies } from './dependencies.ts';
import type { Area } from './sessions.ts';
import type { Flash } from './submission.ts';

export interface View {
  readonly language: Language;
  readonly say: Sentences;
  /** Links to this page in each language; empty if it has only one. */
  readonly languageLinks: readonly { readonly language: Language; readonly href: string }[];
  readonly brand: Brand;
  readonly signUp: 'open' | 'closed';
  readonly user: User | undefined;
  readonly areas: readonly Area[];
  readonly flash: Flash | undefined;
  readonly formToken: string;
  /** Reference of the API; the guides are below its path. */
  readonly docsUrl: string;
  /** The start page at this host's canonical address. */
  readonly homeUrl: string;
}

export function viewOf(ctx: WebContext, { apiUrl, brand, config, formKey, webUrl }: WebDependencies): View {
  const { language, languageIsFixed, session, flash } = ctx.state;
  const hereIn = ({ code }: Language): string => {
    const query = queryOf(ctx);
    query.set('lang', code);
    return `?${query}`;
  };
  return {
    language,
    say: language.say,
    languageLinks: languageIsFixed ? [] : LANGUAGES.map((other) => ({ language: other, href: hereIn(other) })),
    brand,
    signUp: config.signUp,
    user: session?.user,
    areas: session?.areas ?? [],
    flash,
    formToken: formToken(formKey, session),
    docsUrl: apiUrl.replace(/\/v1$/, '/docs'),
    homeUrl: `${webUrl}/`,
  };
}

export const hidden = (field: string, value: string | number): Html =>
  html`<input type="hidden" name="${field}" value="${value}" />`;

export const backLink = (href: string, text: string | Html): Html =>
  html`<p><a class="back" href="${href}">${text}</a></p>`;

/** A form with its session's token. */
export const ownForm = ({ formToken }: View, action: string, content: Html, className?: string): Html =>
  html`<form method="post" action="${action}"${className && html` class="${className}"`}>${hidden('token', formToken)}${content}</form>`;

/** Logo of an app, or its initial. The name follows as text, so the image needs no alternative text. */
export const appMark = (text: string, src: string | undefined): Html =>
  src === undefined ? monogram(text) : html`<img class="logo" src="${src}" alt="" width="52" height="52" />`;

/** The logo that an operator approved, which merchants see. */
export const listedMark = (text: string, listing: Listing | null): Html =>
  appMark(text, listing?.logo ? `/logos/${listing.logo}` : undefined);

/** First letter of a name, shown instead of a picture. */
export const monogram = (text: string): Html =>
  html`<span class="monogram" aria-hidden="true">${new Intl.Segmenter().segment(text.trim().toUpperCase()).containing(0)?.segment ?? '·'}</span>`;

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

export const tabs = (
  label: string,
  current: string,
  links: readonly (readonly [tab: string, text: string, href: string])[],
): Html =>
  html`<nav class="tabs" aria-label="${label}"><ul>${links.map(
    ([tab, text, href]) => html`<li><a href="${href}" ${tab === current && html`aria-current="page"`}>${text}</a></li>`,
  )}</ul></nav>`;

/** Replaces a list without entries. */
export const nothing = (title: string, text: string | Html, action?: Html | false): Html => html`<div class="empty">
  <h2>${title}</h2>
  <p>${text}</p>
  ${action && html`<p>${action}</p>`}
</div>`;

/** Code that can be copied. Scrolls separately, so it has to be reachable by keyboard. */
export const code = (label: string, text: string): Html =>
  html`<div class="copied"><pre tabindex="0" role="region" aria-label="${label}"><code data-copy>${text}</code></pre></div>`;

/** Indents JSON; returns any other text unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A step that is confirmed. */
export interface Step {
  readonly title: string | Html;
  readonly effect: string | Html;
  /** Shown between the question and the buttons, such as lists to compare. */
  readonly details?: Html | undefined;
  /** Text of the button and path of the form. */
  readonly submit: string;
  readonly isUndoable?: boolean;
  readonly action: string;
  readonly fields?: Html | undefined;
  /** Path of the link that cancels, and its text if it is not “Cancel”. */
  readonly back: string;
  readonly keep?: string;
  /** Why the last attempt was rejected. */
  readonly problems?: Html | undefined;
}

export const confirmation = (view: View, step: Step): Html =>
  html`<div class="card confirm">
    <h1>${step.title}</h1>
    ${step.problems}
    <p>${step.effect}</p>
    ${step.details}
    <form method="post" action="${step.action}" class="actions">
      ${hidden('token', view.formToken)}${step.fields}<button${!step.isUndoable && html` class="danger"`}>${step.submit}</button>
      <a class="button secondary" href="${step.back}">${step.keep ?? view.say.cancel}</a>
    </form>
  </div>`;

export type Column<Row> = readonly [
  heading: string,
  of: (row: Row) => Html | string | number | undefined,
  kind?: 'number',
];

/** A table that scrolls inside its own box on narrow screens. */
export function dataTable<Row>(caption: string, rows: readonly Row[], columns: readonly Column<Row>[]): Html {
  const cellsOf = (row: Row) =>
    columns.map(([, of, kind]) => html`<td ${kind && html`class="${kind}"`}>${of(row)}</td>`);
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0"><table>
    <caption>${caption}</caption>
    <thead><tr>${columns.map(([heading, , kind]) => html`<th scope="col" ${kind && html`class="${kind}"`}>${heading}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cellsOf(row)}</tr>`)}</tbody>
  </table></div>`;
}

/** A table without a visible caption. */
export const plainTable = <Row>(label: string, rows: readonly Row[], columns: readonly Column<Row>[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
  <thead><tr>${columns.map(([heading]) => html`<th scope="col">${heading}</th>`)}</tr></thead>
  <tbody>${rows.map((row) => html`<tr>${columns.map(([, of]) => html`<td>${of(row)}</td>`)}</tr>`)}</tbody>
</table></div>`;

/** A search form. Its results have an address that can be bookmarked. */
export const searchForm = (action: string, fields: Html): Html =>
  html`<form class="search" method="get" action="${action}" role="search">${fields}<button class="secondary">Search</button></form>`;

export function olderLink(path: string, search: URLSearchParams, next: number | null): Html | undefined {
  if (next === null) return undefined;
  const query = new URLSearchParams(search);
  query.set('after', String(next));
  return html`<p><a class="button secondary" href="${path}?${query}">More</a></p>`;
}

/** A QR code as inline SVG. Dark on light in both colour schemes, since not every scanner reads the inverse. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="240" height="240">
    <rect width="100%" height="100%" fill="#fff" /><path d="${squares.join('')}" fill="#000" shape-rendering="crispEdges" />
  </svg>`;
}
