import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { differences } from '../../src/generate-check.ts';

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tillgate-generated-test-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

test('generate:check reports generated files that differ, are missing or are left over', () => {
  const committed = folder({ 'a/changed.ts': 'old', 'a/deep/left.ts': '', 'a/same.ts': '', 'other/x.ts': '' });
  const fresh = folder({ 'a/changed.ts': 'new', 'a/fresh.ts': '', 'a/same.ts': '' });
  expect(differences(committed, fresh, ['a', 'absent'])).toEqual([
    'a/changed.ts differs',
    'a/deep/left.ts is no longer generated',
    'a/fresh.ts is missing',
  ]);
});
