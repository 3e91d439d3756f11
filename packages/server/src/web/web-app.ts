import { html } from 'hono/html';
import Koa from 'koa';

/** No script, no frame, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = (title: string, text: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Tillgate</title>
    <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f5f6f4; color: #1d2520;
        font: 1rem/1.6 system-ui, sans-serif; }
      main { max-width: 34rem; padding: 2.5rem; margin: 1rem; background: #fff; border: 1px solid #dfe3de; border-radius: 14px; }
      h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
      p { margin: 0 0 1rem; } p:last-child { margin: 0; }
      a { color: #0b6b45; }
    </style>
  </head>
  <body>
    <main><h1>${title}</h1>${text}</main>
  </body>
</html>`;

/** The merchant-facing host. It never serves the API, and the API's host never serves its pages. */
export function createWebApp(deps: { docsUrl: string }): Koa {
  const home = String(
    page(
      'Tillgate',
      html`<p>This is the merchant-facing host of Tillgate, the partner API of your point of sale.</p>
        <p>Building an app? Read the <a href="${deps.docsUrl}">API reference</a>.</p>`,
    ),
  );
  const missing = String(
    page('Page not found', html`<p>There is no page at this address. <a href="/">To the start</a>.</p>`),
  );
  const app = new Koa();
  app.use(async function sendPage(ctx) {
    ctx.set('Content-Security-Policy', POLICY);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'no-referrer');
    const found = ctx.path === '/' && (ctx.method === 'GET' || ctx.method === 'HEAD');
    ctx.status = found ? 200 : 404;
    ctx.type = 'html';
    ctx.body = found ? home : missing;
  });
  return app;
}
