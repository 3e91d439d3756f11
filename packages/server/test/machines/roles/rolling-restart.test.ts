import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Databases } from '../../../src/database/database.ts';
import { freshDatabases } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { INHERITED } from '../../support/inherited.ts';
import { type Service, startService } from '../../support/service.ts';

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;
/** The deployment's configuration without retries, which would hide a refused connection. */
const CONFIGURATION = readFileSync(new URL('../../../../../deploy/haproxy.cfg', import.meta.url), 'utf8')
  .replace('option redispatch', '')
  .replace('retries 3', 'retries 0');

/** Clients, each of which sends one request at a time. */
const CLIENTS = 8;

describe.runIf(hasHaproxy)('Two instances behind HAProxy (needs haproxy)', () => {
  let databases: Databases;
  let folder: string;
  let haproxy: ChildProcess;
  let places: { api: number; ops: number }[];
  let instances: Service[];
  let origin: string;

  const start = ({ api, ops }: { api: number; ops: number }): Promise<Service> =>
    startService({
      // Stopping an instance must not close the database.
      databases: { ...databases, close: async () => {} },
      settings: {
        TILLGATE_API_PORT: String(api),
        TILLGATE_OPS_PORT: String(ops),
        TILLGATE_API_URL: origin,
        TILLGATE_DRAIN: '5',
        TILLGATE_STOP_TIMEOUT: '25',
      },
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillgate-haproxy-'));
    databases = await freshDatabases();
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const [one, two] = [
      { api: await freePort(), ops: await freePort() },
      { api: await freePort(), ops: await freePort() },
    ];
    places = [one, two];
    instances = await Promise.all(places.map(start));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, CONFIGURATION);
    const env = {
      ...INHERITED,
      API_BIND: `127.0.0.1:${port}`,
      API_1: `127.0.0.1:${one.api}`,
      OPS_1: String(one.ops),
      API_2: `127.0.0.1:${two.api}`,
      OPS_2: String(two.ops),
    };
    haproxy = spawn('haproxy', ['-db', '-f', file], { env, stdio: 'ignore' });
    while ((await fetch(`${origin}/v1/openapi.json`).catch(() => undefined))?.status !== 200);
  });
  afterAll(async () => {
    haproxy?.kill();
    if (haproxy?.exitCode === null) await once(haproxy, 'exit');
    await Promise.all(instances?.map((instance) => instance.stop()) ?? []);
    await databases?.close();
    rmSync(folder, { recursive: true });
  });

  test('restart one after the other without a failed request', async () => {
    const { token } = await (instances[0] as Service).connect();
    const outcomes = new Set<unknown>();
    let done = false;

    async function request(write: boolean): Promise<number> {
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      };
      const init = write ? { method: 'POST', headers, body: JSON.stringify({ name: randomUUID() }) } : { headers };
      const response = await fetch(`${origin}/v1/brands`, init);
      await response.text();
      return response.status;
    }
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      while (!done) outcomes.add(await request(client % 2 === 0).catch((error) => String(error.cause ?? error)));
    });

    for (const [index, place] of places.entries()) {
      await instances[index]?.stop();
      instances[index] = await start(place);
      while (!(await isUsed(place))) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    done = true;
    await Promise.all(clients);
    expect([...outcomes].sort()).toEqual([200, 201]);
  }, 300_000);

  /** True if HAProxy has noticed that the instance is ready again. */
  const isUsed = async ({ ops }: { ops: number }): Promise<boolean> =>
    /^tillgate_requests_total\{.*operation="listBrands"/m.test(
      await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text(),
    );
});
