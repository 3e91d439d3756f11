import { readFileSync } from 'node:fs';
import type { Contract } from '../../contract/contract.ts';
import { MINT_CODES, PARTNER_CODES } from '../../contract/generated/errors.gen.ts';
import type { DemoAccess } from '../../demo/demo-access.ts';
import { PartnerError } from '../../errors.ts';
import type { RouteContext, Stage } from '../context.ts';
import { sendFile } from '../documents.ts';
import { PublicFile } from '../public-file.ts';
import { changelogPage } from './changelog.ts';
import { guidePage, guidesPage, readGuides } from './guides.ts';
import { type DocumentationPage, documentationPage, type Site } from './layout.ts';
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
const JSON_FILE = 'application/json; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** What a deployment shows as its own. */
export interface DocumentationBrand {
  readonly name: string;
  /** Its logo, if it has one. */
  readonly logo: { readonly content: Buffer; readonly file: string; readonly type: string } | undefined;
  /** Rules that follow the style sheet's. */
  readonly rules: string;
}

export interface DocumentationOptions {
  readonly contract: Contract;
  readonly webUrl: string;
  readonly brand: DocumentationBrand;
  /** What the demo signs in with; undefined for a deployment that is none. */
  readonly demo: (() => Promise<DemoAccess | undefined>) | undefined;
}

/** The reference and the guides: one site, which needs no network. */
export class Documentation {
  readonly paths: readonly string[];
  readonly #files: ReadonlyMap<string, PublicFile>;
  readonly #search: DocumentationSearch;
  readonly #demo: DocumentationOptions['demo'];
  readonly #site: Site;

  constructor({ contract, webUrl, brand, demo }: DocumentationOptions) {
    const links = new ReferenceLinks(contract.text, [...Object.keys(PARTNER_CODES), ...Object.keys(MINT_CODES)]);
    const guides = readGuides(links);
    const { name, logo = ICON, rules } = brand;
    const site = { name, iconPath: `/docs/${logo.file}` };
    const page = (shown: DocumentationPage) => new PublicFile(HTML, documentationPage(site, shown));
    this.#demo = demo;
    this.#site = site;
    this.#search = new DocumentationSearch(guides, links.operations);
    this.#files = new Map([
      ['/docs', page(referencePage(webUrl))],
      ['/docs/reference.js', new PublicFile(SCRIPT, SCALAR)],
      ['/docs/start.js', new PublicFile(SCRIPT, REFERENCE_SCRIPT)],
      ['/docs/openapi.json', new PublicFile(JSON_FILE, referenceContract(contract.text))],
      ['/docs/postman.json', new PublicFile(JSON_FILE, contract.postman)],
      ['/docs/arazzo.json', new PublicFile(JSON_FILE, contract.arazzo)],
      ['/docs/style.css', new PublicFile('text/css; charset=utf-8', Buffer.concat([STYLE, Buffer.from(rules)]))],
      [site.iconPath, new PublicFile(logo.type, logo.content)],
      ['/docs/changelog', page(changelogPage())],
      ['/docs/guides', page(guidesPage(guides))],
      ...guides.map((guide) => [`/docs/guides/${guide.slug}`, page(guidePage(guides, guide))] as const),
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
    ctx.body = documentationPage(this.#site, this.#search.page([ctx.query.q ?? ''].flat()[0] ?? ''));
  };

  async #sendDemo(ctx: RouteContext): Promise<void> {
    const access = isOwnBrowser(ctx) ? await this.#demo?.() : undefined;
    if (!access) throw new PartnerError('partner.route_not_found', `No such path: ${ctx.path}.`);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = access;
  }
}

const STYLE = Buffer.concat(
  ['../theme.css', './style.css'].map((file) => readFileSync(new URL(file, import.meta.url))),
);
const ICON = {
  content: readFileSync(new URL('../../web/assets/icon.svg', import.meta.url)),
  file: 'icon.svg',
  type: 'image/svg+xml',
};
