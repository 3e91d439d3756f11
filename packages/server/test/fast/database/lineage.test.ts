import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFolder } from '../../../src/database/embedded.ts';

const root = mkdtempSync(join(tmpdir(), 'tillgate-lineage-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folderOf = (name: string): string => join(root, name);

/** First id of a new block. */
async function nextIdIn(name: string): Promise<number> {
  const databases = await openFolder(folderOf(name));
  const { rows } = await databases.control.query(`select nextval('region_uk.record_ids') as id`);
  await databases.close();
  return rows[0].id;
}

test('A data folder that is put back from a copy skips ids, and one that is opened again does not', async () => {
  mkdirSync(folderOf('data'));
  const first = await nextIdIn('data');
  cpSync(folderOf('data'), folderOf('copy'), { recursive: true });
  expect([first, await nextIdIn('data')]).toEqual([100_001, 100_033]);
  expect(await nextIdIn('copy')).toBeGreaterThan(first + 1_000_000);
});
