import { describe, expect, test } from 'vitest';
import { COMMAND_LINE, OPERATOR } from '../../../src/control/actor.ts';
import { addEndpoint } from '../../../src/webhooks/endpoints.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const operations = controlPlaneOf(service).as(OPERATOR, COMMAND_LINE);

const add = (appId: number, url: string, env: 'SANDBOX' | 'PRODUCTION' = 'SANDBOX') =>
  operations.call('webhook.add', { appId, env, url });

describe('Webhook endpoints', () => {
  test('are at most five for each app and environment, however many are added at once', async () => {
    const { organizationId } = await service.newPartner();
    const { appId } = await service.newApp(organizationId, 'FULL', 'PRODUCTION');
    const urls = Array.from({ length: 8 }, (_, i) => `https://a.example/${i}`);
    const outcomes = await Promise.allSettled(urls.map((url) => add(appId, url)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await add(appId, 'https://a.example/', 'PRODUCTION')).toMatchObject({ status: 'enabled', resources: null });
  });

  test('have each their own URL, and resources that the app reads', async () => {
    const { organizationId } = await service.newPartner();
    const { appId } = await service.newApp(organizationId, 'ONLINE_ORDER');
    const url = 'https://a.example/one';
    const { endpointId } = await add(appId, 'https://a.example/two');
    await add(appId, url);
    const change = (fields: object) => operations.call('webhook.change', { endpointId, ...fields });
    await expect(add(appId, url)).rejects.toThrow('already has this URL');
    await expect(change({ url })).rejects.toThrow('already has this URL');
    await expect(change({ resources: ['items', 'brands'] })).rejects.toThrow('cannot read brands');
    expect(await change({ resources: ['menus', 'categories'] })).toMatchObject({
      ...{ url: 'https://a.example/two', resources: ['menus', 'categories'] },
    });
    expect(await change({ resources: null })).toMatchObject({ resources: null });
  });

  test('have at most five secrets that sign at once', async () => {
    const { appId } = await service.newPartner();
    const { endpointId } = await add(appId, 'https://a.example/');
    const rotate = () => operations.call('webhook.rotate-secret', { endpointId });
    for (let n = 1; n < 5; n += 1) await rotate();
    await expect(rotate()).rejects.toThrow('signed with 5 secrets');
    service.advance(24 * 60 * 60 * 1000);
    await rotate();
  });

  test('are for the sandbox until the app is approved', async () => {
    const { appId } = await service.newPartner();
    await expect(add(appId, 'https://a.example/', 'PRODUCTION')).rejects.toThrow(/only an APPROVED app/);
  });

  test('are on the own machine only in the sandbox, and where the deployment allows it', async () => {
    const { organizationId } = await service.newPartner();
    const { appId } = await service.newApp(organizationId, 'FULL', 'PRODUCTION');
    const url = 'http://localhost:8080/hooks';
    await expect(add(appId, url, 'PRODUCTION')).rejects.toThrow(/^The URL must begin with https:/);
    const elsewhere = service.control((tx) => addEndpoint(tx, { appId, env: 'SANDBOX', url }, { loopback: false }));
    await expect(elsewhere).rejects.toThrow(/^The URL must begin with https:/);
    expect(await add(appId, url)).toMatchObject({ url });
  });

  test('have a secret that is shown once and stored encrypted, and URLs without queries in the audit log', async () => {
    const { appId } = await service.newPartner();
    const { secret, endpointId } = await add(appId, 'https://a.example/hooks?token=s3cret');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await operations.call('webhook.show', { endpointId })).not.toHaveProperty('secret');
    const { rows } = await service.databases.control.query(
      `select sealed from control.webhook_secrets where endpoint_id = $1
       union all select details::text from control.audit_log where app_id = $2 and event = 'webhook.added'`,
      [endpointId, appId],
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows[1].sealed).toContain('https://a.example/hooks"');
  });

  test('are removed with their progress, and are unknown afterwards', async () => {
    const { appId, organizationId } = await service.newPartner();
    const { companyId } = await service.newMerchant(organizationId);
    const { endpointId } = await add(appId, 'https://a.example/');
    expect((await operations.call('webhook.merchants', { endpointId })).data).toMatchObject([
      { companyId, state: 'current', behind: 0 },
    ]);
    await operations.call('webhook.remove', { endpointId });
    const { rows } = await service.databases.regions.UK.query(
      'select from region_uk.webhook_cursors where endpoint_id = $1',
      [endpointId],
    );
    expect(rows).toEqual([]);
    await expect(operations.call('webhook.show', { endpointId })).rejects.toThrow(/^No such webhook endpoint/);
  });
});
