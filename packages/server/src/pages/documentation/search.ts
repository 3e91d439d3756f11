import { html } from 'hono/html';
import type { Guide } from './guides.ts';
import type { DocumentationPage } from './layout.ts';
import type { OperationEntry } from './reference-links.ts';

interface Entry {
  readonly title: string;
  readonly where: string;
  readonly href: string;
  readonly text: string;
  /**
   * A parameter as the page needs it to show an input field, which requires a schema without
   * examples. Optional fields stay empty, since the page would otherwise fill in a default. A list
   * as type avoids the warning that an empty number or date is invalid.
   */
  readonly folded: string;
}

const MOST_RESULTS = 30;
const MAX_QUERY = 100;

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
      .slice(0, MOST_RESULTS);
  }

  page(given: string): DocumentationPage {
    const query = given.slice(0, MAX_QUERY);
    const found = this.find(query);
    return {
      title: 'Search',
      current: 'search',
      query,
      body: html`<article><h1>Search</h1>
        <p>${found.length === 0 ? `Nothing found for “${query}”.` : `Results for “${query}”:`}</p>
        <ul class="results">${found.map(
          ({ title, where, href, text }) =>
            html`<li><a href="${href}">${title}</a> <span class="where">${where}</span><p>${excerpt(text)}</p></li>`,
        )}</ul></article>`,
    };
  }
}

const excerpt = (text: string): string => (text.length > 180 ? `${text.trim().slice(0, 180)}…` : text.trim());
