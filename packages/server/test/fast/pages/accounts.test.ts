import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { createPasswordLink } from '../../../src/control/mailed-links.ts';
import { changeUser } from '../../../src/control/users.ts';
import { createLog } from '../../../src/process/log.ts';
import { sweepExpired } from '../../../src/sweep.ts';
import { newOwner, type Person } from '../../support/consent.ts';
import { startMailing } from '../../support/mailbox.ts';
import { operatorOf } from '../../support/staff.ts';
import { type Answer, type Login, says, Visitor } from '../../support/web-visitor.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const NEW = 'stapler violin harbour';

const logged: string[] = [];

const { mailbox, service, stop } = await startMailing({
  log: createLog(() => 0, { write: (line) => void logged.push(line) }),
  webLimits: { signInCode: 5, passwordLinks: 20 },
});
const merchant = await service.newMerchant(null, 'UK', false);
afterAll(stop);

const sql = async (text: string, values: unknown[] = []) => (await service.databases.control.query(text, values)).rows;
const peopleOf = async (event: string) =>
  (await sql('select user_id from control.audit_log where event = $1', [event])).map((row) => row.user_id);

const anyone = (): Promise<Person> => newOwner(service, merchant);
const sessionOf = (login: Login): Promise<Visitor> => Visitor.signedIn(service, login);
const isSignedIn = async (visitor: Visitor) => (await visitor.send('GET', '/account')).status === 200;
const signIn = (login: Login) => new Visitor(service).signIn(login);
const twice = (password: string, repeat = password) => ({ 'new-password': password, repeat });

async function linkFor({ id }: Person): Promise<string> {
  const { code } = await service.control((tx) => createPasswordLink(tx, id));
  return `/new-password/${code}`;
}

const isOpen = async (link: string) => (await new Visitor(service).open(link)).status === 200;
const choose = (path: string, password: string, repeat = password): Promise<Answer> =>
  new Visitor(service).post(path, twice(password, repeat));

describe('A forgotten password', () => {
  test('is replaced by a link that is mailed; every session ends', async () => {
    const owner = await anyone();
    const elsewhere = await sessionOf(owner);
    const visitor = new Visitor(service);
    await visitor.fill('/forgotten-password', { email: owner.email.toUpperCase() });
    const mail = await mailbox.after(0);
    expect(mail.to).toEqual([owner.email]);
    const [, path = ''] = /http:\/\/localhost:\d+(\/new-password\/[\w-]{43})/.exec(mail.text) ?? [];
    const form = await visitor.open(path);
    expect(form.text).toContain(owner.email);
    const set = await visitor.submit(form, path, twice(NEW));
    expect([set.status, set.location]).toEqual([303, '/sign-in?done=password']);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await expect(signIn(owner)).rejects.toThrow('Not signed in');
    await signIn({ ...owner, password: NEW });
    expect(await peopleOf('user.password_reset')).toEqual([owner.id]);
  });

  test('has the same response for an unknown address, an impossible one, and one with too many requests', async () => {
    const owner = await anyone();
    const ask = async (email: string) => {
      const { status, text } = await new Visitor(service).post('/forgotten-password', { email });
      return [status, text.replace(email.trim(), 'ADDRESS')];
    };
    const known = await ask(owner.email);
    for (const email of ['nobody@shop.example', 'no address', '\0', 'x'.repeat(9000)])
      expect((await ask(email))[0]).toBe(200);
    expect(await ask('nobody@shop.example')).toEqual(known);
    for (let i = 0; i < 6; i += 1) expect(await ask(owner.email)).toEqual(known);
    expect(await sql('select from control.password_links where user_id = $1', [owner.id])).toHaveLength(5);
  });

  test('asked for too often from one address is throttled, and says so', async () => {
    service.advance(MINUTE);
    const statuses = [];
    for (let i = 0; i < 21; i += 1)
      statuses.push((await new Visitor(service).post('/forgotten-password', { email: 'n@shop.example' })).status);
    expect([statuses[19], statuses[20]]).toEqual([200, 429]);
    service.advance(MINUTE);
  });
});

describe('A link to a new password', () => {
  test('is stored as a digest, is in no log, and is swept when it has expired', async () => {
    const path = await linkFor(await anyone());
    const rows = await sql(`select encode(hash, 'escape') as hash from control.password_links`);
    await new Visitor(service).open(path);
    expect(JSON.stringify([rows, logged])).not.toContain(path.slice(-43));
    expect(logged.at(-1)).toContain('"path":"/new-password/:code"');
    await new Visitor(service).open(`${path}.`);
    expect(logged.at(-1)).toContain('"path":"/new-password/:code."');
    service.advance(HOUR);
    await sweepExpired(service.databases, service.clock);
    expect(await sql('select from control.password_links')).toEqual([]);
  });

  test('works for an hour', async () => {
    const path = await linkFor(await anyone());
    service.advance(HOUR - 1);
    expect(await isOpen(path)).toBe(true);
    service.advance(1);
    expect((await choose(path, NEW)).status).toBe(410);
  });

  test.each([
    ['short', 'fourteen chars', 'Use at least 15 characters.'],
    ['long', `${'ab1 '.repeat(64)}x`, 'Use at most 256 characters.'],
    ['common', 'Password 1234567890', 'This is too easy to guess.'],
    ['of few characters', 'abababababababab', 'This is too easy to guess.'],
  ])('rejects a password that is %s, next to the field', async (_, password, message) => {
    const answer = await choose(await linkFor(await anyone()), password);
    expect(answer).toMatchObject(says(400, message));
    expect(answer.html).toContain('aria-describedby="new-password-hint new-password-problem"');
    expect(answer.html).not.toContain(password);
  });

  test('rejects a password that is entered in two ways', async () => {
    expect((await choose(await linkFor(await anyone()), NEW, `${NEW}!`)).status).toBe(400);
  });
});

describe('A person who changes the password', () => {
  test('stays signed in here and is signed out elsewhere', async () => {
    const owner = await anyone();
    const [here, elsewhere] = [await sessionOf(owner), await sessionOf(owner)];
    const done = await here.fill('/account/password', { password: owner.password, ...twice(NEW) });
    expect(done.location).toBe('/account');
    expect((await here.open('/account')).text).toContain('Your password has been changed.');
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    await signIn({ ...owner, password: NEW });
  });

  test('must know the current one', async () => {
    const owner = await anyone();
    const wrong = { password: 'wrong horse battery', ...twice(NEW) };
    const refused = await (await sessionOf(owner)).fill('/account/password', wrong);
    expect(refused).toMatchObject(says(400, 'not your current password'));
    await signIn(owner);
  });
});

test('GET /account lists the person’s own sessions, and ends one of them or all others', async () => {
  const [owner, other] = [await anyone(), await anyone()];
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const phone = new Visitor(service, { 'User-Agent': agent });
  await phone.signIn(owner);
  const [laptop, here, foreign] = [await sessionOf(owner), await sessionOf(owner), await sessionOf(other)];
  const { text } = await here.open('/account');
  expect(text).toContain('Safari on iPhone');
  expect(text.match(/Signed in/g)).toHaveLength(3);
  expect(text.match(/This browser/g)).toHaveLength(1);
  const [{ id }] = await sql(`select id from control.sessions where user_agent = $1`, [agent]);
  const end = async (by: Visitor, which: string) =>
    by.post('/account/sessions', { token: await by.token(), end: which });
  await end(foreign, id);
  expect(await isSignedIn(phone)).toBe(true);
  await end(here, id);
  expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true]);
  await end(here, 'others');
  expect([await isSignedIn(laptop), await isSignedIn(here), await isSignedIn(foreign)]).toEqual([false, true, true]);
});

const TWO_STEP = '/account/two-step';

/** Begins two-step sign-in. `confirm` ends it with a code. */
async function begin(visitor: Visitor) {
  await visitor.fill(TWO_STEP, { do: 'start' });
  const page = await visitor.open(TWO_STEP);
  const [, secret = ''] = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(page.html) ?? [];
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  const confirm = ({ password }: Pick<Login, 'password'>, code = codeOf(totp)) =>
    visitor.submit(page, TWO_STEP, { do: 'confirm', password, code });
  return { page, totp, confirm };
}

const codeOf = (totp: TOTP, later = 0): string => totp.generate({ timestamp: service.clock() + later });

/** Signs in with the password and enters a code. */
async function enter(visitor: Visitor, { email, password }: Login, code: string): Promise<Answer> {
  const first = await visitor.post('/sign-in', { email, password });
  expect([first.status, first.location]).toEqual([303, '/sign-in/code']);
  expect(await isSignedIn(visitor)).toBe(false);
  return visitor.fill('/sign-in/code', { code });
}

describe('Two-step sign-in', () => {
  /** A person with two-step sign-in, their session, authenticator and recovery codes. */
  async function enrol() {
    const login = await anyone();
    const visitor = await sessionOf(login);
    const { page, totp, confirm } = await begin(visitor);
    expect(page.html).toContain('<svg class="qr"');
    expect(page.html).toContain('<a href="otpauth://totp/');
    expect((await confirm(login, '000000')).status).toBe(400);
    const on = await confirm(login);
    const recovery = [...on.html.matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(([, code = '']) => code);
    expect([on.status, recovery.length]).toEqual([200, 10]);
    service.advance(MINUTE);
    return { login, visitor, totp, recovery: recovery as [string, ...string[]] };
  }

  const isAccepted = async (login: Login, code: string) =>
    (await enter(new Visitor(service), login, code)).location === '/';

  test('ends other sessions and links to a new password when it is turned on and off', async () => {
    const login = await anyone();
    const [visitor, elsewhere] = [await sessionOf(login), await sessionOf(login)];
    const link = await linkFor(login);
    const { totp, confirm } = await begin(visitor);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect((await confirm(login)).status).toBe(200);
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere), await isOpen(link)]).toEqual([true, false, false]);
    service.advance(MINUTE);
    expect((await enter(elsewhere, login, codeOf(totp))).status).toBe(303);
    const later = await linkFor(login);
    await visitor.fill(TWO_STEP, { do: 'off', password: login.password });
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere), await isOpen(later)]).toEqual([true, false, false]);
  });

  test('asks for a code after the password, and accepts each code once', async () => {
    const { login, totp } = await enrol();
    const [visitor, second] = [new Visitor(service), new Visitor(service)];
    expect((await enter(visitor, login, '123456')).status).toBe(400);
    const code = codeOf(totp);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await visitor.post('/sign-in/code', { code: spaced })).location).toBe('/');
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await enter(second, login, code)).status).toBe(400);
    expect((await second.post('/sign-in/code', { code: codeOf(totp, -30_000) })).status).toBe(400);
    expect((await second.post('/sign-in/code', { code: codeOf(totp, 30_000) })).status).toBe(303);
  });

  test('accepts a recovery code once, however it is typed', async () => {
    const { login, recovery } = await enrol();
    const typed = recovery[0].toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    expect([await isAccepted(login, typed), await isAccepted(login, recovery[0])]).toEqual([true, false]);
    const stored = await sql(`select encode(hash, 'escape') as hash from control.recovery_codes`);
    expect(JSON.stringify(stored)).not.toContain(recovery[0].replaceAll('-', ''));
    expect(await peopleOf('user.recovery_code_used')).toEqual([login.id]);
  });

  test('accepts the digits of every script', async () => {
    const { login, totp, recovery } = await enrol();
    const zeros = { fullWidth: 0xff10, arabic: 0x660, persian: 0x6f0, devanagari: 0x966, monospace: 0x1d7f6 };
    for (const [at, zero] of Object.values(zeros).entries()) {
      const typed = (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
      expect(await isAccepted(login, `\u200f${typed(codeOf(totp))}`)).toBe(true);
      expect(await isAccepted(login, typed(recovery[at] ?? ''))).toBe(true);
      service.advance(MINUTE);
    }
  });

  test('shows the form again for a code that does not have six digits', async () => {
    const { login } = await enrol();
    const visitor = new Visitor(service);
    for (const code of ['', '12345', '1234567', '①②③④⑤⑥', '½½½½½½', 'éééééé', '\0\0\0\0\0\0', '\ud800'.repeat(6)]) {
      expect((await enter(visitor, login, code)).status).toBe(400);
      service.advance(MINUTE);
    }
  });

  test('throttles codes, and after many wrong ones accepts recovery codes alone', async () => {
    const { login, totp, recovery } = await enrol();
    const visitor = new Visitor(service);
    const send = (code: string) => visitor.post('/sign-in/code', { code });
    await visitor.post('/sign-in', { ...login });
    for (let i = 0; i < 5; i += 1) expect((await send('000000')).status).toBe(400);
    const throttled = await send(codeOf(totp));
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    await sql('update control.second_factors set failures = 50 where user_id = $1', [login.id]);
    service.advance(MINUTE);
    expect([(await send(codeOf(totp))).status, (await send(recovery[0])).status]).toEqual([400, 303]);
  });

  test('accepts the code for five minutes, and not after a new password', async () => {
    const { login, totp } = await enrol();
    const visitor = new Visitor(service);
    const send = () => visitor.post('/sign-in/code', { code: codeOf(totp) });
    await visitor.post('/sign-in', { ...login });
    service.advance(5 * MINUTE);
    expect((await send()).location).toBe('/sign-in');
    await visitor.post('/sign-in', { ...login });
    await choose(await linkFor(login), NEW);
    expect((await send()).location).toBe('/sign-in');
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('is changed and turned off with the password alone, and its secret is sealed', async () => {
    const { login, visitor, totp, recovery } = await enrol();
    const [{ sealed }] = await sql('select sealed from control.second_factors where user_id = $1', [login.id]);
    expect(sealed.split('.')).toHaveLength(5);
    expect((await visitor.open(TWO_STEP)).html).not.toContain(totp.secret.base32.slice(0, 4));
    const send = async (action: string, password = '') => visitor.fill(TWO_STEP, { do: action, password });
    expect((await send('cancel')).status).toBe(303);
    expect((await send('off', 'wrong horse battery')).status).toBe(400);
    expect((await send('start')).status).toBe(409);
    expect((await send('new-codes', login.password)).html).not.toContain(recovery[0]);
    expect(await isAccepted(login, recovery[0])).toBe(false);
    expect((await send('off', login.password)).status).toBe(303);
    await signIn(login);
  });
});

describe('A changed address', () => {
  const change = ({ id }: Person, to: Parameters<typeof changeUser>[2]) =>
    service.control((tx) => changeUser(tx, id, to));

  test('ends the links and sessions that the old mailbox may have', async () => {
    const owner = await anyone();
    const visitor = await sessionOf(owner);
    const link = await linkFor(owner);
    await change(owner, { email: `moved-${owner.email}` });
    expect([await isSignedIn(visitor), await isOpen(link), (await choose(link, NEW)).status]).toEqual([
      false,
      false,
      410,
    ]);
    await signIn({ ...owner, email: `moved-${owner.email}` });
    await expect(signIn(owner)).rejects.toThrow('Not signed in');
  });

  test('ends the half of a sign-in that waits for its code', async () => {
    const owner = await anyone();
    const factor = `insert into control.second_factors (user_id, sealed, created_at, confirmed_at) values ($1, 'a.b.c.d.e', now(), now())`;
    await sql(factor, [owner.id]);
    const visitor = new Visitor(service);
    expect((await visitor.post('/sign-in', { ...owner })).location).toBe('/sign-in/code');
    await change(owner, { email: `half-${owner.email}` });
    expect((await visitor.open('/sign-in/code')).path).toBe('/sign-in');
  });

  test('is no change if it is the same, or if only the name is new', async () => {
    const owner = await anyone();
    const visitor = await sessionOf(owner);
    const link = await linkFor(owner);
    await change(owner, { email: owner.email.toUpperCase(), name: 'Ève' });
    expect([await isSignedIn(visitor), await isOpen(link)]).toEqual([true, true]);
  });
});

describe('A person', () => {
  const PROFILE = '/account/profile';

  test('changes their own name', async () => {
    const visitor = await sessionOf(await anyone());
    expect(await visitor.fill(PROFILE, { name: '\u202e' })).toMatchObject(says(400, 'Enter a name'));
    expect((await visitor.complete(PROFILE, { name: 'Zoë' })).text).toMatch(/Zoë.*Your name has been changed\./);
  });

  test('signs in with a new address once they have opened the link mailed to it, which works once', async () => {
    const owner = await anyone();
    const email = `new-${owner.email}`;
    const [visitor, elsewhere] = [await sessionOf(owner), await sessionOf(owner)];
    const ask = (fields: object) => visitor.complete(PROFILE, { email, ...fields }, `${PROFILE}/address`);
    expect(await ask({ password: 'not the password' })).toMatchObject(says(400, 'not your password'));
    const before = mailbox.mails.length;
    expect((await ask({ password: owner.password })).text).toContain('Until then, nothing changes.');
    const mail = await mailbox.after(before);
    expect(mail.to).toEqual([email]);
    const [link = ''] = /\/account\/profile\/address\/[\w.-]+/.exec(mail.text.replaceAll(/=\r?\n/g, '')) ?? [];
    const stranger = await sessionOf(await anyone());
    expect([(await stranger.open(link)).status, (await stranger.post(link, {})).status]).toEqual([410, 403]);
    expect((await visitor.open(`${link}x`)).status).toBe(410);
    expect((await visitor.complete(link)).text).toMatch(/Your e-mail address has been changed\..*new-/);
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false]);
    await signIn({ ...owner, email });
    expect((await visitor.open(link)).status).toBe(410);
  });

  test('cannot take an address that has an account', async () => {
    const [owner, other] = [await anyone(), await anyone()];
    const visitor = await sessionOf(owner);
    const before = mailbox.mails.length;
    await visitor.fill(PROFILE, { email: other.email, password: owner.password }, `${PROFILE}/address`);
    const { text } = await mailbox.after(before);
    const [link = ''] = /\/account\/profile\/address\/[\w.-]+/.exec(text.replaceAll(/=\r?\n/g, '')) ?? [];
    expect((await visitor.fill(link)).status).toBe(410);
    await signIn(owner);
  });
});

describe('A mail', () => {
  const mailAfter = async (count: number, word: string) => {
    for (let at = count; ; at += 1) {
      const mail = await mailbox.after(at);
      const text = Buffer.from(mail.text.split('\n\n').slice(1).join('').replaceAll('\n', ''), 'base64').toString();
      if (mail.text.includes(word) || text.includes(word)) return mail;
    }
  };

  test('tells the person of a new password, of two-step sign-in and of another address, and has no secret', async () => {
    const owner = await anyone();
    const before = mailbox.mails.length;
    await choose(await linkFor(owner), NEW);
    const reset = await mailAfter(before, 'A new password was set with a link');
    expect(reset.to).toEqual([owner.email]);
    expect(reset.text).not.toContain(NEW);
    const visitor = await sessionOf(owner);
    const { totp, confirm } = await begin(visitor);
    await confirm({ password: NEW });
    expect((await mailAfter(before, 'Two-step sign-in was turned on')).text).not.toContain(totp.secret.base32);
    await visitor.fill(TWO_STEP, { do: 'off', password: NEW });
    await mailAfter(before, 'Two-step sign-in was turned off');
    const path = `/operator/people/${owner.id}`;
    await (await operatorOf(service)).fill(path, { name: 'Olivia', email: 'moved@shop.example' });
    expect((await mailAfter(before, 'that you sign in with was changed')).to).toEqual([owner.email]);
  });

  test('is in the language of the last sign-in', async () => {
    const owner = await anyone();
    const visitor = new Visitor(service, { 'Accept-Language': 'hi' });
    await visitor.signIn(owner);
    const before = mailbox.mails.length;
    await visitor.fill('/account/password', { password: owner.password, ...twice(NEW) });
    expect((await mailAfter(before, 'आपका पासवर्ड बदला गया।')).to).toEqual([owner.email]);
  });
});
