import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepExpired } from '../../../src/storage/sweep.ts';
import { authorizeUrl, newOwner, newScene } from '../../support/consent.ts';
import { freePort } from '../../support/free-port.ts';
import { type Service, sharedService, startService } from '../../support/service.ts';
import { type Login, textOf, Visitor } from '../../support/web-visitor.ts';

const COOKIE = 'tillgate-session';
const HOUR = 60 * 60 * 1000;

const service = await sharedService();
const owner = await newOwner(service, await service.newMerchant(null, 'UK', false));

const sql = async (text: string, values: unknown[] = [], of = service) =>
  (await of.databases.control.query(text, values)).rows;
const enter = (visitor: Visitor, login: Login, path = '/sign-in') => visitor.post(path, { ...login });
const sessionOf = (visitor: Visitor) => visitor.cookies.get(COOKIE);

describe('POST /sign-in', () => {
  test('stores only a digest of the cookie', async () => {
    const visitor = await Visitor.signedIn(service, owner);
    const rows = await sql('select encode(hash, $1) as hash from control.sessions', ['escape']);
    expect(JSON.stringify(rows)).not.toContain(sessionOf(visitor));
  });

  test.each([
    ['in capitals', (login: Login) => ({ ...login, email: login.email.toUpperCase() })],
    ['with blanks around it', (login: Login) => ({ ...login, email: ` ${login.email} ` })],
  ])('accepts an e-mail address %s', async (_, typed) => {
    expect((await enter(new Visitor(service), typed(owner))).status).toBe(303);
  });

  const wrong: [string, Partial<Login>][] = [
    ['a wrong password', { password: 'wrong horse battery' }],
    ['an empty password', { password: '' }],
    ['a password in other capitals', { password: 'Correct horse battery' }],
    ['a password of 300 characters', { password: 'a'.repeat(300) }],
    ['a password with a NUL', { password: 'correct horse battery\0' }],
    ['an unknown e-mail address', { email: 'nobody@merchant.example' }],
    ['an empty e-mail address', { email: '' }],
    ['an e-mail address of 10,000 characters', { email: `${'a'.repeat(10_000)}@merchant.example` }],
    ['an e-mail address with a NUL', { email: 'a\0@merchant.example' }],
    ['SQL for an e-mail address', { email: "' or 1=1 --" }],
  ];

  test.each(wrong)('with %s shows the same error, keeps the address and opens no session', async (_, typed) => {
    const visitor = new Visitor(service);
    const answer = await enter(visitor, { ...owner, ...typed });
    expect(answer.status).toBe(400);
    expect(textOf(answer.html)).toContain('The e-mail address or the password is wrong.');
    expect(answer.html).toContain(`name="email" value="${(typed.email ?? owner.email).replace("'", '&#39;')}"`);
    expect(answer.html).not.toContain('horse battery');
    expect(visitor.cookies.size).toBe(0);
  });

  test('without its fields fails like with wrong ones', async () => {
    const visitor = new Visitor(service);
    expect((await visitor.post('/sign-in', {})).status).toBe(400);
    expect((await visitor.send('POST', '/sign-in', { headers: { Origin: service.webUrl } })).status).toBe(400);
  });

  test('opens a new session at each sign-in and ends the one before', async () => {
    const visitor = await Visitor.signedIn(service, owner);
    const first = sessionOf(visitor);
    expect((await enter(visitor, owner)).status).toBe(303);
    expect(sessionOf(visitor)).not.toBe(first);
    const old = new Visitor(service);
    old.cookies.set(COOKIE, first as string);
    expect((await old.send('GET', '/connections')).location).toBe('/sign-in');
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
  test.each(['', 'x', '%00', 'A'.repeat(43), '"', 'A'.repeat(5000)])(
    'does not exist with the cookie %s',
    async (cookie) => {
      const visitor = new Visitor(service);
      visitor.cookies.set(COOKIE, cookie);
      expect((await visitor.send('GET', '/connections')).location).toBe('/sign-in');
    },
  );

  test('leads from the start page and the sign-in to the back office', async () => {
    const visitor = await Visitor.signedIn(service, owner);
    for (const path of ['/', '/sign-in']) expect((await visitor.open(path)).path).toBe('/connections');
  });

  test.each(['/connections', '/connections/1/disconnect', '/access-requests', '/access-requests/1', '/sign-out'])(
    'is required for %s',
    async (path) => {
      const answer = await new Visitor(service).send('GET', path);
      expect([answer.status, answer.location]).toEqual([303, '/sign-in']);
    },
  );
});

describe('Too many sign-ins a minute', () => {
  let limited: Service;
  let person: Login;
  beforeAll(async () => {
    limited = await startService({
      settings: { TRUST_PROXY: '1' },
      webLimits: { signInSource: 6, signInAccount: 3, authorize: 100 },
    });
    person = await newOwner(limited, await limited.newMerchant(null, 'UK', false));
  });
  afterAll(() => limited?.stop());

  const from = (address: string) => new Visitor(limited, { 'X-Forwarded-For': address });

  test('to one account are rejected from everywhere, even with the right password, until the next minute', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      expect((await enter(from(address), { ...person, password: 'wrong horse battery' })).status).toBe(400);
    }
    const visitor = from('192.0.2.4');
    const refused = await enter(visitor, { ...person, email: person.email.toUpperCase() });
    expect([refused.status, refused.headers.get('retry-after'), visitor.cookies.size]).toEqual([429, '30', 0]);
    expect(textOf(refused.html)).toContain('Too many attempts.');
    limited.advance(30_000);
    expect((await enter(visitor, person)).status).toBe(303);
  });

  test('are rejected for an unknown account as for an existing one', async () => {
    limited.advance(60_000);
    const nobody = { email: 'nobody@merchant.example', password: 'x' };
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await enter(from(`192.0.2.${i}`), nobody)).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  test('from one address are rejected whatever the account, without affecting other addresses', async () => {
    limited.advance(60_000);
    for (let i = 0; i < 6; i += 1) {
      expect((await enter(from('192.0.2.9'), { email: `n${i}@merchant.example`, password: 'x' })).status).toBe(400);
    }
    for (let i = 0; i < 9; i += 1) expect((await enter(from('192.0.2.9'), person)).status).toBe(429);
    expect((await enter(from('192.0.2.10'), person)).status).toBe(303);
  });

  test('are limited when concurrent, too', async () => {
    limited.advance(60_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => enter(from(`198.51.100.${i}`), { ...person, password: 'x' })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
  });
});

describe('Behind HTTPS', () => {
  let secure: Service;
  const webUrl = 'https://connect.example';
  let listening: string;
  beforeAll(async () => {
    const port = await freePort();
    listening = `http://localhost:${port}`;
    secure = await startService({ settings: { TILLGATE_WEB_URL: webUrl, TILLGATE_WEB_PORT: String(port) } });
  });
  afterAll(() => secure?.stop());

  test('the session is a __Host- cookie, and HSTS is on', async () => {
    const { app, owner: person } = await newScene(secure);
    const visitor = new Visitor({ webUrl: listening });
    const answer = await visitor.post('/sign-in', { ...person }, { Origin: webUrl });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-tillgate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect((await visitor.open(authorizeUrl(app))).path).toMatch(/^\/oauth\/consent\//);
    const language = await visitor.send('GET', '/?lang=ar');
    expect(language.headers.getSetCookie()[0]).toMatch(/^__Host-tillgate-language=ar; Path=\/; .*Secure/);
  });

  test('a form from the same host over HTTP is rejected', async () => {
    const visitor = new Visitor({ webUrl: listening });
    expect((await visitor.post('/sign-in', {}, { Origin: 'http://connect.example' })).status).toBe(403);
  });
});

describe('Expired data', () => {
  test('is swept: sessions, pending requests, and codes of the day before', async () => {
    const fresh = await startService();
    const { app, owner: person } = await newScene(fresh);
    const visitor = await Visitor.signedIn(fresh, person);
    await visitor.approve(authorizeUrl(app));
    await visitor.open(authorizeUrl(app));
    const count = async () => {
      await sweepExpired(fresh.databases, fresh.clock);
      const [row] = await sql(
        `select (select count(*)::int from control.sessions) as sessions,
          (select count(*)::int from control.authorization_requests) as requests,
          (select count(*)::int from control.authorization_codes) as codes`,
        [],
        fresh,
      );
      return [row.sessions, row.requests, row.codes];
    };
    expect(await count()).toEqual([1, 1, 1]);
    fresh.advance(HOUR);
    expect(await count()).toEqual([1, 0, 1]);
    fresh.advance(11 * HOUR);
    expect(await count()).toEqual([0, 0, 1]);
    fresh.advance(12 * HOUR);
    expect(await count()).toEqual([0, 0, 0]);
    await fresh.stop();
  });
});
