import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './support/caller.ts';
import { duplicateAt, invalid, NOT_FOUND, refusalOf, SCOPE_DENIED, VERSION_MISMATCH } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let other: Caller;
let abroad: Caller;
let ordering: Caller;
let reporting: Caller;
let storeId: number;
let count = 0;

const UNKNOWN = 9007199254740991;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  other = await service.connect();
  abroad = await service.connect('FULL', 'US');
  const { organizationId } = caller.partner;
  ordering = await service.connectTo(await service.newApp(organizationId, 'ONLINE_ORDER'), caller.merchant);
  reporting = await service.connectTo(await service.newApp(organizationId, 'ADSR'), caller.merchant);
  storeId = await service.newStore(caller.merchant);
});
afterAll(() => service?.stop());

const uniqueName = () => `Record ${++count}`;
const WRITTEN = ['/brands', '/categories', '/items', '/menus', '/modifiers'];

/** Name of a record in messages. */
const KINDS: Record<string, string> = {
  '/brands': 'brand',
  '/categories': 'category',
  '/items': 'item',
  '/menus': 'menu',
  '/modifiers': 'modifier group',
};

const createPath = (path: string) => (path === '/menus' ? '/menus/create-with-items' : path);
const writePath = (path: string, id: number | string) =>
  `${path}/${id}${path === '/menus' ? '/update-with-items' : ''}`;

/** The path of a single read; an item is read at a store, a menu or modifier group with what belongs to it. */
function recordPath(path: string, id: number | string): string {
  if (path === '/items') return `/items/${id}?storeId=${storeId}`;
  return `${path}/${id}${path === '/menus' || path === '/modifiers' ? '/full' : ''}`;
}

/** A body with what a new record needs beside its name. */
const bodyFor = (path: string, body: object) =>
  path === '/modifiers' ? { options: [{ name: 'One' }], ...body } : body;

const createBy = (app: Caller, path: string, body: object) => app.create(createPath(path), bodyFor(path, body));

describe.each(WRITTEN)('POST %s', (path) => {
  test.each<[string, unknown, string]>([
    ['no name', {}, '/name required'],
    ['an empty name', { name: '' }, '/name pattern'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, '/name maxLength'],
    ['a name that begins with a blank', { name: ' Milk' }, '/name pattern'],
    ['a line break in the name', { name: 'Mi\nlk' }, '/name pattern'],
    ['half a surrogate pair', { name: 'Milk \ud83c' }, '/name pattern'],
    ['a number as name', { name: 5 }, '/name type'],
    ['an unknown status', { name: 'Milk', status: 2 }, '/status enum'],
    ['an external id of 129 characters', { name: 'Milk', externalId: 'x'.repeat(129) }, '/externalId maxLength'],
    ['an unknown property', { name: 'Milk', 'a/b~': 1 }, '/a~1b~0 unknown'],
    ['an id', { name: 'Milk', id: 1 }, '/id unknown'],
    ['a list', [], ' type'],
  ])('rejects %s', async (_, body, detail) => {
    expect(refusalOf(await caller.post(createPath(path), body))).toContain(`body ${detail}`);
    expect(refusalOf(await caller.post(createPath(path), body)).slice(0, 2)).toEqual(invalid());
  });

  test('rejects a missing body, text that is not JSON, another media type, and more than 1 MiB', async () => {
    expect(refusalOf(await caller.send('POST', createPath(path)))).toEqual(invalid('body  required'));
    expect(refusalOf(await caller.post(createPath(path), '{"name":'))).toEqual([400, 'partner.malformed_json']);
    const plain = { body: '{"name":"Milk"}', headers: { 'Content-Type': 'text/plain' } };
    expect(refusalOf(await caller.send('POST', createPath(path), plain))).toEqual([
      415,
      'partner.unsupported_media_type',
    ]);
    expect(refusalOf(await caller.post(createPath(path), { name: 'x'.repeat(1024 * 1024) }))).toEqual([
      413,
      'partner.body_too_large',
    ]);
  });

  test('accepts a name of 255 characters beyond the basic plane, and an external id of 128', async () => {
    const body = bodyFor(path, {
      name: `${'🍌'.repeat(251)}${String(++count).padStart(4)}`,
      externalId: `${path}${'x'.repeat(128)}`.slice(0, 128),
    });
    expect(await caller.create(createPath(path), body)).toMatchObject(body);
  });

  test('keeps an external id unique per app, resource and merchant', async () => {
    const body = () => bodyFor(path, { name: uniqueName(), externalId: `ext ${path}` });
    await caller.create(createPath(path), body());
    expect(refusalOf(await caller.post(createPath(path), body()))).toEqual(duplicateAt('/externalId'));
    const second = await service.connectTo(
      await service.newApp(caller.partner.organizationId, 'FULL'),
      caller.merchant,
    );
    for (const free of [second, other, abroad]) await free.create(createPath(path), body());
    for (const resource of WRITTEN.filter((p) => p !== path)) {
      await createBy(caller, resource, { name: uniqueName(), externalId: `ext ${path} on ${resource}` });
      await createBy(caller, path, { name: uniqueName(), externalId: `ext ${path} on ${resource}` });
    }
  });

  test('returns the first record for a repeated Idempotency-Key, and rejects it for another body', async () => {
    const headers = { 'Idempotency-Key': `key ${path}` };
    const body = bodyFor(path, { name: uniqueName() });
    const first = await caller.post(createPath(path), body, headers);
    const again = await caller.post(createPath(path), body, headers);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    const changed = await caller.post(createPath(path), bodyFor(path, { name: uniqueName() }), headers);
    expect(refusalOf(changed)).toEqual([422, 'partner.idempotency_mismatch']);
  });

  test('is closed to ONLINE_ORDER and ADSR apps', async () => {
    for (const app of [ordering, reporting])
      expect(refusalOf(await app.post(createPath(path), { name: 'x' }))).toEqual(SCOPE_DENIED);
  });
});

describe.each(WRITTEN)('GET %s/{id}', (path) => {
  test('returns 304 for its own ETag until the record changes', async () => {
    const { id } = await createBy(caller, path, { name: uniqueName() });
    const read = await caller.get(recordPath(path, id));
    const etag = read.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"1(-|"$)/);
    for (const tags of [etag, `W/${etag}`, `"0", ${etag}`, '*']) {
      const answer = await caller.get(recordPath(path, id), { 'If-None-Match': tags });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await caller.get(recordPath(path, id), { 'If-None-Match': '"0"' })).status).toBe(200);
    await caller.patch(writePath(path, id), { status: 0 });
    const changed = await caller.get(recordPath(path, id), { 'If-None-Match': etag });
    expect([changed.status, changed.body.version]).toEqual([200, 2]);
  });

  test("does not find another merchant's record", async () => {
    const theirs = await createBy(other, path, { name: uniqueName() });
    for (const id of [UNKNOWN, theirs.id]) {
      const answer = await caller.get(recordPath(path, id));
      expect(refusalOf(answer)).toEqual(NOT_FOUND);
      expect(answer.body.message.replace(id, '')).toBe(`No such ${KINDS[path]}: .`);
    }
  });

  test("reads the record of the merchant's region if ids are equal", async () => {
    const ours = await createBy(caller, path, { name: uniqueName() });
    const away = await idAbroad(path, ours.id);
    expect(away.id).toBe(ours.id);
    expect((await caller.get(recordPath(path, ours.id))).body).toMatchObject(ours);
    await abroad.patch(writePath(path, ours.id), { name: uniqueName() });
    expect((await caller.get(recordPath(path, ours.id))).body).toMatchObject(ours);
  });

  test.each(['abc', '0', '-1', '1.5', '9007199254740992', '1e3', '%20'])('rejects the id %s', async (id) => {
    const answer = await caller.get(recordPath(path, id));
    expect(answer.body.details[0]).toMatchObject({ in: 'path', path: 'id' });
    expect(refusalOf(answer).slice(0, 2)).toEqual(invalid());
  });

  test('rejects an unknown parameter', async () => {
    const { id } = await createBy(caller, path, { name: uniqueName() });
    const answer = await caller.get(`${recordPath(path, id)}${path === '/items' ? '&' : '?'}fields=name`);
    expect(refusalOf(answer)).toEqual(invalid('query fields unknown'));
  });

  test('is closed to ADSR apps, and for brands to ONLINE_ORDER apps', async () => {
    const { id } = await createBy(caller, path, { name: uniqueName() });
    expect(refusalOf(await reporting.get(recordPath(path, id)))).toEqual(SCOPE_DENIED);
    const answer = await ordering.get(recordPath(path, id));
    expect(answer.status).toBe(path === '/brands' ? 403 : 200);
  });
});

/** Ids of a region ascend: creates records abroad until the next has the id of a record here. */
async function idAbroad(path: string, id: number): Promise<{ id: number }> {
  for (let last = 0; last < id - 1; ) last = (await abroad.create('/brands', { name: uniqueName() })).id;
  return createBy(abroad, path, { name: uniqueName() });
}

describe.each(WRITTEN)('PATCH %s/{id}', (path) => {
  const create = () => createBy(caller, path, { name: uniqueName(), externalId: `p${++count}` });

  test('changes only what is sent, increases the version and dates the change', async () => {
    const record = await create();
    service.advance(1000);
    const { status, body, headers } = await caller.patch(writePath(path, record.id), { status: 0 });
    const updatedAt = new Date(service.clock()).toISOString();
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"2(-|"$)/);
    expect(body).toEqual({ ...record, status: 0, version: 2, updatedAt });
    expect((await caller.get(recordPath(path, record.id))).body).toMatchObject(body);
  });

  test('clears nullable properties with null, and no others', async () => {
    const { id } = await create();
    expect((await caller.patch(writePath(path, id), { externalId: null })).body.externalId).toBeNull();
    for (const field of ['name', 'status']) {
      expect(refusalOf(await caller.patch(writePath(path, id), { [field]: null }))).toContain(`body /${field} type`);
    }
  });

  test.each<[string, unknown, string]>([
    ['no change', {}, ' minProperties'],
    ['a list', [], ' type'],
    ['an empty name', { name: '' }, '/name pattern'],
    ['an unknown property', { nmae: 'x' }, '/nmae unknown'],
    ['another id', { id: 1 }, '/id readOnly'],
    ['another version', { version: 2 }, '/version readOnly'],
    ['another instant of entry', { entryDate: '2026-03-02T08:15:29.000Z' }, '/entryDate readOnly'],
  ])('rejects %s', async (_, change, detail) => {
    const { id } = await create();
    const refusal = refusalOf(await caller.patch(writePath(path, id), change));
    expect(refusal.slice(0, 2)).toEqual(invalid());
    expect(refusal).toContain(`body ${detail}`);
  });

  test("rejects another record's external id, and accepts its own", async () => {
    const [one, two] = [await create(), await create()];
    const answer = await caller.patch(writePath(path, two.id), { externalId: one.externalId });
    expect(refusalOf(answer)).toEqual(duplicateAt('/externalId'));
    expect((await caller.patch(writePath(path, two.id), { externalId: two.externalId })).status).toBe(200);
  });

  test("does not find or change another merchant's record", async () => {
    const theirs = await createBy(other, path, { name: uniqueName() });
    for (const id of [UNKNOWN, theirs.id]) {
      expect(refusalOf(await caller.patch(writePath(path, id), { status: 0 }, { 'If-Match': '"9"' }))).toEqual(
        NOT_FOUND,
      );
    }
    const again = await other.patch(writePath(path, theirs.id), { name: theirs.name }, { 'If-Match': '"1"' });
    expect(again.body).toMatchObject({ status: 1, version: 2 });
  });

  test('rejects If-Match of another version and changes nothing', async () => {
    const { id } = await create();
    await caller.patch(writePath(path, id), { status: 0 });
    for (const tag of ['"1"', '"3"', 'W/"2"', '2', '"1", "3"']) {
      expect(refusalOf(await caller.patch(writePath(path, id), { status: 1 }, { 'If-Match': tag }))).toEqual(
        VERSION_MISMATCH,
      );
    }
    expect((await caller.get(recordPath(path, id))).body).toMatchObject({ status: 0, version: 2 });
  });

  test('accepts If-Match of the version, of a read, in a list, or any', async () => {
    const { id } = await create();
    const etag = (await caller.get(recordPath(path, id))).headers.get('etag') ?? '';
    const tags = [etag, '"2"', '"9", "3"', '*'];
    for (const tag of tags)
      expect((await caller.patch(writePath(path, id), { status: 0 }, { 'If-Match': tag })).status).toBe(200);
  });

  test('accepts one of 20 concurrent changes of one version', async () => {
    const { id } = await create();
    const change = (_: unknown, n: number) =>
      caller.patch(writePath(path, id), { name: `Race ${path} ${n}` }, { 'If-Match': '"1"' });
    const answers = await Promise.all(Array.from({ length: 20 }, change));
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array(19).fill(412)]);
    const winner = answers.find((a) => a.status === 200);
    expect((await caller.get(recordPath(path, id))).body).toMatchObject({ name: winner?.body.name, version: 2 });
  });

  test('is closed to ONLINE_ORDER and ADSR apps', async () => {
    const { id } = await create();
    for (const app of [ordering, reporting]) {
      expect(refusalOf(await app.patch(writePath(path, id), { status: 0 }))).toEqual(SCOPE_DENIED);
    }
  });
});
