import { afterAll, describe, expect, test } from 'vitest';
import type { Merchant } from '../../../src/control/merchants.ts';
import { authorizeUrl, newOwner, newPerson, newScene } from '../../support/consent.ts';
import { startMailing } from '../../support/mailbox.ts';
import { CALLBACK } from '../../support/oauth.ts';
import { formOf, says, Visitor } from '../../support/web-visitor.ts';

const DAY = 24 * 60 * 60 * 1000;
const PASSWORD = 'stapler violin harbour';

const { mailbox, service, stop } = await startMailing();
afterAll(stop);
const merchant = await service.newMerchant(null, 'UK', false);
const owner = await newOwner(service, merchant);
let visitor = await Visitor.signedIn(service, owner);

/** People of a merchant, each with their role. */
async function rolesAt({ companyId }: Merchant): Promise<string[]> {
  const { rows } = await service.databases.control.query<{ role: string }>(
    `select concat(u.email, ' ', s.role) as role from control.memberships s join control.users u on u.id = s.user_id
     where company_id = $1 order by u.id`,
    [companyId],
  );
  return rows.map(({ role }) => role);
}

const peopleOf = ({ companyId }: Merchant) => `/people?company=${companyId}`;

/** Invites a person. Returns the path of the link, which is shown once. */
async function invite(email: string, role = 'employee', by = visitor, at = merchant): Promise<string> {
  const { html } = await by.complete(peopleOf(at), { email, role });
  return /http:\/\/localhost:\d+(\/invitations\/[\w-]{43})/.exec(html)?.[1] ?? '';
}

describe('An owner invites a person', () => {
  test('who is new, by a link that is shown once and mailed', async () => {
    const email = 'new@shop.example';
    const path = await invite(' New@Shop.example ');
    expect((await visitor.open(peopleOf(merchant))).html).not.toContain(path);
    const mail = await mailbox.after(0);
    expect([mail.to, mail.text]).toEqual([[email], expect.stringContaining(path)]);
    const person = new Visitor(service);
    const page = await person.open(path);
    expect(page.text).toContain(`${email} has been invited to Harbour Coffee. Role: Employee.`);
    const joined = await person.submit(page, path, { name: 'Nia New', 'new-password': PASSWORD, repeat: PASSWORD });
    expect(joined.location).toBe(`/connections?company=${merchant.companyId}`);
    expect((await person.open(peopleOf(merchant))).status).toBe(403);
    expect(await rolesAt(merchant)).toContain(`${email} employee`);
    expect((await new Visitor(service).open(path)).status).toBe(410);
    await new Visitor(service).signIn({ email, password: PASSWORD });
  });

  test('who has a login, and connects this second company too', async () => {
    const { app, merchant: first, owner: person } = await newScene(service);
    const second = await service.newMerchant(app.organizationId);
    const by = await Visitor.signedIn(service, await newOwner(service, second));
    const path = await invite(person.email, 'owner', by, second);
    const theirs = new Visitor(service);
    const { html, text } = await theirs.open(path);
    expect(text).toContain('You already have an account.');
    const [, signIn = ''] = /href="(\/sign-in\?invitation=[\w-]{43})"/.exec(html) ?? [];
    const page = await theirs.signIn(person, signIn);
    expect(page.path).toBe(path);
    await theirs.submit(page, path);
    expect(await rolesAt(second)).toContain(`${person.email} owner`);
    await expect(theirs.approve(authorizeUrl(app))).rejects.toThrow('Choose a company first.');
    for (const { companyId } of [first, second]) {
      const url = await theirs.approve(authorizeUrl(app), companyId);
      expect(url.href).toMatch(new RegExp(`^${CALLBACK}\\?code=.*&merchant_id=${companyId}&`));
    }
  });

  test('and no other person accepts it, nor without the password', async () => {
    const person = await newPerson(service);
    const path = await invite(person.email);
    const other = await Visitor.signedIn(service, await newPerson(service));
    const page = await other.open(path);
    expect(page.text).toContain('but the invitation is for another address');
    expect((await other.post(path, formOf(page.html, '/sign-out').hidden)).status).toBe(409);
    const fields = { name: 'X', 'new-password': PASSWORD, repeat: PASSWORD };
    expect((await new Visitor(service).post(path, fields)).status).toBe(409);
    const theirs = await Visitor.signedIn(service, person);
    expect((await theirs.post(path, {})).status).toBe(403);
    expect((await theirs.fill(path)).status).toBe(303);
  });

  test('within seven days, unless it is withdrawn or a later one takes its place', async () => {
    const email = 'late@shop.example';
    const statusOf = async (path: string) => (await new Visitor(service).open(path)).status;
    const [first, second] = [await invite(email), await invite(email)];
    expect([await statusOf(first), await statusOf(second)]).toEqual([410, 200]);
    await visitor.fill(peopleOf(merchant), {}, '/people/invitations/');
    expect(await statusOf(second)).toBe(410);
    const third = await invite(email);
    service.advance(7 * DAY - 60_000);
    expect(await statusOf(third)).toBe(200);
    service.advance(60_000);
    expect(await statusOf(third)).toBe(410);
    visitor = await Visitor.signedIn(service, owner);
  });

  test.each([
    ['an address that is none', 'dan', 'This is not an e-mail address.'],
    ['an address that encloses another', '<dan@shop.example>', 'This is not an e-mail address.'],
    ['a person who is there already', owner.email, 'This person already has access.'],
  ])('but not %s', async (_, email, message) => {
    expect(await visitor.fill(peopleOf(merchant), { email, role: 'employee' })).toMatchObject(says(409, message));
  });
});

describe('The people of a merchant', () => {
  test('get another role, and are removed, by an owner', async () => {
    const employee = await newPerson(service, [[merchant, 'employee']]);
    const theirs = await Visitor.signedIn(service, employee);
    const path = `/people/${employee.id}`;
    const isOwner = async () => (await theirs.open(peopleOf(merchant))).status === 200;
    await visitor.fill(`${path}?company=${merchant.companyId}`, { role: 'owner' }, path);
    const question = await visitor.open(`${path}/remove?company=${merchant.companyId}`);
    expect([question.text, await isOwner()]).toEqual([
      expect.stringContaining('Remove Olivia Owner from Harbour Coffee?'),
      true,
    ]);
    await visitor.submit(question, path);
    expect(await isOwner()).toBe(false);
    expect(await rolesAt(merchant)).not.toContain(`${employee.email} owner`);
  });

  test('keep an owner', async () => {
    const alone = await service.newMerchant(null, 'UK', false);
    const last = await newOwner(service, alone);
    const theirs = await Visitor.signedIn(service, last);
    for (const fields of [{ role: 'employee' }, { do: 'remove', role: 'owner' }]) {
      const answer = await theirs.fill(`/people/${last.id}`, fields);
      expect(answer).toMatchObject(says(409, 'A company needs an owner.'));
    }
    expect(await rolesAt(alone)).toEqual([`${last.email} owner`]);
  });
});
