import { readFileSync } from 'node:fs';
import { html } from 'hono/html';
import type { RouteContext, Stage } from './context.ts';
import { ENCODINGS, PublicFile } from './public-file.ts';
import { matchingTag } from './respond.ts';

const DOCUMENT_CACHING = 'public, max-age=300';

/** A public document, as JSON text. */
export function sendDocument(read: () => string | Promise<string>): Stage {
  return async function sendPublicDocument(ctx) {
    ctx.set('Cache-Control', DOCUMENT_CACHING);
    ctx.type = 'application/json';
    ctx.body = await read();
  };
}

/** The reference page's script comes from the installed package, so that the page works without a network. */
const SCRIPT = readFileSync(new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference')));

const CONFIGURATION = {
  url: '/v1/openapi.json',
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
};

const PAGE = String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tillgate Partner API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>`);

const START = `Scalar.createApiReference('#reference', ${JSON.stringify(CONFIGURATION)});`;

/** Nothing but this host; the reference page styles itself inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FILES: Readonly<Record<string, PublicFile>> = {
  '/docs': new PublicFile('text/html; charset=utf-8', PAGE),
  '/docs/reference.js': new PublicFile('text/javascript; charset=utf-8', SCRIPT),
  '/docs/start.js': new PublicFile('text/javascript; charset=utf-8', START),
};

export const DOCUMENTATION_PATHS = Object.keys(FILES);

/** The reference page and its scripts. */
export const sendDocumentation: Stage = async function getDocumentation(ctx) {
  const file = FILES[ctx.path];
  if (!file) return;
  ctx.set('Content-Security-Policy', POLICY);
  await sendFile(ctx, file);
};

/** A public file that stays the same while the server runs. */
export const sendPublicFile = (file: PublicFile): Stage =>
  async function getPublicFile(ctx) {
    await sendFile(ctx, file);
  };

async function sendFile(ctx: RouteContext, file: PublicFile): Promise<void> {
  ctx.set('Cache-Control', DOCUMENT_CACHING);
  ctx.vary('Accept-Encoding');
  const encoding = ENCODINGS.find((one) => ctx.acceptsEncodings(one)) ?? 'identity';
  const etag = file.etag(encoding);
  ctx.set('ETag', etag);
  if (matchingTag(ctx, etag)) {
    ctx.status = 304;
    return;
  }
  ctx.set('Content-Type', file.type);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = await file.encoded(encoding);
}
