import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { differences } from '../src/generate-check.ts';

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tillgate-generated-test-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

test('generated files equal to the committed ones have no difference', () => {
  const files = { 'a/one.gen.ts': '1', 'a/deep/two.gen.ts': '2' };
  expect(differences(folder(files), folder(files), ['a', 'absent'])).toEqual([]);
});

test('a file that differs, is missing or is left over is reported', () => {
  const committed = folder({ 'a/changed.ts': 'old', 'a/deep/left.ts': '', 'other/x.ts': '' });
  const fresh = folder({ 'a/changed.ts': 'new', 'a/fresh.ts': '' });
  expect(differences(committed, fresh, ['a'])).toEqual([
    { file: 'a/changed.ts', what: 'differs' },
    { file: 'a/deep/left.ts', what: 'is no longer generated' },
    { file: 'a/fresh.ts', what: 'is missing' },
  ]);
});
