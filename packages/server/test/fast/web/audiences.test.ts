import { describe, expect, test } from 'vitest';
import { addDeveloper, addOperator } from '../../../src/directory/people/staff.ts';
import { findUser } from '../../../src/directory/people/users.ts';
import { newOwner, newPerson } from '../../support/consent.ts';
import { sharedService } from '../../support/service.ts';
import { type Login, textOf, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const organizationId = (await service.newPartner()).organizationId;

async function become(login: Login, ...roles: ('developer' | 'operator')[]): Promise<Login> {
  await service.control(async (tx) => {
    const user = await findUser(tx, login.email);
    if (!user) throw new Error('No such user.');
    if (roles.includes('developer')) await addDeveloper(tx, user.id, organizationId);
    if (roles.includes('operator')) await addOperator(tx, user.id);
  });
  return login;
}

describe('GET /', () => {
  test.each([
    ['a developer', 'developer', '/console'],
    ['an operator', 'operator', '/operator'],
  ] as const)('leads %s to their pages', async (_, role, path) => {
    const visitor = await Visitor.signedIn(service, await become(await newPerson(service, []), role));
    expect((await visitor.open('/')).path).toBe(path);
  });

  test('offers a choice to a person with several roles, whose pages link to each other', async () => {
    const owner = await newOwner(service, await service.newMerchant(null, 'UK', false));
    const visitor = await Visitor.signedIn(service, await become(owner, 'developer', 'operator'));
    const choice = await visitor.open('/');
    for (const path of ['/connections', '/console', '/operator']) expect(choice.html).toContain(`href="${path}"`);
    const { html } = await visitor.open('/console');
    expect(html).toContain('href="/operator"');
    expect(textOf(html)).toContain('Back office');
  });

  test('shows developers and operators English pages, whatever their browser prefers', async () => {
    const visitor = new Visitor(service, { 'Accept-Language': 'ar' });
    await visitor.signIn(await become(await newPerson(service, []), 'developer', 'operator'));
    for (const path of ['/console', '/operator']) {
      expect((await visitor.open(path)).html).toContain('<html lang="en" dir="ltr">');
    }
  });
});

test.each(['/console', '/operator'])('%s does not exist for the owner of a merchant', async (path) => {
  const owner = await newOwner(service, await service.newMerchant(null, 'UK', false));
  expect((await (await Visitor.signedIn(service, owner)).open(path)).status).toBe(404);
  expect((await new Visitor(service).open(path)).path).toBe('/sign-in');
});
