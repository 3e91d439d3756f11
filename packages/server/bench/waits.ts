// How long requests wait: gets, while another client of the process reads streams or sends batches, and reads of the change feed
// for the next write; and the memory of 2,000 such reads. Needs BENCH_DATABASE_URL.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, authorized, type Contestant, callerOf, median, quantile, send, start, stop, type Work } from './load.ts';
import { type Row, record } from './results.ts';
import { arrangeScene, DATABASE_URL, openBench } from './scene.ts';
import { createMany, readStream } from './works.ts';

/** Milliseconds of gets beside other work. */
const GETS_FOR = 10_000;
const WAKES = 100;
const WAITING = 2_000;
/** Requests opened at once: more would not fit into the queue of a port. */
const AT_ONCE = 100;
/** Processes whose memory is measured: how much V8 returns to the system varies. */
const PROCESSES = 5;

const databases = await openBench();
const scene = await arrangeScene(databases, 'Waits', 10_000);
const startServer = () => start('tillgate', './tillgate.ts', [DATABASE_URL]);

/** A reader and writer of the change feed. */
async function partnerOf(server: Contestant) {
  const { authorization, call: send } = await callerOf(server, scene);
  const call = async (path: string, body?: object): Promise<string> => {
    const response = await send(path, body, { 'idempotency-key': randomUUID() });
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  };
  return {
    authorization,
    call,
    newest: async (): Promise<string> => JSON.parse(await call('/changes')).nextCursor,
    wait: (after: string) => call(`/changes?after=${after}&wait=30`),
    write: () => call('/brands', { name: randomUUID() }),
  };
}

const figures = (times: readonly number[]) => ({
  'Median (ms)': median(times),
  '95 % (ms)': quantile(times, 0.95),
  '99 % (ms)': quantile(times, 0.99),
  'Longest (ms)': quantile(times, 1),
});

/** Gets one after the other, while another client does the other work again and again. */
async function getsBeside(server: Contestant, title: string, other?: Work): Promise<Row> {
  const { call, authorization } = await partnerOf(server);
  const end = performance.now() + GETS_FOR;
  const running = (async () => {
    const work = other && { ...other, next: () => authorized(other.next(), authorization) };
    while (work && performance.now() < end) await send(server, work, 1);
  })();
  const times: number[] = [];
  while (performance.now() < end) {
    const from = performance.now();
    await call(`/items/${scene.firstItem + Math.floor(Math.random() * scene.size)}?storeId=${scene.storeId}`);
    times.push(performance.now() - from);
    await delay(2);
  }
  await running;
  return { Beside: title, ...figures(times) };
}

/** Times from sending a write until a waiting request is answered, by the process that the write is sent to. */
async function wakes(servers: readonly Contestant[]): Promise<Row[]> {
  const [here, elsewhere] = await Promise.all(servers.map(partnerOf));
  if (!here || !elsewhere) return [];
  const rows: Row[] = [];
  for (const [title, writer] of Object.entries({ 'the same process': here, 'another process': elsewhere })) {
    const times: number[] = [];
    for (let i = -WAKES / 5; i < WAKES; i += 1) {
      const answer = here.wait(await here.newest());
      // At any moment between two notifications of the writer's process.
      await delay(100 + 100 * Math.random());
      const from = performance.now();
      const [time] = await Promise.all([answer.then(() => performance.now() - from), writer.write()]);
      if (i >= 0) times.push(time);
    }
    rows.push({ 'Write sent to': title, ...figures(times) });
  }
  return rows;
}

/** Bytes that waiting requests, each on a connection, add to a process: to its memory, and to its heap and buffers. */
async function addedMemory(): Promise<readonly number[]> {
  const server = await startServer();
  const { newest, wait, write } = await partnerOf(server);
  /** At rest: V8 returns the memory of a burst to the system within seconds. */
  const measure = async (): Promise<readonly number[]> => {
    await ask(server, 'memory');
    await delay(3_000);
    return (await ask<{ memory: readonly number[] }>(server, 'memory')).memory;
  };
  for (let i = 0; i < WAITING; i += 1) await newest();
  const after = await newest();
  const before = await measure();
  const answers: Promise<unknown>[] = [];
  while (answers.length < WAITING) {
    for (let i = 0; i < AT_ONCE; i += 1) answers.push(wait(after));
    await delay(300);
  }
  const during = await measure();
  await write();
  await Promise.all(answers);
  stop(server);
  return during.map((bytes, part) => bytes - (before[part] ?? 0));
}

const servers = [await startServer(), await startServer()];
const [server] = servers as [Contestant];
const nothing = async () => ({});
const gets = [
  await getsBeside(server, 'nothing'),
  await getsBeside(server, 'a stream', await readStream('gzip')(scene, nothing)),
  await getsBeside(server, 'batches of 1,000', await createMany(scene, nothing)),
];
const woken = await wakes(servers);
for (const one of servers) stop(one);
const added: (readonly number[])[] = [];
while (added.length < PROCESSES) added.push(await addedMemory());
const megabytes = (part: number) => median(added.map((bytes) => bytes[part] ?? Number.NaN)) / 1_000_000;
const memory = [{ Waiting: WAITING, 'Memory (MB)': megabytes(0), 'Heap and buffers (MB)': megabytes(1) }];
for (const [name, rows] of Object.entries({ gets, wakes: woken, memory })) {
  console.table(rows);
  await record(name, databases.control, rows);
}
await databases.close();
