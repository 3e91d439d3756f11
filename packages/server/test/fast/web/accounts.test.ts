import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { changeUser } from '../../../src/directory/people/logins.ts';
import { createPasswordLink } from '../../../src/directory/people/password-links.ts';
import { addOperator } from '../../../src/directory/people/staff.ts';
import { createLog } from '../../../src/ops/log.ts';
import { sweepExpired } from '../../../src/storage/sweep.ts';
import { newOwner, newPerson } from '../../support/consent.ts';
import { Mailbox } from '../../support/mailbox.ts';
import { startService } from '../../support/service.ts';
import { type Answer, formOf, type Login, textOf, Visitor } from '../../support/web-visitor.ts';

const HOUR = 60 * 60 * 1000;
const NEW = 'stapler violin harbour';

const logged: string[] = [];

const mailbox = await Mailbox.open();
const service = await startService({
  log: createLog(() => 0, { write: (line) => void logged.push(line) }),
  settings: { SMTP_URL: mailbox.url, TILLGATE_MAIL_FROM: 'help@till.example' },
  webLimits: { signInCode: 5, passwordLinks: 20 },
});
const merchant = await service.newMerchant(null, 'UK', false);
afterAll(async () => {
  await service?.stop();
  await mailbox?.close();
});

const sql = async (text: string, values: unknown[] = []) => (await service.databases.control.query(text, values)).rows;
const eventsOf = async (event: string) =>
  sql('select user_id, details::text as details from control.audit_log where event = $1', [event]);
const isSignedIn = async (visitor: Visitor) => (await visitor.send('GET', '/account')).status === 200;

async function idOf({ email }: Login): Promise<number> {
  return (await sql('select id from control.users where email = $1', [email]))[0].id;
}

async function linkFor(login: Login): Promise<string> {
  const userId = await idOf(login);
  const { code } = await service.control((tx) => createPasswordLink(tx, userId));
  return `/new-password/${code}`;
}

const choose = (visitor: Visitor, path: string, password: string, repeat = password): Promise<Answer> =>
  visitor.post(path, { 'new-password': password, repeat });

describe('A forgotten password', () => {
  test('is replaced by a link that is mailed; every session ends', async () => {
    const owner = await newOwner(service, merchant);
    const elsewhere = await Visitor.signedIn(service, owner);
    const visitor = new Visitor(service);
    const page = await visitor.open('/forgotten-password');
    await visitor.submit(page, '/forgotten-password', { email: owner.email.toUpperCase() });
    const mail = await mailbox.after(0);
    expect(mail.to).toEqual([owner.email]);
    const [, path = ''] = /http:\/\/localhost:\d+(\/new-password\/[\w-]{43})/.exec(mail.text) ?? [];
    const form = await visitor.open(path);
    expect(textOf(form.html)).toContain(owner.email);
    const set = await visitor.submit(form, path, { 'new-password': NEW, repeat: NEW });
    expect([set.status, set.location]).toEqual([303, '/sign-in?done=password']);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await expect(Visitor.signedIn(service, owner)).rejects.toThrow('Not signed in');
    expect(await isSignedIn(await Visitor.signedIn(service, { ...owner, password: NEW }))).toBe(true);
    expect(await eventsOf('user.password_reset')).toMatchObject([{ user_id: await idOf(owner) }]);
  });

  test('has the same response for an unknown address, an impossible one, and one with too many requests', async () => {
    const owner = await newOwner(service, merchant);
    const ask = async (email: string) => {
      const { status, html } = await new Visitor(service).post('/forgotten-password', { email });
      return [status, textOf(html).replace(email.trim(), 'ADDRESS')];
    };
    const known = await ask(owner.email);
    for (const email of ['nobody@shop.example', 'no address', '\0', 'x'.repeat(9000)]) {
      expect((await ask(email))[0]).toBe(200);
    }
    expect(await ask('nobody@shop.example')).toEqual(known);
    for (let i = 0; i < 6; i += 1) expect(await ask(owner.email)).toEqual(known);
    const links = 'select from control.password_links where user_id = $1';
    expect(await sql(links, [await idOf(owner)])).toHaveLength(5);
  });

  test('asked for too often from one address is throttled, and says so', async () => {
    service.advance(60_000);
    const statuses = [];
    for (let i = 0; i < 21; i += 1) {
      statuses.push((await new Visitor(service).post('/forgotten-password', { email: 'n@shop.example' })).status);
    }
    expect([statuses[19], statuses[20]]).toEqual([200, 429]);
    service.advance(60_000);
  });
});

describe('A link to a new password', () => {
  test('is stored as a digest, is in no log, and is swept when it has expired', async () => {
    const path = await linkFor(await newOwner(service, merchant));
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
    const owner = await newOwner(service, merchant);
    const path = await linkFor(owner);
    service.advance(HOUR - 1);
    expect((await new Visitor(service).open(path)).status).toBe(200);
    service.advance(1);
    expect((await choose(new Visitor(service), path, NEW)).status).toBe(410);
  });

  test.each([
    ['short', 'fourteen chars', 'Use at least 15 characters.'],
    ['long', `${'ab1 '.repeat(64)}x`, 'Use at most 256 characters.'],
    ['common', 'Password 1234567890', 'This is too easy to guess.'],
    ['of few characters', 'abababababababab', 'This is too easy to guess.'],
  ])('rejects a password that is %s, next to the field', async (_, password, message) => {
    const path = await linkFor(await newOwner(service, merchant));
    const answer = await choose(new Visitor(service), path, password);
    expect([answer.status, textOf(answer.html)]).toEqual([400, expect.stringContaining(message)]);
    expect(answer.html).toContain('aria-describedby="new-password-hint new-password-problem"');
    expect(answer.html).not.toContain(password);
  });

  test('rejects a password that is entered in two ways, and another site’s form', async () => {
    const path = await linkFor(await newOwner(service, merchant));
    expect((await choose(new Visitor(service), path, NEW, `${NEW}!`)).status).toBe(400);
    const fields = { 'new-password': NEW, repeat: NEW };
    expect((await new Visitor(service).post(path, fields, { Origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('A person who changes the password', () => {
  const change = async (visitor: Visitor, fields: Record<string, string>) =>
    visitor.submit(await visitor.open('/account/password'), '/account/password', fields);

  test('stays signed in here and is signed out elsewhere', async () => {
    const owner = await newOwner(service, merchant);
    const [here, elsewhere] = [await Visitor.signedIn(service, owner), await Visitor.signedIn(service, owner)];
    const done = await change(here, { password: owner.password, 'new-password': NEW, repeat: NEW });
    expect(done.location).toBe('/account');
    expect(textOf((await here.open('/account')).html)).toContain('Your password has been changed.');
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    await Visitor.signedIn(service, { ...owner, password: NEW });
  });

  test('must know the current one', async () => {
    const owner = await newOwner(service, merchant);
    const visitor = await Visitor.signedIn(service, owner);
    const refused = await change(visitor, { password: 'wrong horse battery', 'new-password': NEW, repeat: NEW });
    expect([refused.status, textOf(refused.html)]).toEqual([400, expect.stringContaining('not your current password')]);
    await Visitor.signedIn(service, owner);
  });
});

describe('GET /account', () => {
  test('lists the person’s own sessions, and ends one of them or all others', async () => {
    const [owner, other] = [await newOwner(service, merchant), await newOwner(service, merchant)];
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
    const phone = new Visitor(service, { 'User-Agent': agent });
    await phone.signIn(owner);
    const [laptop, here] = [await Visitor.signedIn(service, owner), await Visitor.signedIn(service, owner)];
    const stranger = await Visitor.signedIn(service, other);
    const page = await here.open('/account');
    const text = textOf(page.html);
    expect(text).toContain('Safari on iPhone');
    expect(text.match(/Signed in/g)).toHaveLength(3);
    expect(text.match(/This browser/g)).toHaveLength(1);
    const [row] = await sql(`select id from control.sessions where user_agent = $1`, [agent]);
    await stranger.submit(await stranger.open('/account'), '/sign-out', {});
    const { hidden } = formOf(page.html, '/account/sessions');
    const foreign = await Visitor.signedIn(service, other);
    const { hidden: theirs } = formOf((await foreign.open('/account')).html, '/sign-out');
    await foreign.post('/account/sessions', { ...theirs, end: row.id });
    expect(await isSignedIn(phone)).toBe(true);
    await here.post('/account/sessions', { ...hidden, end: row.id });
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true]);
    await here.post('/account/sessions', { ...hidden, end: 'others' });
    expect([await isSignedIn(laptop), await isSignedIn(here), await isSignedIn(foreign)]).toEqual([false, true, true]);
  });
});

describe('Two-step sign-in', () => {
  interface Enrolled {
    readonly login: Login;
    readonly visitor: Visitor;
    readonly totp: TOTP;
    readonly recovery: readonly string[];
  }

  const codeOf = (totp: TOTP, later = 0): string => totp.generate({ timestamp: service.clock() + later });

  async function enrol(): Promise<Enrolled> {
    const login = await newOwner(service, merchant);
    const visitor = await Visitor.signedIn(service, login);
    await visitor.submit(await visitor.open('/account/two-step'), '/account/two-step', { do: 'start' });
    const page = await visitor.open('/account/two-step');
    expect(page.html).toContain('<svg class="qr"');
    const [, secret = ''] = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(page.html) ?? [];
    const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
    const fields = { do: 'confirm', password: login.password };
    const wrong = await visitor.submit(page, '/account/two-step', { ...fields, code: '000000' });
    expect(wrong.status).toBe(400);
    const on = await visitor.submit(page, '/account/two-step', { ...fields, code: codeOf(totp) });
    const recovery = [...on.html.matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(([, code = '']) => code);
    expect([on.status, recovery.length]).toEqual([200, 10]);
    service.advance(60_000);
    return { login, visitor, totp, recovery };
  }

  test('ends other sessions and links to a new password when it is turned on and off', async () => {
    const login = await newOwner(service, merchant);
    const [visitor, elsewhere, link] = [
      await Visitor.signedIn(service, login),
      await Visitor.signedIn(service, login),
      await linkFor(login),
    ];
    await visitor.submit(await visitor.open('/account/two-step'), '/account/two-step', { do: 'start' });
    const page = await visitor.open('/account/two-step');
    expect(await isSignedIn(elsewhere)).toBe(true);
    const [, secret = ''] = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(page.html) ?? [];
    const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
    const fields = { do: 'confirm', password: login.password, code: codeOf(totp) };
    expect((await visitor.submit(page, '/account/two-step', fields)).status).toBe(200);
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect((await new Visitor(service).open(link)).status).toBe(410);
    service.advance(60_000);
    expect((await enter(elsewhere, login, codeOf(totp))).status).toBe(303);
    const later = await linkFor(login);
    const off = { do: 'off', password: login.password };
    await visitor.submit(await visitor.open('/account/two-step'), '/account/two-step', off);
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect((await new Visitor(service).open(later)).status).toBe(410);
  });

  /** Signs in with the password and enters a code. */
  async function enter(visitor: Visitor, { email, password }: Login, code: string): Promise<Answer> {
    const first = await visitor.post('/sign-in', { email, password });
    expect([first.status, first.location]).toEqual([303, '/sign-in/code']);
    expect(await isSignedIn(visitor)).toBe(false);
    return visitor.submit(await visitor.open('/sign-in/code'), '/sign-in/code', { code });
  }

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
    const [first = ''] = recovery;
    const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    expect((await enter(new Visitor(service), login, typed)).status).toBe(303);
    expect((await enter(new Visitor(service), login, first)).status).toBe(400);
    const stored = await sql(`select encode(hash, 'escape') as hash from control.recovery_codes`);
    expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''));
    expect(await eventsOf('user.recovery_code_used')).toMatchObject([{ user_id: await idOf(login) }]);
  });

  test('accepts the digits of every script', async () => {
    const { login, totp, recovery } = await enrol();
    const zeros = { fullWidth: 0xff10, arabic: 0x660, persian: 0x6f0, devanagari: 0x966, monospace: 0x1d7f6 };
    for (const [at, zero] of Object.values(zeros).entries()) {
      const typed = (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
      expect((await enter(new Visitor(service), login, `\u200f${typed(codeOf(totp))}`)).location).toBe('/');
      expect((await enter(new Visitor(service), login, typed(recovery[at] ?? ''))).location).toBe('/');
      service.advance(60_000);
    }
  });

  test('shows the form again for a code that does not have six digits', async () => {
    const { login } = await enrol();
    const visitor = new Visitor(service);
    for (const code of ['', '12345', '1234567', '①②③④⑤⑥', '½½½½½½', 'éééééé', '\0\0\0\0\0\0', '\ud800'.repeat(6)]) {
      expect((await enter(visitor, login, code)).status).toBe(400);
      service.advance(60_000);
    }
  });

  test('throttles codes, and after many wrong ones accepts recovery codes alone', async () => {
    const { login, totp, recovery } = await enrol();
    const visitor = new Visitor(service);
    await visitor.post('/sign-in', { ...login });
    for (let i = 0; i < 5; i += 1) expect((await visitor.post('/sign-in/code', { code: '000000' })).status).toBe(400);
    const throttled = await visitor.post('/sign-in/code', { code: codeOf(totp) });
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    await sql('update control.second_factors set failures = 50 where user_id = $1', [await idOf(login)]);
    service.advance(60_000);
    expect((await visitor.post('/sign-in/code', { code: codeOf(totp) })).status).toBe(400);
    expect((await visitor.post('/sign-in/code', { code: recovery[1] ?? '' })).status).toBe(303);
  });

  test('accepts the code for five minutes, and not after a new password', async () => {
    const { login, totp } = await enrol();
    const visitor = new Visitor(service);
    await visitor.post('/sign-in', { ...login });
    service.advance(5 * 60_000);
    expect((await visitor.post('/sign-in/code', { code: codeOf(totp) })).location).toBe('/sign-in');
    await visitor.post('/sign-in', { ...login });
    await choose(new Visitor(service), await linkFor(login), NEW);
    expect((await visitor.post('/sign-in/code', { code: codeOf(totp) })).location).toBe('/sign-in');
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('is changed and turned off with the password alone, and its secret is sealed', async () => {
    const { login, visitor, totp, recovery } = await enrol();
    const [{ sealed }] = await sql('select sealed from control.second_factors where user_id = $1', [await idOf(login)]);
    expect(sealed.split('.')).toHaveLength(5);
    expect((await visitor.open('/account/two-step')).html).not.toContain(totp.secret.base32.slice(0, 4));
    const send = async (action: string, password: string) =>
      visitor.submit(await visitor.open('/account/two-step'), '/account/two-step', { do: action, password });
    expect((await send('cancel', '')).status).toBe(303);
    expect((await send('off', 'wrong horse battery')).status).toBe(400);
    expect((await send('start', '')).status).toBe(409);
    const renewed = await send('new-codes', login.password);
    expect(renewed.html).not.toContain(recovery[0]);
    expect((await enter(new Visitor(service), login, recovery[0] ?? '')).status).toBe(400);
    expect((await send('off', login.password)).status).toBe(303);
    expect(await isSignedIn(await Visitor.signedIn(service, login))).toBe(true);
  });
});

describe('A changed address', () => {
  test('ends the links and sessions that the old mailbox may have', async () => {
    const owner = await newOwner(service, merchant);
    const visitor = await Visitor.signedIn(service, owner);
    const awaiting = new Visitor(service);
    const link = await linkFor(owner);
    const userId = await idOf(owner);
    await service.control((tx) => changeUser(tx, userId, { email: `moved-${owner.email}` }));
    expect(await isSignedIn(visitor)).toBe(false);
    expect((await awaiting.open(link)).status).toBe(410);
    expect((await choose(awaiting, link, NEW)).status).toBe(410);
    expect(await isSignedIn(await Visitor.signedIn(service, { ...owner, email: `moved-${owner.email}` }))).toBe(true);
    await expect(Visitor.signedIn(service, owner)).rejects.toThrow('Not signed in');
  });

  test('ends the half of a sign-in that waits for its code', async () => {
    const owner = await newOwner(service, merchant);
    const userId = await idOf(owner);
    const sealed = 'a.b.c.d.e';
    await sql(
      'insert into control.second_factors (user_id, sealed, created_at, confirmed_at) values ($1, $2, now(), now())',
      [userId, sealed],
    );
    const visitor = new Visitor(service);
    expect((await visitor.post('/sign-in', { ...owner })).location).toBe('/sign-in/code');
    await service.control((tx) => changeUser(tx, userId, { email: `half-${owner.email}` }));
    expect((await visitor.open('/sign-in/code')).path).toBe('/sign-in');
  });

  test('is no change if it is the same, or if only the name is new', async () => {
    const owner = await newOwner(service, merchant);
    const visitor = await Visitor.signedIn(service, owner);
    const [link, userId] = [await linkFor(owner), await idOf(owner)];
    await service.control((tx) => changeUser(tx, userId, { email: owner.email.toUpperCase(), name: 'Ève' }));
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await new Visitor(service).open(link)).status).toBe(200);
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
    const owner = await newOwner(service, merchant);
    const before = mailbox.mails.length;
    await choose(new Visitor(service), await linkFor(owner), NEW);
    const reset = await mailAfter(before, 'A new password was set with a link');
    expect(reset.to).toEqual([owner.email]);
    expect(reset.text).not.toContain(NEW);
    const visitor = await Visitor.signedIn(service, { ...owner, password: NEW });
    await visitor.submit(await visitor.open('/account/two-step'), '/account/two-step', { do: 'start' });
    const page = await visitor.open('/account/two-step');
    const [, secret = ''] = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(page.html) ?? [];
    const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
    const fields = { password: NEW, code: totp.generate({ timestamp: service.clock() }) };
    await visitor.submit(page, '/account/two-step', { do: 'confirm', ...fields });
    expect((await mailAfter(before, 'Two-step sign-in was turned on')).text).not.toContain(totp.secret.base32);
    const off = await visitor.open('/account/two-step');
    await visitor.submit(off, '/account/two-step', { do: 'off', password: NEW });
    await mailAfter(before, 'Two-step sign-in was turned off');
    const operator = await newPerson(service, []);
    const operatorId = await idOf(operator);
    await service.control((tx) => addOperator(tx, operatorId));
    const office = await Visitor.signedIn(service, operator);
    const path = `/operator/people/${await idOf(owner)}`;
    await office.submit(await office.open(path), path, { name: 'Olivia', email: 'moved@shop.example' });
    expect((await mailAfter(before, 'that you sign in with was changed')).to).toEqual([owner.email]);
  });

  test('is in the language of the last sign-in', async () => {
    const owner = await newOwner(service, merchant);
    const visitor = new Visitor(service, { 'Accept-Language': 'hi' });
    await visitor.signIn(owner);
    const before = mailbox.mails.length;
    await visitor.submit(await visitor.open('/account/password'), '/account/password', {
      ...{ password: owner.password, 'new-password': NEW, repeat: NEW },
    });
    expect((await mailAfter(before, 'आपका पासवर्ड बदला गया।')).to).toEqual([owner.email]);
  });
});
