import { afterAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/control/actor.ts';
import { addOperator } from '../../../src/control/organizations.ts';
import { findUser } from '../../../src/control/users.ts';
import { newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { startService } from '../../support/service.ts';
import { textOf, Visitor } from '../../support/web-visitor.ts';

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());
const operations = controlPlaneOf(service).as(OPERATOR, { source: 'test' });

describe('A submission', () => {
  test('shows the operator which rules the traffic broke', async () => {
    const caller = await service.connect();
    const { appId } = caller.partner;
    await caller.get('/reports/daily-sales?companyId=1&from=2026-03-01&to=2026-03-02');
    await service.flushRequests();
    await operations.call('app.submit', { appId });
    expect((await operations.call('app.show', { appId })).submittedCheck).toMatchObject({
      requests: 2,
      broken: [{ name: 'other-merchants-token', times: 1 }],
    });
    const login = await newPerson(service, []);
    await service.control(async (tx) => addOperator(tx, (await findUser(tx, login.email))?.id ?? 0));
    const operator = await Visitor.signedIn(service, login);
    const { html } = await operator.open(`/operator/apps/${appId}`);
    expect(textOf(html)).toMatch(/Traffic 2 requests from .*once A token is used for its own merchant only\./s);
  });
});
