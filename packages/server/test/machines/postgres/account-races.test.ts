import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { MEMBER_INVITATIONS } from '../../../src/control/invitations.ts';
import { createPasswordLink, requestPasswordLink } from '../../../src/control/mailed-links.ts';
import { changeUser } from '../../../src/control/users.ts';
import { newOwner } from '../../support/consent.ts';
import { startService } from '../../support/service.ts';
import { type Answer, type Login, Visitor } from '../../support/web-visitor.ts';

const PASSWORD = 'stapler violin harbour';
const CHOICE = { 'new-password': PASSWORD, repeat: PASSWORD };

const service = await startService();
afterAll(() => service.stop());
const merchant = await service.newMerchant(null, 'UK', false);

const sql = async (text: string, values: unknown[] = []) => (await service.databases.control.query(text, values)).rows;
const idOf = async ({ email }: Login): Promise<number> =>
  (await sql('select id from control.users where email = $1', [email]))[0].id;

/** Statuses of concurrent requests by several people, sorted. */
async function statusesOf(posts: Promise<Answer>[]): Promise<number[]> {
  return (await Promise.all(posts)).map(({ status }) => status).sort();
}

test('one of two links of a person to a new password is used, once, and ends the other', async () => {
  const userId = await idOf(await newOwner(service, merchant));
  const link = async () => (await service.control((tx) => createPasswordLink(tx, userId))).code;
  const [first, second] = [await link(), await link()];
  const posts = [first, first, second, second].map((code) =>
    new Visitor(service).post(`/new-password/${code}`, CHOICE),
  );
  expect(await statusesOf(posts)).toEqual([303, 410, 410, 410]);
});

test('an address that is changed while a link is asked for leaves no link of the old address', async () => {
  for (let round = 0; round < 5; round += 1) {
    const owner = await newOwner(service, merchant);
    const userId = await idOf(owner);
    await Promise.all([
      ...[1, 2, 3].map(() => service.control((tx) => requestPasswordLink(tx, owner.email))),
      service.control((tx) => changeUser(tx, userId, { email: `new-${owner.email}` })),
    ]);
    expect(await sql('select from control.password_links where user_id = $1', [userId])).toEqual([]);
  }
});

test('an invitation is accepted once', async () => {
  const person = { email: 'twice@shop.example', role: 'employee' as const };
  const { code } = await service.control((tx) => MEMBER_INVITATIONS.invite(tx, merchant.companyId, person));
  const posts = [1, 2, 3].map(() => new Visitor(service).post(`/invitations/${code}`, { name: 'T', ...CHOICE }));
  expect(await statusesOf(posts)).toEqual([303, 410, 410]);
  expect(await sql('select from control.users where email = $1', [person.email])).toHaveLength(1);
});

test('a code of two-step sign-in signs one browser in', async () => {
  const login = await newOwner(service, merchant);
  const visitor = await Visitor.signedIn(service, login);
  await visitor.submit(await visitor.open('/account/two-step'), '/account/two-step', { do: 'start' });
  const page = await visitor.open('/account/two-step');
  const [, secret = ''] = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(page.html) ?? [];
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  const code = () => totp.generate({ timestamp: service.clock() });
  await visitor.submit(page, '/account/two-step', { do: 'confirm', password: login.password, code: code() });
  service.advance(60_000);
  const visitors = [1, 2, 3].map(() => new Visitor(service));
  for (const each of visitors) await each.post('/sign-in', { ...login });
  const now = code();
  expect(await statusesOf(visitors.map((each) => each.post('/sign-in/code', { code: now })))).toEqual([303, 400, 400]);
});

test('a merchant keeps an owner where its two owners remove and demote each other', async () => {
  for (let round = 0; round < 3; round += 1) {
    const shared = await service.newMerchant(null, 'UK', false);
    const owners = [await newOwner(service, shared), await newOwner(service, shared)];
    const ids = await Promise.all(owners.map(idOf));
    const visitors = await Promise.all(owners.map((owner) => Visitor.signedIn(service, owner)));
    const paths = [`/people/${ids[1]}`, `/people/${ids[0]}`];
    const pages = await Promise.all(visitors.map((each, i) => each.open(`${paths[i]}?company=${shared.companyId}`)));
    const fields = [{ do: 'remove', role: 'owner' }, { role: 'employee' }];
    await Promise.all(pages.map((page, i) => visitors[i]?.submit(page, paths[i] ?? '', fields[i] ?? {})));
    const left = `select from control.memberships where company_id = $1 and role = 'owner'`;
    expect(await sql(left, [shared.companyId])).toHaveLength(1);
  }
});
