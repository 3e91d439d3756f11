import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson } from '../support/consent.ts';
import { type Service, startService } from '../support/service.ts';
import { textOf, Visitor } from '../support/visitor.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

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
    expect((await visitor.post('/sign-up', NEWCOMER)).location).toBe('/sign-up/done');
    const page = await visitor.signIn({ email: NEWCOMER.email, password: PASSWORD });
    expect(page.path).toBe('/console');
    expect(textOf(page.html)).toMatch(/Acme Tills.*No apps yet/);
    expect(textOf((await visitor.open('/console/organization')).html)).toMatch(/Ada · ada@acme\.example Admin/);
  });

  test('answers the same for an address that has an account, and changes nothing', async () => {
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

  test('with mistakes names each beside its field, and keeps what was typed but the password', async () => {
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
