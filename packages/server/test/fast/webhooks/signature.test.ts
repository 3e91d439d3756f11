import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newWebhookSecret, problemOfSignature, signatureHeaders } from '../../../src/webhooks/signature.ts';

const unicode = fc.string({ unit: 'binary' });
const [secret, other] = [newWebhookSecret(), newWebhookSecret()];

describe('A signed webhook', () => {
  test('is verified by receivers that use the standardwebhooks package', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.object(), unicode, (id, value, text) => {
        const body = JSON.stringify({ value, text });
        const headers = signatureHeaders({ id, at: Date.now(), body }, [secret]);
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(problemOfSignature({ headers, body }, secret, Date.now())).toBeUndefined();
      }),
    );
  });

  test('is verified with either secret while one replaces the other', () => {
    const headers = signatureHeaders({ id: 'msg_1', at: Date.now(), body: '{}' }, [secret, other]);
    for (const one of [secret, other]) {
      expect(new Webhook(one).verify('{}', headers)).toEqual({});
      expect(problemOfSignature({ headers, body: '{}' }, one, Date.now())).toBeUndefined();
    }
    expect(() => new Webhook(newWebhookSecret()).verify('{}', headers)).toThrow('No matching signature found');
  });

  test('is not verified once its id, time or body is changed', () => {
    const at = Date.parse('2026-03-02T08:15:30Z');
    const headers = signatureHeaders({ id: 'msg_1', at, body: '{"a":1}' }, [secret]);
    const problem = (changed: Record<string, string>, body = '{"a":1}', now = at) =>
      problemOfSignature({ headers: { ...headers, ...changed }, body }, secret, now);
    expect(problem({})).toBeUndefined();
    expect(problem({}, '{"a":2}')).toBe('No signature matches the secret.');
    expect(problem({ 'webhook-id': 'msg_2' })).toBe('No signature matches the secret.');
    expect(problem({ 'webhook-timestamp': String(at / 1000 + 1) })).toBe('No signature matches the secret.');
    expect(problem({ 'webhook-signature': `v1a,${headers['webhook-signature']?.slice(3)}` })).toBe(
      'No signature matches the secret.',
    );
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      expect(problem({ [name]: '' })).toBe('A webhook header is missing.');
    }
    expect(problem({}, '{"a":1}', at + 300_000)).toBeUndefined();
    expect(problem({}, '{"a":1}', at + 301_000)).toMatch(/^The timestamp differs/);
    expect(problem({}, '{"a":1}', at - 301_000)).toMatch(/^The timestamp differs/);
  });

  test('has a secret of 256 random bits in the form of Standard Webhooks', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.toBe(other);
  });
});
