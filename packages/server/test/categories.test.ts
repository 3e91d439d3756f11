import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from './support/caller.ts';
import { conflictAt, duplicateAt, invalid, noReferenceAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let other: Caller;

const UNKNOWN = 9007199254740991;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  other = await service.connect();
});
afterAll(() => service?.stop());

const create = async (name: string, parentId: number | null = null): Promise<number> =>
  (await caller.create('/categories', { name, parentId })).id;
const move = (id: number, parentId: number | null): Promise<Answer> => caller.patch(`/categories/${id}`, { parentId });
const parentOf = async (id: number): Promise<number | null> => (await caller.get(`/categories/${id}`)).body.parentId;

describe('POST /categories', () => {
  test('creates a category at the top with its defaults', async () => {
    const { status, body, headers } = await caller.post('/categories', { name: 'Hot drinks' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      status: 1,
      name: 'Hot drinks',
      parentId: null,
      sortOrder: 0,
      color: null,
      externalId: null,
      version: 1,
      entryDate: '2026-03-02T08:15:30.000Z',
      updatedAt: '2026-03-02T08:15:30.000Z',
    });
    expect(headers.get('location')).toBe(`${service.apiUrl}/categories/${body.id}`);
  });

  test('stores every property as it was sent', async () => {
    const parentId = await create('Drinks');
    const sent = { name: 'Tea', parentId, sortOrder: 1_000_000, color: '#b5651D', status: 0, externalId: 'c-1' };
    const category = await caller.create('/categories', sent);
    expect(category).toMatchObject(sent);
    expect((await caller.get(`/categories/${category.id}`)).body).toEqual(category);
  });

  test.each<[string, object, string]>([
    ['a sort order below 0', { sortOrder: -1 }, '/sortOrder minimum'],
    ['a sort order above a million', { sortOrder: 1_000_001 }, '/sortOrder maximum'],
    ['a sort order as text', { sortOrder: '1' }, '/sortOrder type'],
    ['no sort order as null', { sortOrder: null }, '/sortOrder type'],
    ['a colour by name', { color: 'red' }, '/color pattern'],
    ['a colour of three digits', { color: '#abc' }, '/color pattern'],
    ['a parent of 0', { parentId: 0 }, '/parentId minimum'],
    ['a parent as text', { parentId: '5' }, '/parentId type'],
  ])('rejects %s', async (_, part, detail) => {
    expect(refusalOf(await caller.post('/categories', { name: 'Refused', ...part }))).toEqual(
      invalid(`body ${detail}`),
    );
  });

  test('keeps names unique under one parent, ignoring case', async () => {
    const [hot, cold] = [await create('Unique hot'), await create('Unique cold')];
    for (const parentId of [null, hot]) {
      await create('Single', parentId);
      const again = await caller.post('/categories', { name: 'SINGLE', parentId });
      expect(refusalOf(again)).toEqual(duplicateAt('/name'));
    }
    await create('single', cold);
    await other.create('/categories', { name: 'Single' });
  });

  test("rejects an unknown parent and another merchant's alike", async () => {
    const theirs = await other.create('/categories', { name: 'Theirs' });
    const answers = [UNKNOWN, theirs.id].map((parentId) => caller.post('/categories', { name: 'Orphan', parentId }));
    const [unknown, foreign] = await Promise.all(answers);
    expect(refusalOf(unknown as Answer)).toEqual(noReferenceAt('/parentId'));
    expect(foreign?.body).toEqual({ ...unknown?.body, correlationId: expect.any(String) });
  });
});

describe('PATCH /categories/{id}', () => {
  test('clears the parent and the colour with null, and leaves what is absent', async () => {
    const parentId = await create('Above');
    const sent = { name: 'Below', parentId, sortOrder: 7, color: '#000000' };
    const category = await caller.create('/categories', sent);
    const path = `/categories/${category.id}`;
    expect((await caller.patch(path, { color: null })).body).toMatchObject({ ...sent, color: null });
    expect((await caller.patch(path, { parentId: null })).body).toMatchObject({ ...sent, color: null, parentId: null });
    expect((await caller.patch(path, { sortOrder: 8 })).body).toMatchObject({
      sortOrder: 8,
      parentId: null,
      version: 4,
    });
  });

  test('moves a category with all its descendants', async () => {
    const [a, b] = [await create('Tree A'), await create('Tree B')];
    const child = await create('Child', a);
    expect((await move(a, b)).body.parentId).toBe(b);
    expect(await parentOf(child)).toBe(a);
    expect((await move(a, b)).status).toBe(200);
  });

  test('rejects the category itself and its descendants as its parent, and changes nothing', async () => {
    const top = await create('Top');
    const middle = await create('Middle', top);
    const bottom = await create('Bottom', middle);
    for (const below of [top, middle, bottom])
      expect(refusalOf(await move(top, below))).toEqual(conflictAt('/parentId'));
    expect((await caller.get(`/categories/${top}`)).body).toMatchObject({ parentId: null, version: 1 });
    expect((await move(bottom, top)).status).toBe(200);
    expect((await move(middle, bottom)).status).toBe(200);
    expect(refusalOf(await move(bottom, middle))).toEqual(conflictAt('/parentId'));
  });

  test("rejects an unknown parent and another merchant's by name", async () => {
    const id = await create('Stays');
    const theirs = await other.create('/categories', { name: 'Not ours' });
    for (const parentId of [UNKNOWN, theirs.id])
      expect(refusalOf(await move(id, parentId))).toEqual(noReferenceAt('/parentId'));
    expect(await parentOf(id)).toBeNull();
  });

  test('rejects a name or a move that collides with a sibling', async () => {
    const parent = await create('Siblings');
    await create('Twin', parent);
    const second = await create('Second', parent);
    const outside = await create('TWIN');
    const renamed = await caller.patch(`/categories/${second}`, { name: 'twin' });
    expect(refusalOf(renamed)).toEqual(duplicateAt('/name'));
    expect(refusalOf(await move(outside, parent))).toEqual(duplicateAt('/name'));
  });

  test('allows at most one of two concurrent moves that together would form a cycle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await create(`Round ${round} a`), await create(`Round ${round} b`)];
      const statuses = (await Promise.all([move(a, b), move(b, a)])).map((answer) => answer.status).sort();
      expect(statuses).toEqual([200, 409]);
      expect([await parentOf(a), await parentOf(b)].filter((parent) => parent === null)).toHaveLength(1);
    }
  });

  test('never forms a longer cycle by concurrent moves', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.push(await create(`Ring ${n}`));
    const next = (n: number) => ids[(n + 1) % ids.length] as number;
    const answers = await Promise.all(ids.map((id, n) => move(id, next(n))));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(ids.length - 1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(1);
  });

  test('does not change the items of a deactivated category', async () => {
    const groupId = await create('Closing');
    const item = await caller.create('/items', { name: 'In it', groupId });
    await caller.patch(`/categories/${groupId}`, { status: 0 });
    expect((await caller.get(`/items?groupId=${groupId}`)).body.data).toEqual([item]);
  });
});
