import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, json, send } from '../support/caller.ts';
import { type Partner, type Service, startService } from '../support/service.ts';

let service: Service;
let partner: Partner;

beforeAll(async () => {
  service = await startService();
  partner = await service.newPartner();
  await service.newMerchant(partner.organizationId);
});
afterAll(() => service?.stop());

const mint = (body: unknown, path = '/token'): Promise<Answer> => send(service.apiUrl, 'POST', path, json(body));
const sql = (text: string, values: unknown[] = []) => service.databases.control.query(text, values);

const credentials = ({ clientId, clientSecret }: Partner) => ({ client_id: clientId, client_secret: clientSecret });
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.error.code];

test('POST /token ignores unknown fields in the body, and the query', async () => {
  const odd = { scope: 'everything', __proto__x: 1, constructor: 'x', toString: 'y', nested: { deep: [1] } };
  expect((await mint({ ...credentials(partner), ...odd })).status).toBe(200);
  expect((await mint(credentials(partner), '/token?grant_type=password&merchant_id=1')).status).toBe(200);
});

describe('POST /token rejects a client', () => {
  test('with a secret from the instant it expires, while the new one works', async () => {
    const fresh = await service.newPartner();
    await service.newMerchant(fresh.organizationId);
    const until = new Date(service.clock() + 60_000).toISOString();
    await sql('update control.client_secrets set expires_at = $2 where client_id = $1', [fresh.clientId, until]);
    service.advance(59_999);
    expect((await mint(credentials(fresh))).status).toBe(200);
    service.advance(1);
    expect(codeOf(await mint(credentials(fresh)))).toEqual([401, 'developer.invalid_client']);
  });

  test.each([
    ['FULL', 'developer.use_oauth'],
    ['ONLINE_ORDER', 'developer.use_oauth'],
    ['ADSR', 'developer.use_api_key'],
  ] as const)(
    'with a production %s credential: not approved before the review, then the wrong flow',
    async (product, code) => {
      const app = await service.newApp(partner.organizationId, product, 'PRODUCTION');
      for (const state of ['DRAFT', 'SUBMITTED', 'REJECTED']) {
        await sql('update control.apps set review_state = $2 where id = $1', [app.appId, state]);
        expect(codeOf(await mint(credentials(app)))).toEqual([403, 'developer.app_not_approved']);
      }
      await sql(`update control.apps set review_state = 'APPROVED' where id = $1`, [app.appId]);
      expect(codeOf(await mint(credentials(app)))).toEqual([400, code]);
    },
  );
});

describe('POST /token rejects a merchant', () => {
  test('that is another organization’s, inactive or unknown', async () => {
    const foreign = await service.newMerchant((await service.newPartner()).organizationId);
    const closed = await service.newMerchant(partner.organizationId);
    await sql('update control.merchants set active = false where company_id = $1', [closed.companyId]);
    for (const id of [foreign.companyId, closed.companyId, 1, Number.MAX_SAFE_INTEGER]) {
      expect(codeOf(await mint({ ...credentials(partner), merchant_id: id }))).toEqual([
        403,
        'developer.grant_missing',
      ]);
    }
  });
});
