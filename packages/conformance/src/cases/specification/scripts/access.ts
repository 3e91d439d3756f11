import { CONTRACT } from '../../../contract/specification-contract.ts';
import { senderWith } from '../../../driver/credentials.ts';
import { creatorOf } from '../../../driver/operations.ts';
import { Script } from '../../../driver/script.ts';
import { Walker } from '../../../driver/walker.ts';
import type { Sending } from '../../../driver/world.ts';
import { Caller } from '../../../run/caller.ts';
import type { Case } from '../../../run/case.ts';
import type { CaseContext } from '../../../run/case-context.ts';
import type { Rec } from '../../../run/record.ts';
import type { Operation } from '../../../specification/contract.ts';
import { pathOf } from '../../../specification/request.ts';
import { type Merchant, rowsOf, TABLES } from '../../../specification/state.ts';
import { LINES } from '../../../specification/streams.ts';
import type { MerchantRole } from '../../../target/target.ts';
import { scripted } from './script.ts';

const { operations: OPERATIONS } = CONTRACT;

const UNKNOWN = 999_999_999;

/** Required parameters of every operation, valid for each that has them. */
const REQUIRED: Readonly<Record<string, string>> = {
  from: '2025-03-03',
  to: '2025-03-31',
  receive: 'false',
  post: 'false',
};

/** The operation's path with an id, and the query parameters that it requires. */
function urlOf({ path, parameters }: Operation, id: unknown, more = '', storeId: unknown = UNKNOWN): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const query = required.map(({ name }) => `${name}=${name === 'storeId' ? storeId : REQUIRED[name]}`);
  return `${path.replace('{id}', String(id))}?${[...query, more].filter(Boolean).join('&')}`;
}

/** A record of the merchant that the operation could be about. */
function idFor({ path }: Operation, merchant: Merchant): number {
  const name = path.split('/')[1]?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const table = TABLES.find((one) => one === name);
  return (table && rowsOf(merchant, table)[0]?.id) ?? UNKNOWN;
}

const bodyOf = ({ body }: Operation): unknown => body && {};

export const appFor = (t: CaseContext, product: 'ONLINE_ORDER' | 'ADSR'): Caller =>
  new Caller(t, t.session.app('main', product), t.session.merchant('main'));

const keyed = (t: CaseContext, key: string, merchant: MerchantRole = 'main') =>
  withHeaders(t, { 'X-API-Key': key }, merchant);

const withHeaders = (t: CaseContext, headers: Record<string, string>, merchant: MerchantRole = 'main') =>
  Script.open(t, senderWith(t.session, t.session.merchant(merchant), headers));

/** Sends a request of every operation with a record of a merchant, with an unknown one and of a wrong shape. */
async function everyOperation(script: Script, { merchant }: Script, more = ''): Promise<void> {
  const storeId = rowsOf(merchant, 'stores')[0]?.id;
  const about = ofEach((operation) => urlOf(operation, idFor(operation, merchant), more, storeId));
  for (const { method, url, body } of about.filter(isWrite)) await script.send(method, url, body);
  const reads = about.filter((one) => !isWrite(one));
  await script.sendQuiet([...reads, ...ofEach((operation) => urlOf(operation, UNKNOWN, more)), ...malformed(more)]);
}

const ofEach = (urlFor: (operation: Operation) => string): Sending[] =>
  OPERATIONS.map((operation) => ({ method: operation.method, url: urlFor(operation), body: bodyOf(operation) }));

const isWrite = ({ method }: Sending): boolean => method !== 'GET';

/** A request of every operation with an id and a parameter that it cannot have. */
const malformed = (more: string): Sending[] => ofEach((operation) => urlOf(operation, 'x', `${more}&nosuch=1`));

const URLS = [
  '/brands',
  '/brands/x',
  '/brands?search=%ff',
  '/stores?companyId=12',
  '/stores?companyId=%ff',
  '/stores?nosuch=1',
  '/reports/daily-sales',
];

const cursorOf = ({ pagination }: Rec): unknown => (pagination as { nextCursor: unknown }).nextCursor;

/** Credentials that are missing or invalid, one of each kind. */
const WRONG: readonly Record<string, string>[] = [
  {},
  { Authorization: 'Bearer conf' },
  { Authorization: 'Bearer conf.no.token' },
  { Authorization: 'Basic Y29uZjpjb25m' },
  { 'X-API-Key': '' },
  { 'X-API-Key': 'svc_ak_sb_conf' },
];

export const SCRIPTS_ACCESS: readonly Case[] = [
  scripted('access-products', 'every operation, as each product and as another app', async (s, t) => {
    for (const caller of [appFor(t, 'ONLINE_ORDER'), appFor(t, 'ADSR'), t.as('other'), t.as()])
      await everyOperation(await s.as(caller), s);
  }),
  scripted(
    'access-merchants',
    "every operation with another merchant's ids answers as with unknown ids",
    async (s, t) => {
      const other = await s.as(t.as('main', 'other'));
      const brand = await other.post('/brands', { name: s.name() });
      const category = await other.post('/categories', { name: s.name() });
      await everyOperation(other, s);
      await everyOperation(s, other);
      const item = await s.post('/items', { name: s.name() });
      for (const { id } of rowsOf(other.merchant, 'stores')) await s.get(`/items/${item.id}?storeId=${id}`);
      for (const groupId of [category.id, UNKNOWN]) await s.post('/items', { name: s.name(), groupId });
      for (const brandId of [brand.id, UNKNOWN]) await s.post('/items', { name: s.name(), brandId });
      for (const parentId of [category.id, UNKNOWN]) await s.post('/categories', { name: s.name(), parentId });
    },
  ),
  scripted('access-two-apps', 'external ids and idempotency keys belong to an app and a merchant', async (s, t) => {
    const [app, other] = [await s.as(t.as('other')), await s.as(t.as('main', 'other'))];
    const [name, externalId] = [s.name(), s.name()];
    const headers = { 'Idempotency-Key': name };
    const mine = await s.post('/brands', { name, externalId }, headers);
    const theirs = await app.post('/brands', { name: s.name(), externalId }, headers);
    const elsewhere = await other.post('/brands', { name, externalId }, headers);
    for (const script of [s, app, other]) {
      await script.post('/brands', { name, externalId }, headers);
      await script.post('/brands', { name: s.name(), externalId });
      await script.patch(`/brands/${mine.id}`, { description: 'a' }, headers);
      await script.patch(`/brands/${theirs.id}`, { externalId });
      await script.get(`/brands/${elsewhere.id}`);
      await script.get(`/brands?search=${name}`);
    }
    await app.patch(`/brands/${mine.id}`, { externalId: null });
    await app.post('/brands', { name: s.name(), externalId });
    await s.post('/brands', { name: s.name(), externalId });
    const cursor = cursorOf(await s.get('/brands?limit=1'));
    for (const script of [s, app, other]) await script.get(`/brands?limit=1&cursor=${cursor}`);
  }),
  scripted(
    'access-app-of-record',
    "an external id is compared with those of the record's app, whichever app changes the record",
    async (s, t) => {
      const [app, walker] = [await s.as(t.as('other')), await Walker.open(t)];
      await walker.ensure(TABLES);
      for (const table of TABLES.filter((one) => creatorOf(one))) {
        const path = pathOf(walker.draft(table).url);
        const [taken, free] = [s.name(), s.name()];
        const post = (script: Script, externalId: string) => {
          const { url, body } = walker.accepted(table);
          return script.post(url, { ...(body as Rec), externalId });
        };
        await post(app, taken);
        await post(s, taken);
        const { id } = await post(s, s.name());
        await post(app, free);
        for (const script of [s, app]) await post(script, taken);
        for (const externalId of [taken, free]) await app.patch(`${path}/${id}`, { externalId });
        for (const script of [s, app]) await script.get(`${path}?limit=5`);
      }
    },
  ),
  scripted('access-companies', "companyId sent with a token is the token's company", async (s, t) => {
    const [own, other] = [t.session.merchant('main').companyId, t.session.merchant('other').companyId];
    for (const id of [own, other, 12, `0${own}`, 'x', '', `${own}&companyId=${own}`, `${own}&companyId=${other}`])
      for (const path of ['/stores?limit=1', '/stores/x?', '/reports/daily-sales?from=2025-03-04&to=2025-03-03'])
        await s.get(`${path}&companyId=${id}`.replace('?&', '?'));
    for (const id of [own, other]) await s.get(`/brands?companyId=${id}`);
    for (const id of [own, other]) await (await s.as(appFor(t, 'ADSR'))).get(`/brands?companyId=${id}`);
  }),
  scripted(
    'access-sandbox-key',
    'every operation with a sandbox key, for each company and without one',
    async (s, t) => {
      const key = await keyed(t, t.session.apiKey('main', 'SANDBOX'));
      const other = await s.as(t.as('main', 'other'));
      const idOf = (role: MerchantRole) => t.session.merchant(role).companyId;
      for (const script of [s, other]) await everyOperation(key, script, `companyId=${script.merchant.companyId}`);
      await everyOperation(key, other, `companyId=${idOf('main')}`);
      const named = ['foreign', 'live', 'undecided'].map((role) => `companyId=${idOf(role as MerchantRole)}`);
      for (const more of [...named, '', `companyId=${UNKNOWN}`, 'companyId=12', 'companyId=x', 'companyId='])
        await key.sendQuiet(malformed(more));
      for (const id of [0, -1, '1.5', `0${idOf('main')}`, `${idOf('main')}&companyId=${idOf('other')}`, 2 ** 53])
        await key.get(`/stores?companyId=${id}`);
      const elsewhere = ['X-Company-Id', 'X-CompanyId', 'CompanyId', 'X-Merchant-Id'];
      await key.get('/stores', Object.fromEntries(elsewhere.map((name) => [name, String(idOf('main'))])));
    },
  ),
  scripted(
    'access-approved-stores',
    'a production key sees the approved stores, and a report of them',
    async (_, t) => {
      const { companyId } = t.session.merchant('live');
      const live = await Script.open(
        t,
        new Caller(t, t.session.app('main', 'FULL', 'PRODUCTION'), t.session.merchant('live')),
      );
      const key = await keyed(t, t.session.apiKey('main', 'PRODUCTION'), 'live');
      const company = `companyId=${companyId}`;
      await everyOperation(key, live, company);
      for (const role of ['undecided', 'main'] as const) {
        await key.get(`/stores?companyId=${t.session.merchant(role).companyId}`);
        await key.get(`/brands?companyId=${t.session.merchant(role).companyId}`);
      }
      const stores = rowsOf(live.merchant, 'stores').map(({ id }) => id);
      const period = `from=${PERIOD[0]}&to=${PERIOD[1]}`;
      for (const script of [key, live]) {
        await script.get(`/stores?${company}`, { Accept: LINES });
        for (const query of ['', '&sort=name', '&search=conf', '&page=2&limit=1', '&limit=1'])
          await script.get(`/stores?${company}${query}`);
        for (const id of stores) await script.get(`/stores/${id}?${company}`);
        for (const report of [`daily-sales?${period}&`, `sales-by-item?${period}&`, 'stock-on-hand?limit=100&'])
          for (const storeId of ['', ...stores, stores.join()])
            for (const headers of [{}, { Accept: LINES }])
              await script.get(`/reports/${report}${company}${storeId && `&storeId=${storeId}`}`, headers);
      }
      for (const [from, to] of [
        [live, key],
        [key, live],
      ] as const) {
        for (const list of ['/stores', '/reports/stock-on-hand']) {
          const cursor = cursorOf(await from.get(`${list}?limit=1&${company}`));
          await to.get(`${list}?limit=1&${company}&cursor=${cursor}`);
        }
      }
    },
  ),
  scripted(
    'access-credentials',
    'requests without a valid credential, and from addresses that are not allowed',
    async (s, t) => {
      const [key, walled] = [t.session.apiKey('main', 'SANDBOX'), t.session.apiKey('walled', 'SANDBOX')];
      const token = await t.as().token();
      const credentials: Record<string, string>[] = [
        {},
        ...[
          'x',
          'Bearer',
          'Bearer ',
          'Bearer x',
          'bearer conf.no.token',
          'Basic Y29uZjpjb25m',
          `Basic ${token}`,
          'Token x',
          `Bearer${token}`,
          'Bearer a b',
        ].map((Authorization) => ({ Authorization })),
        ...['', 'x', token, `${key}x`, key.toUpperCase(), t.session.apiKey('revoked', 'SANDBOX'), walled].map(
          (one) => ({ 'X-API-Key': one }),
        ),
        { 'X-API-Key': key, Authorization: `Bearer ${token}` },
        { 'X-API-Key': 'x', Authorization: 'x' },
      ];
      for (const headers of credentials) {
        const script = await withHeaders(t, headers);
        for (const url of URLS) await script.get(url);
        for (const body of ['{', '{}']) await script.send('POST', '/brands', body, { 'Content-Type': 'text/plain' });
        await script.send('PUT', '/brands');
        await script.get('/nowhere');
      }
      for (const [name, values] of [
        ['Authorization', [`Bearer ${token}`, 'x']],
        ['X-API-Key', [key, 'x']],
      ] as const)
        for (const [first, second] of values.flatMap((one) => values.map((other) => [one, other] as const))) {
          const sender = senderWith(t.session, t.session.merchant('main'), { [name]: first }, { [name]: second });
          for (const url of URLS) await (await Script.open(t, sender)).get(url);
        }
      for (const headers of WRONG) await everyOperation(await withHeaders(t, headers), s);
      await everyOperation(await s.as(t.as('walled')), s);
    },
  ),
];

/** A period in which every back-office file has sales. */
const PERIOD = ['2025-03-01', '2025-04-30'] as const;
