import { html, raw } from 'hono/html';
import type { ConsentCode } from '../../oauth/authorization-request.ts';
import { type Html, name } from '../languages/html.ts';
import { contentPolicy } from '../secure-pages.ts';
import type { Problem, WebContext } from './context.ts';
import { Cookies } from './cookies.ts';
import type { WebDependencies } from './dependencies.ts';
import { problemsOn } from './fields.ts';
import { hidden, notice, switchAccount, type View, viewOf } from './page.ts';
import { type Area, HOMES } from './sessions.ts';
import type { Flash } from './submission.ts';

/** Top of a page for signed-in people: the brand and the sections, each as a link. */
export interface Navigation {
  /** Absent on pages that belong to no area. */
  readonly area?: Area;
  readonly home: string;
  /** The organization whose pages these are, instead of the person's name. */
  readonly place?: string;
  /** Badge of the environment that the page is about. */
  readonly environment?: Html | undefined;
  /** A search over all pages of the area. */
  readonly search?: { readonly path: string; readonly query: string; readonly organizationId?: number };
  readonly sections: readonly { readonly href: string; readonly text: string; readonly current: boolean }[];
}

export interface Page {
  /** HTTP status; by default 200, or 400 after a form was rejected. */
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  readonly navigation?: Navigation;
  /** Redirect URI that submitting the page's form may lead to. */
  readonly returnsTo?: string;
}

/** Pages of signed-in people have a script but also work without it. Sign-in and consent have none. */
const isScripted = ({ navigation }: Page): boolean => navigation !== undefined;

/** Developers and operators have wide tables. */
const isWide = ({ navigation }: Page): boolean => navigation?.area === 'console' || navigation?.area === 'operator';

/** Renders the document. Its title says whether a form was rejected. */
function renderPage(view: View, page: Page, isRejected: boolean): string {
  const { language, say, brand } = view;
  const { navigation } = page;
  const body = String(page.body);
  const problems = problemsOn(body);
  const hasProblem = isRejected && (problems.length > 0 || body.includes('class="notice error"'));
  const title = hasProblem ? say.problem.title(page.title) : page.title;
  // All problems of a form, linked to their fields. Screen readers read them first, wherever the form is.
  const summary =
    problems.length > 0 &&
    html`<section class="problems" tabindex="-1" autofocus aria-labelledby="problems">
    <h2 id="problems">${say.problem.heading}</h2>
    <ul>${problems.map(({ id, text }) => html`<li><a href="#${id}">${raw(text)}</a></li>`)}</ul>
  </section>`;
  return String(html`<!doctype html>
<html lang="${language.code}" dir="${language.direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · ${brand.name}</title>
    <link rel="icon" href="${brand.assets.iconPath}" />
    <link rel="stylesheet" href="${brand.assets.stylePath}" />
    ${isScripted(page) && html`<script type="module" src="${brand.assets.scriptPath}"></script>`}
  </head>
  <body class="${navigation ? (isWide(page) ? 'office wide' : 'office') : 'single'}" ${isScripted(page) && words(view)}>
    <a class="skip" href="#content">${say.skip}</a>
    <header class="top">
  <a class="brand" href="${navigation?.home ?? '/'}"><img src="${brand.assets.iconPath}" alt="" height="32" /><span>${name(brand.name)}</span></a>
  ${navigation && navigationBar(view, navigation)}
</header>
    <main id="content">${navigation && view.flash && flashNotice(view, view.flash)}${summary}${raw(body)}</main>
    ${footer(view, navigation)}
  </body>
</html>`);
}

/** What the script reads: the locale of the page, and words in its language. */
const words = ({ language, say }: View): Html =>
  html`data-locale="${language.locale}" data-say-copy="${say.copy}" data-say-copied="${say.copied}"`;

function flashNotice({ say }: View, { message, secrets }: Flash): Html {
  if (secrets.length === 0) return notice('good', message);
  return html`<section class="notice good once" role="status">
    <p>${message}</p>
    <p><strong>${say.shownOnce}</strong></p>
    ${secrets.map(({ label, value }) => html`<p class="secret"><span>${label}</span> <code data-copy>${value}</code></p>`)}
  </section>`;
}

function navigationBar({ say, user, formToken, areas, docsUrl }: View, navigation: Navigation): Html {
  const { area, environment, place, search, sections } = navigation;
  const section = ({ href, text, current }: (typeof sections)[number]) =>
    html`<li><a href="${href}" ${current && html`aria-current="page"`}>${text}</a></li>`;
  return html`<nav class="sections" aria-label="${say.nav.label}"><ul>${sections.map(section)}</ul></nav>
  ${
    search &&
    html`<form class="find" method="get" action="${search.path}" role="search" aria-label="Everything">
    ${search.organizationId !== undefined && hidden('organization', search.organizationId)}
    <input type="search" name="q" value="${search.query}" aria-label="Search" aria-keyshortcuts="/" placeholder="Search" maxlength="100" />
  </form>`
  }
  ${
    user &&
    html`<div class="account">
    ${areas.filter((other) => other !== area).map((other) => html`<a href="${HOMES[other]}">${say.nav.areas[other]}</a>`)}
    ${area === 'console' && html`<a class="docs" href="${docsUrl}">Docs</a>`}
    ${environment}
    <span class="who">${name(place ?? user.name)}</span>
    ${area && html`<a href="/account">${say.account.nav}</a>`}
    <form method="post" action="/sign-out">
      ${hidden('token', formToken)}
      <button class="quiet">${say.nav.signOut}</button>
    </form>
  </div>`
  }`;
}

function footer({ brand, say, docsUrl, language, languageLinks }: View, navigation: Navigation | undefined): Html {
  const { support } = brand;
  return html`<footer class="bottom">
  <p>${name(brand.name)} · ${say.tagline}${support && html` · <a href="${support.href}">${say.support}</a>`}</p>
  ${
    navigation?.area === 'console' &&
    html`<nav aria-label="Documentation"><ul>
  <li><a href="${docsUrl}">API reference</a></li><li><a href="${docsUrl}/guides">Guides</a></li>
</ul></nav>`
  }
  ${
    languageLinks.length > 0 &&
    html`<nav aria-label="${say.language}"><ul>${languageLinks.map(
      ({ language: other, href }) =>
        html`<li><a href="${href}" lang="${other.code}" hreflang="${other.code}" dir="${other.direction}" ${
          other === language && html`aria-current="true"`
        }>${other.name}</a></li>`,
    )}</ul></nav>`
  }
</footer>`;
}

export function sendPage(ctx: WebContext, deps: WebDependencies, status: number, page: Page): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', contentPolicy({ returnsTo: page.returnsTo, scripted: isScripted(page) }));
  if (page.navigation && ctx.state.flash) new Cookies(deps.webUrl).clear(ctx, 'flash');
  ctx.body = renderPage(viewOf(ctx, deps), page, status >= 400);
}

export function linkGonePage(
  title: string,
  text: string,
  instead: { readonly href: string; readonly text: string },
): Page {
  const body = html`<div class="card problem">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a class="button secondary" href="${instead.href}">${instead.text}</a></p>
  </div>`;
  return { title, body, status: 410 };
}

/** Page for a failure. Its reference leads to the log entry. */
export function problemPage({ say, homeUrl }: View, problem: Problem, correlationId: string): Page {
  const { title, text } = say.problems[problem];
  const body = html`<div class="card problem">
    <h1>${title}</h1>
    <p>${text}</p>
    ${problem === 'otherAddress' && html`<p><a href="${homeUrl}" dir="ltr">${homeUrl}</a></p>`}
    <p><a class="button secondary" href="${homeUrl}">${say.problems.start}</a></p>
    <p class="small">${say.problems.reference} <code>${correlationId}</code></p>
  </div>`;
  return { title, body };
}

/** Page for an authorization error that is not returned to the app (consent.error.*). */
export function consentErrorPage(view: View, code: ConsentCode, requestId: string | undefined): Page {
  const { consentErrors } = view.say;
  const body = html`<div class="card problem">
    <h1>${consentErrors.title}</h1>
    <p>${consentErrors[code]}</p>
    <p class="small">${consentErrors.advice}</p>
    <p><code>${code}</code></p>
    ${requestId && switchAccount(view, requestId)}
  </div>`;
  return { title: consentErrors.title, body };
}
