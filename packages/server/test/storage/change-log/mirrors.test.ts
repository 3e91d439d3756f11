import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlPlaneOn } from '../../../src/commands/connect.ts';
import { readConfig } from '../../../src/config.ts';
import { COMMAND_LINE, OPERATOR } from '../../../src/directory/actor.ts';
import { openPostgres } from '../../../src/storage/database.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { Caller, json, send } from '../../support/api-caller.ts';
import { PATIENT, storage } from '../../support/databases.ts';
import { KillableServer } from '../../support/killable-server.ts';
import { Mirror, readAll } from '../../support/mirror.ts';
import { hasPostgres, OwnCluster } from '../../support/own-cluster.ts';
import { aStep, newScene, type Scene, take } from '../../support/random-writes.ts';
import { TEST_KEY } from '../../support/secrets.ts';
import { type Service, startService } from '../../support/service.ts';

/** 120 for a long run. */
const SECONDS = Number(process.env.TEST_MIRROR_SECONDS ?? 40);

const WRITERS = 4;

const AGE_MOVE = `update control.merchant_moves set started_at = started_at - interval '2 minutes' where state = 'copying'`;

/** Sends its requests to the process that is killed. */
class RemoteCaller extends Caller {
  server: KillableServer | undefined;

  override async renewToken(): Promise<void> {
    const { clientId, clientSecret } = this.partner;
    const body = { client_id: clientId, client_secret: clientSecret, merchant_id: this.merchant.companyId };
    const answer = await send(String(this.server?.apiUrl), 'POST', '/token', json(body));
    this.token = answer.body.access_token;
  }

  override send(method: string, path: string, init: RequestInit = {}) {
    const headers = { Authorization: `Bearer ${this.token}`, ...(init.headers as Record<string, string>) };
    return send(String(this.server?.apiUrl), method, path, { ...init, headers });
  }
}

/** A merchant's requests fail while its server is killed, moved or restored, and never against the contract. */
function tolerate(error: unknown): void {
  if (error instanceof Error && error.message.includes('against the contract')) throw error;
}

describe.runIf(storage === 'postgres' && hasPostgres)('A mirror', { timeout: SECONDS * 1000 + 400_000 }, () => {
  const clusters: OwnCluster[] = [];
  let service: Service;
  let server: KillableServer;
  let caller: RemoteCaller;
  let scene: Scene;

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
      TILLGATE_KEY: TEST_KEY,
      TILLGATE_RATE_LIMIT: '1000000',
      TILLGATE_MINT_LIMIT: '1000000',
    });
    await server.start();
    const partner = await service.newPartner();
    caller = new RemoteCaller(service, await service.newMerchant(partner.organizationId), partner);
    caller.server = server;
    await caller.renewToken();
    scene = await newScene(caller);
  });
  afterAll(async () => {
    await server?.kill();
    await service?.stop();
    for (const cluster of clusters) await cluster.remove();
  });

  let kills = 0;

  async function killAgainAndAgain(isOver: () => boolean): Promise<void> {
    for (;;) {
      await delay(10_000);
      if (isOver()) return;
      await server.kill();
      await server.start();
      kills += 1;
    }
  }

  /** Moves the merchant, and is killed meanwhile. The server that starts then knows of the move, so no more time has to pass. */
  async function move(): Promise<void> {
    const { companyId } = caller.merchant;
    const operations = controlPlaneOn(service.databases, readConfig({ TILLGATE_KEY: TEST_KEY })).as(
      OPERATOR,
      COMMAND_LINE,
    );
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

  test('is equal to a fresh read after writes, kills, a move to another cell and a restored backup', async () => {
    const mirror = new Mirror(caller);
    const end = performance.now() + SECONDS * 1000;
    const isOver = () => performance.now() > end;
    let isWriting = true;
    const steps = fc.sample(aStep, { seed: 24, numRuns: 2_000 });
    let at = 0;
    const write = async () => {
      for (; isWriting; at += 1) await take(scene, steps[at % steps.length] as (typeof steps)[number]).catch(tolerate);
    };
    const follow = async () => {
      while (isWriting) {
        await mirror.follow().catch(tolerate);
        await delay(20);
      }
    };
    const working = Promise.all([...Array.from({ length: WRITERS }, write), follow()]);
    const killing = killAgainAndAgain(isOver);
    try {
      await delay(SECONDS * 50);
      await move();
      await alone('create database kept template postgres');
      await delay(SECONDS * 150);
      await alone('drop database postgres with (force)', 'alter database kept rename to postgres');
    } finally {
      await killing;
      isWriting = false;
      await working;
    }
    while (!(await mirror.follow()));
    expect(mirror.gone).toEqual(['restored']);
    const fresh = await readAll(caller);
    expect(kills).toBeGreaterThan(1);
    expect(Object.fromEntries(mirror.records)).toEqual(Object.fromEntries(fresh));
  });
});
