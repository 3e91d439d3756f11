import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Merchant } from '../../../src/directory/merchants/merchants.ts';
import { newOwner, newPerson } from '../../support/consent.ts';
import { type Partner, startService } from '../../support/service.ts';
import { type Answer, type Login, textOf, Visitor } from '../../support/web-visitor.ts';

let app: Partner;
let merchant: Merchant;
let stores: number[];
let owner: Login;
let visitor: Visitor;
let id: number;

const service = await startService();
afterAll(() => service.stop());
beforeEach(async () => {
  app = await service.newApp((await service.newPartner()).organizationId, 'ADSR', 'PRODUCTION');
  merchant = await service.newMerchant(null, 'IN', false);
  stores = [await service.newStore(merchant, 'Powai Lake'), await service.newStore(merchant, 'Bandra <West>')];
  owner = await newOwner(service, merchant);
  visitor = await Visitor.signedIn(service, owner);
  id = await ask();
});

const ask = (storeIds = stores, of = merchant) =>
  service.requestAccess({ appId: app.appId, companyId: of.companyId, storeIds });
const path = (request = id, of = merchant) => `/access-requests/${request}?company=${of.companyId}`;

const decide = async (decision: string, fields: Record<string, number[] | string> = {}, by = visitor) =>
  by.submit(await by.open(path()), '/access-requests/', { decision, ...fields });

const question = (request = id) => `/access-requests/${request}/revoke?company=${merchant.companyId}`;
const revoke = async (request = id) => visitor.submit(await visitor.open(question(request)), '/access-requests/');

async function stateOf(request = id) {
  const { rows } = await service.databases.control.query(
    'select state, to_json(approved_store_ids) as stores, decided_by is not null as named from control.access_requests where id = $1',
    [request],
  );
  return rows[0];
}

const tokenOf = ({ html }: Answer) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';

describe('GET /access-requests', () => {
  test('lists pending requests with their expiry dates', async () => {
    const text = textOf((await visitor.open('/access-requests')).html);
    expect(text).toContain('Waiting for you');
    expect(text).toContain('by Northwind Apps Waiting');
    expect(text).toContain('Asked on2 Mar 2026, 08:15 UTC');
    expect(text).toContain('Expires on1 Apr 2026, 08:15 UTC');
    expect(text).toContain('Stores2');
    expect(text).not.toContain('Decided');
  });

  test.each(['0', 'x', '1', '99999999999999999999', '%00'])('finds no request %s', async (unknown) => {
    expect((await visitor.open(`/access-requests/${unknown}`)).status).toBe(404);
  });
});

describe('GET /access-requests/{id}', () => {
  test('shows the stores by name, all selected, and what the app can see', async () => {
    const page = await visitor.open(path());
    const boxes = [
      ...page.html.matchAll(/type="checkbox" name="store" value="(\d+)" checked [^>]*\/> <bdi>([^<]*)<\/bdi>/g),
    ];
    expect(boxes.map(([, store, name]) => [Number(store), name])).toEqual([
      [stores[1], 'Bandra &lt;West&gt;'],
      [stores[0], 'Powai Lake'],
    ]);
    expect(textOf(page.html)).toContain('your sales reports');
    expect(textOf(page.html)).toContain('It cannot change anything.');
  });

  test('shows an unknown store by its id', async () => {
    const foreign = await service.newMerchant(null, 'IN', false);
    const theirs = await service.newStore(foreign, 'Secret Store');
    const named = 'update control.access_requests set store_ids = $2 where id = $1';
    await service.databases.control.query(named, [id, [stores[0], theirs]]);
    const page = await visitor.open(path());
    expect(textOf(page.html)).toContain(`Store ${theirs}`);
    expect(page.html).not.toContain('Secret Store');
  });
});

describe('An owner', () => {
  test('approves for all stores', async () => {
    const answer = await decide('approve', { store: stores });
    expect([answer.status, answer.location]).toEqual([303, path()]);
    expect(await stateOf()).toEqual({ state: 'APPROVED', stores: expect.arrayContaining(stores), named: true });
    const text = textOf((await visitor.open(path())).html);
    expect(text).toContain('FULL app'.replace('FULL', 'ADSR'));
    expect(text).toContain('can now read the reports of the selected stores.');
  });

  test('approves for fewer stores', async () => {
    await decide('approve', { store: stores.slice(0, 1) });
    expect(await stateOf()).toEqual({ state: 'APPROVED', stores: stores.slice(0, 1), named: true });
    expect(textOf((await visitor.open('/access-requests')).html)).toContain('Stores1 of 2');
    const page = await visitor.open(path());
    expect([page.html.includes('Powai Lake'), page.html.includes('Bandra')]).toEqual([true, false]);
  });

  test('must choose a store', async () => {
    const answer = await decide('approve');
    expect([answer.status, textOf(answer.html)]).toEqual([400, expect.stringContaining('Choose at least one store')]);
    expect((await stateOf()).state).toBe('PENDING');
  });

  test('cannot choose stores that were not requested', async () => {
    const another = await service.newStore(merchant, 'Not asked for');
    for (const store of [[another], [...stores, another], [1]]) {
      expect((await decide('approve', { store })).status).toBe(403);
    }
    expect((await decide('approve', { store: 'x' })).status).toBe(403);
    expect((await stateOf()).state).toBe('PENDING');
  });

  test('declines', async () => {
    expect((await decide('decline', { store: stores })).status).toBe(303);
    expect(await stateOf()).toEqual({ state: 'DECLINED', stores: null, named: true });
    expect(textOf((await visitor.open(path())).html)).toContain('You declined the request from ADSR app.');
  });

  test('revokes an approval after a question', async () => {
    await decide('approve', { store: stores });
    const approved = await visitor.open(path());
    expect(approved.html).toContain(`href="${question()}"`);
    expect(approved.html).not.toContain('action="/access-requests/');
    const asked = await visitor.open(question());
    expect(textOf(asked.html)).toContain('Revoke the access of ADSR app?');
    expect((await stateOf()).state).toBe('APPROVED');
    expect((await revoke()).status).toBe(303);
    expect((await stateOf()).state).toBe('REVOKED');
    expect(textOf((await visitor.open(path())).html)).toContain('ADSR app can no longer read your reports.');
    expect((await visitor.open(question())).status).toBe(409);
  });

  describe('asked again by an app with access', () => {
    let first: number;
    beforeEach(async () => {
      await decide('approve', { store: stores.slice(0, 1) });
      first = id;
      id = await ask();
    });
    const states = async () => [(await stateOf(first)).state, (await stateOf()).state];

    test('sees what the app can read now and afterwards before the new approval replaces the earlier one', async () => {
      expect(textOf((await visitor.open(path())).html)).toContain(
        'the ones it can read now:Powai Lake CompanyHarbour Coffee',
      );
      const page = await decide('approve', { store: stores.slice(1) });
      expect(page.status).toBe(200);
      expect(textOf(page.html)).toContain(
        'ADSR app already has access to the reports of Harbour Coffee. Compare before you decide: Stores it can read nowPowai Lake Stores it can read afterwardsBandra <West> Replace the access',
      );
      expect(await states()).toEqual(['APPROVED', 'PENDING']);
      const fields = { decision: 'approve', store: stores.slice(1) };
      expect((await visitor.submit(page, '/access-requests/', fields)).location).toBe(path());
      expect(await states()).toEqual(['REPLACED', 'APPROVED']);
      expect(textOf((await visitor.open(path(first))).html)).toContain('A later request from this app was approved');
      expect(textOf((await visitor.open('/access-requests')).html)).toContain('Replaced');
    });

    test('replaces nothing if the earlier approval has been revoked in between', async () => {
      const page = await decide('approve', { store: stores });
      await revoke(first);
      const late = await visitor.submit(page, '/access-requests/', { decision: 'approve', store: stores });
      expect([late.status, textOf(late.html)]).toEqual([409, expect.stringContaining('Something has changed')]);
      expect(await states()).toEqual(['REVOKED', 'PENDING']);
      expect((await decide('approve', { store: stores })).status).toBe(303);
    });

    test('can decline, and the earlier approval stays', async () => {
      await decide('decline');
      expect(await states()).toEqual(['APPROVED', 'DECLINED']);
    });
  });

  test('approves one of two concurrent requests of an app; the other shows a page', async () => {
    const { control } = service.databases;
    await control.query('drop index control.access_requests_one_pending');
    try {
      const more = `insert into control.access_requests (app_id, company_id, store_ids, created_at)
        select app_id, company_id, store_ids, created_at from control.access_requests where id = $1 returning id`;
      const { rows } = await control.query<{ id: number }>(more, [id]);
      const requests = [id, ...rows.map((row) => row.id)];
      const pages = await Promise.all(requests.map((request) => visitor.open(path(request))));
      const fields = { decision: 'approve', store: stores };
      const answers = await Promise.all(pages.map((page) => visitor.submit(page, '/access-requests/', fields)));
      const statuses = answers.map(({ status }) => status).sort();
      // Depending on timing, the other owner is asked to replace the approval or told what happened.
      expect([
        [200, 303],
        [303, 409],
      ]).toContainEqual(statuses);
      const approved = await Promise.all(requests.map(stateOf));
      expect(approved.filter(({ state }) => state === 'APPROVED')).toHaveLength(1);
    } finally {
      await control.query(`update control.access_requests set state = 'EXPIRED' where state = 'PENDING'`);
      await control.query(
        `create unique index access_requests_one_pending on control.access_requests (app_id, company_id) where state = 'PENDING'`,
      );
    }
  });

  test.each([
    ['approve', 'decline'],
    ['decline', 'approve'],
    ['approve', 'approve'],
    ['decline', 'take-back'],
  ])('cannot %s and then %s from a page left open', async (first, second) => {
    const page = await visitor.open(path());
    const send = (decision: string) => visitor.submit(page, '/access-requests/', { decision, store: stores });
    expect((await send(first)).status).toBe(303);
    const late = await send(second);
    const text = second === 'take-back' ? 'Something has changed' : 'Someone else has already decided this request.';
    expect([late.status, textOf(late.html)]).toEqual([409, expect.stringContaining(text)]);
  });

  test("needs the session’s token and the host's own origin, and can decide only what is pending", async () => {
    const page = await visitor.open(path());
    const fields = { decision: 'approve', store: stores };
    expect((await visitor.post(path(), fields)).status).toBe(403);
    const token = tokenOf(page);
    expect((await visitor.post(path(), { ...fields, token }, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await visitor.post(path(), { token, store: stores, decision: 'x' })).status).toBe(403);
    expect((await stateOf()).state).toBe('PENDING');
  });

  test('leaves an audit entry', async () => {
    await decide('approve', { store: stores.slice(0, 1) });
    await revoke();
    const { rows } = await service.databases.control.query(
      `select event, company_id, user_id is not null as known from control.audit_log where event like 'access_request.%' and app_id = $1 order by id`,
      [app.appId],
    );
    expect(rows).toEqual([
      { event: 'access_request.created', company_id: merchant.companyId, known: false },
      { event: 'access_request.approved', company_id: merchant.companyId, known: true },
      { event: 'access_request.revoked', company_id: merchant.companyId, known: true },
    ]);
  });
});

describe('A user who does not own the company', () => {
  test('cannot decide as an employee here who owns another company, where they can', async () => {
    const other = await service.newMerchant(null, 'IN', false);
    const roles = [
      [merchant, 'employee'],
      [other, 'owner'],
    ] as const;
    const person = await Visitor.signedIn(service, await newPerson(service, roles));
    const page = await person.open(path());
    expect(page.html).not.toContain('name="decision"');
    const fields = { token: tokenOf(page), decision: 'approve', store: stores };
    expect((await person.post(path(), fields)).status).toBe(403);
    const theirs = await ask([await service.newStore(other)], other);
    const own = await person.open(path(theirs, other));
    expect((await person.submit(own, '/access-requests/', { decision: 'decline' })).status).toBe(303);
    expect([(await stateOf()).state, (await stateOf(theirs)).state]).toEqual(['PENDING', 'DECLINED']);
  });
});
