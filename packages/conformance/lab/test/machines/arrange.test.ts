import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTarget } from '../../../src/target/read-target.ts';
import { newFolder } from '../../../test/support/command.ts';
import { arrangeDatabase } from '../../server/arrange-database.ts';

describe('Arranging a database for a run', () => {
  const folder = newFolder();
  const out = join(folder, 'target.json');
  const settings = { TILLGATE_DATA_DIR: folder, TILLGATE_API_URL: 'https://api.example' };
  beforeAll(() => arrangeDatabase(settings, { out, spares: 2 }), 120_000);

  test('writes the configuration of a run with the public URLs, readable by its owner only', () => {
    const { baseUrl, authUrl, apps, merchants } = readTarget(out, {});
    expect([baseUrl, authUrl]).toEqual(['https://api.example/v1', 'http://localhost:3001']);
    expect(apps.filter(({ role }) => role === 'spare')).toHaveLength(2);
    expect(merchants.find(({ role }) => role === 'live')?.backOffice?.file).toBe(join(folder, 'target-live.ndjson'));
    expect(merchants.map(({ role }) => role)).toEqual(expect.arrayContaining(['main', 'other', 'foreign', 'live']));
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  test('writes the limits that are the default, and no test clock', () => {
    expect(readTarget(out, {})).toMatchObject({
      limits: { requestsPerMinute: 300, mintsPerMinute: 30 },
      clockUrl: undefined,
    });
  });

  test('writes the limits and the test clock of the settings, where webhooks reach the suite, and who adds endpoints', async () => {
    const own = newFolder();
    const configured = {
      TILLGATE_DATA_DIR: own,
      TILLGATE_RATE_LIMIT: '50000',
      TILLGATE_MINT_LIMIT: '60',
      TILLGATE_TEST_CLOCK: '1',
      TILLGATE_OPS_HOST: '0.0.0.0',
      TILLGATE_OPS_PORT: '4002',
    };
    const options = { out: join(own, 'target.json'), spares: 0, receiver: 'https://hooks.example', receiverPort: 8085 };
    await arrangeDatabase(configured, options);
    const { developer, receiver, ...target } = readTarget(options.out, {});
    expect(target).toMatchObject({
      limits: { requestsPerMinute: 50_000, mintsPerMinute: 60 },
      clockUrl: 'http://localhost:4002/clock',
    });
    expect(receiver).toEqual({ url: 'https://hooks.example', port: 8085 });
    expect(developer?.password).toHaveLength(16);
  }, 120_000);

  test('rejects a receiver by http where the server does not allow it', async () => {
    const local = { out: join(folder, 'local.json'), spares: 0, receiver: 'http://localhost' };
    await expect(arrangeDatabase({ ...settings, TILLGATE_WEBHOOK_LOOPBACK: '0' }, local)).rejects.toThrow(
      '--receiver must begin with https://',
    );
  });

  test('rejects ports that only the running server knows', async () => {
    const any = { ...settings, TILLGATE_WEB_PORT: '0' };
    await expect(arrangeDatabase(any, { out: join(folder, 'other.json'), spares: 0 })).rejects.toThrow(
      'TILLGATE_WEB_PORT is 0',
    );
  });

  test('rejects a test clock on a database whose name does not end in _test', async () => {
    const clocked = { DATABASE_URL: 'postgres://localhost/tillgate', TILLGATE_TEST_CLOCK: '1' };
    await expect(arrangeDatabase(clocked, { out: join(folder, 'other.json'), spares: 0 })).rejects.toThrow(
      'the name of the database in DATABASE_URL must end in _test',
    );
  });

  test('never overwrites a configuration', async () => {
    await expect(arrangeDatabase(settings, { out, spares: 0 })).rejects.toThrow(`${out} already exists`);
  });
});
