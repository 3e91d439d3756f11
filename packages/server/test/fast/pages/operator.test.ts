import { afterAll, describe, expect, test } from 'vitest';
import { newPerson, newScene, type Person } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { OAuthClient } from '../../support/oauth.ts';
import { startService } from '../../support/service.ts';
import { newOperator } from '../../support/staff.ts';
import { says, Visitor } from '../../support/web-visitor.ts';

// The last operator, the published keys and the audit log concern the whole deployment.
const service = await startService();
afterAll(() => service.stop());
const { appId, organizationId } = await service.newPartner();
const merchant = await service.newMerchant(null, 'UK', false);
const { companyId } = merchant;
const { id: userId, ...login } = await newOperator(service);
const operator = await Visitor.signedIn(service, login);

const DAY = 24 * 60 * 60 * 1000;

const open = (path: string) => operator.open(`/operator/${path}`);

/** Sends a form of an operator's page, and opens the page that it leads to. */
const send = (path: string, fields: Record<string, string> = {}, action = path) =>
  operator.complete(`/operator/${path}`, fields, `/operator/${action}`);

test('The page of a merchant shows the apps that work with its data, by either kind of access', async () => {
  const { app: full, merchant: shop } = await newScene(service);
  const adsr = await service.newApp(full.organizationId, 'ADSR');
  const at = `merchants/${shop.companyId}`;
  expect((await open(at)).text).toContain('No app is connected.');
  await new OAuthClient(service, full).connect(shop);
  const storeIds = [await service.newStore(shop)];
  const request = { companyId: shop.companyId, storeIds };
  const accessRequestId = await service.requestAccess({ appId: adsr.appId, ...request });
  const plane = controlPlaneOf(service).as({ kind: 'owner', companyId: shop.companyId }, { source: 'test' });
  await plane.call('access-request.approve', { accessRequestId, ...request });
  const { html } = await open(at);
  for (const app of [full, adsr]) expect(html).toContain(`href="/operator/apps/${app.appId}"`);
});

test('Pages change what they show, and say what is wrong with what was entered', async () => {
  const path = `merchants/${companyId}`;
  await send(`${path}/name`, { name: 'Corner Coffee' });
  expect((await open(path)).html).not.toContain(`action="/operator/${path}/state"`);
  await send(`${path}/state`);
  const closed = (await open(path)).text;
  expect(closed).toContain('Corner Coffee');
  expect(closed).toContain('Open the merchant again');
  const added = await send(path, { email: 'ann@shop.example', name: 'Ann', role: 'owner' }, `${path}/members`);
  expect(added.text).toMatch(/not shown again/);
  const nobody = await send(path, { email: 'nobody', role: 'owner' }, `${path}/members`);
  expect([nobody.status, nobody.html]).toEqual([400, expect.stringContaining('value="nobody"')]);
  const currency = await send('merchants/new', { name: 'X', region: 'AE', currency: 'ZZZ' });
  expect(currency).toMatchObject(says(400, 'not a currency in use'));
  const limit = await send(`apps/${appId}`, { requestsAMinute: 'many' }, `apps/${appId}/limit`);
  expect(limit).toMatchObject(says(400, 'Requests a minute must be an integer from 1'));
  expect(await send('keys')).toMatchObject(says(200, 'Next'));
  expect(await send('keys')).toMatchObject(says(400, 'Publish the next key'));
});

describe('Operators', () => {
  test('are added with a link to a password of their own, and removed but for the last one', async () => {
    const path = `operators/${userId}/remove`;
    expect((await send(path)).text).toContain('is the only operator of the service');
    const page = await send('operators', { email: 'opal@tillgate.example', name: 'Opal' });
    const [link = ''] = /\/new-password\/[\w-]+/.exec(page.text) ?? [];
    const password = 'a quiet till at noon';
    const opal = new Visitor(service);
    await opal.fill(link, { 'new-password': password, repeat: password }, '/new-password/');
    expect((await opal.signIn({ email: 'opal@tillgate.example', password })).path).toBe('/operator');
    const known = await newPerson(service);
    expect((await send('operators', { email: known.email })).text).toContain(`${known.email}, as an operator.`);
    const unknown = await send('operators', { email: 'new@tillgate.example' });
    expect(unknown.text).toContain('give their name too');
    expect((await open('operators')).html).toContain(`/operators/${known.id}/remove"`);
    expect((await send(`operators/${known.id}/remove`)).text).toMatch(/Removed user \d+ from the operators\./);
    expect((await open(`operators/${known.id}/remove`)).status).toBe(404);
    expect((await (await Visitor.signedIn(service, known)).open('/operator')).status).toBe(404);
  });

  test('create admin tokens, which are shown once and can be revoked', async () => {
    expect((await send('tokens', { name: '' })).text).toContain('must not be empty');
    expect((await send('tokens', { name: 'ci' })).text).toMatch(/Created admin token \d+, ci\..*svc_adm_\w{20}/);
    const { html } = await open('tokens');
    expect(html).not.toMatch(/svc_adm_/);
    const [, path = ''] = /href="\/operator\/(tokens\/\d+\/revoke)"/.exec(html) ?? [];
    expect((await send(path)).text).toMatch(/Revoked admin token \d+\./);
    for (const gone of [path, 'tokens/999999/revoke']) expect((await open(gone)).status).toBe(404);
  });

  test('invite people to a merchant, and change or end what they are there', async () => {
    const shop = await service.newMerchant(null, 'UK', false);
    const owner = await newPerson(service, [[shop, 'owner']]);
    const invited = await newPerson(service);
    const here = `merchants/${shop.companyId}`;
    const invite = (email: string, role: string) =>
      send(here, { invited: email, invitedAs: role }, `${here}/invitations`);
    expect((await invite('nobody', 'owner')).text).toContain('"nobody" is not an e-mail address.');
    const [link = ''] = /\/invitations\/[\w-]+/.exec((await invite(invited.email, 'owner')).text) ?? [];
    await (await Visitor.signedIn(service, invited)).fill(link);
    await invite('gone@shop.example', 'employee');
    const withdrawn = await send(here, {}, `${here}/invitations/withdraw`);
    expect(withdrawn.text).toMatch(/Withdrew invitation \d+\./);
    const member = ({ id }: Person) => `${here}/members/${id}`;
    expect((await send(member(owner), { role: 'employee' })).text).toContain('is now an employee of merchant');
    expect((await open(member(invited))).html).not.toMatch(/action="[^"]*\/remove"/);
    expect((await send(`${member(invited)}/remove`)).text).toContain('make another person an owner');
    expect((await send(`${member(owner)}/remove`)).text).toContain('has no access to merchant');
    expect((await open(member(owner))).status).toBe(404);
  });
});

describe('The audit log', () => {
  test('names the people, apps, merchants and organizations that it is about, to operators alone', async () => {
    await service.control((tx) => tx.audit('app.callback_forged', { organizationId, appId, companyId, userId }));
    const { html } = await open('audit?event=app.callback_forged');
    const links = [...html.matchAll(/<li>(\w+) <a [^>]*>(?:<bdi>)?(.*?)(?:<\/bdi>)?<\/a>/g)];
    expect(links.map(([, noun, name]) => [noun, name])).toEqual([
      ['organization', 'Northwind Apps'],
      ['app', 'FULL app'],
      ['merchant', 'Corner Coffee'],
      ['person', 'Olivia Owner'],
    ]);
    const developer = controlPlaneOf(service).as({ kind: 'developer', organizationId }, { source: 'test' });
    const { data } = await developer.call('audit.list', { organizationId });
    expect(data.filter((entry) => 'names' in entry)).toEqual([]);
  });

  test('is filtered, and downloaded whole as CSV in which no cell is a formula', async () => {
    const formula = '=HYPERLINK("https://a.example")';
    await service.control(async (tx) => {
      await tx.audit('organization.renamed', { organizationId, details: { name: 'x' } });
      for (let i = 0; i < 250; i += 1) await tx.audit('app.renamed', { organizationId, details: { name: formula } });
    });
    await service.databases.control.query(`update control.audit_log set source = '=1+1' where event = 'app.renamed'`);
    const { html } = await open(`audit?event=organization.renamed&organizationId=${organizationId}`);
    expect(html).toContain('organization.renamed');
    expect(html).not.toContain('<td>app.renamed</td>');
    const csv = await operator.send('GET', '/operator/audit.csv?event=app.renamed');
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, first, ...others] = csv.html.trimEnd().split('\r\n');
    expect(head).toBe(
      '"id","at","event","organizationId","appId","companyId","userId","source","correlationId","details"',
    );
    expect(others).toHaveLength(249);
    expect(first).toContain(`,"'=1+1",`);
    expect(first).toContain(`"{""name"":""=HYPERLINK(\\""https://a.example\\"")""}"`);
    const since = new Date(service.clock() + DAY).toISOString().slice(0, 10);
    expect((await operator.send('GET', `/operator/audit.csv?since=${since}`)).html.trimEnd()).toBe(head);
    expect((await open('audit?appId=x')).status).toBe(400);
  });
});
