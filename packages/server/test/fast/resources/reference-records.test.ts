import { describe, expect, test } from 'vitest';
import { statement } from '../../../src/storage/statement.ts';
import type { Caller } from '../../support/api-caller.ts';
import { sharedService } from '../../support/service.ts';

const AT = '2026-03-02T08:15:30.000Z';

const service = await sharedService();
const caller = await service.connect();
const other = await service.connect();

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

/** A record with every property set, as written by the back office. */
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
});
