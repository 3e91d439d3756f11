import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openPostgres } from '../../../src/database/database.ts';
import { type Answer, Caller } from '../../support/api-caller.ts';
import { PATIENT } from '../../support/databases.ts';
import { aStep, newScene, take } from '../../support/random-writes.ts';
import { watchChanges } from '../../support/seen-changes.ts';
import { type Service, startService } from '../../support/service.ts';
import { violations } from '../../support/violations.ts';

const PROCESSES = 4;
const CLIENTS = 40;
const STEPS = 700;

const service = await startService();
const others: Service[] = [];
afterAll(async () => {
  for (const each of [...others, service]) await each.stop();
});
const { UK } = service.databases.regions;
const watched = await watchChanges(service.databases);
for (let i = 1; i < PROCESSES; i += 1)
  others.push(
    await startService({ databases: await openPostgres(String(UK.options.connectionString), {}, { limits: PATIENT }) }),
  );

/** Of one back office, which imports one file after another. */
const IMPORTS = new Set(['references', 'trade', 'openOrder', 'goodsReturned']);

const statuses = new Set<number>();
let sent = 0;

/** Hangs up in every eighth request, whose effect is then unknown. */
class HastyCaller extends Caller {
  override async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    sent += 1;
    const isLost = sent % 8 === 0;
    const hasty = { ...init, signal: AbortSignal.timeout(isLost ? sent % 13 : 60_000) };
    const lost = { status: 0, headers: new Headers(), body: {}, text: '' };
    const answer = await super.send(method, path, hasty).catch((error) => {
      if (!isLost || error.name !== 'TimeoutError') throw error;
      return lost;
    });
    statuses.add(answer.status);
    return answer;
  }
}

/**
 * Locks that a holder of the log's lock waits for, all read at one moment. A page that a table grows by is no lock of a
 * transaction.
 */
const WAITED = `
  with locks as materialized (select *, classid::bigint << 32 | objid::bigint as key from pg_locks)
  select w.locktype, w.relation::regclass::text, w.key from locks h join locks w on w.pid = h.pid and not w.granted
  where h.locktype = 'advisory' and h.granted and w.locktype <> 'extend' and h.key = hashtextextended('changes', $1)`;

const NEXT = 'select position from region_uk.changes where company_id = $1 and position > $2 order by position';

test('Concurrent writers in several processes, some of whom hang up, leave stock that adds up and a log of exactly what they changed, without gaps', {
  timeout: 300_000,
}, async () => {
  const { partner, merchant } = await service.connect();
  const { companyId } = merchant;
  const callers = [service, ...others].map((each) => new HastyCaller(each, merchant, partner));
  for (const caller of callers) await caller.renewToken();
  const first = await service.connectTo(partner, merchant);
  const scene = await newScene(first);
  const shirt = await first.create('/items', { name: 'Shirt', type: 1, variants: [{ name: 'S' }, { name: 'L' }] });
  const steps = fc.sample(aStep, STEPS);
  let [last, isDone] = [0, false];
  const [early, waits, wrong]: unknown[][] = [[], [], []];

  let importing = Promise.resolve();

  async function look(): Promise<void> {
    for (const { position } of (await UK.query<{ position: number }>(NEXT, [companyId, last])).rows) {
      if (position !== last + 1) early?.push({ position, after: last });
      last = position;
    }
    waits?.push(...(await UK.query(WAITED, [companyId])).rows);
  }
  async function work(caller: Caller): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) {
      const { pick, other } = step;
      const taking = () => take({ ...scene, caller }, step);
      const isImport = IMPORTS.has(step.name);
      if (isImport) importing = importing.then(taking);
      await (isImport ? importing : taking());
      const [storeId, variant] = [scene.stores[pick % 3], shirt.variants[other % 2]];
      const counted = [{ itemId: shirt.id, variantId: variant.id, quantity: `${other}.5` }];
      if (pick % 4 === 0)
        await caller.post('/stock-adjustments?post=true', {
          storeId,
          date: '2026-03-01',
          type: pick % 3,
          lines: counted,
        });
      // Receives a part of what may be received already.
      const path = `/purchase-orders/${scene.ids.orders[pick % scene.ids.orders.length]}`;
      const [line] = pick % 3 ? [] : ((await caller.get(path)).body.lines ?? []);
      if (line) await caller.patch(`${path}/receive`, { lines: [{ lineId: line.id, quantity: `${1 + (other % 2)}` }] });
    }
  }

  const watching = (async () => {
    while (!isDone) {
      for (let i = 0; i < 20 && !isDone; i += 1) await look().then(() => delay(1));
      wrong?.push(...(await violations(service.databases, companyId)));
    }
  })();
  const ends = await Promise.allSettled(
    Array.from({ length: CLIENTS }, (_, n) => work(callers[n % callers.length] as Caller)),
  );
  // What was sent by a client that hung up may still run.
  for (const each of [service, ...others])
    while (!/^tillgate_requests_in_progress 0$/m.test(await (await fetch(`${each.opsUrl}/metrics`)).text()))
      await delay(20);
  isDone = true;
  await watching;
  await look();
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect([early, waits, wrong, await violations(service.databases, companyId)]).toEqual([[], [], [], []]);
  expect(await watched.differences(companyId)).toEqual([]);
  expect((await watched.log(companyId)).map(({ position }) => position)).toEqual(
    Array.from({ length: last }, (_, i) => i + 1),
  );
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([0, 200, 201, 409, 412]));
});

test('No constraint and no trigger is checked at the commit, after the lock of the log', async () => {
  const { rows } = await service.databases.regions.US.query(
    `select conname as name from pg_constraint where connamespace = 'region_us'::regnamespace and condeferrable
     union all select tgname from pg_trigger where tgdeferrable and tgrelid::regclass::text like 'region\\_us.%'
     union all select tgname from pg_trigger where tgrelid in ('region_us.changes'::regclass, 'region_us.change_floors'::regclass)
     union all select conname from pg_constraint where contype = 'f'
       and conrelid in ('region_us.changes'::regclass, 'region_us.change_floors'::regclass)`,
  );
  expect(rows).toEqual([]);
});
