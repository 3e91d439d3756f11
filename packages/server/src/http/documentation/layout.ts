import { html, raw } from 'hono/html';

type Html = ReturnType<typeof html>;

interface DocumentationPage {
  readonly title: string;
  readonly current: 'guides' | 'reference' | 'search';
  readonly body: Html;
  readonly query?: string;
  /** Stands at the end of the header. */
  readonly account?: Html;
}

/** The frame of every page of the documentation: the same navigation and search. */
export function documentationPage({ title, current, body, query = '', account }: DocumentationPage): string {
  const link = (href: string, text: string, name: typeof current) =>
    html`<a href="${href}" ${current === name && raw('aria-current="page"')}>${text}</a>`;
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Tillgate Partner API</title>
    <link rel="icon" href="/docs/icon.svg" />
    <link rel="stylesheet" href="/docs/style.css" />
  </head>
  <body class="${current}">
    <a class="skip" href="#content">Skip to the content</a>
    <header class="site">
      <a class="brand" href="/docs/guides"><img src="/docs/icon.svg" alt="" width="24" height="24" />Tillgate</a>
      <nav aria-label="Documentation">${link('/docs/guides', 'Guides', 'guides')}${link('/docs', 'Reference', 'reference')}</nav>
      <form role="search" action="/docs/search">
        <input type="search" name="q" value="${query}" aria-label="Search guides and operations" placeholder="Search" />
      </form>
      ${account}
    </header>
    <main id="content">${body}</main>
  </body>
</html>`);
}
