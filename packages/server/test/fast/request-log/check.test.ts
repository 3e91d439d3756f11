import { afterAll, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/control/actor.ts';
import { APP_REDIRECT_URIS } from '../../../src/control/app-addresses.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { CALLBACK, OAuthClient } from '../../support/oauth.ts';
import { startService } from '../../support/service.ts';

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());
const operator = controlPlaneOf(service).as(OPERATOR, { source: 'test' });

test('The check of traffic does not hold against an app that a scenario has used its refresh token', async () => {
  const caller = await service.connect();
  const client = new OAuthClient(service, caller.partner);
  const { companyId } = caller.merchant;
  const first = await client.connect(caller.merchant);
  await operator.call('scenario.run', { scenario: 'refresh-reused', companyId });
  expect((await client.refresh(first.refreshToken)).body).toMatchObject({ code: 'oauth.refresh_reused' });
  const second = await client.connect(caller.merchant);
  const { body } = await client.refresh(second.refreshToken);
  for (const token of [body.refresh_token, second.refreshToken]) await client.refresh(token);
  await service.flushRequests();
  const { rules } = await operator.call('app.check', { appId: caller.partner.appId });
  const broken = rules.filter(({ times }) => times > 0).map(({ name, times }) => [name, times]);
  expect(broken).toEqual([['refresh-token-reused', 1]]);
});

test('The check of traffic counts a callback as forged only if the service forged it for that app in the last hours', async () => {
  const { organizationId, ...app } = await service.newPartner();
  const other = await service.newApp(organizationId, 'FULL');
  const forge = async ({ appId }: { appId: number }) => {
    const { url } = await operator.call('app.forge-callback', { appId });
    return new URL(url).searchParams.get('code') as string;
  };
  for (const { appId } of [app, other]) await service.control((tx) => APP_REDIRECT_URIS.add(tx, appId, CALLBACK));
  const client = new OAuthClient(service, { organizationId, ...app });
  const timesAfter = async (code: string) => {
    await client.exchange(code);
    await service.flushRequests();
    const { rules } = await operator.call('app.check', { appId: app.appId });
    return rules.find(({ name }) => name === 'state-not-checked')?.times;
  };
  const [own, late] = [await forge(app), await forge(app)];
  expect(await timesAfter('forged_')).toBe(0);
  expect(await timesAfter(`${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`)).toBe(0);
  expect(await timesAfter(await forge(other))).toBe(0);
  expect(await timesAfter(own)).toBe(1);
  service.advance(2 * 60 * 60 * 1000);
  expect(await timesAfter(late)).toBe(1);
});
