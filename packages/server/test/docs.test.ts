import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REGIONS } from '../src/storage/region.ts';

const ROOT = new URL('../../../', import.meta.url);
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs/', 'docs/guides/'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT))
      .filter((name) => name.endsWith('.md'))
      .map((name) => folder + name),
  ),
];

const config = readFileSync(new URL('packages/server/src/config.ts', ROOT), 'utf8');
const settings = new Set([
  ...[...config.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, name]) => name),
  ...REGIONS.map((region) => `DATABASE_URL_${region}`),
]);

describe.each(DOCUMENTS)('%s', (name) => {
  const url = new URL(name, ROOT);
  const text = readFileSync(url, 'utf8');

  test('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link]) => link as string);
    expect(links.filter((link) => !leadsSomewhere(new URL(link, url)))).toEqual([]);
  });

  test('names only files and folders that exist', () => {
    const paths = [...text.matchAll(/`((?:packages|openapi|docs|\.github|\.ci)\/[\w./-]*)`/g)].map(
      ([, path]) => path as string,
    );
    expect(paths.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
  });

  test('names only settings that exist', () => {
    const named = text.match(/\b(?:TILLGATE|DATABASE|REDIS|TRUST)_[A-Z_]+\b/g) ?? [];
    expect(named.filter((setting) => !settings.has(setting))).toEqual([]);
  });
});

/** Headings become fragments as GitHub makes them. */
function leadsSomewhere(link: URL): boolean {
  const file = new URL(link.pathname, ROOT);
  if (!existsSync(file)) return false;
  if (!link.hash) return true;
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading as string);
  return headings.some(
    (heading) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')}` === link.hash,
  );
}
