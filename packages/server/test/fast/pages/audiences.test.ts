import { describe, expect, test } from 'vitest';
import { addDeveloper, addOperator } from '../../../src/control/organizations.ts';
import { newOwner } from '../../support/consent.ts';
import { sharedService } from '../../support/service.ts';
import { newDeveloper, newOperator } from '../../support/staff.ts';
import { Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const { organizationId } = await service.newPartner();

describe('GET /', () => {
  test('leads developers and operators to their pages', async () => {
    const [developer, operator] = [await newDeveloper(service, organizationId), await newOperator(service)];
    expect((await (await Visitor.signedIn(service, developer)).open('/')).path).toBe('/console');
    expect((await (await Visitor.signedIn(service, operator)).open('/')).path).toBe('/operator');
  });

  test('offers a choice to a person with several roles, whose staff pages link to each other, in English', async () => {
    const person = await newOwner(service, await service.newMerchant(null, 'UK', false));
    await service.control(async (tx) => {
      await addDeveloper(tx, person.id, organizationId);
      await addOperator(tx, person.id);
    });
    const visitor = await Visitor.signedIn(service, person);
    const choice = await visitor.open('/');
    for (const path of ['/connections', '/console', '/operator']) expect(choice.html).toContain(`href="${path}"`);
    const { html, text } = await visitor.open('/console');
    expect(html).toContain('href="/operator"');
    expect(text).toContain('Back office');
    for (const path of ['/console', '/operator']) {
      const answer = await visitor.send('GET', path, { headers: { 'Accept-Language': 'ar' } });
      expect(answer.html).toContain('<html lang="en" dir="ltr">');
    }
  });
});
