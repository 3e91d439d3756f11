import { describe, expect, test } from 'vitest';
import { MONEY, units } from '../../../src/decimals.ts';
import { taxed } from '../../prove/faults/purchases.ts';
import { amountOf, percentCut, percentOf, rounded, written } from '../../prove/how/amounts.ts';

const line = (fields: object) => ({ id: 1, outstanding: '1', discount: '0.00', taxRate: '20', ...fields });

describe('Faults of amounts', () => {
  test.each(['4', '2', '0'])('leave an order unchanged if they change no tax, with %s decimals', (decimals) => {
    const part = decimals === '0' ? '' : `.${'0'.repeat(Number(decimals) - 1)}1`;
    const order = {
      lines: [
        line({ subtotal: `999999999998${part}`, tax: `7${part}`, total: `1000000000005${part.replace('1', '2')}` }),
        line({ subtotal: '3', tax: `0${part}`, total: `3${part}` }),
      ],
      taxTotal: `7${part.replace('1', '2')}`,
      total: `1000000000008${part.replace('1', '3')}`,
    };
    expect(taxed(order, ({ tax }) => amountOf(tax))).toEqual(order);
  });

  test('round half up, and truncate, on integers', () => {
    const [net, rate] = [amountOf('0.0125'), amountOf('20')];
    expect([percentOf(net, rate), percentCut(net, rate), percentOf(net, rate, 2)]).toEqual([25n, 25n, 0n]);
    expect([percentOf(amountOf('0.0003'), amountOf('50')), percentCut(amountOf('0.0003'), amountOf('50'))]).toEqual([
      2n,
      1n,
    ]);
    expect(['999999999999.9949', '0.05', '2.5'].map((text) => rounded(text, 2))).toEqual([
      '999999999999.99',
      '0.05',
      '2.50',
    ]);
    expect(['2.5', '2.4999'].map((text) => rounded(text, 0))).toEqual(['3', '2']);
  });

  test('format an amount with at least the decimals of the sound server', () => {
    const amount = units('1.2', MONEY);
    expect(['5', '5.00', '5.0000', undefined].map((like) => written(amount, like))).toEqual([
      '1.2',
      '1.20',
      '1.2000',
      '1.2',
    ]);
  });
});
