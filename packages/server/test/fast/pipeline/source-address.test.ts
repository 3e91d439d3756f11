import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { inspectSources, sourceAddress } from '../../../src/control/source-address.ts';
import { json, send } from '../../support/api-caller.ts';
import { credentials } from '../../support/oauth.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';
import { Visitor } from '../../support/web-visitor.ts';

const PROXY = '10.0.0.1';
const NOW = Date.parse('2026-03-02T08:15:30.000Z');

const sourceOf = (hops: number, forwarded: string | undefined, remoteAddress = PROXY) =>
  sourceAddress(
    { socket: { remoteAddress } as never, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } },
    hops,
  );

describe('The source address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
    ['203.0.113.9:1, 198.51.100.9:5555', '198.51.100.9'],
  ])('of X-Forwarded-For %j is %s', (forwarded, source) => {
    expect(sourceOf(1, forwarded)).toBe(source);
  });

  test.each([
    [1, undefined],
    [1, ''],
    [1, 'unknown'],
    [1, '_hidden'],
    [1, '203.0.113.7:'],
    [1, '203.0.113.7:x'],
    [1, '203.0.113.7,'],
    [1, '2001:db8::1]:443'],
    [1, '203.0.113.7, unknown'],
    [2, '203.0.113.7'],
    [2, 'unknown, 203.0.113.7'],
  ])("is unknown with %i proxies and X-Forwarded-For %j, never the proxy's", (hops, forwarded) => {
    expect(sourceOf(hops, forwarded)).toBe('unknown');
  });

  test('on loopback is its own without X-Forwarded-For only', () => {
    for (const local of ['127.0.0.1', '::1']) {
      expect(sourceOf(1, undefined, local)).toBe(local);
      expect(sourceOf(1, 'unknown', local)).toBe('unknown');
    }
    expect(sourceOf(1, undefined, '::ffff:127.0.0.1')).toBe('127.0.0.1');
  });
});

describe('Requests with an unknown source', () => {
  const lines: Record<string, unknown>[] = [];

  test('pass no allowlist, share the limits, are logged once and shown by doctor', async () => {
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    const settings = { TRUST_PROXY: '1', TILLGATE_MINT_LIMIT: '2' };
    const service = await startService({
      log,
      now: NOW,
      settings,
      webLimits: { signInSource: 2, signInAccount: 1000 },
    });
    afterAll(() => service.stop());
    const { control } = service.databases;
    const from = (entry: string) => ({ 'X-Forwarded-For': entry });

    const partner = await service.newPartner('FULL', { allowedIps: ['127.0.0.0/8', '198.51.100.0/24'] });
    const caller = await service.connectTo(partner, await service.newMerchant(partner.organizationId));
    expect((await caller.get('/brands', from('198.51.100.9:5555'))).status).toBe(200);
    expect(await inspectSources(control, NOW)).toEqual([]);
    for (const entry of ['unknown', '_name', '127.0.0.1:x'])
      expect(rejectionOf(await caller.get('/brands', from(entry)))).toEqual([403, 'partner.ip_denied']);

    const mint = (entry: string) => {
      const body = json({ ...credentials(partner), grant_type: 'client_credentials' }, from(entry));
      return send(service.apiUrl, 'POST', '/token', body).then(({ status }) => status);
    };
    expect([await mint('unknown'), await mint('_a'), await mint('x')].at(-1)).toBe(429);
    expect(await mint('203.0.113.7:1')).not.toBe(429);

    const signIn = async (entry: string) => {
      const visitor = new Visitor(service, from(entry));
      return (await visitor.post('/sign-in', { email: 'nobody@merchant.example', password: 'wrong password' })).status;
    };
    expect([await signIn('unknown'), await signIn('_a'), await signIn('x')]).toEqual([400, 400, 429]);
    expect(await signIn('[2001:db8::1]:443')).toBe(400);

    expect(lines.filter(({ msg }) => String(msg).startsWith('the source address')).map(({ host }) => host)).toEqual([
      'api',
      'web',
    ]);
    await expect.poll(() => inspectSources(control, NOW)).toHaveLength(2);
    expect((await inspectSources(control, NOW)).map(({ check, status }) => [check, status])).toEqual([
      ['source addresses (api)', 'warning'],
      ['source addresses (web)', 'warning'],
    ]);
    expect(await inspectSources(control, NOW + 25 * 60 * 60 * 1000)).toEqual([]);
  });
});
