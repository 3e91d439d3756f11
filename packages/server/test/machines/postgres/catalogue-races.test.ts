import { afterAll, describe, expect, test } from 'vitest';
import type { Item, ModifierGroupFull } from '../../../src/contract/generated/types.gen.ts';
import type { Answer } from '../../support/api-caller.ts';
import { duplicateAt, rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();

describe('Concurrent moves of categories', () => {
  const create = async (name: string): Promise<number> => (await caller.create('/categories', { name })).id;
  const move = (id: number, parentId: number): Promise<Answer> => caller.patch(`/categories/${id}`, { parentId });

  test('never form a longer cycle', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.push(await create(`Ring ${n}`));
    const next = (n: number) => ids[(n + 1) % ids.length] as number;
    const answers = await Promise.all(ids.map((id, n) => move(id, next(n))));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(ids.length - 1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(1);
  });
});

const SIZED = { name: 'Sized', type: 1, variants: [{ name: 'S' }, { name: 'L' }] };

describe('Concurrent writes of items', () => {
  const codes = (answers: { status: number }[]) => answers.map((answer) => answer.status).sort();

  test.each<[string, object, string]>([
    ['code', { itemCode: 'RACE' }, '/itemCode'],
    ['barcode', { barcodes: ['race'] }, '/barcodes/0'],
    ['variant code', { type: 1, variants: [{ name: 'V', itemCode: 'RACE-V' }] }, '/variants/0/itemCode'],
  ])('create one of 20 items with the same %s', async (_, part, path) => {
    const body = (n: number) => ({ name: `Racer ${n}`, ...part });
    const answers = await Promise.all(Array.from({ length: 20 }, (__, n) => caller.post('/items', body(n))));
    expect(codes(answers)).toEqual([201, ...Array(19).fill(409)]);
    for (const refused of answers.filter((answer) => answer.status === 409))
      expect(rejectionOf(refused)).toEqual(duplicateAt(path));
  });

  test('allow one of 20 items to take a code by a change', async () => {
    const items: Item[] = [];
    for (let n = 0; n < 20; n += 1) items.push(await caller.create('/items', { name: `Taker ${n}` }));
    const answers = await Promise.all(
      items.map(({ id }) => caller.patch(`/items/${id}`, { itemCode: 'RACE-P', barcodes: [`${id}`] })),
    );
    expect(codes(answers)).toEqual([200, ...Array(19).fill(409)]);
    expect((await caller.get('/items?search=race-p')).body.pagination.total).toBe(1);
  });

  test('keep the total exact and ids unique after 50 concurrent creates', async () => {
    const total = async () => (await caller.get('/items?limit=1')).body.pagination.total;
    const before = await total();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => caller.post('/items', { ...SIZED, name: `Many ${n}` })),
    );
    expect(codes(answers)).toEqual(Array(50).fill(201));
    const ids = answers.flatMap(({ body }) => [body.id, ...body.variants.map((v: { id: number }) => v.id)]);
    expect(new Set(ids).size).toBe(150);
    expect(await total()).toBe(before + 50);
  });

  test('count each of 20 changes of one item', async () => {
    const { id } = await caller.create('/items', SIZED);
    const change = (n: number) => caller.patch(`/items/${id}`, { description: `${n}`, status: n % 2 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n)));
    const versions = answers.map((answer) => answer.body.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  });
});

describe('Concurrent replacements of a menu', () => {
  const arrange = async () => {
    const storeId = await service.newStore(caller.merchant);
    const itemIds: number[] = [];
    for (const name of ['Flat white', 'Cake', 'Tea']) itemIds.push((await caller.create('/items', { name })).id);
    const items = itemIds.slice(0, 2).map((itemId) => ({ itemId, price: '3.00' }));
    const menu = await caller.create('/menus/create-with-items', { name: 'Menu', items, stores: [{ storeId }] });
    return { id: menu.id, storeId, itemIds };
  };

  test('leave one of 20 complete', async () => {
    const { id, storeId, itemIds } = await arrange();
    const change = (n: number) =>
      caller.patch(`/menus/${id}/update-with-items`, {
        name: `Change ${n}`,
        items: itemIds.slice(n % 3).map((itemId) => ({ itemId, sortOrder: n })),
        stores: n % 2 ? [{ storeId }] : [],
      });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const versions = answers.map(({ body }) => body.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    const last = answers.find(({ body }) => body.version === 21);
    expect((await caller.get(`/menus/${id}/full`)).body).toEqual(last?.body);
  });
});

describe('Concurrent changes of a modifier group', () => {
  test('take effect completely', async () => {
    const group: ModifierGroupFull = await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Whole' }] });
    const options = (count: number, price: string) =>
      Array.from({ length: count }, (_, n) => ({ name: `Option ${n}`, price }));
    const change = (n: number) => caller.patch(`/modifiers/${group.id}`, { options: options((n % 4) + 1, `${n}`) });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const last = answers.find(({ body }) => body.version === 21);
    expect((await caller.get(`/modifiers/${group.id}/full`)).body).toEqual(last?.body);
  });
});
