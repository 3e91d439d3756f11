import { describe, expect, test } from 'vitest';
import { importValid, itemLine, storeLine } from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';

const order = (externalId: string, store: string, at: string, more: object = {}) => ({
  type: 'openOrder',
  externalId,
  store,
  number: `No ${externalId}`,
  at,
  lines: [{ item: 'A', variant: 'Small', quantity: '2', gross: '7.00', discount: '0.50', tax: '1.08' }],
  ...more,
});

const service = await sharedService();

describe('GET /stores/{id}/open-orders', () => {
  test('follows an order: a changed one has a new version, a closed one is gone', async () => {
    const app = await service.connect();
    const scene = [storeLine('N'), itemLine('A', { itemType: 1, variants: [{ name: 'Small' }] })];
    const [one, two] = [order('1', 'N', '2026-03-02T08:01:00Z'), order('2', 'N', '2026-03-02T08:02:00Z')];
    await importValid(service, app.merchant, [...scene, one, two]);
    const [{ id }] = (await app.get('/stores')).body.data;
    const list = async (query = '') =>
      (await app.get(`/stores/${id}/open-orders?${query}`)).body.data.map(
        (each: { externalId: string; version: number; channel: string }) => [
          each.externalId,
          each.version,
          each.channel,
        ],
      );
    service.advance(1000);
    await importValid(service, app.merchant, [{ ...one, channel: 'dineIn' }, two]);
    expect(await list('sort=updatedAt')).toEqual([
      ['1', 2, 'dineIn'],
      ['2', 1, 'counter'],
    ]);
    await importValid(service, app.merchant, [{ ...two, state: 'closed' }]);
    expect(await list()).toEqual([['1', 2, 'dineIn']]);
  });
});
