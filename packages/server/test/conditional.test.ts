import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from './support/caller.ts';
import { NOT_FOUND, refusalOf, VERSION_MISMATCH } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let path: string;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  const { id } = await caller.create('/brands', { name: 'Alpine Dairy' });
  path = `/brands/${id}`;
  await caller.patch(path, { description: 'Milk' });
});
afterAll(() => service?.stop());

const version = async (): Promise<number> => (await caller.get(path)).body.version;
const etagOf = ({ headers }: Answer) => headers.get('etag');

describe('The ETag', () => {
  test('is the record’s version, on reads, creates and changes', async () => {
    const created = await caller.post('/brands', { name: 'Fresh' });
    const own = `/brands/${created.body.id}`;
    const read = await caller.get(own);
    const changed = await caller.patch(own, { status: 0 });
    expect([etagOf(created), etagOf(read), etagOf(changed)]).toEqual(['"1"', '"1"', '"2"']);
    expect([read.body.version, changed.body.version]).toEqual([1, 2]);
  });

  test('is absent on lists', async () => {
    expect(etagOf(await caller.get('/brands'))).toBeNull();
  });
});

describe('GET with If-None-Match', () => {
  test.each(['"2"', 'W/"2"', '*', ' * ', '"1", "2"', '"1",W/"2"', '"x" , "2"'])(
    'returns 304 without a body: %s',
    async (tags) => {
      const answer = await caller.get(path, { 'If-None-Match': tags });
      expect([answer.status, answer.text, etagOf(answer)]).toEqual([304, '', '"2"']);
      expect(answer.headers.get('content-type')).toBeNull();
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    },
  );

  test.each(['"1"', '2', 'W/2', '"12"', '"2', '', '"2-x"', ','])('returns 200 with the record: %j', async (tags) => {
    const answer = await caller.get(path, { 'If-None-Match': tags });
    expect([answer.status, answer.body.version]).toEqual([200, 2]);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('returns 404 for a record that does not exist', async () => {
    expect(refusalOf(await caller.get('/brands/9007199254740991', { 'If-None-Match': '*' }))).toEqual(NOT_FOUND);
  });

  test('returns 200 once the record has changed', async () => {
    const created = await caller.post('/brands', { name: 'Changing' });
    const own = `/brands/${created.body.id}`;
    const tag = { 'If-None-Match': etagOf(created) as string };
    expect((await caller.get(own, tag)).status).toBe(304);
    await caller.patch(own, { status: 0 });
    expect((await caller.get(own, tag)).status).toBe(200);
  });
});

describe('PATCH with If-Match', () => {
  test.each(['*', ' * ', '"V"', '"1", "V"', '"V","99"'])('changes the record if V is its version: %s', async (tags) => {
    const before = await version();
    const answer = await caller.patch(path, { status: 1 }, { 'If-Match': tags.replace('V', String(before)) });
    expect([answer.status, answer.body.version]).toEqual([200, before + 1]);
  });

  test.each(['"1"', '"99"', '"1", "99"', 'W/"V"', 'V'])('changes nothing if V is its version: %s', async (tags) => {
    const before = await version();
    const headers = { 'If-Match': tags.replace('V', String(before)) };
    const answer = await caller.patch(path, { name: 'Not this' }, headers);
    expect(refusalOf(answer)).toEqual(VERSION_MISMATCH);
    expect(answer.body.message).toBe(`The record is at version ${before}.`);
    expect(await version()).toBe(before);
  });

  test('accepts exactly one of twenty changes based on the same version', async () => {
    const before = await version();
    const headers = { 'If-Match': `"${before}"` };
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.patch(path, { status: 1 }, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
    expect(await version()).toBe(before + 1);
  });

  test('ignores If-None-Match, which does not apply to writes', async () => {
    expect((await caller.patch(path, { status: 1 }, { 'If-None-Match': '*' })).status).toBe(200);
  });
});

describe('X-Correlation-Id', () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const idOf = ({ headers }: Answer) => headers.get('x-correlation-id');

  test('is kept if it is a UUID, in successes and errors alike', async () => {
    const mine = '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11';
    const headers = { 'X-Correlation-Id': mine.toUpperCase() };
    expect(idOf(await caller.get(path, headers))).toBe(mine);
    const refused = await caller.get('/brands/1', headers);
    expect([idOf(refused), refused.body.correlationId]).toEqual([mine, mine]);
  });

  test.each([
    '',
    'abc',
    '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c1',
    '5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11, x',
    '00000000-0000-0000-0000-000000000000',
    '{5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11}',
  ])('is replaced by a new one if it is %j', async (given) => {
    const answer = await caller.get('/brands/1', { 'X-Correlation-Id': given });
    expect(idOf(answer)).toMatch(UUID);
    expect(answer.body.correlationId).toBe(idOf(answer));
  });

  test('is new for every request', async () => {
    expect(idOf(await caller.get(path))).not.toBe(idOf(await caller.get(path)));
  });
});

describe('HEAD', () => {
  test.each(['/brands', '/brands/{id}', '/brands/1', '/brands?limit=0'])(
    'responds like GET %s, without the body',
    async (target) => {
      const real = target.replace('/brands/{id}', path);
      const [got, headed] = [await caller.get(real), await caller.send('HEAD', real)];
      expect([headed.status, headed.text]).toEqual([got.status, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
        expect([name, headed.headers.get(name)]).toEqual([name, got.headers.get(name)]);
      }
    },
  );

  test('returns 304 like GET', async () => {
    expect((await caller.send('HEAD', path, { headers: { 'If-None-Match': '*' } })).status).toBe(304);
  });
});
