import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './support/caller.ts';
import { duplicateAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
});
afterAll(() => service?.stop());

describe('POST /brands', () => {
  test('creates a brand with its defaults and returns its Location', async () => {
    const answer = await caller.post('/brands', { name: 'Alpine Dairy' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'Alpine Dairy',
      status: 1,
      description: null,
      externalId: null,
      version: 1,
    });
    expect(answer.body.entryDate).toBe('2026-03-02T08:15:30.000Z');
    expect(answer.headers.get('location')).toBe(`${service.apiUrl}/brands/${answer.body.id}`);
    const read = await caller.get(`/brands/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
  });

  test('stores every property as it was sent', async () => {
    const sent = {
      name: 'Ōtsuka "9" \\',
      description: 'Line one\r\nline two\t🍌 {"a":1}',
      status: 0,
      externalId: 'b/1',
    };
    const brand = await caller.create('/brands', sent);
    expect(brand).toMatchObject(sent);
    expect((await caller.get(`/brands/${brand.id}`)).body).toEqual(brand);
  });

  test.each([
    ['Taken', 'TAKEN'],
    ['Café Éclair', 'CAFÉ ÉCLAIR'],
    ['Ärger', 'äRGER'],
  ])('rejects a duplicate name, ignoring case: %s and %s', async (name, again) => {
    await caller.create('/brands', { name });
    expect(refusalOf(await caller.post('/brands', { name: again }))).toEqual(duplicateAt('/name'));
  });

  test("accepts another merchant's name", async () => {
    await caller.create('/brands', { name: 'Shared' });
    for (const region of ['UK', 'US'] as const) {
      const other = await service.connect('FULL', region);
      expect((await other.post('/brands', { name: 'Shared' })).status).toBe(201);
    }
  });

  test('creates one of 20 concurrent brands of the same name', async () => {
    const create = () => caller.post('/brands', { name: 'Race' });
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect((await caller.get('/brands?search=race')).body.pagination.total).toBe(1);
  });
});

describe('PATCH /brands/{id}', () => {
  test('rejects the name of another brand and accepts its own in another case', async () => {
    await caller.create('/brands', { name: 'First' });
    const second = await caller.create('/brands', { name: 'Second' });
    expect(refusalOf(await caller.patch(`/brands/${second.id}`, { name: 'first' }))).toEqual(duplicateAt('/name'));
    expect((await caller.patch(`/brands/${second.id}`, { name: 'SECOND' })).body.name).toBe('SECOND');
    await caller.create('/brands', { name: 'Third' });
  });

  test("frees a brand's former name", async () => {
    const brand = await caller.create('/brands', { name: 'Given up' });
    await caller.patch(`/brands/${brand.id}`, { name: 'Renamed' });
    expect((await caller.post('/brands', { name: 'given up' })).status).toBe(201);
  });

  test('sets and clears the description', async () => {
    const { id } = await caller.create('/brands', { name: 'Described', description: 'Old' });
    expect((await caller.patch(`/brands/${id}`, { description: '' })).body.description).toBe('');
    expect((await caller.patch(`/brands/${id}`, { description: null })).body.description).toBeNull();
    expect((await caller.patch(`/brands/${id}`, { description: 'New', status: 0 })).body).toMatchObject({
      name: 'Described',
      description: 'New',
      status: 0,
      version: 4,
    });
  });

  test('does not change the items of a deactivated brand', async () => {
    const brand = await caller.create('/brands', { name: 'Closing' });
    const item = await caller.create('/items', { name: 'Carries it', brandId: brand.id });
    await caller.patch(`/brands/${brand.id}`, { status: 0 });
    const { data } = (await caller.get(`/items?brandId=${brand.id}`)).body;
    expect(data).toEqual([item]);
  });
});
