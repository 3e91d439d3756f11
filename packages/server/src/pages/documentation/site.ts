import { readFileSync } from 'node:fs';
import arazzo from '@tillgate/openapi/arazzo.json' with { type: 'json' };
import postman from '@tillgate/openapi/postman.json' with { type: 'json' };
import { html } from 'hono/html';
import type { Contract } from '../../contract/contract.ts';
import { EXPLAINED_CODES } from '../../contract/guides.ts';
import { PublicFile } from '../../pipeline/respond.ts';
import type { Brand } from '../assets/brand.ts';
import { changelogPage, type Guide, guidePage, guidesPage, readGuides } from './guides.ts';
import { type DocumentationPage, documentationPage, guidePathOf, iconPathOf, PATHS } from './layout.ts';
import { LIVE_EXAMPLES, referenceContract, referencePage, SCALAR } from './reference.ts';
import { type OperationEntry, ReferenceLinks } from './reference-links.ts';

const JSON_FILE = 'application/json; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const read = (file: string): Buffer => readFileSync(new URL(file, import.meta.url));

const STYLES = [read('../theme.css'), read('./style.css')];

/** Its rules are appended to the style sheet. */
export type DocumentationBrand = Pick<Brand, 'name' | 'logo' | 'rules'>;

export interface SiteOptions {
  readonly contract: Contract;
  readonly webUrl: string;
  readonly brand: DocumentationBrand;
}

/** The documentation's files and search. Each file is built on first request. */
export function documentationSite({ contract, webUrl, brand }: SiteOptions) {
  const links = new ReferenceLinks(contract.text, EXPLAINED_CODES);
  const guides = readGuides(links, contract.here);
  const site = { name: brand.name, iconPath: iconPathOf(brand.logo), consoleUrl: `${webUrl}/console` };
  const page = (shown: DocumentationPage) => new PublicFile('text/html; charset=utf-8', documentationPage(site, shown));
  const style = Buffer.concat([...STYLES, Buffer.from(brand.rules)]);
  const logo = brand.logo ?? { type: 'image/svg+xml', content: read('../assets/icon.svg') };
  const search = new DocumentationSearch(guides, links.operations);
  const makers = new Map<string, () => PublicFile>([
    [PATHS.reference, () => page(referencePage(webUrl, links.operations))],
    [PATHS.script, () => new PublicFile(SCRIPT, readFileSync(SCALAR))],
    [PATHS.start, () => new PublicFile(SCRIPT, read('./sign-in.js'))],
    [PATHS.examples, () => new PublicFile(SCRIPT, read('./examples.js'))],
    [PATHS.liveExamples, () => new PublicFile(SCRIPT, readFileSync(LIVE_EXAMPLES))],
    [PATHS.copy, () => new PublicFile(SCRIPT, read('./copy.js'))],
    [PATHS.contract, () => new PublicFile(JSON_FILE, referenceContract(contract.text, links))],
    [PATHS.postman, () => new PublicFile(JSON_FILE, contract.here(JSON.stringify(postman)))],
    [PATHS.arazzo, () => new PublicFile(JSON_FILE, contract.here(JSON.stringify(arazzo)))],
    [PATHS.style, () => new PublicFile('text/css; charset=utf-8', style)],
    [site.iconPath, () => new PublicFile(logo.type, logo.content)],
    [PATHS.changelog, () => page(changelogPage())],
    [PATHS.guides, () => page(guidesPage(guides))],
    ...guides.map((guide) => [guidePathOf(guide.slug), () => page(guidePage(guides, guide))] as const),
  ]);
  const files = new Map<string, PublicFile>();
  return {
    find(path: string): PublicFile | undefined {
      const file = files.get(path) ?? makers.get(path)?.();
      if (file) files.set(path, file);
      return file;
    },
    search: (query: string): string => documentationPage(site, search.page(query)),
  };
}

interface Entry {
  readonly title: string;
  readonly where: string;
  readonly href: string;
  readonly text: string;
  /** All of the entry's text, folded for comparison with the words of a query. */
  readonly folded: string;
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‘’′]/g, "'")
    .replaceAll(/[“”″]|′′/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .toLowerCase();

/** Finds guide sections and operations that contain every word of a query. */
export class DocumentationSearch {
  readonly #entries: readonly Entry[];

  constructor(guides: readonly Guide[], operations: readonly OperationEntry[]) {
    const sections = guides.flatMap(({ slug, title: where, sections }) =>
      sections.map(({ title, anchor, text }) => ({ title, where, href: `/docs/guides/${slug}${anchor}`, text })),
    );
    const calls = operations.map(({ name, href, summary, text }) => ({ title: name, where: summary, href, text }));
    this.#entries = [...sections, ...calls].map((entry) => ({
      ...entry,
      folded: fold(`${entry.title} ${entry.where} ${entry.text}`),
    }));
  }

  /** Puts matches in titles first. */
  find(query: string): Entry[] {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const inTitle = ({ title, where }: Entry) =>
      words.filter((word) => fold(`${title} ${where}`).includes(word)).length;
    return this.#entries
      .filter(({ folded }) => words.every((word) => folded.includes(word)))
      .sort((one, other) => inTitle(other) - inTitle(one))
      .slice(0, 30);
  }

  page(given: string): DocumentationPage {
    const query = given.slice(0, 100);
    const found = this.find(query);
    const result = ({ title, where, href, text }: Entry) =>
      html`<li><a href="${href}">${title}</a> <span class="where">${where}</span><p>${text.length > 180 ? `${text.trim().slice(0, 180)}…` : text.trim()}</p></li>`;
    return {
      title: 'Search',
      current: 'search',
      query,
      body: html`<article><h1>Search</h1>
        <p>${found.length === 0 ? `Nothing found for “${query}”.` : `Results for “${query}”:`}</p>
        <ul class="results">${found.map(result)}</ul></article>`,
    };
  }
}
