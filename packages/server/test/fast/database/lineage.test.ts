import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFolder } from '../../../src/database/embedded.ts';
import { Lineage, type Sighting } from '../../../src/database/lineage.ts';

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

test('Connections that are checked at once are no restore, in whatever order they are answered', async () => {
  const sighting = (written: number): Sighting => ({ names: ['cluster'], origin: 'cluster', written });
  const answers: ((seen: Sighting) => void)[] = [];
  const lineage = new Lineage(() => new Promise((resolve) => answers.push(resolve)));
  const statements: string[] = [];
  const client = {
    async query(sql: string | { text: string }) {
      const text = typeof sql === 'string' ? sql : sql.text;
      statements.push(text);
      return { rows: text.startsWith('select relnamespace') ? [{ schema: 'control' }] : [] };
    },
  };
  const check = () => lineage.check(client as never);
  const first = check();
  answers[0]?.(sighting(100));
  await first;
  const before = statements.length;
  const checks = [check(), check()];
  answers[2]?.(sighting(300));
  await checks[1];
  answers[1]?.(sighting(200));
  await checks[0];
  expect(statements.slice(before)).toEqual([]);
});
