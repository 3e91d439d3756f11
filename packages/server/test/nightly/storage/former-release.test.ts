import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once as exited } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { json, send } from '../../support/api-caller.ts';
import { authorizeUrl } from '../../support/consent.ts';
import { freshPostgresUrl, PATIENT, storage } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { DISAGREEMENTS, itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { INHERITED } from '../../support/inherited.ts';
import { CALLBACK } from '../../support/oauth.ts';
import { checkOut, commitOf, FORMER } from '../../support/releases.ts';
import { TEST_KEY } from '../../support/secrets.ts';
import { violations } from '../../support/violations.ts';
import { Visitor } from '../../support/web-visitor.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

/** Why nothing is tested. */
const LACKS = [
  ...(storage === 'postgres' ? [] : ['no TEST_DATABASE_URL']),
  ...(commitOf(FORMER.commit) ? [] : [`this clone lacks its commit ${FORMER.commit}, as shallow clones do`]),
].join(', ');

// biome-ignore lint/suspicious/noExplicitAny: bodies of two versions; those of this one are held to its contract
type Body = any;

interface Server {
  readonly child: ChildProcess;
  readonly main: string;
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly opsUrl: string;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
const TODAY = daysAgo(0).slice(0, 10);

/** Names that are equal without typography. */
const TWINS = [
  ['Harbour’s best', "Harbour's best"],
  ['Cold–brew', 'Cold-brew'],
  ['“House”', '"House"'],
  ['½ pint', '1/2 pint'],
].flat();

/** Lists of records, and what follows the id in the path of one. */
const RECORDS: Readonly<Record<string, string>> = {
  ...{ '/brands': '', '/categories': '', '/suppliers': '', '/menus': '/full', '/modifiers': '/full' },
  ...{ '/purchase-orders?includeVoided=true': '', '/stock-transfers?includeVoided=true': '', '/stock-adjustments': '' },
};

describe.skipIf(LACKS)(`What ${FORMER.version} wrote${LACKS && ` (skipped: ${LACKS})`}`, { timeout: 600_000 }, () => {
  const children: ChildProcess[] = [];
  let url: string;
  let drop: () => Promise<void>;
  let former: ReturnType<typeof checkOut>;
  let databases: Databases;
  let old: Server;
  let current: Server;
  let app: { readonly id: number; readonly clientId: string; readonly clientSecret: string };
  let companyId: number;
  let token: string;

  const environment = () => ({ ...INHERITED, DATABASE_URL: url, TILLGATE_KEY: TEST_KEY });

  async function tillgate(main: string, args: readonly unknown[], input = ''): Promise<Body> {
    const running = promisify(execFile)(process.execPath, [main, '--json', ...args.map(String)], {
      env: environment(),
      maxBuffer: 2 ** 26,
    });
    running.child.stdin?.end(input);
    const { stdout } = await running;
    return stdout.startsWith('{') ? JSON.parse(stdout) : stdout;
  }

  /** Starts a server; resolves once it is ready. All share their public addresses, as behind a load balancer. */
  async function serve(main: string): Promise<Server> {
    const [api, web, ops] = [await freePort(), await freePort(), await freePort()];
    const addresses = {
      apiUrl: `http://127.0.0.1:${api}/v1`,
      webUrl: `http://127.0.0.1:${web}`,
      opsUrl: `http://127.0.0.1:${ops}`,
    };
    const env = {
      ...environment(),
      ...{ TILLGATE_API_PORT: `${api}`, TILLGATE_WEB_PORT: `${web}`, TILLGATE_OPS_PORT: `${ops}` },
      ...{ TILLGATE_API_URL: new URL((old ?? addresses).apiUrl).origin, TILLGATE_WEB_URL: (old ?? addresses).webUrl },
      TILLGATE_RATE_LIMIT: '1000000',
    };
    const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(child);
    const server = { main, child, ...addresses };
    while (child.exitCode === null && !(await isReady(server))) await delay(100);
    expect(child.exitCode).toBeNull();
    return server;
  }

  const isReady = ({ opsUrl }: Server): Promise<boolean> =>
    fetch(`${opsUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );

  const bearer = (): Record<string, string> => ({ Authorization: `Bearer ${token}` });

  /** Sends a request that succeeds. What this version answers has to match its contract. */
  async function call(server: Server, method: string, path: string, body?: object, by = bearer()): Promise<Body> {
    const init = body ? json(body, by) : { headers: by };
    const { status, text } =
      server.main === MAIN
        ? await send(server.apiUrl, method, path, init)
        : await fetch(server.apiUrl + path, { ...init, method }).then(async (answer) => ({
            status: answer.status,
            text: await answer.text(),
          }));
    if (status !== 200 && status !== 201) throw new Error(`${method} ${path} of ${server.main}: ${status} ${text}`);
    return JSON.parse(text);
  }

  const create = async (server: Server, path: string, body: object): Promise<Body> => call(server, 'POST', path, body);
  const patch = async (server: Server, path: string, body: object): Promise<Body> => call(server, 'PATCH', path, body);

  async function list(server: Server, path: string): Promise<Body[]> {
    const found: Body[] = [];
    let cursor: string | null | undefined;
    do {
      const query = `${path.includes('?') ? '&' : '?'}limit=100${cursor ? `&cursor=${cursor}` : ''}`;
      const page: Body = await call(server, 'GET', path + query);
      found.push(...page.data);
      cursor = page.pagination.nextCursor;
    } while (cursor);
    return found;
  }

  /** Everything that an app can read of the merchant, by its path. */
  async function readAll(server: Server): Promise<Readonly<Record<string, Body>>> {
    const read: Record<string, Body> = {};
    const get = async (path: string) => {
      read[path] = await call(server, 'GET', path);
    };
    const listed = async (path: string): Promise<Body[]> => {
      read[`${path}: list`] = await list(server, path);
      return read[`${path}: list`];
    };
    await listed('/taxes');
    for (const [path, rest] of Object.entries(RECORDS))
      for (const { id } of await listed(path)) await get(`${path.replace(/\?.*/, '')}/${id}${rest}`);
    const stores = await listed('/stores');
    for (const { id } of stores) for (const rest of ['', '/open-orders']) await get(`/stores/${id}${rest}`);
    for (const { id } of await listed('/items'))
      for (const store of stores)
        for (const rest of [`?storeId=${store.id}`, `/stock?storeId=${store.id}&limit=100`])
          await get(`/items/${id}${rest}`);
    const days = `from=${daysAgo(30).slice(0, 10)}&to=${TODAY}`;
    await get(`/reports/daily-sales?${days}`);
    await get(`/reports/sales-by-item?${days}&limit=100`);
    await listed('/reports/stock-on-hand');
    return read;
  }

  /** Fills the merchant through the release's import and API, with each kind of record in each of its states. */
  async function fill(server: Server): Promise<void> {
    const importLines = (lines: readonly object[]) =>
      tillgate(
        server.main,
        ['import', '--company', companyId, '-'],
        lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      );
    const line = { item: 'A', quantity: '1', gross: '3.50' };
    await importLines([
      ...['S', 'T'].map((store) => storeLine(store)),
      { type: 'supplier', externalId: 'P', name: 'Northern Roasters', email: 'a@b.example' },
      { type: 'tax', externalId: 'V', name: 'VAT', rate: '20.00' },
      { type: 'brand', externalId: 'B', name: 'Imported' },
      { type: 'category', externalId: 'C', name: 'Imported' },
      itemLine('A', { brandId: 'B', groupId: 'C', tax: 'V', trackStock: true, barcodes: ['5012345678900'] }),
      itemLine('Z', { itemType: 1, variants: [{ name: 'S' }, { name: 'L' }] }),
      itemLine('M', { itemType: 2, trackStock: false, components: [{ item: 'A', quantity: '2' }] }),
      { type: 'modifier', externalId: 'G', name: 'Milk', options: [{ name: 'Oat' }], items: ['A'] },
      { type: 'menu', externalId: 'N', name: 'Imported', stores: ['S'], items: [{ item: 'A', price: '3.00' }] },
      { type: 'openingStock', externalId: 'o', store: 'S', item: 'A', quantity: '20', at: daysAgo(9) },
      saleLine('1', 'S', daysAgo(8), { lines: [{ ...line, quantity: '3', gross: '3.50' }] }),
      { ...saleLine('r1', 'S', daysAgo(7)), type: 'refund', sale: '1', lines: [line] },
      saleLine('2', 'S', daysAgo(6)),
      { type: 'void', kind: 'sale', externalId: '2', at: daysAgo(5) },
      { type: 'openOrder', externalId: 'O', store: 'S', number: '1', at: daysAgo(1), lines: [line] },
      {
        ...{ type: 'purchaseReturn', externalId: 'q', supplier: 'P', store: 'S', date: TODAY },
        lines: [{ item: 'A', quantity: '1', unitCost: '1' }],
      },
    ]);
    const idOf = async (path: string, name: string) => (await list(server, path)).find((one) => one.name === name).id;
    const [storeId, toStoreId] = [await idOf('/stores', 'Store S'), await idOf('/stores', 'Store T')];
    const supplierId = await idOf('/suppliers', 'Northern Roasters');
    const itemId = await idOf('/items', 'Item A');
    for (const name of TWINS)
      for (const path of ['/brands', '/categories', '/items', '/menus/create-with-items'])
        await create(server, path, { name });
    for (const type of [0, 1, 2])
      for (const status of [0, 1, 2]) {
        const lines = [{ itemId, quantity: `${10 + type}` }];
        const { id } = await create(server, '/stock-adjustments?post=false', { storeId, date: TODAY, type, lines });
        for (let next = 1; next <= status; next += 1) await patch(server, `/stock-adjustments/${id}`, { status: next });
      }
    for (const [path, body] of [
      ['/purchase-orders', { supplierId, storeId, orderDate: TODAY }],
      ['/stock-transfers', { fromStoreId: storeId, toStoreId, date: TODAY }],
    ] as const)
      for (const change of ['none', 'part', 'all', 'void']) {
        const lines = [{ itemId, quantity: '5', ...('supplierId' in body && { unitCost: '1.25' }) }];
        const { id, lines: made } = await create(server, `${path}?receive=false`, { ...body, lines });
        const part = { lines: [{ lineId: made[0].id, quantity: '2' }] };
        if (change === 'part') await patch(server, `${path}/${id}/receive`, part);
        if (change === 'all') await patch(server, `${path}/${id}/receive`, {});
        if (change === 'void') await patch(server, `${path}/${id}`, { status: 0 });
      }
    // Sent by the till after the counts, and of a moment before them.
    counted = { path: `/items/${itemId}/stock?storeId=${storeId}`, at: new Date().toISOString(), onHand: '' };
    counted.onHand = (await call(server, 'GET', counted.path)).onHand;
    await importLines([saleLine('late', 'S', daysAgo(2))]);
  }

  const oauth = (server: Server, fields: object): Promise<Body> =>
    call(
      server,
      'POST',
      '/oauth/token',
      { ...{ client_id: app.clientId, client_secret: app.clientSecret }, ...fields },
      {},
    );
  const keyed = (server: Server) =>
    call(server, 'POST', '/brands', { name: 'Once' }, { ...bearer(), 'Idempotency-Key': 'once' });
  const commands = () => [
    ...[
      ['organization', 'list'],
      ['app', 'list'],
      ['app', 'show', app.id],
      ['merchant', 'list'],
      ['user', 'list'],
    ],
    ['connection', 'list', '--company', companyId],
  ];
  const consistent = async () => {
    expect(await violations(databases, companyId)).toEqual([]);
    // A level that nothing moved is 0, which the statement before allows.
    const sums = `select * from (${DISAGREEMENTS}) as sums where what <> 'level'`;
    expect((await databases.regions.UK.query(sums)).rows).toEqual([]);
  };

  let before: Awaited<ReturnType<typeof readAll>>;
  let connection: { readonly access_token: string; readonly refresh_token: string };
  let once: Body;
  let apiKey: string;
  let said: Body[];
  /** Stock of an item once it was counted, before the sale that came late. */
  let counted: { readonly path: string; readonly at: string; onHand: string };

  beforeAll(async () => {
    ({ url, drop } = await freshPostgresUrl());
    databases = await openPostgres(url, {}, { limits: PATIENT });
    former = checkOut(FORMER.commit);
    const ask = (...args: unknown[]) => tillgate(former.main, args);
    await ask('migrate');
    const { organizationId } = await ask('organization', 'create', 'Acme');
    const owned = ['--organization', organizationId, '--name', 'Sync', '--product'];
    app = await ask('app', 'create', ...owned, 'FULL');
    await ask('app', 'redirect-uri', 'add', app.id, CALLBACK);
    ({ apiKey } = await ask('app', 'create', ...owned, 'ADSR'));
    const sandbox = ['--region', 'UK', '--currency', 'GBP', '--sandbox-of', organizationId, '--demo-data'];
    ({ companyId } = await ask('merchant', 'create', '--name', 'Shop', ...sandbox));
    const email = 'olivia@shop.example';
    const owner = ['--email', email, '--name', 'Olivia', '--role', 'owner'];
    const { password } = await ask('merchant', 'add-user', companyId, ...owner);
    old = await serve(former.main);
    const visitor = new Visitor(old);
    await visitor.signIn({ email, password });
    const callback = await visitor.approve(authorizeUrl(app));
    const grant = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
    connection = await oauth(old, { ...grant, code: callback.searchParams.get('code') });
    token = connection.access_token;
    await fill(old);
    once = await keyed(old);
    before = await readAll(old);
    said = [];
    for (const args of commands()) said.push(await ask(...args));
    await tillgate(MAIN, ['migrate']);
    current = await serve(MAIN);
  }, 300_000);
  afterAll(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await exited(child, 'exit');
    }
    await databases?.close();
    former?.remove();
    await drop?.();
  });

  test('is read by this version as by that one, but for properties that were added', async () => {
    expect(await readAll(current)).toMatchObject(before);
    for (const [i, args] of commands().entries())
      expect([args, await tillgate(MAIN, args)]).toMatchObject([args, said[i]]);
    await consistent();
  });

  test('includes tokens, a connection, an API key and an Idempotency-Key, which work at both versions', async () => {
    for (const server of [current, old]) {
      expect(await keyed(server)).toEqual(once);
      const stores = await call(server, 'GET', `/stores?companyId=${companyId}`, undefined, { 'X-API-Key': apiKey });
      expect(stores.data).toMatchObject(before['/stores: list']);
      connection = await oauth(server, { grant_type: 'refresh_token', refresh_token: connection.refresh_token });
      for (const one of [token, connection.access_token])
        for (const reader of [current, old])
          await call(reader, 'GET', '/brands?limit=1', undefined, { Authorization: `Bearer ${one}` });
    }
  });

  test('includes a sale that came after a count of an earlier moment, which the count did not know', async () => {
    const { onHand } = await call(current, 'GET', counted.path);
    const known = await call(current, 'GET', `${counted.path}&knownAt=${counted.at}`);
    expect([known.onHand, Number(onHand)]).toEqual([counted.onHand, Number(counted.onHand) - 1]);
  });

  test('includes names that are equal without typography, whose records can be changed', async () => {
    for (const name of TWINS)
      for (const path of ['/brands', '/items']) {
        const found = (await list(current, path)).filter((record) => record.name === name);
        expect(found).toHaveLength(1);
        expect(await patch(current, `${path}/${found[0].id}`, { name, description: 'Changed' })).toMatchObject({
          name,
        });
      }
  });

  test('is found without typography, and keeps new records from the names that it has', async () => {
    for (const server of [current, old])
      for (const [i, name] of TWINS.entries()) {
        const twins = TWINS.slice(i - (i % 2), i - (i % 2) + 2);
        for (const path of ['/brands', '/categories', '/items', '/menus']) {
          const found = await list(server, `${path}?search=${encodeURIComponent(name)}`);
          expect([path, found.map((record) => record.name).toSorted()]).toEqual([path, twins.toSorted()]);
        }
        await expect(create(server, '/brands', { name: name.toUpperCase() })).rejects.toThrow('409');
      }
  });

  /** Reads and writes in each area. What one server writes is read and changed through the other. */
  async function trade(here: Server, there: Server, name: string): Promise<number[]> {
    const [storeId, toStoreId] = (await list(here, '/stores')).map(({ id }) => id);
    const [{ id: supplierId }] = (await list(there, '/suppliers')) as [Body];
    const item = await create(here, '/items', { name, price: '3.10', cost: '1.20', trackStock: true });
    const lines = [{ itemId: item.id, quantity: '5' }];
    const ordered = { supplierId, storeId, orderDate: TODAY, lines: [{ ...lines[0], unitCost: '1.25' }] };
    const order = await create(here, '/purchase-orders?receive=false', ordered);
    await patch(there, `/purchase-orders/${order.id}/receive`, {});
    const counted = { storeId, date: TODAY, type: 0, lines: [{ itemId: item.id, quantity: '2' }] };
    const count = await create(here, '/stock-adjustments?post=true', counted);
    await patch(there, `/items/${item.id}`, { price: '3.20' });
    const moved = { fromStoreId: storeId, toStoreId, date: TODAY, lines };
    const transfer = await create(there, '/stock-transfers?receive=false', moved);
    await patch(here, `/stock-transfers/${transfer.id}/receive`, {});
    await patch(there, `/stock-adjustments/${count.id}`, { status: 2 });
    for (const server of [here, there]) {
      const read = await call(server, 'GET', `/items/${item.id}?storeId=${storeId}`);
      expect(read).toMatchObject({ price: '3.20', cost: '1.25' });
      const { data: rows, onHand } = await call(server, 'GET', `/items/${item.id}/stock?storeId=${storeId}`);
      expect([onHand, rows.map(({ change }: Body) => change).toSorted()]).toEqual(['0', ['-3', '-5', '3', '5']]);
      const found = await call(server, 'GET', `/items?search=${encodeURIComponent(name)}&sort=name&order=asc`);
      expect(found.data.map(({ id }: Body) => id)).toEqual([item.id]);
    }
    return [item, order, count, transfer].map(({ id }) => id);
  }

  let made: number[];
  let cursor: string;

  test('is continued by both versions at once, each of which reads what the other writes', async () => {
    ({ nextCursor: cursor } = await call(current, 'GET', '/changes'));
    const pairs = [
      [old, old],
      [current, current],
      [old, current],
      [current, old],
    ] as const;
    made = (
      await Promise.all(
        pairs.map(([here, there], i) => trade(here, there, ['Anise', 'Basil', 'Cumin', 'Dill'][i] ?? '')),
      )
    ).flat();
    const earlier = Object.entries(before).flatMap(([path, read]) => (path.endsWith(': list') ? read : []));
    expect(Math.min(...made)).toBeGreaterThan(Math.max(...earlier.map(({ id }) => id ?? 0)));
    expect(await readAll(current)).toMatchObject(await readAll(old));
    await consistent();
  });

  test('is served by both on the schema of the next release, once its first instance has migrated', async () => {
    for (const schema of ['control', 'region_uk'])
      await databases.control.query(
        `insert into ${schema}.migrations (version, name, checksum) values (9999, 'next', '')`,
      );
    for (const server of [current, old]) expect(await isReady(server)).toBe(true);
    made.push(...(await trade(current, old, 'On the schema of the next')));
    await consistent();
  });

  test('and writes next to this version is in the change feed, or else cursors are gone once that version has stopped', async () => {
    const follow = async () => {
      const { status, body } = await send(current.apiUrl, 'GET', `/changes?after=${cursor}&limit=100`, {
        headers: bearer(),
      });
      const created = (body.data ?? []).filter(
        ({ kind, resource }: Body) => kind === 'created' && resource !== 'stock',
      );
      return [status, created.map(({ id }: Body) => id).toSorted()];
    };
    const complete = [200, made.toSorted()];
    const isLogged = isDeepStrictEqual(await follow(), complete);
    if (!isLogged) expect(await follow()).toEqual([503, []]);
    old.child.kill();
    await exited(old.child, 'exit');
    await expect.poll(follow).toEqual(isLogged ? complete : [410, []]);
    ({ nextCursor: cursor } = await call(current, 'GET', '/changes'));
    made = await trade(current, current, 'After the upgrade');
    expect(await follow()).toEqual([200, made.toSorted()]);
  });

  test('was written by the commit that its tag names, if this clone has the tag', () => {
    expect([undefined, FORMER.commit]).toContain(commitOf(`refs/tags/v${FORMER.version}`));
  });
});
