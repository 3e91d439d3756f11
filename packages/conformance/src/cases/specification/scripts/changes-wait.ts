import type { Caller } from '../../../run/caller.ts';
import type { Case } from '../../../run/case.ts';
import type { CaseContext } from '../../../run/case-context.ts';
import type { Rec } from '../../../run/record.ts';
import { scripted } from './script.ts';
import { DAY, openStockroom } from './stockroom.ts';

/** Seconds of a wait that a write should end, shorter than the suite waits for a response. */
const LONG = 10;

/** Enough concurrent waits to fill a queue. */
const CROWD = 8;

const cursorOf = ({ nextCursor }: Rec): string => String(nextCursor);

/** Requests of a case that sends several at once. */
class AtOnce {
  readonly #t: CaseContext;
  readonly #caller: Caller;

  constructor(t: CaseContext, caller: Caller) {
    this.#t = t;
    this.#caller = caller;
  }

  async read(path: string): Promise<Rec> {
    return this.#t.requireRecord(await this.#caller.send('GET', path, { concurrent: true }));
  }

  async create(path: string, body: object = { name: this.#t.name() }): Promise<Rec> {
    return this.#t.requireRecord(await this.#caller.send('POST', path, { body, concurrent: true }), 201);
  }

  /** Sends a request that waits for changes. Resolves once it has probably arrived. */
  async startWaiting(query = 'resources=brands'): Promise<Wait> {
    const after = cursorOf(await this.read('/changes'));
    const start = performance.now();
    const answer = this.read(`/changes?after=${after}&wait=${LONG}&${query}`);
    answer.catch(() => {});
    await this.read('/changes');
    return { answer, start };
  }
}

interface Wait {
  readonly answer: Promise<Rec>;
  readonly start: number;
}

/** Expects that a wait ends soon, with the record that was created. */
async function expectWoken(t: CaseContext, { answer, start }: Wait, { id }: Rec, resource = 'brands'): Promise<void> {
  const changes = (await answer).data as Rec[];
  t.equal(
    changes.map((change) => [change.resource, change.id]),
    [[resource, id]],
    'the changes with which the wait ends',
  );
  const seconds = (performance.now() - start) / 1000;
  t.check(seconds < LONG - 1, `the wait ended with the write, and not after ${seconds.toFixed(1)} s`);
}

/** Expects that a request which could wait does not. */
async function expectPrompt(t: CaseContext, answer: Promise<Rec>): Promise<Rec> {
  const start = performance.now();
  const body = await answer;
  const seconds = (performance.now() - start) / 1000;
  t.check(seconds < LONG - 1, `a request that has no reason to wait lasts ${seconds.toFixed(1)} s`);
  return body;
}

export const SCRIPTS_WAITS: readonly Case[] = [
  scripted(
    'changes-wait',
    'a request that has something to list, or no cursor, does not wait, and one without changes is an empty page',
    async (s, t) => {
      const start = cursorOf(await expectPrompt(t, s.get(`/changes?wait=${LONG}`)));
      await s.get(`/changes?after=${start}&wait=1`);
      await s.post('/brands', { name: s.name() });
      await s.post('/brands', { name: s.name() });
      for (const query of ['', '&limit=1', '&include=record', '&resources=brands'])
        await expectPrompt(t, s.get(`/changes?after=${start}&wait=${LONG}${query}`));
      for (const query of ['&resources=items&wait=1', '&wait=31', '&wait=-1', '&wait=0.5', '&wait='])
        await s.get(`/changes?after=${start}${query}`);
    },
    ['changes.wait'],
  ),
  scripted(
    'changes-wait-time',
    'a wait without changes lasts as long as the request says',
    async (_, t) => {
      // A merchant that no other case writes to.
      const caller = t.as('main', 'other');
      const after = cursorOf(await caller.read('/changes'));
      const start = performance.now();
      const { data, hasMore } = await caller.read(`/changes?after=${after}&resources=openOrders&wait=2`);
      const seconds = (performance.now() - start) / 1000;
      t.equal([data, hasMore], [[], false], 'the page after the wait');
      t.check(seconds > 1.9 && seconds < LONG, `the wait of 2 s lasts ${seconds.toFixed(1)} s`);
    },
    ['changes.wait_time'],
  ),
  scripted(
    'changes-wait-woken',
    'a wait ends with the write of another app, which the page lists',
    async (_, t) => {
      const wait = await new AtOnce(t, t.as()).startWaiting();
      await expectWoken(t, wait, await new AtOnce(t, t.as('other')).create('/brands'));
    },
    ['changes.wait'],
  ),
  scripted(
    'changes-wait-crowd',
    'many waits of one merchant end with one write',
    async (_, t) => {
      const caller = new AtOnce(t, t.as());
      const waits: Wait[] = [];
      for (let n = 0; n < CROWD; n += 1) waits.push(await caller.startWaiting());
      const brand = await caller.create('/brands');
      for (const wait of waits) await expectWoken(t, wait, brand);
    },
    ['changes.wait'],
  ),
  scripted(
    'changes-wait-unseen',
    'writes of another merchant, of other resources and stores, dry runs and the end of another wait do not end a wait',
    async (s, t) => {
      const [caller, elsewhere] = [new AtOnce(t, t.as()), new AtOnce(t, t.as('main', 'other'))];
      const wait = await caller.startWaiting();
      await elsewhere.create('/brands');
      await caller.create('/categories');
      await caller.create('/brands?dryRun=true');
      const after = cursorOf(await caller.read('/changes'));
      await caller.read(`/changes?after=${after}&resources=openOrders&wait=1`);
      await expectWoken(t, wait, await caller.create('/brands'));

      const { stores, plain: itemId } = await openStockroom(s);
      const atStore = await caller.startWaiting(`resources=stockAdjustments&storeId=${stores[1]}`);
      const lines = [{ itemId, quantity: '1' }];
      const [, there] = [
        await caller.create('/stock-adjustments?post=false', { storeId: stores[0], date: DAY, type: 1, lines }),
        await caller.create('/stock-adjustments?post=false', { storeId: stores[1], date: DAY, type: 1, lines }),
      ];
      await expectWoken(t, atStore, there, 'stockAdjustments');
    },
    ['changes.wait_unseen'],
  ),
];
