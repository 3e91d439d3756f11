import { describe, expect, test } from 'vitest';
import { type Answer, json, send } from '../../support/api-caller.ts';
import { credentials } from '../../support/oauth.ts';
import { abandon } from '../../support/raw-http.ts';
import { sharedService, startService } from '../../support/service.ts';

const service = await sharedService();
const partner = await service.newPartner();
await service.newMerchant(partner.organizationId);

const mint = (body: unknown): Promise<Answer> => send(service.apiUrl, 'POST', '/token', json(body));

describe('POST /token', () => {
  test('ignores fields with the names of built-in properties', async () => {
    const odd = { __proto__x: 1, constructor: 'x', toString: 'y', nested: { deep: [1] } };
    expect((await mint({ ...credentials(partner), ...odd })).status).toBe(200);
  });

  test('handles the next request after an upload that its client gave up', async () => {
    const head = 'POST /v1/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n';
    await abandon(service.apiUrl, `${head}{`);
    expect((await mint(credentials(partner))).status).toBe(200);
  });

  test('rejects a production credential of an app that is a draft, submitted or rejected', async () => {
    for (const product of ['FULL', 'ADSR'] as const) {
      const app = await service.newApp(partner.organizationId, product, 'PRODUCTION');
      for (const state of ['DRAFT', 'SUBMITTED', 'REJECTED']) {
        const change = 'update control.apps set review_state = $2 where id = $1';
        await service.databases.control.query(change, [app.appId, state]);
        const { status, body } = await mint(credentials(app));
        expect([state, status, body.error.code]).toEqual([state, 403, 'developer.app_not_approved']);
      }
    }
  });
});

test('A throttled POST /token counts nothing against an app’s rate limit', async () => {
  const limited = await startService({ settings: { TILLGATE_MINT_LIMIT: '', TRUST_PROXY: '1' } });
  try {
    const caller = await limited.connect();
    const before = await caller.get('/brands');
    for (let i = 0; i < 30; i += 1) await send(limited.apiUrl, 'POST', '/token', json({}));
    expect((await send(limited.apiUrl, 'POST', '/token', json({}))).status).toBe(429);
    const after = await caller.get('/brands');
    const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));
    expect(remaining(after)).toBe(remaining(before) - 1);
  } finally {
    await limited.stop();
  }
});
