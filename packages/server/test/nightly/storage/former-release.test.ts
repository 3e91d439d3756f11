import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/storage/database.ts';
import { freshPostgresUrl, storage } from '../../support/databases.ts';
import { checkOut, formerCommit } from '../../support/former-release.ts';
import { freePort } from '../../support/free-port.ts';
import { INHERITED } from '../../support/inherited.ts';
import { TEST_KEY } from '../../support/secrets.ts';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

/** The part of a response that is compared. */
interface Answer {
  readonly id: number;
  readonly code?: string;
  readonly data: { readonly id: number; readonly change: string }[];
  readonly pagination: { readonly total: number };
}

/** Several instances need PostgreSQL. A clone without history has no former release. */
const commit = storage === 'postgres' ? formerCommit() : undefined;

describe.runIf(commit)('The previous release, on the schema of this one (needs the history)', () => {
  const children: ChildProcess[] = [];
  let url: string;
  let drop: () => Promise<void>;
  let former: ReturnType<typeof checkOut>;
  let apiUrl: string;
  let token: string;
  let credentials: Record<string, string>;

  const environment = () => ({ ...INHERITED, DATABASE_URL: url, TILLGATE_KEY: TEST_KEY });

  async function tillgate(main: string, ...args: string[]) {
    const { stdout } = await run(process.execPath, [main, '--json', ...args], { env: environment() });
    return JSON.parse(stdout);
  }

  /**
   * Starts a server; resolves once it is ready. All servers share a public address, as if they were
   * behind a load balancer, and thus an issuer.
   */
  async function serve(main: string): Promise<{ apiUrl: string; opsUrl: string }> {
    const [api, web, ops] = [await freePort(), await freePort(), await freePort()];
    apiUrl ??= `http://127.0.0.1:${api}/v1`;
    const places = { TILLGATE_API_PORT: `${api}`, TILLGATE_WEB_PORT: `${web}`, TILLGATE_OPS_PORT: `${ops}` };
    const env = { ...environment(), ...places, TILLGATE_API_URL: new URL(apiUrl).origin };
    const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(child);
    const opsUrl = `http://127.0.0.1:${ops}`;
    while (child.exitCode === null && !(await isReady(opsUrl)))
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(child.exitCode).toBeNull();
    return { apiUrl: `http://127.0.0.1:${api}/v1`, opsUrl };
  }

  const isReady = (opsUrl: string): Promise<boolean> =>
    fetch(`${opsUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );

  async function call(at: string, method: string, path: string, body?: object): Promise<Answer> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(at + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const read = (await answer.json()) as Answer;
    expect([method, path, answer.status, read.code]).toEqual([method, path, expect.toBeOneOf([200, 201]), undefined]);
    return read;
  }

  /** Reads and writes in each area. What one server writes is read and changed through the other. */
  async function trade(here: string, there: string, name: string): Promise<void> {
    const storeId = (await call(here, 'GET', '/stores')).data[0]?.id;
    const supplierId = (await call(here, 'GET', '/suppliers')).data[0]?.id;
    const item = await call(here, 'POST', '/items', { name, price: '3.10', cost: '1.20', trackStock: true });
    const lines = [{ itemId: item.id, quantity: '5', unitCost: '1.25' }];
    const order = { supplierId, storeId, orderDate: '2026-03-01', lines };
    const { id } = await call(here, 'POST', '/purchase-orders?receive=false', order);
    await call(there, 'PATCH', `/purchase-orders/${id}/receive`, {});
    const counted = { storeId, date: '2026-03-01', type: 2, lines: [{ itemId: item.id, quantity: '2' }] };
    await call(here, 'POST', '/stock-adjustments?post=true', counted);
    await call(there, 'PATCH', `/items/${item.id}`, { price: '3.20' });
    expect(await call(here, 'GET', `/items/${item.id}?storeId=${storeId}`)).toMatchObject({
      price: '3.20',
      cost: '1.25',
    });
    const { data: moved } = await call(here, 'GET', `/items/${item.id}/stock?storeId=${storeId}`);
    expect(moved.map(({ change }) => change).sort()).toEqual(['-2', '5']);
    const found = await call(there, 'GET', `/items?search=${encodeURIComponent(name)}&sort=name&order=asc`);
    expect([found.pagination.total, found.data[0]?.id]).toEqual([1, item.id]);
    await call(here, 'GET', '/reports/stock-on-hand');
  }

  beforeAll(async () => {
    ({ url, drop } = await freshPostgresUrl());
    former = checkOut(commit as string);
    await run(process.execPath, [former.main, 'migrate'], { env: environment() });
    const { organizationId } = await tillgate(former.main, 'organization', 'create', 'Acme');
    const at = ['--organization', String(organizationId)];
    const app = await tillgate(former.main, 'app', 'create', ...at, '--name', 'Sync', '--product', 'FULL');
    const of = ['--region', 'UK', '--currency', 'GBP', '--sandbox-of', String(organizationId), '--demo-data'];
    await tillgate(former.main, 'merchant', 'create', '--name', 'Shop', ...of);
    credentials = { client_id: app.clientId, client_secret: app.clientSecret };
  });
  afterAll(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    former?.remove();
    await drop?.();
  });

  async function mint(at: string): Promise<void> {
    const body = new URLSearchParams(credentials);
    const answer = await fetch(`${at}/token`, { method: 'POST', body });
    token = ((await answer.json()) as { access_token: string }).access_token;
  }

  /** Applies a migration, as the first instance of the next release would while this one serves. */
  async function addMigrationOfTheNext(): Promise<void> {
    const databases = await openPostgres(url, {});
    for (const schema of ['control', 'region_uk'])
      await databases.control.query(
        `insert into ${schema}.migrations (version, name, checksum) values (9999, 'next', '')`,
      );
    await databases.close();
  }

  test('keeps serving, and reads and writes what this one writes and reads', async () => {
    const old = await serve(former.main);
    await mint(old.apiUrl);
    await trade(old.apiUrl, old.apiUrl, 'Before the migration');
    await run(process.execPath, [MAIN, 'migrate'], { env: environment() });
    await trade(old.apiUrl, old.apiUrl, 'On the new schema');
    const current = await serve(MAIN);
    await trade(old.apiUrl, current.apiUrl, 'Written by the former');
    await mint(current.apiUrl);
    await trade(current.apiUrl, old.apiUrl, 'Written by the current');
    await addMigrationOfTheNext();
    expect(await isReady(current.opsUrl)).toBe(true);
    await trade(current.apiUrl, old.apiUrl, 'On the schema of the next');
  });
});
