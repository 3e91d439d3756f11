import { html, raw } from 'hono/html';

/** Paths of the site's files; guides are below `guides`. */
export const PATHS = {
  reference: '/docs',
  script: '/docs/reference.js',
  start: '/docs/start.js',
  examples: '/docs/examples.js',
  liveExamples: '/docs/live-examples.js',
  copy: '/docs/copy.js',
  contract: '/docs/openapi.json',
  postman: '/docs/postman.json',
  arazzo: '/docs/arazzo.json',
  style: '/docs/style.css',
  changelog: '/docs/changelog',
  guides: '/docs/guides',
} as const;

export const iconPathOf = (logo?: { readonly file: string }): string => `/docs/${logo?.file ?? 'icon.svg'}`;
export const guidePathOf = (slug: string): string => `${PATHS.guides}/${slug}`;

type Html = ReturnType<typeof html>;

interface Site {
  readonly name: string;
  readonly iconPath: string;
  readonly consoleUrl: string;
}

export interface DocumentationPage {
  readonly title: string;
  readonly current: 'guides' | 'reference' | 'changelog' | 'search';
  readonly body: Html;
  readonly query?: string;
  /** Last part of the header. */
  readonly account?: Html;
}

/** Frame of every documentation page, with navigation and search. The reference brings its own main landmark. */
export function documentationPage(
  { name, iconPath, consoleUrl }: Site,
  { title, current, body, query = '', account }: DocumentationPage,
): string {
  const link = (href: string, text: string, page: typeof current) =>
    html`<a href="${href}" ${current === page && raw('aria-current="page"')}>${text}</a>`;
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · ${name} Partner API</title>
    <link rel="icon" href="${iconPath}" />
    <link rel="stylesheet" href="/docs/style.css" />
  </head>
  <body class="${current}">
    <a class="skip" href="#content">Skip to the content</a>
    <header class="site">
      <a class="brand" href="/docs/guides"><img src="${iconPath}" alt="" height="24" /><bdi>${name}</bdi></a>
      <nav aria-label="Documentation">${link('/docs/guides', 'Guides', 'guides')}${link('/docs', 'Reference', 'reference')}${link('/docs/changelog', 'Changelog', 'changelog')}<a href="${consoleUrl}">Console</a></nav>
      <form role="search" action="/docs/search">
        <input type="search" name="q" value="${query}" aria-label="Search guides and operations" placeholder="Search" />
      </form>
      ${account}
    </header>
    ${current === 'reference' ? html`<div id="content">${body}</div>` : html`<main id="content">${body}</main>`}
  </body>
</html>`);
}
