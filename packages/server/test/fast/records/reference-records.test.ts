import { describe, expect, test } from 'vitest';
import { statement } from '../../../src/database/statement.ts';
import { sharedService } from '../../support/service.ts';

const AT = '2026-03-02T08:15:30.000Z';

const service = await sharedService();
const caller = await service.connect();

describe.each<[path: string, bare: object, full: object]>([
  [
    '/stores',
    { name: 'Harbour Street', code: 'H', timezone: 'Europe/London', currency: 'GBP', address: null },
    { name: 'Köln "Süd"', code: 'CGN-1', timezone: 'Europe/Berlin', currency: 'EUR', address: 'Ring 1\nKöln' },
  ],
  [
    '/suppliers',
    { name: 'Northern Roasters', code: null, email: null, phone: null },
    { name: 'Mill & Sons', code: 'M&S', email: 'orders@mill.example', phone: '+44 20 7946 0018' },
  ],
  ['/taxes', { name: 'VAT', rate: '20' }, { name: 'Reduced 5 %', rate: '5.125' }],
])('GET %s', (path, bare, full) => {
  test.each([
    ['absent', { ...bare, status: 1, externalId: null }],
    ['present', { ...full, status: 0, externalId: `x ${path}` }],
  ])('lists records as the back office wrote them, with optional properties %s', async (_, record) => {
    const { externalId, ...columns } = record;
    const names = [...Object.keys(columns), 'external_id'];
    const sql = `insert into region.${path.slice(1)} (company_id, id, entry_date, updated_at, ${names})
      values ($1, $2, $3, $3, ${names.map((_, n) => `$${n + 4}`)})`;
    const id = await service.arrange(caller.merchant, async (tx) => {
      const next = await tx.newId();
      await tx.query(statement(undefined, sql), [next, AT, ...Object.values(columns), externalId]);
      return next;
    });
    const { data } = (await caller.get(`${path}?ids=${id}`)).body;
    expect(data).toEqual([{ ...record, id, version: 1, entryDate: AT, updatedAt: AT }]);
  });
});
