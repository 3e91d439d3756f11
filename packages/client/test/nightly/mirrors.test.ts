import { setTimeout as delay } from 'node:timers/promises';
import { controlPlaneOn } from '@tillgate/server/command-line/connect.ts';
import { readConfig } from '@tillgate/server/config.ts';
import { COMMAND_LINE, OPERATOR } from '@tillgate/server/control/actor.ts';
import { openPostgres } from '@tillgate/server/database/database.ts';
import { migrate } from '@tillgate/server/database/migrate.ts';
import type { Operations } from '@tillgate/server/operations/operations.ts';
import { openRuntime } from '@tillgate/server/runtime.ts';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Caller, json, send } from '../../../server/test/support/api-caller.ts';
import { PATIENT } from '../../../server/test/support/databases.ts';
import { Endpoint } from '../../../server/test/support/endpoint.ts';
import { keyOf, readAll } from '../../../server/test/support/fresh-read.ts';
import { KillableServer } from '../../../server/test/support/killable-server.ts';
import { hasPostgres, OwnCluster } from '../../../server/test/support/own-cluster.ts';
import { aStep, newScene, type Scene, take } from '../../../server/test/support/random-writes.ts';
import { TEST_KEY } from '../../../server/test/support/secrets.ts';
import { type Service, startService } from '../../../server/test/support/service.ts';
import { createTillgate, type Resources, sandbox } from '../../src/index.ts';
import { FeedMirror, NotFound, tolerate, WebhookMirror } from '../support/mirrors.ts';

/** 120 for a long run. */
const SECONDS = Number(process.env.TEST_MIRROR_SECONDS ?? 20);

const WRITERS = 4;

const SETTINGS = { TILLGATE_KEY: TEST_KEY, TILLGATE_WEBHOOK_LOOPBACK: '1' };

const AGE_MOVE = `update control.merchant_moves set started_at = started_at - interval '2 minutes' where state = 'copying'`;

/** A request that a killed process was sending is sent again after a minute. */
const AGE_LEASES = 'update region_uk.webhook_cursors set due_at = least(due_at, now()) where lease is not null';

/** Sends its requests to the process that is killed. */
class RemoteCaller extends Caller {
  server: KillableServer | undefined;

  override async renewToken(): Promise<void> {
    const { clientId, clientSecret } = this.partner;
    const body = { client_id: clientId, client_secret: clientSecret, merchant_id: this.merchant.companyId };
    const answer = await send(String(this.server?.apiUrl), 'POST', '/token', json(body));
    this.token = answer.body.access_token;
  }

  override async get(path: string, headers: Record<string, string> = {}) {
    const answer = await super.get(path, headers);
    if (answer.status === 404) throw new NotFound(path);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer;
  }

  override send(method: string, path: string, init: RequestInit = {}) {
    const headers = { Authorization: `Bearer ${this.token}`, ...(init.headers as Record<string, string>) };
    return send(String(this.server?.apiUrl), method, path, { ...init, headers });
  }
}

describe.runIf(process.env.TEST_DATABASE_URL && hasPostgres)('Mirrors', { timeout: SECONDS * 1000 + 400_000 }, () => {
  const clusters: OwnCluster[] = [];
  let service: Service;
  let server: KillableServer;
  let caller: RemoteCaller;
  let scene: Scene;
  let shop: Resources;
  let operations: Operations;

  beforeAll(async () => {
    const settings = '-c wal_level=logical -c shared_buffers=32MB';
    clusters.push(await OwnCluster.create(settings), await OwnCluster.create(settings));
    const [first, second] = clusters as [OwnCluster, OwnCluster];
    const databases = await openPostgres(first.url, { UK_2: second.url }, { limits: PATIENT });
    await migrate(databases);
    service = await startService({ databases, running: true });
    server = new KillableServer({
      DATABASE_URL: first.url,
      DATABASE_URL_UK_2: second.url,
      ...SETTINGS,
      TILLGATE_RATE_LIMIT: '1000000',
      TILLGATE_MINT_LIMIT: '1000000',
    });
    await server.start();
    const partner = await service.newPartner();
    caller = new RemoteCaller(service, await service.newMerchant(partner.organizationId), partner);
    caller.server = server;
    await caller.renewToken();
    scene = await newScene(caller);
    const app = createTillgate({ baseUrl: server.apiUrl, credentials: sandbox(partner) });
    shop = app.merchant(caller.merchant.companyId);
    operations = controlPlaneOn(openRuntime(readConfig(SETTINGS), databases)).as(OPERATOR, COMMAND_LINE);
  });
  afterAll(async () => {
    await server?.kill();
    await service?.stop();
    for (const cluster of clusters) await cluster.remove();
  });

  let kills = 0;

  const cells = () => [service.databases.regions.UK, ...service.databases.furtherCells.map(({ pool }) => pool)];

  async function killAgainAndAgain(isOver: () => boolean): Promise<void> {
    for (;;) {
      await delay(10_000);
      if (isOver()) return;
      await server.kill();
      for (const pool of cells()) await pool.query(AGE_LEASES).catch(tolerate);
      await server.start();
      kills += 1;
    }
  }

  /** Moves the merchant, and is killed meanwhile. The server that starts then knows of the move, so no more time has to pass. */
  async function move(): Promise<void> {
    const { companyId } = caller.merchant;
    for (let known = Number.POSITIVE_INFINITY; ; await delay(50)) {
      const { done, next } = await operations.call('merchant.move', { companyId, to: 'UK_2' });
      if (next === null) break;
      if (!/^Waiting/.test(done)) continue;
      known = Math.min(known, kills + 1);
      if (kills >= known) await service.databases.control.query(AGE_MOVE);
    }
    await operations.call('merchant.move', { companyId, finish: true });
    Object.assign(caller, { merchant: { ...caller.merchant, cell: 2 } });
  }

  /** Statements on the merchant's new cell, to whose database nothing is connected meanwhile. */
  async function alone(...statements: string[]): Promise<void> {
    const admin = new pg.Client({ connectionString: String(clusters[1]?.url).replace(/postgres$/, 'template1') });
    await admin.connect();
    await admin.query('alter database postgres allow_connections false');
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'`);
    for (const statement of statements) await admin.query(statement);
    await admin.query('alter database postgres allow_connections true');
    await admin.end();
  }

  /** Resolves once both mirrors have a record that the backup does not have. */
  async function known(...mirrors: readonly { readonly records: ReadonlyMap<string, string> }[]): Promise<void> {
    let brand: { readonly id: number } | undefined;
    while (!brand) brand = await caller.create('/brands', { name: 'Lost' }).catch(() => delay(100));
    const key = keyOf({ resource: 'brands', id: brand.id, storeIds: null, businessDay: null });
    await expect.poll(() => mirrors.every(({ records }) => records.has(key)), { timeout: 180_000 }).toBe(true);
  }

  /** Writes, follows and kills all the time, moves the merchant, backs its new cell up and restores that. */
  async function live(feed: FeedMirror, hook: WebhookMirror): Promise<void> {
    const end = performance.now() + SECONDS * 1000;
    const over = new AbortController();
    const steps = fc.sample(aStep, { seed: 24, numRuns: 2_000 });
    let at = 0;
    const write = async () => {
      for (; !over.signal.aborted; at += 1)
        await take(scene, steps[at % steps.length] as (typeof steps)[number]).catch(tolerate);
    };
    const working = Promise.all([
      ...Array.from({ length: WRITERS }, write),
      feed.follow(shop, { signal: over.signal }),
    ]);
    const killing = killAgainAndAgain(() => performance.now() > end);
    try {
      await delay(SECONDS * 50);
      await move();
      await alone('create database kept template postgres');
      await delay(SECONDS * 100);
      await known(feed, hook);
      await alone('drop database postgres with (force)', 'alter database kept rename to postgres');
    } finally {
      await killing;
      over.abort();
      await working;
    }
  }

  test('are equal to a fresh read after writes, kills, a move to another cell and a restored backup', async () => {
    const feed = new FeedMirror(caller);
    const hook = new WebhookMirror(caller);
    onTestFinished(() => hook.close());
    const endpoint = await Endpoint.open(async ({ headers }, response) => {
      const body = String(endpoint.received.at(-1)?.body);
      const status = await hook.receive({ headers, body }, secret).then(
        () => 204,
        () => 400,
      );
      response.writeHead(status).end();
    });
    const added = { appId: caller.partner.appId, env: 'SANDBOX', url: endpoint.url() } as const;
    const { endpointId, secret } = await operations.call('webhook.add', added);
    await hook.readAll('start');
    await feed.follow(shop, { wait: 0 });
    await live(feed, hook);
    await feed.follow(shop, { wait: 0 });
    const isBehind = async () => {
      const { data } = await operations.call('webhook.merchants', { endpointId });
      return data.some(({ behind, state }) => Number(behind) > 0 || state !== 'current');
    };
    await expect.poll(isBehind, { timeout: 180_000, interval: 200 }).toBe(false);
    await hook.close();
    const fresh = Object.fromEntries(await readAll(caller));
    expect(feed.reasons).toEqual(['start', 'restored']);
    expect(Object.fromEntries(feed.records)).toEqual(fresh);
    expect(hook.reasons).toEqual(['start', 'restored']);
    expect(Object.fromEntries(hook.records)).toEqual(fresh);
    expect(kills).toBeGreaterThan(0);
  });
});
