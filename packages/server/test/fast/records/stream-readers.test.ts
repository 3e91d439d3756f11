import { get, type IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { copyItem } from '../../support/copied-items.ts';
import { storage } from '../../support/databases.ts';
import { startService } from '../../support/service.ts';

const logged: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
const service = await startService({ log });
afterAll(() => service.stop());

const requests = () => logged.filter(({ msg }) => msg === 'request');

const SIZE = 4_000;
const caller = await service.connect();
const first = await caller.create('/items', { name: 'First', description: 'long '.repeat(800) });
await service.arrange(caller.merchant, (tx) => copyItem(tx, SIZE - 1));

/** Begins to read a stream, and stops after its first bytes. */
function begin(query = ''): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${caller.token}`, Accept: 'application/x-ndjson' };
  return new Promise((resolve, reject) => {
    const request = get(`${service.apiUrl}/items${query}`, { headers, agent: false }, resolve);
    request.on('error', reject);
  });
}

async function readAll(response: IncomingMessage): Promise<{ id: number; name: string; stream?: object }[]> {
  const text = Buffer.concat(await response.toArray()).toString();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const { snapshots } = service.databases.regions.UK;

test('A stream shows the moment in which it began, whatever is written meanwhile', async () => {
  const response = await begin('?sort=name');
  response.pause();
  await caller.patch(`/items/${first.id}`, { name: 'Zulu' });
  await caller.create('/items', { name: 'Newest' });
  const lines = await readAll(response);
  expect(lines).toHaveLength(SIZE + SIZE / 1_000);
  expect(lines.find(({ id }) => id === first.id)?.name).toBe('First');
  expect(lines.at(-1)?.stream).toEqual({ end: true, count: SIZE, cursor: null });
  expect(snapshots.open).toBe(0);
});

test('A stream that has been read to its end has left its place to the next one', async () => {
  await readAll(await begin('?search=First'));
  expect(snapshots.open).toBe(0);
});

test('A client that leaves ends its snapshot, and is logged as cut', async () => {
  logged.length = 0;
  const response = await begin();
  response.destroy();
  await expect.poll(() => snapshots.open).toBe(0);
  await expect.poll(requests).toHaveLength(1);
  expect(requests()).toMatchObject([{ operationId: 'listItems', status: 200, cut: true }]);
});

test('A stream is logged with its records and bytes when it has been read', async () => {
  logged.length = 0;
  const lines = await readAll(await begin());
  const count = lines.filter(({ stream }) => !stream).length;
  await expect.poll(requests).toHaveLength(1);
  expect(requests()).toMatchObject([{ status: 200, records: count, cut: false }]);
  expect(requests()[0]?.bytes).toBeGreaterThan(count * 100);
});

describe.skipIf(storage === 'embedded')('Streams that are not read', () => {
  test('wait in the database, leave connections and streams to others, and are refused beyond the share of an app', async () => {
    const open = [await begin(), await begin()];
    for (const response of open) response.pause();
    const refused = await caller.get('/items', { Accept: 'application/x-ndjson' });
    expect([refused.status, refused.body.code]).toEqual([503, 'partner.overloaded']);
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    const other = await service.connect();
    expect((await other.get('/items', { Accept: 'application/x-ndjson' })).status).toBe(200);
    const pages = await Promise.all(Array.from({ length: 20 }, () => caller.get('/items?limit=100')));
    expect(pages.every(({ status }) => status === 200)).toBe(true);
    for (const response of open) response.destroy();
    await expect.poll(() => snapshots.open).toBe(0);
    expect((await readAll(await begin())).length).toBeGreaterThan(SIZE);
  });

  test('are cut without their last line when the database ends their session', async () => {
    const response = await begin();
    response.pause();
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    // Until the connection is full, the session may still be reading.
    await expect.poll(async () => (await service.databases.control.query(end)).rows).toHaveLength(1);
    await expect(response.toArray()).rejects.toThrow('aborted');
    await expect.poll(() => snapshots.open).toBe(0);
    expect((await caller.get('/items')).status).toBe(200);
  });
});
