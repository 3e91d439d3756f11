import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changelogHtml } from '../../src/changelog/page.ts';
import { changelogOf, keepVersion } from '../../src/changelog/versions.ts';
import { contract } from '../../src/contract.ts';
import { contractChangelog } from '../../src/contract-changelog.ts';
import { REPOSITORY } from '../../src/layout.ts';

test('the changelog lists the changes since the latest version first', () => {
  const [latest] = changelogOf(contract);
  expect(latest?.version).toBeUndefined();
  const added = changelogOf({ ...contract, paths: { ...contract.paths, '/new': { get: { operationId: 'getNew' } } } });
  expect(added[0]?.changes.length).toBe((latest?.changes.length ?? 0) + 1);
  expect(added[0]?.changes).toContainEqual({ id: 'GET /new: operation added', breaking: false, operation: 'GET /new' });
});

test('the changelog compares with the latest release', () => {
  const [, released] = /^## \d+\.\d+\.\d+ - (\S+)$/m.exec(readFileSync(join(REPOSITORY, 'CHANGELOG.md'), 'utf8')) ?? [];
  expect(changelogOf(contract)[0]?.since).toBe(released);
});

test('the changelog states why each breaking change was approved', () => {
  const breaking = changelogOf(contract).flatMap(({ changes }) => changes.filter((change) => change.breaking));
  expect(breaking.length).toBeGreaterThan(0);
  expect(breaking.filter(({ reason }) => !reason)).toEqual([]);
});

test('the changelog page names new operations, shows what several have in common once, and each reason', () => {
  const added = (operation: string) => ({
    id: `${operation}: query parameter 'ids': added`,
    breaking: false,
    operation,
  });
  const changes = [
    { id: "GET /items: query parameter '<b>': removed", breaking: true, operation: 'GET /items', reason: 'Unused.' },
    { id: 'GET /taxes: operation added', breaking: false, operation: 'GET /taxes' },
    ...['GET /items', 'GET /brands'].map(added),
  ];
  const dated = { deprecated: true, 'x-tillgate-deprecated': '2026-01-31', 'x-tillgate-sunset': '2027-02-28' };
  const html = changelogHtml([{ since: '2026-11-23', changes }], {
    paths: { '/items': { get: dated }, '/taxes': { get: { summary: 'List taxes' } } },
  });
  expect(html).toContain('<li><code>GET /items</code> after 2027-02-28</li>');
  expect(html).toContain('<li><code>GET /taxes</code> List taxes</li>');
  expect(html).toContain("<summary>Query parameter 'ids': added (2)</summary>");
  expect(html).toMatch(/<summary>Unused\.<\/summary><ul><li><code>[^<]*'&lt;b&gt;': removed<\/code>/);
});

test('contract:changelog writes static files', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'tillgate-changelog-')), 'site');
  contractChangelog(['--out', folder], () => {});
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('<h1>Changelog of the contract</h1>');
  expect(existsSync(join(folder, 'changelog.json'))).toBe(true);
  expect(() => contractChangelog([], () => {})).toThrow('usage');
});

test('a version of the contract is stored once, under its day', () => {
  expect(() => keepVersion('1.0', contract)).toThrow('1.0 is not a day');
  expect(() => keepVersion('2026-11-23', contract)).toThrow('EEXIST');
});
