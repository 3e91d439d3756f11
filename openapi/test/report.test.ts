import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractDiff } from '../src/contract-diff.ts';
import { readApprovals } from '../src/diff/approvals.ts';
import type { Change } from '../src/diff/changes.ts';
import { report, unapproved, type Verdict } from '../src/diff/report.ts';

const removed: Change = { id: "GET /items: response 200: property 'x' removed", breaking: true, reaches: [] };
const added: Change = { id: 'GET /stores: operation added', breaking: false, reaches: [] };

function verdict(changes: Change[], approved: string[] = []): Verdict {
  return { changes, approvals: new Map(approved.map((id) => [id, { id, reason: 'Agreed.' }])), edited: true };
}

function approvalsFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tillgate-approvals-')), 'approved-breaking.yaml');
  writeFileSync(file, text);
  return file;
}

test('a breaking change is open until its line is approved', () => {
  expect(unapproved(verdict([removed, added]))).toEqual([removed]);
  expect(unapproved(verdict([removed, added], [removed.id]))).toEqual([]);
});

test('the report lists breaking and other changes, and what to do', () => {
  expect(report(verdict([removed, added]), 'text')).toBe(`Breaking (1)
  GET /items: response 200: property 'x' removed

Not breaking (1)
  GET /stores: operation added

1 breaking change is not approved. To approve one, add its line as an id, with the reason, to openapi/approved-breaking.yaml.`);
});

test('in Markdown every line is a list item of code that no name in it can end', () => {
  expect(report(verdict([removed], [removed.id]), 'markdown')).toBe(`### Breaking (1)

- \`GET /items: response 200: property 'x' removed\`
  - approved: Agreed.`);
});

test('an edit that changes nothing for partners is reported as such', () => {
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
])('an approval %s is an error', (_, text) => {
  expect(() => readApprovals(approvalsFile(text))).toThrow(/expected|not known/);
});

test.each([[['no-such-ref']], [['--upload-pack=x']], [[]], [['HEAD', 'HEAD']]])(
  'contract:diff %j cannot compare',
  (args) => {
    expect(() => contractDiff(args, () => {})).toThrow(/knows no commit|usage/);
  },
);
