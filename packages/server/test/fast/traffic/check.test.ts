import { afterAll, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/directory/actor.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { OAuthClient } from '../../support/oauth.ts';
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
