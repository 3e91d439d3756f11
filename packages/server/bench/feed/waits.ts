import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Contestant, start } from '../contestant.ts';
import type { FeedResult } from '../measured.ts';
import { mint } from '../peers/tillgate.ts';
import type { Scene } from '../scene.ts';
import { median } from '../statistics.ts';

const WAITS = 100;
const WAITING = 2_000;

/** How much V8 returns to the system varies between processes. */
const PROCESSES = 5;

/** Requests opened at once: more would not fit into the queue of a port. */
const AT_ONCE = 100;

/** A partner's requests to a server, each of which may wait. */
class Partner {
  readonly #origin: string;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  static async of({ origin }: Contestant, scene: Scene): Promise<Partner> {
    return new Partner(origin, await mint(origin, scene));
  }

  /** Resolves with the body of a successful response. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  send(method: 'GET' | 'POST', path: string, body?: object): Promise<any> {
    const own = { authorization: `Bearer ${this.#token}`, 'idempotency-key': randomUUID() };
    const headers = { ...own, ...(body && { 'content-type': 'application/json' }) };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#origin}/v1${path}`, { method, headers, agent: this.#agent }, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(text));
        else reject(new Error(text));
      });
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
  }

  async present(): Promise<string> {
    return (await this.send('GET', '/changes')).nextCursor;
  }

  wait(after: string) {
    return this.send('GET', `/changes?after=${after}&wait=30`);
  }

  create() {
    return this.send('POST', '/brands', { name: randomUUID() });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Milliseconds from sending a write until a waiting request is answered, at the same process and at another one. */
export async function measureWakes(url: string, scene: Scene): Promise<FeedResult['wakes']> {
  const servers = [await start('tillgate', './tillgate.ts', [url]), await start('tillgate', './tillgate.ts', [url])];
  const [here, elsewhere] = await Promise.all(servers.map((server) => Partner.of(server, scene)));
  const writers = { 'the same process': here as Partner, 'another process': elsewhere as Partner };
  const rows: FeedResult['wakes'][number][] = [];
  for (const [where, writer] of Object.entries(writers)) {
    const times: number[] = [];
    for (let i = -WAITS / 5; i < WAITS; i += 1) {
      const answer = (here as Partner).wait(await (here as Partner).present());
      // At any moment between two notifications of the writer's process.
      await delay(100 + 100 * Math.random());
      const from = performance.now();
      const [time] = await Promise.all([answer.then(() => performance.now() - from), writer.create()]);
      if (i >= 0) times.push(time);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(share * WAITS) - 1] as number;
    rows.push({ where, p50: at(0.5), p95: at(0.95), most: at(1) });
    console.log(where, rows.at(-1));
  }
  for (const partner of Object.values(writers)) partner.close();
  for (const { child } of servers) child.disconnect();
  return rows;
}

interface Memory {
  readonly rss: number;
  readonly heap: number;
}

/** Milliseconds in which V8 returns the memory of a burst to the system. */
const REST = 3_000;

/** Memory of a server at rest, in bytes: after one garbage collection, and after another. */
async function memoryOf(server: Contestant): Promise<Memory> {
  await collect(server);
  await delay(REST);
  return collect(server);
}

const collect = ({ child }: Contestant): Promise<Memory> =>
  new Promise((resolve) => {
    child.once('message', ({ memory }: { memory: Memory }) => resolve(memory));
    child.send('memory');
  });

/** Memory that waiting requests add to a process, in bytes: the medians of several processes. */
export async function measureMemory(url: string, scene: Scene): Promise<FeedResult['memory']> {
  const added: Memory[] = [];
  for (let run = 0; run < PROCESSES; run += 1) added.push(await addedMemory(url, scene));
  const of = (part: keyof Memory) => median(added.map((memory) => memory[part]));
  return { waiting: WAITING, rss: of('rss'), heap: of('heap') };
}

async function addedMemory(url: string, scene: Scene): Promise<Memory> {
  const server = await start('tillgate', './tillgate.ts', [url]);
  const partner = await Partner.of(server, scene);
  for (let i = 0; i < WAITING; i += 1) await partner.present();
  const after = await partner.present();
  const before = await memoryOf(server);
  const answers: Promise<unknown>[] = [];
  while (answers.length < WAITING) {
    for (let i = 0; i < AT_ONCE; i += 1) answers.push(partner.wait(after));
    await delay(300);
  }
  const during = await memoryOf(server);
  await partner.create();
  await Promise.all(answers);
  partner.close();
  server.child.disconnect();
  const memory = { rss: during.rss - before.rss, heap: during.heap - before.heap };
  console.log(memory);
  return memory;
}
