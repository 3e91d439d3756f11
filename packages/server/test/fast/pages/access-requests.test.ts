import { beforeEach, describe, expect, test } from 'vitest';
import type { Merchant } from '../../../src/control/merchants.ts';
import { newOwner } from '../../support/consent.ts';
import { type Partner, sharedService } from '../../support/service.ts';
import { type Answer, says, Visitor } from '../../support/web-visitor.ts';

let app: Partner;
let merchant: Merchant;
let stores: number[];
let visitor: Visitor;
let id: number;

const service = await sharedService();
const { organizationId } = await service.newPartner();
beforeEach(async () => {
  app = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
  merchant = await service.newMerchant(null, 'IN', false);
  stores = [await service.newStore(merchant, 'Powai Lake'), await service.newStore(merchant, 'Bandra <West>')];
  visitor = await Visitor.signedIn(service, await newOwner(service, merchant));
  id = await ask();
});

const FORM = '/access-requests/';

const ask = () => service.requestAccess({ appId: app.appId, companyId: merchant.companyId, storeIds: stores });
const path = (request = id, below = '') => `${FORM}${request}${below}?company=${merchant.companyId}`;
const open = (request = id, below = '') => visitor.open(path(request, below));
const decide = (decision: string, store: number[] = []) => visitor.fill(path(), { decision, store }, FORM);
const sendFrom = (page: Answer, decision: string) => visitor.submit(page, FORM, { decision, store: stores });

const sql = async (text: string, values: unknown[] = []) => (await service.databases.control.query(text, values)).rows;
const stateOf = async (request = id) =>
  (
    await sql(
      'select state, to_json(approved_store_ids) as stores, decided_by is not null as named from control.access_requests where id = $1',
      [request],
    )
  )[0];

test('The page of the stores has the company id and the store ids that a request names', async () => {
  const { html } = await visitor.open('/stores');
  const ids = [...html.matchAll(/<code data-copy>(\d+)<\/code>/g)].map(([, shown]) => Number(shown));
  expect(ids).toEqual([merchant.companyId, stores[1], stores[0]]);
  expect((await visitor.open(path())).html).toContain('href="/stores?company=');
});

test('Pending access requests are listed with their expiry dates', async () => {
  const { text } = await visitor.open('/access-requests');
  for (const shown of [
    'Waiting for you',
    'by Northwind Apps Waiting',
    'Asked on2 Mar 2026, 08:15 UTC',
    'Expires on1 Apr 2026, 08:15 UTC',
    'Stores2',
  ])
    expect(text).toContain(shown);
  expect(text).not.toContain('Decided');
});

describe('An access request', () => {
  test('shows the stores by name, all selected, and what the app can see', async () => {
    const { html, text } = await open();
    const boxes = html.matchAll(/type="checkbox" name="store" value="(\d+)" checked [^>]*\/> <bdi>([^<]*)<\/bdi>/g);
    expect([...boxes].map(([, store, name]) => [Number(store), name])).toEqual([
      [stores[1], 'Bandra &lt;West&gt;'],
      [stores[0], 'Powai Lake'],
    ]);
    expect(text).toContain('your sales reports');
    expect(text).toContain('It cannot change anything.');
  });

  test('shows an unknown store by its id', async () => {
    const theirs = await service.newStore(await service.newMerchant(null, 'IN', false), 'Secret Store');
    await sql('update control.access_requests set store_ids = $2 where id = $1', [id, [stores[0], theirs]]);
    const { text } = await open();
    expect(text).toContain(`Store ${theirs}`);
    expect(text).not.toContain('Secret Store');
  });

  test('is approved for fewer stores, then revoked after a question, and leaves an audit entry each time', async () => {
    expect(await decide('approve')).toMatchObject(says(400, 'Choose at least one store'));
    expect((await stateOf()).state).toBe('PENDING');
    const [store = 0] = stores;
    expect(await decide('approve', [store])).toMatchObject({ status: 303, location: path() });
    expect(await stateOf()).toEqual({ state: 'APPROVED', stores: [store], named: true });
    expect((await visitor.open('/access-requests')).text).toContain('Stores1 of 2');
    const approved = await open();
    for (const shown of ['ADSR app', 'can now read the reports of the selected stores.', 'Powai Lake'])
      expect(approved.text).toContain(shown);
    expect(approved.text).not.toContain('Bandra');
    expect(approved.html).toContain(`href="${path(id, '/revoke')}"`);
    expect(approved.html).not.toContain('action="/access-requests/');
    const question = await open(id, '/revoke');
    expect(question.text).toContain('Revoke the access of ADSR app?');
    expect((await stateOf()).state).toBe('APPROVED');
    expect((await visitor.submit(question, FORM)).status).toBe(303);
    expect((await stateOf()).state).toBe('REVOKED');
    expect((await open()).text).toContain('ADSR app can no longer read your reports.');
    expect((await open(id, '/revoke')).status).toBe(409);
    const entries = await sql(
      `select event, company_id = $2 as here, user_id is not null as known from control.audit_log
       where event like 'access_request.%' and app_id = $1 order by id`,
      [app.appId, merchant.companyId],
    );
    expect(entries).toEqual([
      { event: 'access_request.created', here: true, known: false },
      { event: 'access_request.approved', here: true, known: true },
      { event: 'access_request.revoked', here: true, known: true },
    ]);
  });

  test('is declined', async () => {
    expect((await decide('decline', stores)).status).toBe(303);
    expect(await stateOf()).toEqual({ state: 'DECLINED', stores: null, named: true });
    expect((await open()).text).toContain('You declined the request from ADSR app.');
  });

  test('of an app with access shows what it can read now and afterwards before it replaces the earlier one', async () => {
    await decide('approve', stores.slice(0, 1));
    const first = id;
    id = await ask();
    expect((await open()).text).toContain('the ones it can read now:Powai Lake CompanyHarbour Coffee');
    const page = await decide('approve', stores.slice(1));
    expect(page).toMatchObject(
      says(
        200,
        'ADSR app already has access to the reports of Harbour Coffee. Compare before you decide: Stores it can read nowPowai Lake Stores it can read afterwardsBandra <West> Replace the access',
      ),
    );
    const states = async () => [(await stateOf(first)).state, (await stateOf()).state];
    expect(await states()).toEqual(['APPROVED', 'PENDING']);
    const answer = await visitor.submit(page, FORM, { decision: 'approve', store: stores.slice(1) });
    expect([answer.location, await states()]).toEqual([path(), ['REPLACED', 'APPROVED']]);
    expect((await open(first)).text).toContain('A later request from this app was approved');
    expect((await visitor.open('/access-requests')).text).toContain('Replaced');
  });

  test.each([
    ['approve', 'decline', 'Someone else has already decided this request.'],
    ['decline', 'approve', 'Someone else has already decided this request.'],
    ['decline', 'take-back', 'Something has changed'],
  ])('says what happened to a person who chose to %s, and on a page left open to %s', async (first, second, text) => {
    const page = await open();
    expect((await sendFrom(page, first)).status).toBe(303);
    expect(await sendFrom(page, second)).toMatchObject(says(409, text));
  });

  test('is approved if it is one of two concurrent ones of an app; the other shows a page', async () => {
    await sql('drop index control.access_requests_one_pending');
    try {
      const more = `insert into control.access_requests (app_id, company_id, store_ids, created_at)
        select app_id, company_id, store_ids, created_at from control.access_requests where id = $1 returning id`;
      const requests = [id, (await sql(more, [id]))[0].id];
      const pages = await Promise.all(requests.map((request) => open(request)));
      const answers = await Promise.all(pages.map((page) => sendFrom(page, 'approve')));
      // Depending on timing, the other owner is asked to replace the approval or told what happened.
      const statuses = answers
        .map(({ status }) => status)
        .sort()
        .join();
      expect(['200,303', '303,409']).toContain(statuses);
      const states = await Promise.all(requests.map(async (request) => (await stateOf(request)).state));
      expect(states.filter((state) => state === 'APPROVED')).toHaveLength(1);
    } finally {
      await sql(`update control.access_requests set state = 'EXPIRED' where state = 'PENDING'`);
      await sql(
        `create unique index access_requests_one_pending on control.access_requests (app_id, company_id) where state = 'PENDING'`,
      );
    }
  });
});
