import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepExpired } from '../../../src/sweep.ts';
import { authorizeUrl, newOwner, newScene, type Person } from '../../support/consent.ts';
import { freePort } from '../../support/free-port.ts';
import { type Service, sharedService, startService } from '../../support/service.ts';
import { type Login, SESSION_COOKIE, says, Visitor } from '../../support/web-visitor.ts';

const HOUR = 60 * 60 * 1000;
const BROWSER = 'tillgate-browser';

const service = await sharedService();
const owner = await newOwner(service, await service.newMerchant(null, 'UK', false));

const sql = async (text: string, of = service) => (await of.databases.control.query(text)).rows;
const enter = (visitor: Visitor, login: Login) => visitor.post('/sign-in', { ...login });

describe('POST /sign-in', () => {
  test('stores only a digest of the cookie', async () => {
    const visitor = new Visitor(service);
    await visitor.signIn(owner);
    const rows = await sql(`select encode(hash, 'escape') as hash from control.sessions`);
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get(SESSION_COOKIE));
  });

  test('accepts an e-mail address in capitals and with blanks around it', async () => {
    const email = ` ${owner.email.toUpperCase()} `;
    expect((await enter(new Visitor(service), { ...owner, email })).status).toBe(303);
  });

  test('with anything wrong shows the same error, keeps the address and opens no session', async () => {
    for (const typed of [
      { password: 'wrong horse battery' },
      { password: '' },
      { password: 'Correct horse battery' },
      { password: 'a'.repeat(300) },
      { password: 'correct horse battery\0' },
      { email: 'nobody@merchant.example' },
      { email: '' },
      { email: `${'a'.repeat(10_000)}@merchant.example` },
      { email: 'a\0@merchant.example' },
      { email: "' or 1=1 --" },
    ]) {
      const visitor = new Visitor(service);
      const { email, password } = { ...owner, ...typed };
      const answer = await enter(visitor, { email, password });
      expect(answer).toMatchObject(says(400, 'The e-mail address or the password is wrong.'));
      expect(answer.html).toContain(`name="email" value="${email.replace("'", '&#39;')}"`);
      expect(answer.html).not.toContain('horse battery');
      expect(visitor.cookies.size).toBe(0);
    }
    const headers = { Origin: service.webUrl };
    expect((await new Visitor(service).send('POST', '/sign-in', { headers })).status).toBe(400);
  });

  test('leaves an audit entry, also when it fails, without what was typed', async () => {
    await enter(new Visitor(service), owner);
    await enter(new Visitor(service), { ...owner, password: 'wrong horse battery' });
    const rows = await sql(
      'select event, user_id is not null as known, source, details::text as details from control.audit_log order by id desc limit 2',
    );
    expect(rows.map(({ event, known }) => [event, known])).toEqual([
      ['user.sign_in_failed', false],
      ['user.signed_in', true],
    ]);
    expect(rows[0].source).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(JSON.stringify(rows)).not.toMatch(/horse|@/);
  });
});

describe('A session', () => {
  test('does not exist with a made-up cookie', async () => {
    for (const cookie of ['', 'x', '%00', 'A'.repeat(43), '"', 'A'.repeat(5000)]) {
      const visitor = new Visitor(service);
      visitor.cookies.set(SESSION_COOKIE, cookie);
      expect((await visitor.send('GET', '/connections')).location, cookie).toBe('/sign-in');
    }
  });

  test('leads from the start page and the sign-in to the back office', async () => {
    const visitor = await Visitor.signedIn(service, owner);
    for (const path of ['/', '/sign-in']) expect((await visitor.open(path)).path).toBe('/connections');
  });
});

describe('Too many sign-ins a minute', () => {
  let limited: Service;
  let person: Person;
  beforeAll(async () => {
    const webLimits = { signInSource: 6, signInAccount: 3 };
    limited = await startService({ settings: { TRUST_PROXY: '1' }, webLimits });
    person = await newOwner(limited, await limited.newMerchant(null, 'UK', false));
  });
  afterAll(() => limited?.stop());

  const from = (address: string) => new Visitor(limited, { 'X-Forwarded-For': address });

  /** Statuses of this many wrong attempts, one after the other. */
  async function attempts(count: number, sourceOf: (at: number) => string, emailOf: (at: number) => string) {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1)
      statuses.push((await enter(from(sourceOf(at)), { email: emailOf(at), password: 'x' })).status);
    return statuses;
  }

  test('to one account are rejected from everywhere, even with the right password, until the next minute', async () => {
    expect(
      await attempts(
        3,
        (at) => `192.0.2.${at}`,
        () => person.email,
      ),
    ).toEqual([400, 400, 400]);
    const visitor = from('192.0.2.4');
    const refused = await enter(visitor, { ...person, email: person.email.toUpperCase() });
    expect([refused.headers.get('retry-after'), visitor.cookies.size]).toEqual(['30', 0]);
    expect(refused).toMatchObject(says(429, 'Too many attempts.'));
    limited.advance(30_000);
    expect((await enter(visitor, person)).status).toBe(303);
  });

  test('to one account keep out nobody with a browser that has signed in to it before, which has a limit of its own', async () => {
    limited.advance(60_000);
    const own = from('192.0.2.60');
    expect((await enter(own, person)).status).toBe(303);
    const others = (at: number) => `198.51.100.${at}`;
    expect(await attempts(4, others, () => person.email)).toEqual([400, 400, 429, 429]);
    own.cookies.delete(SESSION_COOKIE);
    expect((await enter(own, person)).status).toBe(303);
    const guesser = from('192.0.2.61');
    guesser.cookies.set(BROWSER, own.cookies.get(BROWSER) as string);
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await enter(guesser, { ...person, password: 'x' })).status);
    expect(statuses).toEqual([400, 400, 429]);
    const stranger = await newOwner(limited);
    expect((await enter(guesser, { email: stranger.email, password: 'x' })).status).toBe(400);
  });

  test('are rejected for an unknown account as for an existing one', async () => {
    limited.advance(60_000);
    const statuses = await attempts(
      4,
      (at) => `192.0.2.${at}`,
      () => 'nobody@merchant.example',
    );
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  test('from one address are rejected whatever the account, without affecting other addresses', async () => {
    limited.advance(60_000);
    const statuses = await attempts(
      6,
      () => '192.0.2.9',
      (at) => `n${at}@merchant.example`,
    );
    expect(statuses).toEqual(Array(6).fill(400));
    for (let i = 0; i < 9; i += 1) expect((await enter(from('192.0.2.9'), person)).status).toBe(429);
    expect((await enter(from('192.0.2.10'), person)).status).toBe(303);
  });

  test('are limited when concurrent, too', async () => {
    limited.advance(60_000);
    const login = { ...person, password: 'x' };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => enter(from(`198.51.100.${i}`), login)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
  });
});

test('Behind HTTPS the session is a __Host- cookie, HSTS is on, and a form from the host over HTTP is rejected', async () => {
  const [webUrl, port] = ['https://connect.example', await freePort()];
  const secure = await startService({ settings: { TILLGATE_WEB_URL: webUrl, TILLGATE_WEB_PORT: String(port) } });
  const { app, owner: person } = await newScene(secure);
  const visitor = new Visitor({ webUrl: `http://localhost:${port}` });
  const { headers } = await visitor.post('/sign-in', { ...person }, { Origin: webUrl });
  expect(headers.getSetCookie()[0]).toMatch(/^__Host-tillgate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect((await visitor.open(authorizeUrl(app))).path).toMatch(/^\/oauth\/consent\//);
  const language = await visitor.send('GET', '/?lang=ar');
  expect(language.headers.getSetCookie()[0]).toMatch(/^__Host-tillgate-language=ar; Path=\/; .*Secure/);
  expect((await visitor.post('/sign-in', {}, { Origin: 'http://connect.example' })).status).toBe(403);
  await secure.stop();
});

test('Expired data is swept: sessions, pending requests, and codes of the day before', async () => {
  const fresh = await startService();
  const { app, owner: person } = await newScene(fresh);
  const visitor = await Visitor.signedIn(fresh, person);
  await visitor.approve(authorizeUrl(app));
  await visitor.open(authorizeUrl(app));
  const left = async () => {
    await sweepExpired(fresh.databases, fresh.clock);
    const tables = ['sessions', 'authorization_requests', 'authorization_codes'];
    return Promise.all(tables.map(async (table) => (await sql(`select from control.${table}`, fresh)).length));
  };
  expect(await left()).toEqual([1, 1, 1]);
  fresh.advance(HOUR);
  expect(await left()).toEqual([1, 0, 1]);
  fresh.advance(11 * HOUR);
  expect(await left()).toEqual([0, 0, 1]);
  fresh.advance(12 * HOUR);
  expect(await left()).toEqual([0, 0, 0]);
  await fresh.stop();
});
