import { describe, expect, test } from 'vitest';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();

const newOnes = (count: number, part: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ op: 'create', item: { name: `Item ${n}`, ...part } }));

const batch = (operations: readonly object[], headers: Record<string, string> = {}) =>
  caller.post('/items/batch', { operations }, headers);

const MIB = 1024 * 1024;

describe('A batch', () => {
  test('may be larger than other bodies, within a bound of bytes and one of values', async () => {
    expect((await batch(newOnes(1000, { description: 'x'.repeat(2000) }))).body.succeeded).toBe(1000);
    for (const size of [5, 20]) {
      const answer = await batch(newOnes(1, { name: 'x'.repeat(size * MIB) }));
      expect([...rejectionOf(answer), answer.body.message]).toEqual([
        ...[413, 'partner.body_too_large', 'The body is larger than 4194304 bytes.'],
      ]);
    }
    const many = newOnes(200, { stores: Array(1000).fill({ storeId: 1 }) });
    expect(rejectionOf(await batch(many))).toEqual(invalid('body  maxValues'));
  });

  test('is carried out once under its Idempotency-Key, failed operations included', async () => {
    const operations = [...newOnes(150, { status: 1 }), { op: 'update', itemCode: 'NONE', item: { price: '1' } }];
    const [first, second] = [
      await batch(operations, { 'Idempotency-Key': 'batch' }),
      await batch(operations, { 'Idempotency-Key': 'batch' }),
    ];
    expect([first.body.succeeded, first.body.failed]).toEqual([150, 1]);
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });
});
