import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REVIEW_CHECKS } from '../../../src/control/app-review.ts';
import { createOrganization } from '../../../src/control/organizations.ts';
import { problemsOn } from '../../../src/pages/kit/fields.ts';
import { newOwner, newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { deadLinks } from '../../support/dead-links.ts';
import { type Area, everyPage, type PageOrForm } from '../../support/every-page.ts';
import { startService } from '../../support/service.ts';
import { developerOf, operatorOf } from '../../support/staff.ts';
import { type Answer, Visitor } from '../../support/web-visitor.ts';

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());

const { organizationId } = await service.newPartner();
const { company, ...pages } = await everyPage(service, organizationId);
const elsewhere = await service.newMerchant(null, 'UK', false);

const owner = await Visitor.signedIn(service, await newOwner(service, company));
const developer = await developerOf(service, organizationId);
const operator = await operatorOf(service);
const stranger = await Visitor.signedIn(service, await newPerson(service));

const CONFIRMATION = 'class="card confirm"';

/** Changes that cannot be undone, by the names of their forms. */
const IRREVERSIBLE = /\.(?:remove(?!Logo)|revoke|archive|reset|erase|rotate(?!Keys))/;

/** Leads to the data browser. */
const FIRST_CALL = /\/first-call\b/;

/** Elements in which an instant is shown as it was sent, or cannot be an element. */
const QUOTED = /<(pre|svg|select|datalist|time)\b.*?<\/\1>|<section class="card" id="answer">.*?<\/section>|<[^>]*>/gs;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:|\d\d:\d\d(?::\d\d)? UTC/;

/** Areas of people with a role, each with a visitor for whom it is. */
const INSIDE = { account: owner, merchant: owner, console: developer, operator };
const AREAS = Object.keys(INSIDE) as (keyof typeof INSIDE)[];
const EVERYWHERE = Object.keys(pages) as Area[];
const ROUTES = EVERYWHERE.flatMap((area) => pages[area]);

/** Pages of an area as they are shown to the visitor for whom it is. */
const shown = new Map<string, Answer>();

beforeAll(async () => {
  const logged = pages.console.find(({ name }) => name.endsWith('.request'))?.address ?? '';
  await vi.waitFor(async () => expect((await developer.open(logged)).html).toContain('<details open>'), 30_000);
  for (const area of AREAS)
    for (const { address, get } of pages[area]) if (get) shown.set(address, await INSIDE[area].send('GET', address));
});

/** Statuses of the pages and forms of an area for a visitor. */
async function statusesFor(visitor: Visitor, of: readonly PageOrForm[]): Promise<Record<string, number>> {
  const fields = {
    token: await visitor.token(),
    role: 'owner',
    do: 'remove',
    decision: 'approve',
    email: 'x@a.example',
  };
  const statuses: Record<string, number> = {};
  for (const { address, get, post } of of) {
    if (get) statuses[`GET ${address}`] = (await visitor.send('GET', address)).status;
    if (post) statuses[`POST ${address}`] = (await visitor.post(address, fields)).status;
  }
  return statuses;
}

/** Everything that pages change, but for sessions. */
async function state(): Promise<unknown> {
  const people = 'users memberships invitations developers operators organizations merchants access_requests';
  const apps = 'apps client_secrets api_keys redirect_uris webhook_endpoints audit_log';
  const { control } = service.databases;
  const digests = `${people} ${apps}`
    .split(' ')
    .map((table) =>
      control.query(`select md5(string_agg(t::text, '' order by t::text)) as digest from control.${table} t`),
    );
  return (await Promise.all(digests)).map(({ rows }) => rows);
}

/** The entries of a map that are not as `expected` says. */
const unlike = (statuses: Record<string, number>, expected: (address: string) => number) =>
  Object.entries(statuses).filter(([address, status]) => status !== expected(address));

describe('Every page', () => {
  test('opens for those it is for', () => {
    const statuses = Object.fromEntries([...shown].map(([address, { status }]) => [address, status]));
    const elsewhereOf = (address: string) =>
      /^\/(?:oauth\/consent|account\/profile\/address)\//.test(address) ? 410 : FIRST_CALL.test(address) ? 303 : 200;
    expect(unlike(statuses, elsewhereOf)).toEqual([]);
  });

  test('leads to the sign-in without a session, and a form is not even read', async () => {
    const large = { a: 'a'.repeat(64 * 1024) };
    const signedOut = new Visitor(service);
    for (const { address, get } of AREAS.flatMap((area) => pages[area])) {
      const answer = get ? await signedOut.send('GET', address) : await signedOut.post(address, large);
      expect([address, answer.status, answer.location]).toEqual([address, 303, expect.stringMatching(/^\/sign-in/)]);
    }
  });

  test.each<[string, Partial<Record<Area, number>>, () => Promise<Visitor>]>([
    [
      'the owner of another merchant',
      { merchant: 404, console: 404, operator: 404 },
      async () => Visitor.signedIn(service, await newOwner(service, elsewhere)),
    ],
    [
      'a developer of another organization',
      { merchant: 403, console: 404, operator: 404 },
      async () => developerOf(service, (await service.newPartner()).organizationId),
    ],
    ['a person without a role', { merchant: 403, console: 404, operator: 404 }, async () => stranger],
    ['an owner of the merchant', { console: 404, operator: 404 }, async () => owner],
    ['a developer of the organization', { merchant: 403, operator: 404 }, async () => developer],
    ['an operator', { merchant: 403, console: 404 }, async () => operator],
  ])('is closed to %s unless it is for them, and nothing changes', async (_, closed, visitorOf) => {
    const visitor = await visitorOf();
    const before = await state();
    for (const area of AREAS) {
      const expected = closed[area];
      if (expected !== undefined) expect(unlike(await statusesFor(visitor, pages[area]), () => expected)).toEqual([]);
    }
    expect(await state()).toEqual(before);
  });

  test('for the people of a merchant can be looked at by an employee, but for a few, and changed by owners alone', async () => {
    const roles = [[company, 'employee'] as const, [elsewhere, 'owner'] as const];
    const employee = await Visitor.signedIn(service, await newPerson(service, roles));
    const before = await state();
    const seen = await statusesFor(employee, pages.merchant);
    const open = /^GET \/(?:connections|access-requests|stores|access-requests\/\d+)\?/;
    expect(unlike(seen, (address) => (open.test(address) ? 200 : 403))).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test('of the console opens for a developer who is no admin, who cannot change the people', async () => {
    const colleague = await developerOf(service, organizationId, 'developer');
    const before = await state();
    const seen = await statusesFor(
      colleague,
      pages.console.filter(({ path, get }) => get || path.includes('/organization')),
    );
    const closed = /^POST |\/organization\/people\/\d+\/remove/;
    expect(unlike(seen, (address) => (closed.test(address) ? 404 : FIRST_CALL.test(address) ? 303 : 200))).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test('does not exist for an unknown record', async () => {
    const found: string[] = [];
    for (const area of ['merchant', 'console', 'operator'] as const)
      for (const { address, path } of pages[area].filter(({ get }) => get)) {
        const [filled = '', query] = address.split('?');
        for (const [at, name] of path.split('/').entries()) {
          // The question about an admin token names only its number; the change reports an unknown one.
          if (!name.startsWith(':') || name === ':adminTokenId') continue;
          for (const id of ['7', 'x', '0', '-1', '1e3', '99999999999999999999', '%00']) {
            const unknown = [filled.split('/').with(at, id).join('/'), query].filter(Boolean).join('?');
            const { status } = await INSIDE[area].send('GET', unknown);
            if (status !== 404) found.push(`${status} ${unknown}`);
          }
        }
      }
    expect(found).toEqual([]);
  });

  test('rejects the methods that it does not have, and names those it has', async () => {
    const known = ROUTES.map(({ path, get }) => ({
      pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
      methods: get ? ['GET', 'HEAD'] : ['POST'],
    }));
    for (const path of new Set(ROUTES.map(({ address }) => address.replace(/\?.*/, '')))) {
      const allowed = known.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []));
      const allow = [...new Set(allowed)].sort().join(', ');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (allowed.includes(method)) continue;
        const { status, headers } = await stranger.send(method, path);
        expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, allow]);
      }
    }
  });

  test('takes no form from another site, without its session’s token, or with another’s', async () => {
    const before = await state();
    const foreign = { Origin: 'https://evil.example' };
    for (const area of EVERYWHERE) {
      const visitor = area === 'open' ? new Visitor(service) : INSIDE[area];
      const token = area === 'open' ? '' : await visitor.token();
      for (const { address, post } of pages[area]) {
        if (!post) continue;
        const answers = [await visitor.post(address, { token }, foreign)];
        if (area !== 'open')
          answers.push(await visitor.post(address, {}), await visitor.post(address, { token: await stranger.token() }));
        for (const { status } of answers) expect(status, address).toBe(403);
      }
    }
    expect(await state()).toEqual(before);
  });

  test('that changes what cannot be undone asks before, and no other page has a button for it', async () => {
    const changes = [...pages.console, ...pages.operator].filter(({ name, post }) => post && IRREVERSIBLE.test(name));
    expect(changes.length).toBeGreaterThan(10);
    for (const { address } of changes) expect(shown.get(address)?.html, address).toContain(CONFIRMATION);
    for (const area of AREAS)
      for (const { address } of pages[area].filter(({ isPage }) => isPage)) {
        const html = shown.get(address)?.html ?? '';
        if (!html.includes(CONFIRMATION)) expect(html, address).not.toMatch(/<button class="danger"/);
        for (const [, link = ''] of html.matchAll(/<a class="button[^"]* danger"\s+href="([^"]*)"/g))
          expect((await INSIDE[area].open(link.replaceAll('&amp;', '&'))).html, link).toContain(CONFIRMATION);
      }
  });
});

/** Apps in every state, of an organization with a merchant or without. */
async function appsInEveryState(organizationId: number): Promise<void> {
  const operations = controlPlaneOf(service).as({ kind: 'operator' }, { source: 'test' });
  const profile = { description: 'Counts.', website: 'https://a.example/', privacyPolicy: 'https://a.example/privacy' };
  const step = {
    uri: (appId: number) => operations.call('redirect-uri.add', { appId, uri: 'https://app.example/callback' }),
    describe: (appId: number) => operations.call('app.update', { appId, ...profile }),
    submit: (appId: number) => operations.call('app.submit', { appId }),
    approve: (appId: number) => operations.call('app.approve', { appId, despite: [...REVIEW_CHECKS] }),
    reject: (appId: number) => operations.call('app.reject', { appId, reason: 'A logo.' }),
    archive: (appId: number) => operations.call('app.archive', { appId }),
    async revoke(appId: number) {
      const { credentials } = await operations.call('app.show', { appId });
      for (const { clientId } of credentials) await operations.call('credential.revoke', { clientId });
    },
  };
  const lives: readonly (readonly (keyof typeof step)[])[] = [
    [],
    ['uri'],
    ['uri', 'revoke'],
    ['uri', 'describe', 'submit'],
    ['submit', 'reject'],
    ['submit', 'approve'],
    ['submit', 'approve', 'describe'],
    ['uri', 'archive'],
  ];
  for (const product of ['FULL', 'ADSR'] as const) {
    for (const steps of lives) {
      const { id } = await operations.call('app.create', { organizationId, name: steps.join(' ') || 'new', product });
      for (const each of steps) if (product !== 'ADSR' || each !== 'uri') await step[each](id);
    }
  }
}

describe('A link', () => {
  const homes = ['/', '/account', '/connections', '/console', '/console/merchants', '/operator', '/operator/apps'];

  test('leads to a page and a part of it that exist, for every visitor and every state of an app', async () => {
    const lone = await service.newPartner();
    await appsInEveryState(organizationId);
    const empty = await service.control((tx) => createOrganization(tx, 'Empty'));
    const colleague = await developerOf(service, organizationId, 'developer');
    const employee = await Visitor.signedIn(service, await newPerson(service, [[company, 'employee']]));
    const visitors = {
      ...{ owner, employee, developer, colleague, operator, stranger, signedOut: new Visitor(service) },
      alone: await developerOf(service, lone.organizationId),
      newcomer: await developerOf(service, empty),
    };
    const dead: Record<string, string[]> = {};
    for (const [who, visitor] of Object.entries(visitors)) {
      const found = await deadLinks(service, visitor, homes);
      if (found.length > 0) dead[who] = found;
    }
    expect(dead).toEqual({});
  }, 120_000);
});

test.each(AREAS)("Every page of the area %s shows instants in the reader's zone, by its script", (area) => {
  const all = pages[area].flatMap(({ address, isPage }) => (isPage ? [shown.get(address)?.html ?? ''] : []));
  expect(all.map((html) => INSTANT.exec(html.replaceAll(QUOTED, ' '))?.[0]).filter(Boolean)).toEqual([]);
  const timed = all.filter((html) => /<time datetime="[^"]+T/.test(html));
  expect(timed.length).toBeGreaterThan(0);
  for (const html of timed) expect(html).toMatch(/<script type="module" src="[^"]*pages\.js">/);
  for (const [element] of timed.join('').matchAll(/<time datetime="[^"]+T[^>]*>/g))
    expect(element).toMatch(/ data-(?:instant="(?:minute|second|zoned)"|countdown)>/);
});

describe.each(['console', 'operator'] as const)('Every page of the area %s', (area) => {
  test('shows what is wrong with a form in its title, in a summary, and at the field or above the form', async () => {
    const token = await INSIDE[area].token();
    const rejected = new Map<string, string[]>();
    for (const { address, name, post } of pages[area]) {
      if (!post) continue;
      const answer = await INSIDE[area].post(address, { token });
      expect([name, [200, 303, 400, 404].includes(answer.status) || answer.status]).toEqual([name, true]);
      if (answer.status === 400) rejected.set(name, faultsOf(answer));
    }
    expect([...rejected].filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(rejected.size).toBeGreaterThan(8);
  });
});

/** What is missing on the page of a rejected form. */
function faultsOf({ html, text }: Answer): string[] {
  const problems = problemsOn(html);
  const fields = problems.map(({ id }) => id).filter((id) => id !== 'form-problem');
  const isMarked = (id: string) =>
    new RegExp(`id="${id}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*${id}-problem`).test(html);
  return [
    ...(text.startsWith('Error: ') ? [] : ['title']),
    ...(html.includes(problems.length > 0 ? '<section class="problems"' : 'notice error') ? [] : ['summary']),
    ...fields.filter((id) => !isMarked(id)),
  ];
}
