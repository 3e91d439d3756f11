import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contractDiff } from '../../src/contract-diff.ts';
import { readApprovals } from '../../src/diff/approvals.ts';
import type { Change } from '../../src/diff/changes.ts';
import { report, type Verdict } from '../../src/diff/report.ts';
import { readUsage, touchedBy } from '../../src/diff/usage.ts';
import { PACKAGE } from '../../src/layout.ts';

const removed: Change = {
  id: "GET /items: response 200: property 'x' removed",
  breaking: true,
  reaches: [],
  operations: ['GET /items'],
  uses: [{ operation: 'GET /items', in: 'response' }],
};
const added: Change = {
  id: 'GET /stores: operation added',
  breaking: false,
  reaches: [],
  operations: ['GET /stores'],
  uses: [{ operation: 'GET /stores' }],
};

function verdict(changes: Change[], approved: string[] = []): Verdict {
  return { changes, approvals: new Map(approved.map((id) => [id, 'Agreed.'])), edited: true };
}

function approvalsFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tillgate-approvals-')), 'approved-breaking.yaml');
  writeFileSync(file, text);
  return file;
}

describe('contract:diff', () => {
  test('compares edited sources before anything is generated', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillgate-sources-'));
    cpSync(PACKAGE, folder, {
      recursive: true,
      filter: (path) => !/node_modules|generated|\/(?:src|test)$/.test(path),
    });
    const brands = join(folder, 'resources/brands.yaml');
    const text = readFileSync(brands, 'utf8');
    writeFileSync(brands, text.replace('operationId: listBrands', 'operationId: listAllBrands'));
    const printed: string[] = [];
    expect(contractDiff(['HEAD'], (line) => printed.push(line), folder)).toBe(1);
    expect(printed.join('\n')).toContain('GET /brands: operationId changed from listBrands to listAllBrands');
    writeFileSync(brands, 'paths: [');
    expect(() => contractDiff(['HEAD'], () => {}, folder)).toThrow(/redocly bundle failed: [\s\S]*brands\.yaml/);
    rmSync(folder, { recursive: true });
  });
});

test('the report lists breaking and other changes, and explains how to approve one', () => {
  expect(report(verdict([removed, added]), 'text')).toBe(`Breaking (1)
  GET /items: response 200: property 'x' removed

Not breaking (1)
  GET /stores: operation added

1 breaking change is not approved. To approve one, add its line as an id, with the reason, to openapi/approved-breaking.yaml.`);
});

test('Markdown shows each change as code, whatever backticks it contains', () => {
  expect(report(verdict([removed], [removed.id]), 'markdown')).toBe(`### Breaking (1)

- \`GET /items: response 200: property 'x' removed\`
  - approved: Agreed.`);
});

const sync = { operation: 'listItems', appId: 1, app: 'Sync', organization: 'Acme' };
const menus = { operation: 'listItems', appId: 2, app: 'Menus', organization: 'Beta' };
const other = { operation: 'listStores', appId: 3, app: 'Other', organization: 'Gamma' };

const usageFile = (...data: object[]): string =>
  approvalsFile(JSON.stringify({ since: '2026-10-24', data, unavailable: [] }));

const document = {
  paths: { '/items': { get: { operationId: 'listItems' } }, '/taxes': { get: { operationId: 'listTaxes' } } },
  webhooks: { changes: { post: { operationId: 'receiveChanges' } } },
};

test('a breaking change names the apps that used its operations, the busiest first', () => {
  const file = usageFile(
    { ...sync, requests: 2, succeeded: 2, merchants: 1, lastDay: '2026-11-02' },
    { ...menus, requests: 90, succeeded: 90, merchants: 7, lastDay: '2026-11-20' },
    { ...other, requests: 5, succeeded: 5, merchants: 1, lastDay: '2026-11-20' },
  );
  const touched = touchedBy(readUsage(file), document);
  expect(report({ ...verdict([removed, added], [removed.id]), touched }, 'text')).toBe(`Breaking (1)
  GET /items: response 200: property 'x' removed
      used by Menus of Beta (app 2): 90 requests for 7 merchants, last on 2026-11-20 (listItems)
      used by Sync of Acme (app 1): 2 requests for 1 merchant, last on 2026-11-02 (listItems)
      whether an app reads this part of the response is not known
      approved: Agreed.

Not breaking (1)
  GET /stores: operation added`);
  expect(touched({ ...removed, uses: [{ operation: 'GET /taxes' }] })).toEqual(['used by no app since 2026-10-24']);
  const received = touched({ ...removed, uses: [{ operation: 'webhook changes', in: 'response' }] });
  expect(received).toEqual(['whether an app receives the webhook is not known']);
  expect(touched({ ...removed, uses: [{ operation: '' }] })).toHaveLength(3);
});

test('a breaking change of a parameter or property names the apps that sent it, and the apps whose parameters are not known', () => {
  const limit = { in: 'query', name: 'limit', requests: 40, lastDay: '2026-11-18' };
  const file = usageFile(
    { ...sync, requests: 12, succeeded: 10, merchants: 1, lastDay: '2026-11-02', known: 9, names: [] },
    { ...menus, requests: 90, succeeded: 90, merchants: 7, lastDay: '2026-11-20', known: 90, names: [limit] },
  );
  const touched = touchedBy(readUsage(file), document);
  const ofName = (name: string) => touched({ ...removed, uses: [{ operation: 'GET /items', in: 'query', name }] });
  const unknown = 'may be used by Sync of Acme (app 1): what was sent in 1 request is not known (listItems)';
  expect(ofName('limit')).toEqual([
    'used by Menus of Beta (app 2): 40 of 90 requests for 7 merchants, last on 2026-11-18 (listItems)',
    unknown,
  ]);
  expect(ofName('page')).toEqual([unknown]);
});

test('an invalid usage file is rejected', () => {
  expect(() => readUsage(approvalsFile('[]'))).toThrow(/tillgate usage --json/);
});

test('an edit without effect on partners is reported as such', () => {
  expect(report(verdict([]), 'text')).toBe('Only wording or examples have changed.');
  expect(report({ ...verdict([]), edited: false }, 'text')).toBe('The contract has not changed.');
});

test('approvals are ids with reasons', () => {
  const file = approvalsFile(`- id: "${removed.id}"\n  reason: Agreed.\n`);
  expect([...readApprovals(file).keys()]).toEqual([removed.id]);
  expect([...readApprovals(approvalsFile('# none\n')).keys()]).toEqual([]);
});

test.each([
  ['without a reason', `- id: "${removed.id}"\n`],
  ['with an unquoted id, which is a map', '- id: {GET /items: removed}\n  reason: Agreed.\n'],
  ['with a misspelt key', '- id: a\n  reason: b\n  resaon: c\n'],
  ['in another shape', 'id: a\n'],
])('an approval %s is rejected', (_, text) => {
  expect(() => readApprovals(approvalsFile(text))).toThrow(/expected|unknown/);
});

test.each([[['no-such-ref']], [['--upload-pack=x']], [[]], [['HEAD', 'HEAD']]])(
  'contract:diff %j reports that it cannot compare',
  (args) => {
    expect(() => contractDiff(args, () => {})).toThrow(/knows no commit|usage|Unknown option/);
  },
);
