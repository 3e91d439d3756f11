import { afterAll, expect, test } from 'vitest';
import { importAll, itemLine } from '../../support/import-lines.ts';
import { startService } from '../../support/service.ts';

// Ids come in order only from a server that has kept none of earlier transactions.
const service = await startService();
afterAll(() => service.stop());

interface Coded {
  readonly id: number;
  readonly itemCode: string;
}

/** A merchant whose items have the codes that would be generated for the next ids. */
async function takenAhead(count: number) {
  const caller = await service.connect();
  const operations = Array.from({ length: count }, (_, n) => ({ op: 'create', item: { name: `Item ${n}` } }));
  const { results } = (await caller.post('/items/batch', { operations })).body;
  const made: Coded[] = results.map(({ item }: { item: Coded }) => item);
  const next = Math.max(...made.map(({ id }) => id)) + 1;
  const renamed = made.map(({ id }, n) => ({ op: 'update', id, item: { itemCode: `I${next + n}` } }));
  expect((await caller.post('/items/batch', { operations: renamed })).body.failed).toBe(0);
  return { caller, next };
}

test('An item and variants without codes are created although other items have the codes of their ids', async () => {
  const { caller, next } = await takenAhead(200);
  expect((await caller.post('/items?dryRun=true', { name: 'Dry' })).status).toBe(201);
  const keyed = () => caller.post('/items', { name: 'Keyed' }, { 'Idempotency-Key': 'once' });
  const [first, again] = [await keyed(), await keyed()];
  expect([first.status, again.body]).toEqual([201, first.body]);
  const variants = Array.from({ length: 12 }, (_, n) => ({ name: `Size ${n}` }));
  const { id, itemCode, ...sized } = await caller.create('/items', { name: 'Sized', type: 1, variants });
  expect(id).toBeGreaterThanOrEqual(next);
  const codes = [itemCode, ...sized.variants.map((variant: Coded) => variant.itemCode)];
  expect(new Set(codes).size).toBe(13);
  expect(itemCode).toBe(`I${id}-2`);
  const more = [...sized.variants, { name: 'Size 12' }];
  const { body } = await caller.patch(`/items/${id}`, { variants: more });
  expect(codes).not.toContain(body.variants.at(-1).itemCode);
  const operations = Array.from({ length: 20 }, (_, n) => ({ op: 'create', item: { name: `More ${n}` } }));
  expect((await caller.post('/items/batch', { operations })).body.succeeded).toBe(20);
  expect(await importAll(service, caller.merchant, [itemLine('A'), itemLine('B')])).toMatchObject({ problems: [] });
});

test('A generated code is none that its request gives to another item or variant', async () => {
  const caller = await service.connect();
  const { id } = await caller.create('/items', { name: 'First' });
  const own = { type: 1, itemCode: `I${id + 3}`, variants: [{ name: 'S' }, { name: 'M', itemCode: `I${id + 2}` }] };
  const item = await caller.create('/items', { name: 'Sized', ...own });
  expect(item.variants[0].itemCode).toMatch(/^I\d+/);
  const last = Math.max(item.id, ...item.variants.map((variant: Coded) => variant.id));
  const operations = [
    { op: 'create', item: { name: 'Without' } },
    ...Array.from({ length: 150 }, (_, n) => ({ op: 'create', item: { name: 'With', itemCode: `I${last + 1 + n}` } })),
  ];
  expect((await caller.post('/items/batch', { operations })).body.failed).toBe(0);
});

test('Creates without a code never fail while others take the codes of the next ids', async () => {
  const caller = await service.connect();
  const { id } = await caller.create('/items', { name: 'First' });
  const bodies = Array.from({ length: 60 }, (_, n) => ({
    name: `Item ${n}`,
    ...(n % 2 && { itemCode: `I${id + 1 + n}` }),
  }));
  const answers = await Promise.all(bodies.map((body) => caller.post('/items', body)));
  expect(answers.filter(({ status }, n) => n % 2 === 0 && status !== 201)).toEqual([]);
});
