import { readFileSync } from 'node:fs';
import { MINT_CODES, PARTNER_CODES } from '../../contract/generated/errors.gen.ts';
import type { DemoAccess } from '../../demo/demo-access.ts';
import { PartnerError } from '../../errors.ts';
import type { RouteContext, Stage } from '../context.ts';
import { sendFile } from '../documents.ts';
import { PublicFile } from '../public-file.ts';
import { guidePage, guidesPage, readGuides } from './guides.ts';
import { isOwnBrowser } from './own-browser.ts';
import { REFERENCE_SCRIPT, referenceContract, referencePage, SCALAR } from './reference.ts';
import { ReferenceLinks } from './reference-links.ts';
import { DocumentationSearch } from './search.ts';

/** Nothing but this host. Guides have no script at all; the reference page styles itself inline. */
const POLICIES = {
  guide:
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  reference:
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

export interface DocumentationOptions {
  /** The contract's text, as the deployment serves it. */
  readonly contract: string;
  readonly webUrl: string;
  /** What the demo signs in with; undefined for a deployment that is none. */
  readonly demo: (() => Promise<DemoAccess | undefined>) | undefined;
}

/** The reference and the guides: one site, which needs no network. */
export class Documentation {
  readonly paths: readonly string[];
  readonly #files: ReadonlyMap<string, PublicFile>;
  readonly #search: DocumentationSearch;
  readonly #demo: DocumentationOptions['demo'];

  constructor({ contract, webUrl, demo }: DocumentationOptions) {
    const links = new ReferenceLinks(contract, [...Object.keys(PARTNER_CODES), ...Object.keys(MINT_CODES)]);
    const guides = readGuides(links);
    this.#demo = demo;
    this.#search = new DocumentationSearch(guides, links.operations);
    this.#files = new Map([
      ['/docs', new PublicFile(HTML, referencePage(webUrl))],
      ['/docs/reference.js', new PublicFile(SCRIPT, SCALAR)],
      ['/docs/start.js', new PublicFile(SCRIPT, REFERENCE_SCRIPT)],
      ['/docs/openapi.json', new PublicFile('application/json; charset=utf-8', referenceContract(contract))],
      ['/docs/style.css', new PublicFile('text/css; charset=utf-8', STYLE)],
      ['/docs/icon.svg', new PublicFile('image/svg+xml', ICON)],
      ['/docs/guides', new PublicFile(HTML, guidesPage(guides))],
      ...guides.map((guide) => [`/docs/guides/${guide.slug}`, new PublicFile(HTML, guidePage(guides, guide))] as const),
    ]);
    this.paths = [...this.#files.keys(), '/docs/search', '/docs/demo.json'];
  }

  /** Sends a page or one of its parts. */
  readonly send: Stage = async (ctx) => {
    ctx.set('Content-Security-Policy', ctx.path === '/docs' ? POLICIES.reference : POLICIES.guide);
    ctx.set('Referrer-Policy', 'same-origin');
    const file = this.#files.get(ctx.path);
    if (file) return sendFile(ctx, file);
    if (ctx.path === '/docs/demo.json') return this.#sendDemo(ctx);
    ctx.set('Cache-Control', 'no-store');
    ctx.type = HTML;
    ctx.body = this.#search.page([ctx.query.q ?? ''].flat()[0] ?? '');
  };

  async #sendDemo(ctx: RouteContext): Promise<void> {
    const access = isOwnBrowser(ctx) ? await this.#demo?.() : undefined;
    if (!access) throw new PartnerError('partner.route_not_found', `No such path: ${ctx.path}.`);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = access;
  }
}

const STYLE = readFileSync(new URL('./style.css', import.meta.url));
const ICON = readFileSync(new URL('../../web/assets/icon.svg', import.meta.url));
