import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTarget } from '../../src/target/read-target.ts';
import { arrangeDatabase } from '../embedded/arrange-database.ts';
import { newFolder } from './support/command.ts';

describe('Arranging a database for a run', () => {
  const folder = newFolder();
  const out = join(folder, 'target.json');
  const settings = { TILLGATE_DATA_DIR: folder, TILLGATE_API_URL: 'https://api.example' };
  beforeAll(() => arrangeDatabase(settings, { out, spares: 2 }), 120_000);

  test('writes the configuration of a run at the public URLs, for its owner’s eyes alone', () => {
    const { baseUrl, authUrl, apps, merchants } = readTarget(out, {});
    expect([baseUrl, authUrl]).toEqual(['https://api.example/v1', 'http://localhost:3001']);
    expect(apps.filter(({ role }) => role === 'spare')).toHaveLength(2);
    expect(merchants.find(({ role }) => role === 'live')?.backOffice?.file).toBe(join(folder, 'target-live.ndjson'));
    expect(merchants.map(({ role }) => role)).toEqual(expect.arrayContaining(['main', 'other', 'foreign', 'live']));
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  test('overwrites no configuration, and writes nothing then', async () => {
    await expect(arrangeDatabase(settings, { out, spares: 0 })).rejects.toThrow(`${out} is there already.`);
  });
});
