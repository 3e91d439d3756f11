import { readFileSync } from 'node:fs';
import arazzo from '@tillgate/openapi/arazzo.json' with { type: 'json' };
import postman from '@tillgate/openapi/postman.json' with { type: 'json' };
import type { Contract } from '../../contract/contract.ts';
import { EXPLAINED_CODES } from '../../contract/guides.ts';
import { PublicFile } from '../../pipeline/public-files.ts';
import { COPY_SCRIPT, changelogPage, guidePage, guidesPage, readGuides } from './guides.ts';
import { type DocumentationPage, documentationPage, guidePathOf, iconPathOf, PATHS, type Site } from './layout.ts';
import { REFERENCE_SCRIPT, referenceContract, referencePage, SCALAR } from './reference.ts';
import { ReferenceLinks } from './reference-links.ts';
import { DocumentationSearch } from './search.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_FILE = 'application/json; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const STYLE = ['../theme.css', './style.css'].map((file) => readFileSync(new URL(file, import.meta.url)));
const ICON = new URL('../assets/icon.svg', import.meta.url);

export interface DocumentationBrand {
  readonly name: string;
  readonly logo: { readonly content: Buffer; readonly file: string; readonly type: string } | undefined;
  /** CSS rules appended to the style sheet. */
  readonly rules: string;
}

export interface SiteOptions {
  readonly contract: Contract;
  readonly webUrl: string;
  readonly brand: DocumentationBrand;
}

/** The documentation's files and search. Each file is built on first request. */
export class DocumentationSite {
  readonly #site: Site;
  readonly #search: DocumentationSearch;
  readonly #makers: ReadonlyMap<string, () => PublicFile>;
  readonly #files = new Map<string, PublicFile>();

  constructor({ contract, webUrl, brand }: SiteOptions) {
    const links = new ReferenceLinks(contract.text, EXPLAINED_CODES);
    const guides = readGuides(links, contract.here);
    const site = { name: brand.name, iconPath: iconPathOf(brand.logo), consoleUrl: `${webUrl}/console` };
    const page = (shown: DocumentationPage) => new PublicFile(HTML, documentationPage(site, shown));
    const logo = brand.logo ?? { type: 'image/svg+xml', content: readFileSync(ICON) };
    this.#site = site;
    this.#search = new DocumentationSearch(guides, links.operations);
    this.#makers = new Map([
      [PATHS.reference, () => page(referencePage(webUrl, links.operations))],
      [PATHS.script, () => new PublicFile(SCRIPT, readFileSync(SCALAR))],
      [PATHS.start, () => new PublicFile(SCRIPT, readFileSync(REFERENCE_SCRIPT))],
      [PATHS.copy, () => new PublicFile(SCRIPT, readFileSync(COPY_SCRIPT))],
      [PATHS.contract, () => new PublicFile(JSON_FILE, referenceContract(contract.text, links))],
      [PATHS.postman, () => new PublicFile(JSON_FILE, contract.here(JSON.stringify(postman)))],
      [PATHS.arazzo, () => new PublicFile(JSON_FILE, contract.here(JSON.stringify(arazzo)))],
      [
        PATHS.style,
        () => new PublicFile('text/css; charset=utf-8', Buffer.concat([...STYLE, Buffer.from(brand.rules)])),
      ],
      [site.iconPath, () => new PublicFile(logo.type, logo.content)],
      [PATHS.changelog, () => page(changelogPage())],
      [PATHS.guides, () => page(guidesPage(guides))],
      ...guides.map((guide) => [guidePathOf(guide.slug), () => page(guidePage(guides, guide))] as const),
    ]);
  }

  find(path: string): PublicFile | undefined {
    const file = this.#files.get(path) ?? this.#makers.get(path)?.();
    if (file) this.#files.set(path, file);
    return file;
  }

  search(query: string): string {
    return documentationPage(this.#site, this.#search.page(query));
  }
}
