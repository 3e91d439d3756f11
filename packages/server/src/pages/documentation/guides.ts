import { readFileSync } from 'node:fs';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser as javascript } from '@lezer/javascript';
import { parser as json } from '@lezer/json';
import { html, raw } from 'hono/html';
import { Marked, type RendererObject, type Tokens } from 'marked';
import { guideSlugs, readGuide } from '../../contract/guides.ts';
import { type DocumentationPage, PATHS } from './layout.ts';
import type { ReferenceLinks } from './reference-links.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const PARSERS = new Map([
  ['ts', javascript.configure({ dialect: 'ts' })],
  ['json', json],
]);

/** Highlights code as HTML with classes; an unknown language is only escaped. */
function highlighted(code: string, language = ''): string {
  const parser = PARSERS.get(language);
  if (!parser) return escaped(code);
  let html = '';
  const put = (text: string, classes: string) => {
    html += classes ? `<span class="${classes}">${escaped(text)}</span>` : escaped(text);
  };
  highlightCode(code, parser.parse(code), classHighlighter, put, () => put('\n', ''));
  return html;
}

interface Section {
  readonly title: string;
  readonly anchor: string;
  readonly text: string;
}

export interface Guide {
  readonly slug: string;
  readonly title: string;
  /** The first paragraph as text. */
  readonly summary: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** The guides in order, with the deployment's addresses. Each one is rendered when its HTML is first read. */
export function readGuides(links: ReferenceLinks, here: (text: string) => string): Guide[] {
  const marked = new Marked({ gfm: true, renderer: rendererOf(links) });
  return guideSlugs().map((slug) => {
    const tokens = marked.lexer(here(readGuide(slug)));
    const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
    const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.text ?? slug;
    return {
      slug,
      title,
      summary: plain(first?.text ?? ''),
      sections: sectionsOf(tokens, title),
      get html() {
        return marked.parser(tokens).replaceAll('<table>', '<table tabindex="0">');
      },
    };
  });
}

/** Fragment of a heading, formed as on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** Makes scrollable parts focusable, and links guides, the names of operations, and error codes. */
const rendererOf = (links: ReferenceLinks): RendererObject => ({
  heading({ depth, text, tokens }) {
    return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
  code({ text, lang }) {
    return `<div class="code"><pre tabindex="0"><code>${highlighted(text, lang)}</code></pre></div>\n`;
  },
  codespan({ text }) {
    const code = `<code>${escaped(text)}</code>`;
    const href = links.hrefOf(text);
    return href ? `<a href="${href}">${code}</a>` : code;
  },
  link({ href, tokens }) {
    // Turns `authorization.md#pkce` into a path of this site.
    const page = href.replace(/^([\w-]+)\.md/, '/docs/guides/$1');
    return `<a href="${escaped(page)}">${this.parser.parseInline(tokens)}</a>`;
  },
});

function sectionsOf(tokens: readonly { type: string; raw: string }[], title: string): Section[] {
  const sections: { title: string; anchor: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text } = token as Tokens.Heading;
      sections.push({ title: plain(text), anchor: text === title ? '' : `#${anchorOf(text)}`, text: '' });
    } else if (token.type !== 'html') {
      const last = sections.at(-1);
      if (last) last.text += ` ${plain(token.raw)}`;
    }
  }
  return sections;
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|-{3,}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

export function guidePage(guides: readonly Guide[], guide: Guide): DocumentationPage {
  const next = guides[guides.indexOf(guide) + 1];
  const entry = ({ slug, title }: Guide, isCurrent: boolean) =>
    html`<li><a href="/docs/guides/${slug}" ${isCurrent && raw('aria-current="page"')}>${title}</a></li>`;
  return {
    title: guide.title,
    current: 'guides',
    body: html`<article>${raw(guide.html)}${next && html`<p class="next">Next: <a href="/docs/guides/${next.slug}">${next.title}</a></p>`}</article>
      <nav class="contents" aria-label="Guides"><ol>${guides.map((one) => entry(one, one === guide))}</ol></nav>
      <script type="module" src="${PATHS.copy}"></script>`,
  };
}

export const guidesPage = (guides: readonly Guide[]): DocumentationPage => ({
  title: 'Guides',
  current: 'guides',
  body: html`<article><h1>Guides</h1>
      <ul class="cards">${guides.map(
        ({ slug, title, summary }) => html`<li><a href="/docs/guides/${slug}">${title}</a><p>${summary}</p></li>`,
      )}</ul></article>`,
});

const CONTENT = readFileSync(new URL(import.meta.resolve('@tillgate/openapi/changelog.html')), 'utf8');

export const changelogPage = (): DocumentationPage => ({
  title: 'Changelog',
  current: 'changelog',
  body: html`<article>${raw(CONTENT)}</article>`,
});
