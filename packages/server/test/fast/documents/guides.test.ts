import { readdirSync, readFileSync } from 'node:fs';
import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { SCENARIO_NAMES } from '../../../src/back-office/scenarios/scenarios.ts';
import { MINT_CODES, PARTNER_CODES } from '../../../src/contract/generated/errors.gen.ts';
import { adviceIn, adviceOn } from '../../../src/contract/guides.ts';
import { SCOPES } from '../../../src/control/products.ts';
import { readGuides } from '../../../src/pages/documentation/guides.ts';
import { documentationPage } from '../../../src/pages/documentation/layout.ts';
import { ReferenceLinks } from '../../../src/pages/documentation/reference-links.ts';
import { DocumentationSearch } from '../../../src/pages/documentation/site.ts';

const FOLDER = new URL('../../../../../docs/guides/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'README.md');
const contract = JSON.stringify(document);
const errors = read('errors.md');
const codesOfErrors = [...errors.matchAll(/^### `([\w.]+)`$/gm)].map(([, code]) => code as string);
const links = new ReferenceLinks(contract, codesOfErrors);
const guides = readGuides(links, (text) => text);

describe('The guides', () => {
  test('are all in the contents, and each has a title and a summary', () => {
    expect(guides.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort());
    for (const { slug, title, summary } of guides)
      expect([slug, title.length > 3, summary.length > 20]).toEqual([slug, true, true]);
  });

  test.each(guides.map((guide) => [guide.slug, guide] as const))(
    '%s leads only to pages and headings that exist',
    (_, guide) => {
      const anchors = new Map(
        guides.map(({ slug, html }) => [slug, [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
      );
      const broken = [...guide.html.matchAll(/href="([^"]+)"/g)].flatMap(([, href = '']) => {
        const [, slug = href.startsWith('#') ? guide.slug : undefined, anchor] =
          /^(?:\/docs\/guides\/([\w-]+))?(?:#(.+))?$/.exec(href) ?? [];
        if (slug === undefined) return /^(?:https?:|\/docs(?:#|$))/.test(href) ? [] : [href];
        return anchors.has(slug) && (!anchor || anchors.get(slug)?.includes(anchor)) ? [] : [href];
      });
      expect(broken).toEqual([]);
    },
  );

  test.each(files)('%s names only operations, codes and scopes that exist', (file) => {
    const named = [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, text]) => text as string);
    const operations = named.filter((text) => /^(?:GET|POST|PATCH|PUT|DELETE) \//.test(text));
    const codes = named.filter((text) => /^(?:partner|oauth|developer)\.\w+$/.test(text));
    expect([...operations, ...codes].filter((name) => links.hrefOf(name) === undefined)).toEqual([]);
    const scopes = named.filter((text) => /^\w+\.(?:read|write)$/.test(text));
    expect(scopes.filter((scope) => !SCOPES.FULL.includes(scope as never))).toEqual([]);
  });

  test.each(files)('%s names a command of the server only for a server of the reader', (file) => {
    const sections = read(file).split(/^#+ /m);
    const unmarked = sections.filter(
      (text) => /(?:`|^)tillgate [a-z]/m.test(text) && !/server of\s+your\s+own/.test(text),
    );
    expect(unmarked).toEqual([]);
  });
});

test('The code of the guides is highlighted, and is not changed by it', () => {
  const html = guides.find(({ slug }) => slug === 'paging')?.html ?? '';
  const [, block = ''] = /<pre tabindex="0"><code>([\s\S]*?)<\/code>/.exec(html) ?? [];
  expect(block).toContain('<span class="tok-keyword">for</span>');
  const text = block
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"');
  expect(read('paging.md')).toContain(`\`\`\`ts\n${text}\n\`\`\``);
});

test('The guide of states explains every scenario, and no other', () => {
  const explained = adviceIn('scenarios');
  expect([...explained.keys()].sort()).toEqual(SCENARIO_NAMES.toSorted());
  for (const [name, { rule, fix }] of explained)
    expect([name, rule.length > 20, fix.length > 20]).toEqual([name, true, true]);
});

describe('The guide of errors', () => {
  const statuses: Record<string, number> = { ...MINT_CODES, ...PARTNER_CODES };

  test('explains every code of the contract, with its status, and no other', () => {
    const ofContract = new Set([
      ...(contract.match(/\b(?:oauth|developer)\.[a-z_]+\b/g) ?? []),
      ...Object.keys(statuses),
    ]);
    expect([...ofContract].filter((code) => !codesOfErrors.includes(code))).toEqual([]);
    expect(codesOfErrors.filter((code) => !ofContract.has(code))).toEqual([]);
    expect(codesOfErrors.filter((code) => !adviceOn(code)?.rule)).toEqual([]);
    for (const code of codesOfErrors) {
      const [, status] =
        new RegExp(`^### \`${code.replace('.', '\\.')}\`\\n\\n(?:Status (\\d+))?`, 'm').exec(errors) ?? [];
      if (statuses[code]) expect([code, Number(status)]).toEqual([code, statuses[code]]);
    }
  });
});

describe('The search', () => {
  const search = new DocumentationSearch(guides, links.operations);

  test.each([
    ['refresh reused', '/docs/guides/errors#oauthrefresh_reused'],
    ['RECEIVE purchase', '/docs#tag/purchase-orders/PATCH/purchase-orders/{id}/receive'],
    ['idempotency-key', '/docs/guides/writing-safely#repeat-a-write-idempotency-key'],
  ])('finds %s', (query, href) => {
    expect(search.find(query).map((entry) => entry.href)).toContain(href);
  });

  test('says so when nothing is found, and shows a query as text', () => {
    const page = (query: string) =>
      documentationPage({ name: 'T', iconPath: '/icon.svg', consoleUrl: '/console' }, search.page(query));
    expect(page('<script>alert(1)</script>')).not.toContain('<script>');
    expect(page('zzzz')).toContain('Nothing found');
    expect(search.find('   ')).toEqual([]);
  });
});
