import { afterAll, describe, expect, test } from 'vitest';
import { MEMBER_INVITATIONS } from '../../../src/control/invitations.ts';
import { createPasswordLink } from '../../../src/control/mailed-links.ts';
import { changeUser, findUser, loginFor } from '../../../src/control/users.ts';
import { newPerson } from '../../support/consent.ts';
import { startMailing } from '../../support/mailbox.ts';
import { sharedService, startService } from '../../support/service.ts';
import { says, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const { mailbox, service: mailing, stop } = await startMailing({ webLimits: { signInAccount: 10 } });
afterAll(stop);

const PASSWORD = 'a quiet till at noon';
const NEWCOMER = {
  organization: 'Acme Tills',
  name: 'Ada',
  email: 'ada@acme.example',
  'new-password': PASSWORD,
  repeat: PASSWORD,
};
const OWN = { 'new-password': 'their own quiet till', repeat: 'their own quiet till' };
const APP = { name: 'Sync', product: 'FULL' };
const UNCONFIRMED = 'Confirm your e-mail address first';

const count = async (table: string): Promise<number> =>
  (await service.databases.control.query(`select count(*)::int as n from control.${table}`)).rows[0].n;

const signUp = (email: string, of = service) => new Visitor(of).post('/sign-up', { ...NEWCOMER, email });

const userId = (email: string, of = mailing): Promise<number> =>
  of.control(async (tx) => (await findUser(tx, email))?.id ?? 0);

/** True if an account with this address may be given rights, since its owner has proved the address. */
const isProved = (email: string, of = mailing): Promise<boolean> =>
  of
    .control((tx) => loginFor(tx, { email }))
    .then(
      ({ account }) => account === 'existing',
      ({ message }) => {
        expect(message).toContain('nobody has proved');
        return false;
      },
    );

const isSignedIn = async (visitor: Visitor) => (await visitor.send('GET', '/account')).status === 200;

describe('POST /sign-up', () => {
  test('creates an organization with its first admin, who signs in to an empty console', async () => {
    const visitor = new Visitor(service);
    expect((await visitor.open('/sign-in')).html).toContain('href="/sign-up"');
    expect((await visitor.post('/sign-up', NEWCOMER)).location).toBe('/sign-up/done');
    const page = await visitor.signIn({ email: NEWCOMER.email, password: PASSWORD });
    expect(page.path).toBe('/console');
    expect(page.text).toMatch(/Acme Tills.*No apps yet/);
    expect((await visitor.open('/console/organization')).text).toMatch(/Ada · ada@acme\.example Admin/);
  });

  test('has the same response for an address that has an account, and changes nothing', async () => {
    const known = await newPerson(service);
    const before = [await count('users'), await count('organizations')];
    const answer = await signUp(known.email);
    expect([answer.status, answer.location]).toEqual([303, '/sign-up/done']);
    expect([await count('users'), await count('organizations')]).toEqual(before);
    await new Visitor(service).signIn(known);
  });

  test('of several with one address at once creates one account', async () => {
    const before = await count('organizations');
    const answers = await Promise.all([1, 2, 3].map(() => signUp('twins@acme.example')));
    expect(answers.map(({ location }) => location)).toEqual(Array(3).fill('/sign-up/done'));
    expect(await count('organizations')).toBe(before + 1);
  });

  test('with mistakes names each next to its field, and repeats what was typed but the password', async () => {
    const typed = { ...NEWCOMER, organization: ' ', email: 'nowhere', name: '<Ada>' };
    const { status, html, text } = await new Visitor(service).post('/sign-up', typed);
    expect(status).toBe(400);
    expect(text).toContain('The name of an organization must not be empty.');
    expect(text).toContain('"nowhere" is not an e-mail address.');
    expect(html).toContain('value="&lt;Ada&gt;"');
    expect(html).not.toContain(PASSWORD);
    const weak = await new Visitor(service).post('/sign-up', { ...NEWCOMER, 'new-password': 'short', repeat: 'short' });
    expect(weak.html).toContain('id="new-password-problem"');
  });

  test('is throttled by source address', async () => {
    const limited = await startService({ webLimits: { signUps: 1 } });
    const send = async () => (await new Visitor(limited).post('/sign-up', {})).status;
    expect([await send(), await send()]).toEqual([400, 429]);
    await limited.stop();
  });

  test('of a signed-in person adds an organization to what they have, and needs their session’s token', async () => {
    const visitor = await Visitor.signedIn(service, await newPerson(service));
    expect((await visitor.open('/sign-up')).html).not.toContain('name="new-password"');
    expect((await visitor.complete('/sign-up', { organization: 'Second' })).text).toContain('Second');
    expect((await visitor.post('/sign-up', { organization: 'Forged' })).status).toBe(403);
  });

  test('is closed where sign-up is by invitation alone', async () => {
    const closed = await startService({ settings: { TILLGATE_SIGN_UP: 'closed' } });
    const visitor = new Visitor(closed);
    for (const answer of [await visitor.open('/sign-up'), await visitor.post('/sign-up', NEWCOMER)])
      expect(answer).toMatchObject(says(403, 'by invitation only'));
    for (const path of ['/', '/sign-in']) expect((await visitor.open(path)).html).not.toContain('/sign-up');
    const person = await Visitor.signedIn(closed, await newPerson(closed));
    expect((await person.post('/sign-up', { organization: 'Mine' })).status).toBe(403);
    await closed.stop();
  });
});

describe('Where no mails are sent', () => {
  const email = 'unproved@bank.example';

  test('an address gets no rights until its owner has used a link that an operator made', async () => {
    await signUp(email);
    const stranger = await Visitor.signedIn(service, { email });
    expect((await stranger.fill('/console/apps/new', APP)).status).toBe(303);
    expect(await isProved(email, service)).toBe(false);
    const id = await userId(email, service);
    const { code } = await service.control((tx) => createPasswordLink(tx, id));
    await new Visitor(service).post(`/new-password/${code}`, OWN);
    expect([await isProved(email, service), await isSignedIn(stranger)]).toEqual([true, false]);
  });

  test('a forgotten password leads to whoever can make a link, whatever the address', async () => {
    const page = await new Visitor(service).open('/forgotten-password');
    expect(page.text).toMatch(/Ask the people who run it.*tillgate user reset-link/);
    expect(page.html).toContain('href="/operator/people"');
    for (const address of [email, 'unknown@bank.example'])
      expect((await new Visitor(service).post('/forgotten-password', { email: address })).text).toBe(page.text);
  });
});

describe('Where mails are sent', () => {
  const linkIn = (text: string, pages = 'confirm-address'): string =>
    new RegExp(`/${pages}/[\\w-]{43}`).exec(text)?.[0] ?? '';

  /** The first link to such a page that is mailed because of the work. */
  async function linkMailedBy(work: () => Promise<unknown>, pages?: string): Promise<string> {
    let at = mailbox.mails.length;
    await work();
    for (;;) {
      const link = linkIn((await mailbox.after(at)).text, pages);
      if (link) return link;
      at += 1;
    }
  }

  /** A stranger's account for another person's address, and the link mailed to that person. */
  async function opened(email: string) {
    const link = await linkMailedBy(() => signUp(email, mailing));
    return { email, link, stranger: await Visitor.signedIn(mailing, { email }) };
  }

  const resetOf = (email: string) =>
    linkMailedBy(() => new Visitor(mailing).post('/forgotten-password', { email }), 'new-password');

  test('a new organization can do nothing until its address is confirmed by the mailed link', async () => {
    const visitor = new Visitor(mailing);
    const { location } = await visitor.post('/sign-up', NEWCOMER);
    expect((await visitor.open(location ?? '')).text).toContain('We sent you a link');
    const mail = await mailbox.after(0);
    expect([mail.to, mail.text]).toEqual([[NEWCOMER.email], expect.stringContaining('Confirm your e-mail address')]);
    const page = await visitor.signIn({ email: NEWCOMER.email, password: PASSWORD });
    expect(page.text).toContain('Confirm your e-mail address');
    const create = () => visitor.fill('/console/apps/new', APP);
    expect(await create()).toMatchObject(says(400, 'address first: open the link'));
    expect((await visitor.fill('/sign-up', { organization: 'Another' })).text).toContain(UNCONFIRMED);
    const link = await linkMailedBy(() => visitor.submit(page, '/console/confirmation'));
    expect((await new Visitor(mailing).open(link)).status).toBe(200);
    const elsewhere = new Visitor(mailing);
    expect((await elsewhere.post(link, { password: PASSWORD })).location).toBe('/console');
    expect((await elsewhere.open('/console')).text).toMatch(/Acme Tills.*No apps yet/);
    for (const used of [link, linkIn(mail.text)]) expect((await visitor.open(used)).status).toBe(410);
    expect((await create()).status).toBe(303);
    expect((await visitor.open('/console')).text).not.toContain('Confirm your e-mail address');
  });

  test('a click on the link without the account’s session or password confirms nothing', async () => {
    const { email, link } = await opened('clicked@bank.example');
    const owner = new Visitor(mailing);
    for (const fields of [{}, { password: '' }, { password: 'not the password at all' }])
      expect(await owner.fill(link, fields)).toMatchObject(says(400, 'not the password'));
    const other = await Visitor.signedIn(mailing, await newPerson(mailing));
    expect((await other.post(link, {})).status).toBe(400);
    expect([await isProved(email), (await owner.open(link)).status]).toEqual([false, 200]);
  });

  test('passwords are guessed at the link no more often than at the sign-in', async () => {
    const { link } = await opened('guessed@bank.example');
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await new Visitor(mailing).post(link, { password: 'x' })).status);
    expect([statuses.at(0), statuses.at(-1)]).toEqual([400, 429]);
    mailing.advance(60_000);
  });

  test('the session that signed up confirms the address by the link', async () => {
    const { email, stranger, link } = await opened('own@acme.example');
    expect((await stranger.fill(link)).location).toBe('/console');
    expect([await isProved(email), await isSignedIn(stranger)]).toEqual([true, true]);
  });

  test.each([
    ['the link that confirms it', 'taken@bank.example', async ({ link }: { link: string }) => link],
    ['a reset', 'reset@bank.example', ({ email }: { email: string }) => resetOf(email)],
  ])('the owner of an address takes a stranger’s account over by %s', async (_, email, linkOf) => {
    const { stranger, ...mailed } = await opened(email);
    const link = await linkOf(mailed);
    const factor = `insert into control.second_factors (user_id, sealed, created_at, confirmed_at) values ($1, 'a.b.c.d.e', now(), now())`;
    await mailing.databases.control.query(factor, [await userId(email)]);
    const owner = new Visitor(mailing);
    await owner.open(link);
    const signsIn = link.startsWith('/confirm-address/');
    expect((await owner.post(link, OWN)).location).toBe(signsIn ? '/console' : '/sign-in?done=password');
    expect([await isSignedIn(stranger), await isProved(email)]).toEqual([false, true]);
    await expect(new Visitor(mailing).signIn({ email, password: PASSWORD })).rejects.toThrow('Not signed in');
    if (!signsIn) await owner.signIn({ email, password: OWN.repeat });
    expect(await isSignedIn(owner)).toBe(true);
    expect((await new Visitor(mailing).post(link, OWN)).status).toBe(410);
  });

  test('two-step sign-in and invitations wait until the address is confirmed', async () => {
    const { email, stranger, link } = await opened('early@bank.example');
    const { companyId } = await mailing.newMerchant(null, 'UK', false);
    const { code } = await mailing.control((tx) => MEMBER_INVITATIONS.invite(tx, companyId, { email, role: 'owner' }));
    const attempts = async () => [
      await stranger.fill('/account/two-step', { do: 'start' }),
      await stranger.fill(`/invitations/${code}`),
    ];
    for (const refused of await attempts()) expect(refused).toMatchObject(says(409, UNCONFIRMED));
    await stranger.fill(link);
    for (const { status } of await attempts()) expect(status).toBe(303);
  });

  test('an address that is not confirmed stays so when an operator saves it', async () => {
    const { email, stranger } = await opened('saved@bank.example');
    const id = await userId(email);
    await mailing.control((tx) => changeUser(tx, id, { email, name: 'Saved' }));
    expect([await isProved(email), await isSignedIn(stranger)]).toEqual([false, true]);
  });

  test('a link confirms for a day, and five are mailed in it', async () => {
    const before = mailbox.mails.length;
    const { stranger } = await opened('late@acme.example');
    for (let i = 0; i < 5; i += 1) await stranger.fill('/console', {}, '/console/confirmation');
    expect((await stranger.open('/console')).text).toContain('links have been mailed within a day');
    const link = linkIn((await mailbox.after(before + 4)).text);
    mailing.advance(24 * 60 * 60 * 1000);
    expect((await new Visitor(mailing).post(link, {})).status).toBe(410);
    expect((await new Visitor(mailing).open(`/confirm-address/${'x'.repeat(43)}`)).status).toBe(410);
  });

  test('an address that has an account gets a mail, and the page says nothing of it', async () => {
    const { email } = await newPerson(mailing);
    const before = mailbox.mails.length;
    for (let i = 0; i < 3; i += 1) expect((await signUp(email, mailing)).location).toBe('/sign-up/done');
    const mail = await mailbox.after(before);
    expect([mail.to, mail.text]).toEqual([[email], expect.stringContaining('already has an account')]);
    expect(mailbox.mails.slice(before)).toHaveLength(1);
  });

  test('an address gives no rights to a person who did not sign up or join with it', async () => {
    const stranger = await Visitor.signedIn(mailing, await newPerson(mailing));
    await stranger.fill('/sign-up', { organization: 'Strangers' });
    const [invited, signedUp] = ['invited@bank.example', 'signed-up@bank.example'];
    const people = '/console/organization';
    await stranger.fill(people, { email: invited, role: 'developer' }, `${people}/invitations`);
    const shown = linkIn((await stranger.open(people)).html, 'console/invitations');
    await new Visitor(mailing).post(shown, { ...NEWCOMER, name: 'Not them' });
    await opened(signedUp);
    for (const email of [invited, signedUp]) {
      expect(await isProved(email)).toBe(false);
      await new Visitor(mailing).post(await resetOf(email), OWN);
      expect(await isProved(email)).toBe(true);
    }
  });
});
