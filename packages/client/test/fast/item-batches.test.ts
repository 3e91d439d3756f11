import { describe, expect, test } from 'vitest';
import { type Api, batchItems } from '../../src/index.ts';
import { answer, budget, START, scene } from '../support/scene.ts';
import type { Sent } from '../support/service.ts';

const upserts = (count: number, text = ''): Api.ItemOperation[] =>
  Array.from({ length: count }, (_, n) => ({
    op: 'upsert',
    externalId: `sku-${n}`,
    item: { name: `Item ${n}`, ...(text && { description: text }) },
  }));

const operationsIn = ({ body }: Sent): unknown[] => body?.operations as unknown[];

/** Succeeds with every operation. */
const accepted = (sent: Sent) => {
  const results = operationsIn(sent).map((_, index) => ({ index, status: 201 }));
  return answer(200, { results, succeeded: results.length, failed: 0 });
};

async function* streamed(operations: readonly Api.ItemOperation[]) {
  yield* operations;
}

describe('batchItems', () => {
  test('sends operations of any source in batches, and yields each result with its place and its operation', async () => {
    const { tillgate, sent } = scene([accepted]);
    const operations = upserts(2345);
    const progress: number[] = [];
    const results = batchItems(tillgate.items, streamed(operations), { progress: ({ done }) => progress.push(done) });
    const expected = operations.map((operation, index) => ({ index, status: 201, operation }));
    expect(await Array.fromAsync(results)).toEqual(expected);
    expect(sent.map((request) => operationsIn(request).length)).toEqual([1000, 1000, 345]);
    expect(progress).toEqual([1000, 2000, 2345]);
  });

  test('keeps each body within the largest that the service accepts', async () => {
    const { tillgate, sent } = scene([accepted]);
    for await (const _ of batchItems(tillgate.items, upserts(1000, 'é'.repeat(5000))));
    const sizes = sent.map(({ body }) => Buffer.byteLength(JSON.stringify(body)));
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  test('sends the next batch only when the results of the one before have been taken', async () => {
    const { tillgate, sent } = scene([accepted]);
    for await (const { index } of batchItems(tillgate.items, upserts(30), { size: 10 })) if (index === 9) break;
    expect(sent).toHaveLength(1);
  });

  test('counts each batch by its operations, so that the service never has to reject one', async () => {
    const used: number[] = [];
    const rejected: Sent[] = [];
    const limit = 35;
    const { tillgate, clock } = scene([
      (sent) => {
        const minute = Math.floor((clock.time - START) / 60_000);
        const weight = Math.ceil(operationsIn(sent).length / 100);
        if ((used[minute] ?? 0) + weight > limit) rejected.push(sent);
        used[minute] = (used[minute] ?? 0) + weight;
        const result = accepted(sent);
        const left = Object.entries(budget(limit - used[minute], 60 * (minute + 1), limit));
        for (const [name, value] of left) result.headers.set(name, value);
        return result;
      },
    ]);
    expect(await Array.fromAsync(batchItems(tillgate.items, upserts(10_050)))).toHaveLength(10_050);
    expect([rejected, used]).toEqual([[], [30, 30, 30, 11]]);
  });
});
