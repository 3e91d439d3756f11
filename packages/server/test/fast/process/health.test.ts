import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabases } from '../../support/databases.ts';
import { FailingDatabases } from '../../support/failing-databases.ts';
import { startService } from '../../support/service.ts';

const failing = new FailingDatabases(await freshDatabases());
const service = await startService({ databases: failing.databases });
afterAll(() => service.stop());

describe('The operations listener', () => {
  const ops = (path: string) => fetch(service.opsUrl + path);

  test('reports that the process is up and ready, and not ready while a migration of the control plane is missing', async () => {
    expect(await (await ops('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await ops('/readyz')).json()).toMatchObject({ status: 'ready', control: { status: 'up' } });
    const { control } = service.databases;
    await control.query('update control.migrations set version = version - 100');
    const behind = await ops('/readyz');
    await control.query('update control.migrations set version = version + 100');
    expect([behind.status, await behind.json()]).toMatchObject([503, { status: 'not ready' }]);
    expect(behind.headers.get('Retry-After')).toBe('1');
    expect((await ops('/readyz')).status).toBe(200);
  });

  test('stays up, not ready, while the database is unavailable', async () => {
    await failing.while(new Error('away'), async () => {
      expect([(await ops('/healthz')).status, (await ops('/readyz')).status]).toEqual([200, 503]);
    });
    expect((await ops('/readyz')).status).toBe(200);
  });
});
