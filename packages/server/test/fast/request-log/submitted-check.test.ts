import { afterAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/control/actor.ts';
import { addOperator } from '../../../src/control/organizations.ts';
import { findUser } from '../../../src/control/users.ts';
import { newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { startService } from '../../support/service.ts';
import { Visitor } from '../../support/web-visitor.ts';

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());
const operations = controlPlaneOf(service).as(OPERATOR, { source: 'test' });

describe('A submission', () => {
  test('shows the operator which rules the traffic kept and broke, when it was made and now', async () => {
    const caller = await service.connect();
    const { appId } = caller.partner;
    await caller.get('/reports/daily-sales?companyId=1&from=2026-03-01&to=2026-03-02');
    await service.flushRequests();
    await operations.call('app.submit', { appId });
    const at = '2026-03-02T08:15:30.000Z';
    expect((await operations.call('app.show', { appId })).submittedCheck).toMatchObject({
      ...{ requests: 2, at, kept: [] },
      broken: [{ name: 'other-merchants-token', times: 1, brokenSince: at }],
    });
    await caller.get('/changes');
    await service.flushRequests();
    const login = await newPerson(service, []);
    await service.control(async (tx) => addOperator(tx, (await findUser(tx, login.email))?.id ?? 0));
    const operator = await Visitor.signedIn(service, login);
    const { text } = await operator.open(`/operator/apps/${appId}`);
    expect(text).toMatch(/Traffic Submitted .*, with 2 requests in 30 days\. Now .*, with 3 requests in 30 days\./);
    expect(text).toMatch(/A token is used for its own merchant only\.(?:Broken once since 2 Mar 2026, 08:15 UTC){2}/);
    expect(text).toContain('Follow the changes instead of polling lists.Not seen yetKept in 1 request');
    expect(text).toContain('A refresh token is used once.Not seen yetNot seen yet');
  });
});
