import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Merchant } from '../../../src/directory/merchants/merchants.ts';
import { addMember } from '../../../src/directory/people/users.ts';
import { authorizeUrl, newOwner, newPerson, newScene } from '../../support/consent.ts';
import { Mailbox } from '../../support/mailbox.ts';
import { CALLBACK } from '../../support/oauth.ts';
import { type Service, startService } from '../../support/service.ts';
import { type Answer, formOf, type Login, textOf, Visitor } from '../../support/web-visitor.ts';

const DAY = 24 * 60 * 60 * 1000;
const PASSWORD = 'stapler violin harbour';

let mailbox: Mailbox;
let service: Service;
let merchant: Merchant;
let owner: Login;
let visitor: Visitor;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  service = await startService({ settings: { SMTP_URL: mailbox.url, TILLGATE_MAIL_FROM: 'help@till.example' } });
  merchant = await service.newMerchant(null, 'UK', false);
  owner = await newOwner(service, merchant);
  visitor = await Visitor.signedIn(service, owner);
});
afterAll(async () => {
  await service?.stop();
  mailbox?.close();
});

const sql = async (text: string, values: unknown[] = []) => (await service.databases.control.query(text, values)).rows;
const rolesAt = async ({ companyId }: Merchant) =>
  (
    await sql(
      `select u.email, s.role from control.memberships s join control.users u on u.id = s.user_id
       where company_id = $1 order by u.id`,
      [companyId],
    )
  ).map(({ email, role }) => `${email} ${role}`);
const idOf = async ({ email }: Pick<Login, 'email'>): Promise<number> =>
  (await sql('select id from control.users where email = $1', [email]))[0].id;
const peopleOf = ({ companyId }: Merchant) => `/people?company=${companyId}`;

async function ask(by: Visitor, at: Merchant, email: string, role = 'employee'): Promise<Answer> {
  const path = peopleOf(at);
  return by.submit(await by.open(path), path, { email, role });
}

/** Invites a person. Returns the path of the link, which is shown once. */
async function invite(by: Visitor, at: Merchant, email: string, role?: string): Promise<string> {
  expect((await ask(by, at, email, role)).status).toBe(303);
  const { html } = await by.open(peopleOf(at));
  const [, path = ''] = /http:\/\/localhost:\d+(\/invitations\/[\w-]{43})/.exec(html) ?? [];
  return path;
}

describe('An owner invites a person', () => {
  test('who is new, by a link that is shown once and mailed', async () => {
    const email = 'new@shop.example';
    const path = await invite(visitor, merchant, ' New@Shop.example ', 'employee');
    expect((await visitor.open(peopleOf(merchant))).html).not.toContain(path);
    const mail = await mailbox.after(0);
    expect([mail.to, mail.text]).toEqual([[email], expect.stringContaining(path)]);
    const person = new Visitor(service);
    const page = await person.open(path);
    expect(textOf(page.html)).toContain(`${email} has been invited to Harbour Coffee. Role: Employee.`);
    const joined = await person.submit(page, path, { name: 'Nia New', 'new-password': PASSWORD, repeat: PASSWORD });
    expect(joined.location).toBe(`/connections?company=${merchant.companyId}`);
    expect((await person.open(peopleOf(merchant))).status).toBe(403);
    expect(await rolesAt(merchant)).toContain(`${email} employee`);
    expect((await new Visitor(service).open(path)).status).toBe(410);
    await Visitor.signedIn(service, { email, password: PASSWORD });
  });

  test('who has a login, and connects this second company too', async () => {
    const { app, merchant: first, owner: person } = await newScene(service);
    const second = await service.newMerchant(app.organizationId);
    const path = await invite(
      await Visitor.signedIn(service, await newOwner(service, second)),
      second,
      person.email,
      'owner',
    );
    const theirs = new Visitor(service);
    expect(textOf((await theirs.open(path)).html)).toContain('You already have an account.');
    const { html } = await theirs.open(path);
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
    const [person, stranger] = [await newPerson(service, []), await newPerson(service, [])];
    const path = await invite(visitor, merchant, person.email);
    const other = await Visitor.signedIn(service, stranger);
    const page = await other.open(path);
    expect(textOf(page.html)).toContain('but the invitation is for another address');
    const { hidden } = formOf(page.html, '/sign-out');
    expect((await other.post(path, hidden)).status).toBe(409);
    const fields = { name: 'X', 'new-password': PASSWORD, repeat: PASSWORD };
    expect((await new Visitor(service).post(path, fields)).status).toBe(409);
    const theirs = await Visitor.signedIn(service, person);
    expect((await theirs.post(path, {})).status).toBe(403);
    expect((await theirs.submit(await theirs.open(path), path)).status).toBe(303);
  });

  test('within seven days, unless it is withdrawn or a later one takes its place', async () => {
    const email = 'late@shop.example';
    const statusOf = async (path: string) => (await new Visitor(service).open(path)).status;
    const first = await invite(visitor, merchant, email);
    const second = await invite(visitor, merchant, email);
    expect([await statusOf(first), await statusOf(second)]).toEqual([410, 200]);
    const page = await visitor.open(peopleOf(merchant));
    await visitor.submit(page, '/people/invitations/');
    expect(await statusOf(second)).toBe(410);
    const third = await invite(visitor, merchant, email);
    service.advance(7 * DAY - 60_000);
    expect(await statusOf(third)).toBe(200);
    service.advance(60_000);
    expect(await statusOf(third)).toBe(410);
    visitor = await Visitor.signedIn(service, owner);
  });

  test.each([
    ['an address that is none', 'dan', 'This is not an e-mail address.'],
    ['an address that encloses another', '<dan@shop.example>', 'This is not an e-mail address.'],
    ['a person who is there already', '', 'This person already has access.'],
  ])('but not %s', async (_, email, message) => {
    const answer = await ask(visitor, merchant, email || owner.email);
    expect([answer.status, textOf(answer.html)]).toEqual([409, expect.stringContaining(message)]);
  });
});

describe('The people of a merchant', () => {
  const manage = async (by: Visitor, at: Merchant, userId: number, fields: Record<string, string>) => {
    const path = `/people/${userId}`;
    return by.submit(await by.open(`${path}?company=${at.companyId}`), path, fields);
  };

  test('get another role, and are removed, by an owner', async () => {
    const employee = await newPerson(service, [[merchant, 'employee']]);
    const theirs = await Visitor.signedIn(service, employee);
    const id = await idOf(employee);
    await manage(visitor, merchant, id, { role: 'owner' });
    expect((await theirs.open(peopleOf(merchant))).status).toBe(200);
    const question = await visitor.open(`/people/${id}/remove?company=${merchant.companyId}`);
    expect(textOf(question.html)).toContain('Remove Olivia Owner from Harbour Coffee?');
    expect((await theirs.open(peopleOf(merchant))).status).toBe(200);
    await visitor.submit(question, `/people/${id}`);
    expect((await theirs.open(peopleOf(merchant))).status).toBe(403);
    expect(await rolesAt(merchant)).not.toContain(`${employee.email} owner`);
  });

  test('keep an owner', async () => {
    const alone = await service.newMerchant(null, 'UK', false);
    const last = await newOwner(service, alone);
    const theirs = await Visitor.signedIn(service, last);
    for (const fields of [{ role: 'employee' }, { do: 'remove', role: 'owner' }]) {
      const answer = await manage(theirs, alone, await idOf(last), fields);
      expect([answer.status, textOf(answer.html)]).toEqual([409, expect.stringContaining('A company needs an owner.')]);
    }
    expect(await rolesAt(alone)).toEqual([`${last.email} owner`]);
  });
});

describe('A page of the back office', () => {
  const GET = [
    '/connections',
    '/connections/1/disconnect',
    '/access-requests',
    '/access-requests/1',
    '/access-requests/1/revoke',
    '/people',
  ];
  const POST = ['/connections/1/disconnect', '/access-requests/1', '/people', '/people/invitations/1'];
  let employee: Visitor;
  let stranger: Visitor;
  let otherOwner: Visitor;
  let person: string;

  beforeAll(async () => {
    employee = await Visitor.signedIn(service, await newPerson(service, [[merchant, 'employee']]));
    stranger = await Visitor.signedIn(service, await newPerson(service, []));
    otherOwner = await Visitor.signedIn(service, await newOwner(service, await service.newMerchant(null, 'UK', false)));
    person = `/people/${await idOf(owner)}`;
  });

  /** Statuses of all of the merchant's pages and forms for one visitor. */
  async function statusesFor(somebody: Visitor): Promise<Record<string, number>> {
    const { hidden } = formOf((await somebody.open('/sign-out')).html, '/sign-out');
    const seen: Record<string, number> = {};
    for (const path of [...GET, person, `${person}/remove`]) {
      seen[`GET ${path}`] = (await somebody.send('GET', `${path}?company=${merchant.companyId}`)).status;
    }
    for (const path of [...POST, person]) {
      const fields = { ...hidden, role: 'owner', do: 'remove', decision: 'approve', email: 'x@shop.example' };
      seen[`POST ${path}`] = (await somebody.post(`${path}?company=${merchant.companyId}`, fields)).status;
    }
    return seen;
  }

  const state = () =>
    sql(`select (select md5(string_agg(m::text, '' order by m::text)) from control.memberships m) as memberships,
      (select count(*)::int from control.invitations) as invitations, (select count(*)::int from control.audit_log) as audit`);

  test('does not exist for the owner of another company, and nothing changes', async () => {
    const before = await state();
    expect(new Set(Object.values(await statusesFor(otherOwner)))).toEqual(new Set([404]));
    expect(await state()).toEqual(before);
  });

  test('is rejected for a person without a company', async () => {
    const before = await state();
    expect(new Set(Object.values(await statusesFor(stranger)))).toEqual(new Set([403]));
    expect(await state()).toEqual(before);
  });

  test('can be looked at by an employee, but for the people, and changed by owners alone', async () => {
    const before = await state();
    const seen = await statusesFor(employee);
    const allowed = Object.entries(seen).filter(([, status]) => status !== 403);
    expect(allowed).toEqual([
      ['GET /connections', 200],
      ['GET /access-requests', 200],
      ['GET /access-requests/1', 404],
    ]);
    expect(await state()).toEqual(before);
  });

  test('leads to the sign-in without a session', async () => {
    const signedOut = new Visitor(service);
    for (const path of [...GET, person, '/account', '/account/password', '/account/two-step']) {
      expect((await signedOut.send('GET', path)).location, path).toBe('/sign-in');
    }
    for (const path of [...POST, person, '/account/sessions', '/account/password', '/account/two-step']) {
      expect((await signedOut.post(path, {})).location, path).toBe('/sign-in');
    }
  });
});

test('a person who is added by an operator keeps their login and has both companies', async () => {
  const person = await newOwner(service, merchant);
  const second = await service.newMerchant(null, 'IN', false);
  const userId = await idOf(person);
  await service.control((tx) => addMember(tx, userId, second.companyId, 'employee'));
  const theirs = await Visitor.signedIn(service, person);
  expect((await theirs.open(`/connections?company=${second.companyId}`)).status).toBe(200);
});
