import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEMBER_INVITATIONS } from '../../../src/directory/people/invitation-kinds.ts';
import { changeUser, loginFor } from '../../../src/directory/people/logins.ts';
import { createPasswordLink } from '../../../src/directory/people/password-links.ts';
import { findUser } from '../../../src/directory/people/users.ts';
import { newPerson } from '../../support/consent.ts';
import { Mailbox } from '../../support/mailbox.ts';
import { type Service, sharedService, startService } from '../../support/service.ts';
import { textOf, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();

const PASSWORD = 'a quiet till at noon';
const NEWCOMER = {
  organization: 'Acme Tills',
  name: 'Ada',
  email: 'ada@acme.example',
  'new-password': PASSWORD,
  repeat: PASSWORD,
};

const count = async (table: string): Promise<number> =>
  (await service.databases.control.query(`select count(*)::int as n from control.${table}`)).rows[0].n;

describe('POST /sign-up', () => {
  test('creates an organization with its first admin, who signs in to an empty console', async () => {
    const visitor = new Visitor(service);
    expect((await visitor.open('/sign-in')).html).toContain('href="/sign-up"');
    expect((await visitor.post('/sign-up', NEWCOMER)).location).toBe('/sign-up/done');
    const page = await visitor.signIn({ email: NEWCOMER.email, password: PASSWORD });
    expect(page.path).toBe('/console');
    expect(textOf(page.html)).toMatch(/Acme Tills.*No apps yet/);
    expect(textOf((await visitor.open('/console/organization')).html)).toMatch(/Ada · ada@acme\.example Admin/);
  });

  test('has the same response for an address that has an account, and changes nothing', async () => {
    const known = await newPerson(service, []);
    const before = [await count('users'), await count('organizations')];
    const answer = await new Visitor(service).post('/sign-up', { ...NEWCOMER, email: known.email });
    expect([answer.status, answer.location]).toEqual([303, '/sign-up/done']);
    expect([await count('users'), await count('organizations')]).toEqual(before);
    await Visitor.signedIn(service, known);
  });

  test('of two with one address at once creates one account', async () => {
    const before = await count('organizations');
    const twins = { ...NEWCOMER, email: 'twins@acme.example' };
    const answers = await Promise.all([1, 2, 3].map(() => new Visitor(service).post('/sign-up', twins)));
    expect(answers.map(({ location }) => location)).toEqual(Array(3).fill('/sign-up/done'));
    expect(await count('organizations')).toBe(before + 1);
  });

  test('with mistakes names each next to its field, and repeats what was typed but the password', async () => {
    const typed = { ...NEWCOMER, organization: ' ', email: 'nowhere', name: '<Ada>' };
    const { status, html } = await new Visitor(service).post('/sign-up', typed);
    expect(status).toBe(400);
    expect(textOf(html)).toContain('The name of an organization must not be empty.');
    expect(textOf(html)).toContain('"nowhere" is not an e-mail address.');
    expect(html).toContain('value="&lt;Ada&gt;"');
    expect(html).not.toContain(PASSWORD);
    const weak = await new Visitor(service).post('/sign-up', { ...NEWCOMER, 'new-password': 'short', repeat: 'short' });
    expect(weak.html).toContain('id="new-password-problem"');
  });

  test('is throttled by source address', async () => {
    const limited = await startService({ webLimits: { signUps: 1 } as never });
    try {
      const statuses = [];
      for (let i = 0; i < 2; i += 1) statuses.push((await new Visitor(limited).post('/sign-up', {})).status);
      expect(statuses).toEqual([400, 429]);
    } finally {
      await limited.stop();
    }
  });

  test('of a signed-in person adds an organization to what they have', async () => {
    const visitor = await Visitor.signedIn(service, await newPerson(service, []));
    const page = await visitor.open('/sign-up');
    expect(page.html).not.toContain('name="new-password"');
    const answer = await visitor.submit(page, '/sign-up', { organization: 'Second' });
    expect(textOf((await visitor.open(answer.location ?? '')).html)).toContain('Second');
    expect((await visitor.post('/sign-up', { organization: 'Forged' })).status).toBe(403);
  });
});

describe('Where no mails are sent', () => {
  test('an address gets no rights until its owner has used a link that an operator made', async () => {
    const email = 'unproved@bank.example';
    await new Visitor(service).post('/sign-up', { ...NEWCOMER, email });
    const stranger = await Visitor.signedIn(service, { email, password: PASSWORD });
    const create = await stranger.submit(await stranger.open('/console/apps/new'), '/console/apps/new', {
      ...{ name: 'Sync', product: 'FULL' },
    });
    expect(create.status).toBe(303);
    const add = () => service.control((tx) => loginFor(tx, { email }));
    await expect(add()).rejects.toThrow('nobody has proved');
    const { code } = await service.control(async (tx) => createPasswordLink(tx, (await findUser(tx, email))?.id ?? 0));
    const own = 'their own quiet till';
    await new Visitor(service).post(`/new-password/${code}`, { 'new-password': own, repeat: own });
    expect(await add()).toMatchObject({ email, account: 'existing' });
    expect((await stranger.send('GET', '/account')).status).toBe(303);
  });

  test('a forgotten password leads to whoever can make a link, whatever the address', async () => {
    const pages = [await new Visitor(service).open('/forgotten-password')];
    for (const email of ['unproved@bank.example', 'unknown@bank.example']) {
      pages.push(await new Visitor(service).post('/forgotten-password', { email }));
    }
    expect(new Set(pages.map(({ html }) => textOf(html))).size).toBe(1);
    expect(textOf(pages[0]?.html ?? '')).toMatch(/Ask the people who run it.*tillgate user reset-link/);
    expect(pages[0]?.html).toContain('href="/operator/people"');
  });
});

describe('Where mails are sent', () => {
  let mailbox: Mailbox;
  let mailing: Service;
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    mailing = await startService({
      settings: { SMTP_URL: mailbox.url, TILLGATE_MAIL_FROM: 'help@till.example' },
      webLimits: { signInAccount: 10 },
    });
  });
  afterAll(async () => {
    await mailing?.stop();
    mailbox?.close();
  });

  const linkIn = (text: string, pages = 'confirm-address'): string =>
    new RegExp(`/${pages}/[\\w-]{43}`).exec(text)?.[0] ?? '';

  test('a new organization can do nothing until its address is confirmed by the mailed link', async () => {
    const visitor = new Visitor(mailing);
    expect(textOf((await visitor.open((await visitor.post('/sign-up', NEWCOMER)).location ?? '')).html)).toContain(
      'We sent you a link',
    );
    const mail = await mailbox.after(0);
    expect([mail.to, mail.text]).toEqual([[NEWCOMER.email], expect.stringContaining('Confirm your e-mail address')]);
    const page = await visitor.signIn({ email: NEWCOMER.email, password: PASSWORD });
    expect(textOf(page.html)).toContain('Confirm your e-mail address');
    const create = async () =>
      visitor.submit(await visitor.open('/console/apps/new'), '/console/apps/new', { name: 'Sync', product: 'FULL' });
    const refused = await create();
    expect([refused.status, textOf(refused.html)]).toEqual([
      400,
      expect.stringContaining('address first: open the link'),
    ]);
    const organization = await visitor.submit(await visitor.open('/sign-up'), '/sign-up', { organization: 'Another' });
    expect(textOf(organization.html)).toContain('Confirm your e-mail address first');
    await visitor.submit(page, '/console/confirmation');
    const link = linkIn((await mailbox.after(1)).text);
    expect((await new Visitor(mailing).open(link)).status).toBe(200);
    expect((await new Visitor(mailing).post(link, { password: PASSWORD })).location).toBe('/sign-in?done=address');
    for (const used of [link, linkIn(mail.text)]) expect((await visitor.open(used)).status).toBe(410);
    expect((await create()).status).toBe(303);
    expect(textOf((await visitor.open('/console')).html)).not.toContain('Confirm your e-mail address');
  });

  /** An account that a stranger opened for another person's address, and the link mailed to that person. */
  async function opened(email: string) {
    const before = mailbox.mails.length;
    const login = { email, password: PASSWORD };
    await new Visitor(mailing).post('/sign-up', { ...NEWCOMER, email });
    const stranger = await Visitor.signedIn(mailing, login);
    return { login, stranger, link: linkIn((await mailbox.after(before)).text) };
  }

  const account = async (visitor: Visitor) => (await visitor.send('GET', '/account')).status;

  test('a click on the link without the account’s session or password confirms nothing', async () => {
    const { login, link } = await opened('clicked@bank.example');
    const owner = new Visitor(mailing);
    for (const fields of [{}, { password: '' }, { password: 'not the password at all' }]) {
      const answer = await owner.submit(await owner.open(link), link, fields);
      expect([answer.status, textOf(answer.html)]).toEqual([400, expect.stringContaining('not the password')]);
    }
    const other = await Visitor.signedIn(mailing, await newPerson(mailing, []));
    expect((await other.post(link, {})).status).toBe(400);
    await expect(mailing.control((tx) => loginFor(tx, { email: login.email }))).rejects.toThrow('nobody has proved');
    expect((await owner.open(link)).status).toBe(200);
  });

  test('passwords are guessed at the link no more often than at the sign-in', async () => {
    const { link } = await opened('guessed@bank.example');
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await new Visitor(mailing).post(link, { password: 'x' })).status);
    expect([statuses.at(0), statuses.at(-1)]).toEqual([400, 429]);
    mailing.advance(60_000);
  });

  test('the session that signed up confirms the address by the link', async () => {
    const { login, stranger, link } = await opened('own@acme.example');
    expect((await stranger.submit(await stranger.open(link), link)).location).toBe('/console');
    expect(await mailing.control((tx) => loginFor(tx, { email: login.email }))).toMatchObject({ account: 'existing' });
    expect(await account(stranger)).toBe(200);
  });

  test.each([
    ['the link that confirms it', async (email: string) => (await opened(email)).link],
    [
      'a reset',
      async (email: string) => {
        await opened(email);
        const before = mailbox.mails.length;
        await new Visitor(mailing).post('/forgotten-password', { email });
        return linkIn((await mailbox.after(before)).text, 'new-password');
      },
    ],
  ])('the owner of an address takes a stranger’s account over by %s', async (_, open) => {
    const email = `taken-${mailbox.mails.length}@bank.example`;
    const link = await open(email);
    const stranger = await Visitor.signedIn(mailing, { email, password: PASSWORD });
    const { control } = mailing.databases;
    const { rows } = await control.query('select id from control.users where email = $1', [email]);
    const factor =
      'insert into control.second_factors (user_id, sealed, created_at, confirmed_at) values ($1, $2, now(), now())';
    await control.query(factor, [rows[0].id, 'a.b.c.d.e']);
    const own = 'their own quiet till';
    const owner = new Visitor(mailing);
    await owner.open(link);
    expect((await owner.post(link, { 'new-password': own, repeat: own })).location).toBe('/sign-in?done=password');
    expect(await account(stranger)).toBe(303);
    await expect(Visitor.signedIn(mailing, { email, password: PASSWORD })).rejects.toThrow('Not signed in');
    expect(await account(await Visitor.signedIn(mailing, { email, password: own }))).toBe(200);
    expect(await mailing.control((tx) => loginFor(tx, { email }))).toMatchObject({ account: 'existing' });
    expect((await new Visitor(mailing).post(link, { 'new-password': own, repeat: own })).status).toBe(410);
  });

  test('two-step sign-in and invitations wait until the address is confirmed', async () => {
    const { login, stranger, link } = await opened('early@bank.example');
    const start = async () =>
      stranger.submit(await stranger.open('/account/two-step'), '/account/two-step', { do: 'start' });
    const early = await start();
    expect([early.status, textOf(early.html)]).toEqual([
      409,
      expect.stringContaining('Confirm your e-mail address first'),
    ]);
    const merchant = await mailing.newMerchant(null, 'UK', false);
    const invited = { email: login.email, role: 'owner' as const };
    const { code } = await mailing.control((tx) => MEMBER_INVITATIONS.invite(tx, merchant.companyId, invited));
    const path = `/invitations/${code}`;
    const accept = async () => stranger.submit(await stranger.open(path), path);
    const refused = await accept();
    expect([refused.status, textOf(refused.html)]).toEqual([
      409,
      expect.stringContaining('Confirm your e-mail address first'),
    ]);
    await stranger.submit(await stranger.open(link), link);
    expect([(await start()).status, (await accept()).status]).toEqual([303, 303]);
  });

  test('an address that is not confirmed stays so when an operator saves it', async () => {
    const { login, stranger } = await opened('saved@bank.example');
    await mailing.control(async (tx) => {
      const { id = 0 } = (await findUser(tx, login.email)) ?? {};
      await changeUser(tx, id, { email: login.email, name: 'Saved' });
    });
    await expect(mailing.control((tx) => loginFor(tx, { email: login.email }))).rejects.toThrow('nobody has proved');
    expect(await account(stranger)).toBe(200);
  });

  test('a link confirms for a day, and five are mailed in it', async () => {
    const visitor = new Visitor(mailing);
    const before = mailbox.mails.length;
    await visitor.post('/sign-up', { ...NEWCOMER, email: 'late@acme.example' });
    const page = await visitor.signIn({ email: 'late@acme.example', password: PASSWORD });
    for (let i = 0; i < 5; i += 1) await visitor.submit(page, '/console/confirmation');
    expect(textOf((await visitor.open('/console')).html)).toContain('links have been mailed within a day');
    const link = linkIn((await mailbox.after(before + 4)).text);
    mailing.advance(24 * 60 * 60 * 1000);
    expect((await new Visitor(mailing).post(link, {})).status).toBe(410);
    expect((await new Visitor(mailing).open(`/confirm-address/${'x'.repeat(43)}`)).status).toBe(410);
  });

  test('an address that has an account gets a mail, and the page says nothing of it', async () => {
    const known = await newPerson(mailing, []);
    const before = mailbox.mails.length;
    const answers = [];
    for (let i = 0; i < 3; i += 1) {
      answers.push((await new Visitor(mailing).post('/sign-up', { ...NEWCOMER, email: known.email })).location);
    }
    expect(answers).toEqual(Array(3).fill('/sign-up/done'));
    const mail = await mailbox.after(before);
    expect([mail.to, mail.text]).toEqual([[known.email], expect.stringContaining('already has an account')]);
    expect(mailbox.mails.slice(before)).toHaveLength(1);
  });

  test('an address gives no rights to a person who did not sign up or join with it', async () => {
    const before = mailbox.mails.length;
    const stranger = await Visitor.signedIn(mailing, await newPerson(mailing, []));
    await stranger.submit(await stranger.open('/sign-up'), '/sign-up', { organization: 'Strangers' });
    const invited = { email: 'invited@bank.example', role: 'developer' };
    await stranger.submit(await stranger.open('/console/organization'), '/console/organization/invitations', invited);
    const shown = linkIn((await stranger.open('/console/organization')).html, 'console/invitations');
    await new Visitor(mailing).post(shown, { ...NEWCOMER, name: 'Not them' });
    await new Visitor(mailing).post('/sign-up', { ...NEWCOMER, email: 'signed-up@bank.example' });
    for (const [i, email] of [invited.email, 'signed-up@bank.example'].entries()) {
      const add = () => mailing.control((tx) => loginFor(tx, { email }));
      await expect(add()).rejects.toThrow('nobody has proved');
      await new Visitor(mailing).post('/forgotten-password', { email });
      const link = linkIn((await mailbox.after(before + 2 + 2 * i)).text, 'new-password');
      await new Visitor(mailing).post(link, { 'new-password': 'their own quiet till', repeat: 'their own quiet till' });
      expect(await add()).toMatchObject({ email, account: 'existing' });
    }
  });
});

test('Sign-up that is closed is by invitation alone', async () => {
  const closed = await startService({ settings: { TILLGATE_SIGN_UP: 'closed' } });
  try {
    const visitor = new Visitor(closed);
    for (const answer of [await visitor.open('/sign-up'), await visitor.post('/sign-up', NEWCOMER)]) {
      expect([answer.status, textOf(answer.html)]).toEqual([403, expect.stringContaining('by invitation only')]);
    }
    for (const path of ['/', '/sign-in']) expect((await visitor.open(path)).html).not.toContain('/sign-up');
    const person = await Visitor.signedIn(closed, await newPerson(closed, []));
    expect((await person.post('/sign-up', { organization: 'Mine' })).status).toBe(403);
  } finally {
    await closed.stop();
  }
});
