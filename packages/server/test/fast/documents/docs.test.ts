import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/command-line/program.ts';
import { POOL_LIMITS } from '../../../src/database/pool.ts';
import { REGIONS } from '../../../src/process/region.ts';
import { settingsPage } from '../../support/settings-page.ts';

const ROOT = new URL('../../../../../', import.meta.url);
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

const ROOMS = readdirSync(new URL('packages/server/src/', ROOT), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Variables that documents may name, collected from the sources that read them. */
const sources = ['config.ts', 'settings.ts']
  .map((file) => readFileSync(new URL(`packages/server/src/${file}`, ROOT), 'utf8'))
  .join();
const settings = new Set([
  ...[...sources.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, name]) => name),
  ...REGIONS.flatMap((region) =>
    ['DATABASE_URL', 'TILLGATE_REGION_URL', 'TILLGATE_GATEWAY_KEY'].map((name) => `${name}_${region}`),
  ),
]);

describe.each(DOCUMENTS)('%s', (name) => {
  const url = new URL(name, ROOT);
  const text = readFileSync(url, 'utf8');

  test('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link]) => link as string);
    expect(links.filter((link) => !leadsSomewhere(new URL(link, url)))).toEqual([]);
  });

  test('names only files and folders that exist', () => {
    const paths = [...text.matchAll(/`((?:packages|openapi|docs|deploy|\.github|\.ci)\/[\w./-]*)`/g)].map(
      ([, path]) => path as string,
    );
    expect(paths.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
  });

  test('names only files of the rooms of the server that exist', () => {
    const paths = [...text.matchAll(/`([a-z-]+\/(?:[\w-]+\/)*[\w.-]*)`/g)].map(([, path]) => path as string);
    const inRooms = paths.filter((path) => ROOMS.includes(path.split('/')[0] ?? ''));
    expect(inRooms.filter((path) => !existsSync(new URL(`packages/server/src/${path}`, ROOT)))).toEqual([]);
  });

  test('names only settings that exist', () => {
    const named = text.match(/\b(?:TILLGATE|DATABASE|REDIS|TRUST)_[A-Z_]+\b/g) ?? [];
    // The program of the client's package reads TILLGATE_URL.
    expect(named.filter((name) => !settings.has(name) && name !== 'TILLGATE_URL')).toEqual([]);
  });
});

const DEPLOYMENTS = [
  'deploy/compose.yaml',
  ...readdirSync(new URL('deploy/systemd/', ROOT)).map((name) => `deploy/systemd/${name}`),
];

describe('The commands of the program', () => {
  const program = createProgram({}, () => {});

  /** What is wrong with a command as it is written: its name, or an option that it does not have. */
  function problemOf(written: string): string | undefined {
    const words = written.split(/\s+/).filter(Boolean);
    let command = program;
    while (command.commands.length > 0 && words[0] && !words[0].startsWith('--')) {
      const child = command.commands.find((one) => one.name() === words[0]);
      if (!child) return `tillgate ${written}: no such command`;
      command = child;
      words.shift();
    }
    const known = [...command.options, ...program.options].map(({ long }) => long);
    const unknown = words
      .map((word) => /^--[a-z-]+/.exec(word)?.[0])
      .filter((option) => option && option !== '--help' && !known.includes(option));
    return unknown.length > 0 ? `tillgate ${written}: no such option` : undefined;
  }

  test.each([...DOCUMENTS, ...DEPLOYMENTS])('exist with the options that %s gives them', (name) => {
    const text = readFileSync(new URL(name, ROOT), 'utf8');
    const scripts = name.startsWith('deploy/') ? [text] : (text.match(/(?<=```sh\n)[^`]+/g) ?? []);
    const lines = scripts.flatMap((script) => [...script.matchAll(/(?:^ *|[ /])tillgate ([a-z][^\n]*)$/gm)]);
    const spans = name.startsWith('deploy/') ? [] : [...text.matchAll(/(?<!`)`tillgate ([^`]+)`/g)];
    const written = [...lines, ...spans].map(([, words = '']) => words);
    expect(written.map(problemOf).filter(Boolean)).toEqual([]);
  });
});

test('docs/settings.md is made from the table of settings; `pnpm --filter @tillgate/server test docs -u` writes it', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../../../../docs/settings.md');
});

test('CONTRIBUTING.md names the files that a nullable property of items is in', () => {
  const text = readFileSync(new URL('CONTRIBUTING.md', ROOT), 'utf8');
  const [section = ''] = /## Add a property to a record\n[\s\S]*?(?=\n## )/.exec(text) ?? [];
  const [, ...edits] = section.split(/^\d\. /m);
  expect(edits).toHaveLength(6);
  const named = edits.map((edit) => /^`([^`]+)`/.exec(edit)?.[1] ?? edit).filter((path) => !path.includes('<'));
  const mentions = (path: string) => /imageUrl|image_url/.test(readFileSync(new URL(path, ROOT), 'utf8'));
  expect(named.filter((path) => !mentions(path))).toEqual([]);
  const folders = [
    'openapi/resources/',
    'packages/server/src/records/items/',
    'packages/server/src/database/schema/triggers/',
  ];
  const present = folders.flatMap((folder) => readdirSync(new URL(folder, ROOT)).map((name) => folder + name));
  expect(present.filter(mentions).filter((path) => !named.includes(path))).toEqual([]);
});

describe('docs/operations.md', () => {
  const text = readFileSync(new URL('docs/operations.md', ROOT), 'utf8');

  test('states the limits that pools have', () => {
    const { connect, statement, lock, silence, probe, answer } = POOL_LIMITS;
    const stated = [connect, statement, lock, silence, answer].map((limit) => `| ${limit / 1000} s`);
    for (const limit of stated) expect(text).toContain(limit);
    expect(text).toContain(`within ${probe / 1000} s`);
  });
});

/** True if the target exists. Headings have the fragments that GitHub generates. */
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
