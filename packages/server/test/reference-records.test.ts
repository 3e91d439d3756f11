import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../src/storage/statement.ts';
import type { Caller } from './support/caller.ts';
import { invalid, NOT_FOUND, refusalOf, SCOPE_DENIED } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let other: Caller;
let ordering: Caller;
let reporting: Caller;

const UNKNOWN = 9007199254740991;
const AT = '2026-03-02T08:15:30.000Z';

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  other = await service.connect();
  const { organizationId } = caller.partner;
  ordering = await service.connectTo(await service.newApp(organizationId, 'ONLINE_ORDER'), caller.merchant);
  reporting = await service.connectTo(await service.newApp(organizationId, 'ADSR'), caller.merchant);
});
afterAll(() => service?.stop());

const base = (id: number, name: string) => ({
  id,
  status: 1,
  name,
  externalId: null,
  version: 1,
  entryDate: AT,
  updatedAt: AT,
});
const plain = {
  '/stores': (id: number) => ({
    ...base(id, 'Harbour Street'),
    code: `S${id}`,
    timezone: 'Europe/London',
    currency: 'GBP',
    address: null,
  }),
  '/suppliers': (id: number) => ({ ...base(id, 'Northern Roasters'), code: null, email: null, phone: null }),
  '/taxes': (id: number) => ({ ...base(id, 'VAT'), rate: '20' }),
};
const make = {
  '/stores': (app: Caller) => service.newStore(app.merchant),
  '/suppliers': (app: Caller) => service.newSupplier(app.merchant),
  '/taxes': (app: Caller) => service.newTax(app.merchant),
};
const PATHS = ['/stores', '/suppliers', '/taxes'] as const;

/** A row with everything set, as the back office writes it. */
const FULL = {
  '/stores': {
    name: 'Köln "Süd"',
    code: 'CGN-1',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    address: 'Ring 1\nKöln',
    status: 0,
  },
  '/suppliers': {
    name: 'Mill & Sons',
    code: 'M&S',
    email: 'orders@mill.example',
    phone: '+44 20 7946 0018',
    status: 0,
  },
  '/taxes': { name: 'Reduced 5 %', rate: '5.125', status: 0 },
};

describe.each(PATHS)('GET %s', (path) => {
  test('lists records as the back office wrote them', async () => {
    const id = await make[path](caller);
    await make[path](other);
    const { data } = (await caller.get(`${path}?limit=1`)).body;
    expect(data).toEqual([plain[path](id)]);
  });

  test('returns all properties', async () => {
    const row = { ...FULL[path], external_id: `x ${path}` };
    const columns = Object.keys(row);
    const sql = `insert into region.${path.slice(1)} (company_id, id, entry_date, updated_at, ${columns})
      values ($1, $2, $3, $3, ${columns.map((_, n) => `$${n + 4}`)})`;
    const id = await service.arrange(caller.merchant, async (tx) => {
      const next = await tx.newId();
      await tx.query(statement(undefined, sql), [next, AT, ...Object.values(row)]);
      return next;
    });
    const { data } = (await caller.get(`${path}?status=0`)).body;
    expect(data).toEqual([{ ...base(id, ''), ...FULL[path], externalId: `x ${path}` }]);
  });

  test('is open to the products that the contract names', async () => {
    const statuses = await Promise.all([caller, ordering, reporting].map(async (app) => (await app.get(path)).status));
    expect(statuses).toEqual(
      { '/stores': [200, 200, 200], '/suppliers': [200, 403, 403], '/taxes': [200, 200, 403] }[path],
    );
  });

  test('cannot be written', async () => {
    const answer = await caller.post(path, { name: 'New' });
    expect(refusalOf(answer)).toEqual([405, 'partner.method_not_allowed']);
  });
});

describe.each(['/stores', '/suppliers'] as const)('GET %s/{id}', (path) => {
  test('returns the record, and 304 for its ETag', async () => {
    const id = await make[path](caller);
    const { body, headers } = await caller.get(`${path}/${id}`);
    expect(body).toEqual(plain[path](id));
    expect(headers.get('etag')).toBe('"1"');
    const again = await caller.get(`${path}/${id}`, { 'If-None-Match': '"1"' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test("does not find another merchant's record", async () => {
    const theirs = await make[path](other);
    for (const id of [UNKNOWN, theirs]) {
      const answer = await caller.get(`${path}/${id}`);
      expect(refusalOf(answer)).toEqual(NOT_FOUND);
      expect(answer.body.message).toBe(`No such ${path.slice(1, -1)}: ${id}.`);
    }
  });

  test.each(['abc', '0', '-1', '1.5', '9007199254740992'])('rejects the id %s', async (id) => {
    expect(refusalOf(await caller.get(`${path}/${id}`)).slice(0, 2)).toEqual(invalid());
  });

  test('rejects an unknown parameter', async () => {
    expect(refusalOf(await caller.get(`${path}/1?a=b`))).toEqual(invalid('query a unknown'));
  });

  test('is open to the products that the contract names', async () => {
    const id = await make[path](caller);
    for (const app of [ordering, reporting]) {
      const answer = await app.get(`${path}/${id}`);
      if (path === '/stores') expect(answer.body).toEqual(plain[path](id));
      else expect(refusalOf(answer)).toEqual(SCOPE_DENIED);
    }
  });
});

describe('GET /stores?search= and GET /suppliers?search=', () => {
  test.each([
    ['/stores', 'cgn-1', ['CGN-1']],
    ['/stores', 'köln cgn', ['CGN-1']],
    ['/stores', 'berlin', []],
    ['/suppliers', 'm&s', ['M&S']],
    ['/suppliers', 'mill.example', []],
  ])('%s finds “%s” by name or code: %j', async (path, search, codes) => {
    const { data } = (await caller.get(`${path}?search=${encodeURIComponent(search)}`)).body;
    expect(data.map((record: { code: string }) => record.code)).toEqual(codes);
  });
});
