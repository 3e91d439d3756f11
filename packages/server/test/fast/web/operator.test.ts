import { afterAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/directory/actor.ts';
import { changeLogo, checkedLogo } from '../../../src/directory/apps/app-logos.ts';
import { addDeveloper, addOperator } from '../../../src/directory/people/staff.ts';
import { findUser } from '../../../src/directory/people/users.ts';
import type { WebDependencies } from '../../../src/web/kit/dependencies.ts';
import { operatorRoutes } from '../../../src/web/operator/operator-routes.ts';
import { newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { png } from '../../support/images.ts';
import { startService } from '../../support/service.ts';
import { formOf, type Login, textOf, Visitor } from '../../support/web-visitor.ts';

const service = await startService();
afterAll(() => service.stop());
const app = await service.newPartner();
const merchant = await service.newMerchant(null, 'UK', false);
const { companyId } = merchant;
const login = await newPerson(service, [[merchant, 'employee']]);
const userId = await become(login, 'operator');
const operator = await Visitor.signedIn(service, login);
await service.control((tx) => changeLogo(tx, app.appId, checkedLogo(png(64))));
const { appId, organizationId } = app;
const operations = controlPlaneOf(service).as(OPERATOR, { source: 'test' });
const ids: Record<string, number | string> = {
  ...{ appId, organizationId, companyId, userId, adminTokenId: 1 },
  correlationId: '00000000-0000-4000-8000-000000000000',
};

function become(login: Login, role: 'developer' | 'operator'): Promise<number> {
  return service.control(async (tx) => {
    const { id } = (await findUser(tx, login.email)) ?? { id: 0 };
    if (role === 'developer') await addDeveloper(tx, id, app.organizationId);
    else await addOperator(tx, id);
    return id;
  });
}

/** Every page and form for operators, with ids of existing records. */
const routes = () =>
  operatorRoutes({} as WebDependencies).map(({ path, get, post }) => ({
    path: path.replaceAll(/:(\w+)/g, (_, name) => String(ids[name])),
    get: get !== undefined,
    post: post !== undefined,
  }));

const DAY = 24 * 60 * 60 * 1000;

const auditEvents = async () =>
  (await service.databases.control.query<{ event: string }>('select event from control.audit_log order by id')).rows;

describe('The operator’s pages', () => {
  test('all open for an operator', async () => {
    for (const { path, get } of routes())
      if (get) expect([path, (await operator.open(path)).status]).toEqual([path, 200]);
  });

  test('lead a signed-out visitor to sign-in, and exist only for operators', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const developer = await newPerson(service, []);
    await become(developer, 'developer');
    const people: [string, Login][] = [
      ['developer', developer],
      ['owner', await newPerson(service, [[merchant, 'owner']])],
      ['employee', await newPerson(service, [[merchant, 'employee']])],
    ];
    const stranger = new Visitor(service);
    for (const { path, get, post } of routes()) {
      if (get) expect([path, (await stranger.open(path)).path]).toEqual([path, expect.stringMatching(/^\/sign-in/)]);
      if (post) expect([path, (await stranger.post(path, { token: 'x' })).status]).toEqual([path, 303]);
    }
    for (const [who, login] of people) {
      const visitor = await Visitor.signedIn(service, login);
      const own = await visitor.open(who === 'developer' ? '/console' : '/connections');
      const { token = '' } = formOf(own.html, '/sign-out').hidden;
      const before = await auditEvents();
      for (const { path, get, post } of routes()) {
        if (get) expect([who, path, (await visitor.send('GET', path)).status]).toEqual([who, path, 404]);
        if (post) expect([who, path, (await visitor.post(path, { token })).status]).toEqual([who, path, 404]);
      }
      expect(await auditEvents()).toEqual(before);
    }
  });

  test('do not exist for unknown records', async () => {
    for (const path of [
      'apps/1',
      'organizations/1',
      'merchants/1',
      'people/1',
      'people/x',
      'apps/1/requests',
      `merchants/${companyId}/members/1`,
    ]) {
      expect([path, (await operator.open(`/operator/${path}`)).status]).toEqual([path, 404]);
    }
  });

  test('change what they show, and say what is wrong with what was entered', async () => {
    const page = (path: string) => operator.open(`/operator/${path}`);
    const submit = async (path: string, action: string, fields: Record<string, string>) =>
      operator.submit(await page(path), `/operator/${action}`, fields);
    const merchant = `merchants/${companyId}`;
    expect((await submit(`${merchant}/name`, `${merchant}/name`, { name: 'Corner Coffee' })).status).toBe(303);
    expect((await page(merchant)).html).not.toContain(`action="/operator/${merchant}/state"`);
    expect((await submit(`${merchant}/state`, `${merchant}/state`, {})).status).toBe(303);
    const closed = textOf((await page(merchant)).html);
    expect(closed).toContain('Corner Coffee');
    expect(closed).toContain('Open the merchant again');
    const added = await submit(merchant, `${merchant}/members`, {
      email: 'ann@shop.example',
      name: 'Ann',
      role: 'owner',
    });
    expect((await operator.open(added.location ?? '')).html).toMatch(/not shown again/);
    const nobody = await submit(merchant, `${merchant}/members`, { email: 'nobody', role: 'owner' });
    expect(nobody.status).toBe(400);
    expect(nobody.html).toContain('value="nobody"');
    const wrong = await submit('merchants/new', 'merchants/new', { name: 'X', region: 'AE', currency: 'ZZZ' });
    expect(textOf(wrong.html)).toContain('not a currency in use');
    const limit = await submit(`apps/${app.appId}`, `apps/${app.appId}/limit`, { requestsAMinute: 'many' });
    expect(textOf(limit.html)).toContain('Requests a minute must be an integer from 1');
    expect((await submit('keys', 'keys', {})).status).toBe(303);
    expect(textOf((await page('keys')).html)).toContain('Next');
    const again = await submit('keys', 'keys', {});
    expect(again.status).toBe(400);
    expect(textOf(again.html)).toContain('Publish the next key');
  });
});

/** Sends a form of an operator's page and follows the redirect to the next page. */
async function sent(path: string, action: string, fields: Record<string, string> = {}): Promise<string> {
  const answer = await operator.submit(await operator.open(`/operator/${path}`), `/operator/${action}`, fields);
  return textOf((answer.status === 303 ? await operator.open(answer.location ?? '') : answer).html);
}

describe('Operators', () => {
  test('are added with a link to a password of their own, and removed but for the last one', async () => {
    const path = `operators/${ids.userId}/remove`;
    expect(await sent(path, path)).toContain('is the only operator of the service');
    const page = await sent('operators', 'operators', { email: 'opal@tillgate.example', name: 'Opal' });
    const [, link = ''] = /(\/new-password\/[\w-]+)/.exec(page) ?? [];
    const password = 'a quiet till at noon';
    const opal = new Visitor(service);
    await opal.submit(await opal.open(link), '/new-password/', { 'new-password': password, repeat: password });
    expect((await opal.signIn({ email: 'opal@tillgate.example', password })).path).toBe('/operator');
    const known = await newPerson(service, []);
    expect(await sent('operators', 'operators', { email: known.email })).toContain(
      `${known.email} is now an operator.`,
    );
    expect(await sent('operators', 'operators', { email: 'new@tillgate.example' })).toContain('give their name too');
    const [, userId] = /operators\/(\d+)\/remove"[^>]*>Remove<\/a><\/span><\/td><\/tr><\/tbody>/.exec(
      (await operator.open('/operator/operators')).html,
    ) ?? ['', ''];
    expect(await sent(`operators/${userId}/remove`, `operators/${userId}/remove`)).toContain('no longer an operator');
    expect((await Visitor.signedIn(service, known).then((visitor) => visitor.open('/operator'))).status).toBe(404);
  });

  test('create admin tokens, which are shown once and can be revoked', async () => {
    expect(await sent('tokens', 'tokens', { name: '' })).toContain('must not be empty');
    const shown = await sent('tokens', 'tokens', { name: 'ci' });
    expect(shown).toMatch(/Created the admin token ci\..*svc_adm_\w{20}/);
    const list = await operator.open('/operator/tokens');
    expect(list.html).not.toMatch(/svc_adm_/);
    const [, path = ''] = /href="\/operator\/(tokens\/\d+\/revoke)"/.exec(list.html) ?? [];
    expect(await sent(path, path)).toContain('The admin token is revoked.');
    expect(await sent(path, path)).toContain('No active admin token');
  });

  test('invite people to a merchant, and change or end what they are there', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    const owner = await newPerson(service, [[merchant, 'owner']]);
    const here = `merchants/${merchant.companyId}`;
    const invited = await newPerson(service, []);
    const wrong = await sent(here, `${here}/invitations`, { invited: 'nobody', invitedAs: 'owner' });
    expect(wrong).toContain('"nobody" is not an e-mail address.');
    const page = await sent(here, `${here}/invitations`, { invited: invited.email, invitedAs: 'owner' });
    const [, link = ''] = /(\/invitations\/[\w-]+)/.exec(page) ?? [];
    const person = await Visitor.signedIn(service, invited);
    await person.submit(await person.open(link), link);
    await sent(here, `${here}/invitations`, { invited: 'gone@shop.example', invitedAs: 'employee' });
    expect(await sent(here, `${here}/invitations/withdraw`)).toContain('The invitation is withdrawn.');
    const member = async ({ email }: Login) => {
      const user = await service.control((tx) => findUser(tx, email));
      return `${here}/members/${user?.id}`;
    };
    expect(await sent(await member(owner), await member(owner), { role: 'employee' })).toContain(
      'The role is changed.',
    );
    const removal = async (person: Login) => `${await member(person)}/remove`;
    expect((await operator.open(`/operator/${await member(invited)}`)).html).not.toMatch(/action="[^"]*\/remove"/);
    expect(await sent(await removal(invited), await removal(invited))).toContain('make another person an owner');
    expect(await sent(await removal(owner), await removal(owner))).toContain('Removed from this merchant.');
    expect((await operator.open(`/operator/${await member(owner)}`)).status).toBe(404);
  });
});

describe('The audit log', () => {
  test('names the people, apps, merchants and organizations that it is about, to operators alone', async () => {
    await service.control((tx) => tx.audit('app.callback_forged', { organizationId, appId, companyId, userId }));
    const { html } = await operator.open('/operator/audit?event=app.callback_forged');
    const { name: organization } = await operations.call('organization.show', { organizationId });
    const { name: company } = await operations.call('merchant.show', { companyId });
    const links = [...html.matchAll(/<li>(\w+) <a [^>]*>(.*?)<\/a>/g)].map(([, noun, text = '']) => [
      noun,
      textOf(text),
    ]);
    expect(links).toEqual([
      ['organization', organization],
      ['app', 'FULL app'],
      ['merchant', company],
      ['person', 'Olivia Owner'],
    ]);
    const { data } = await controlPlaneOf(service)
      .as({ kind: 'developer', organizationId }, { source: 'test' })
      .call('audit.list', { organizationId });
    expect(data.filter((entry) => 'names' in entry)).toEqual([]);
  });

  test('is filtered, and downloaded whole as CSV in which no cell is a formula', async () => {
    const { organizationId } = app;
    await service.control((tx) => tx.audit('organization.renamed', { organizationId, details: { name: 'x' } }));
    for (let i = 0; i < 250; i += 1) {
      await service.control((tx) =>
        tx.audit('app.renamed', { organizationId, details: { name: '=HYPERLINK("https://a.example")' } }),
      );
    }
    await service.databases.control.query(`update control.audit_log set source = '=1+1' where event = 'app.renamed'`);
    const found = await operator.open(`/operator/audit?event=organization.renamed&organizationId=${organizationId}`);
    expect(found.html).toContain('organization.renamed');
    expect(found.html).not.toContain('<td>app.renamed</td>');
    const { status, headers, html } = await operator.send('GET', '/operator/audit.csv?event=app.renamed');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, first, ...others] = html.trimEnd().split('\r\n');
    expect(head).toBe(
      '"id","at","event","organizationId","appId","companyId","userId","source","correlationId","details"',
    );
    expect(others).toHaveLength(249);
    expect(first).toContain(`,"'=1+1",`);
    expect(first).toContain(`"{""name"":""=HYPERLINK(\\""https://a.example\\"")""}"`);
    const since = new Date(service.clock() + DAY).toISOString().slice(0, 10);
    expect((await operator.send('GET', `/operator/audit.csv?since=${since}`)).html.trimEnd()).toBe(head);
    expect((await operator.open('/operator/audit?appId=x')).status).toBe(400);
  });
});
