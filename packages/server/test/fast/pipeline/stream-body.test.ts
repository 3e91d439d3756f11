import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Chunk, ListStream } from '../../../src/lists/stream.ts';
import { StreamBody } from '../../../src/pipeline/stream-body.ts';

class Endless implements ListStream {
  readonly total = 1_000_000;
  readonly changesAfter = undefined;
  reads = 0;
  isClosed = false;

  async next(): Promise<Chunk | undefined> {
    this.reads += 1;
    await delay(1);
    return { parts: [Buffer.from('{}\n')], records: 1 };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** No other requests come. */
const ALONE = { begun: 1 };

const closed = (body: StreamBody): Promise<unknown> =>
  new Promise((resolve) => {
    let failure: unknown;
    body.once('error', (error) => {
      failure = error;
    });
    body.once('close', () => resolve(failure));
  });

test('An unread stream asks for no more than two parts, and is cut', async () => {
  const list = new Endless();
  const body = new StreamBody(list, ALONE, { slice: 50, whole: 60_000, leastSpeed: 0 });
  body.read(0);
  expect(await closed(body)).toMatchObject({ name: 'TooSlow' });
  expect([list.isClosed, list.reads]).toEqual([true, 1]);
});

test('A stream that is read for too long is cut', async () => {
  const list = new Endless();
  const body = new StreamBody(list, ALONE, { slice: 60_000, whole: 200, leastSpeed: 0 });
  body.resume();
  expect(await closed(body)).toMatchObject({ name: 'TooSlow' });
  expect(list.isClosed).toBe(true);
  expect(list.reads).toBeGreaterThan(5);
});

test('A stream whose reader is slower than the least speed is cut, and one that is faster is not', async () => {
  for (const [leastSpeed, isCut] of [
    [1_000, true],
    [0.001, false],
  ] as const) {
    const list = new Endless();
    const body = new StreamBody(list, ALONE, { slice: 100, whole: 60_000, leastSpeed });
    const failure = closed(body);
    for (let n = 0; n < 10 && !body.destroyed; n += 1) {
      body.read();
      await delay(20);
    }
    expect(body.destroyed).toBe(isCut);
    body.destroy();
    expect(await failure).toEqual(isCut ? expect.objectContaining({ name: 'TooSlow' }) : undefined);
    expect(list.isClosed).toBe(true);
  }
});

test('A stream passes a large part on in slices', async () => {
  const list = new Endless();
  const bytes = Buffer.alloc(1024 * 1024, '{}\n');
  const parts = [bytes, undefined];
  list.next = async () => parts.shift() && { parts: [bytes], records: 1 };
  const slices = await new StreamBody(list, ALONE).toArray();
  expect(Math.max(...slices.map(({ length }) => length))).toBeLessThan(bytes.length / 2);
  expect(Buffer.concat(slices).equals(bytes)).toBe(true);
});

test('A stream pauses after each part while other requests come', async () => {
  const list = new Endless();
  let begun = 0;
  const load = {
    get begun() {
      begun += 1;
      return begun;
    },
  };
  const alone = new StreamBody(new Endless(), ALONE, { slice: 60_000, whole: 200, leastSpeed: 0 });
  const polite = new StreamBody(list, load, { slice: 60_000, whole: 200, leastSpeed: 0 });
  await Promise.all([closed(alone.resume()), closed(polite.resume())]);
  expect(polite.sent.records).toBeLessThan(alone.sent.records);
});

test('A stream whose database fails is cut', async () => {
  const list = new Endless();
  const failure = new Error('The connection is lost.');
  list.next = () => Promise.reject(failure);
  const body = new StreamBody(list, ALONE);
  body.resume();
  expect(await closed(body)).toBe(failure);
  expect(list.isClosed).toBe(true);
});
