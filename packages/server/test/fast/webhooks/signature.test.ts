import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newWebhookSecret, signatureHeaders } from '../../../src/webhooks/signature.ts';

const unicode = fc.string({ unit: 'binary' });
const [secret, other] = [newWebhookSecret(), newWebhookSecret()];

describe('A signed webhook', () => {
  test('is verified by receivers that use the standardwebhooks package', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.object(), unicode, (id, value, text) => {
        const body = JSON.stringify({ value, text });
        const headers = signatureHeaders({ id, at: Date.now(), body }, [secret]);
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  test('is verified with either secret while one replaces the other', () => {
    const headers = signatureHeaders({ id: 'msg_1', at: Date.now(), body: '{}' }, [secret, other]);
    for (const one of [secret, other]) expect(new Webhook(one).verify('{}', headers)).toEqual({});
    expect(() => new Webhook(newWebhookSecret()).verify('{}', headers)).toThrow('No matching signature found');
  });

  test('has a secret of 256 random bits in the form of Standard Webhooks', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.toBe(other);
  });
});
