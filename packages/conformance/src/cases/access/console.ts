import { ENVIRONMENTS } from '../../contract/products.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { authorizeUrl, newState } from '../../engine/connections.ts';
import type { Answer } from '../../http/send.ts';
import { owner } from '../fixtures/authorization.ts';
import {
  type FormFields,
  type FormRow,
  formWithField,
  isRejected,
  lastOf,
  openForm,
  press,
  type ShownForm,
  tryForm,
} from '../fixtures/console-forms.ts';
import {
  appIdOf,
  askWith,
  type Client,
  clientIn,
  credentialsOn,
  EndpointsPage,
  formsOfApp,
  KEYS,
  mintFor,
  register,
  registered,
  removalOf,
  tabAt,
  withNewApp,
} from '../fixtures/developer-console.ts';
import {
  ADDRESSES,
  LISTS_WITH_CLIENT,
  LISTS_WITHOUT_CLIENT,
  LONGEST_NAME,
  MOST_CREDENTIALS,
  WRONG_HOOKS,
  WRONG_LISTS,
  WRONG_NAMES,
} from './console-fields.ts';
import { accessTokenOf } from './oauth/requests.ts';

/** Forms about an app in the console: each with right and wrong values, with what the API and the pages make of it. */

const example = subject('examples', 'console');

const MOST_ENDPOINTS = 5;

const KINDS = ['client', 'key'] as const;

/** The day of an instant in UTC, or so many days after it. */
const dayOf = (t: CaseContext, later = 0): string =>
  new Date(t.session.clock.now() + later * 86_400_000).toISOString().slice(0, 10);

const wrongDays = (t: CaseContext): string[] => [
  dayOf(t),
  dayOf(t, -1),
  '2099-02-30',
  '2099-13-01',
  '2099',
  'tomorrow',
];

/** A list of the suite's own addresses, where the target is on its machine. */
const ownAddresses = (t: CaseContext): string[] =>
  ['localhost', '127.0.0.1'].includes(new URL(t.session.target.baseUrl).hostname) ? ['127.0.0.1\n::1'] : [];

/** A form's fields with each of the wrong values, one at a time. */
const wrongRows = (right: FormFields, wrong: Readonly<Record<string, readonly string[]>>): FormRow[] =>
  Object.entries(wrong).flatMap(([field, values]) => values.map((value): FormRow => [{ ...right, [field]: value }]));

/** Status of a request to the API with a token of the client. */
async function statusWith(t: CaseContext, client: Client): Promise<number> {
  const minted = await mintFor(t, client);
  if (minted.status !== 200) return minted.status;
  const headers = { Authorization: `Bearer ${accessTokenOf(minted)}` };
  return (await t.session.send('GET', '/stores', { headers })).status;
}

/** Which of these redirect URIs lead to the consent screen. */
async function accepted(t: CaseContext, { clientId }: Client, uris: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const redirectUri of uris) {
    const app = { ...t.session.app('main'), clientId };
    const page = await owner(t).open(authorizeUrl(t.session, app, { state: newState(), redirectUri }));
    if (page.text.includes('value="approve"')) found.push(redirectUri);
  }
  return found;
}

/** Expects that all credentials work that pages have shown, except the one that was revoked. */
async function expectAllWork(t: CaseContext, pages: readonly Answer[], kind: (typeof KINDS)[number]): Promise<void> {
  const statuses: number[] = [];
  for (const page of pages) {
    for (const key of kind === 'key' ? (page.text.match(KEYS) ?? []) : [])
      statuses.push((await askWith(t, key)).status);
    if (kind === 'client' && page.text.includes('svc_sk_')) statuses.push((await mintFor(t, clientIn(t, page))).status);
  }
  const expected = [...Array.from({ length: MOST_CREDENTIALS }, () => 200), 401];
  t.equal(statuses.toSorted(), expected, `the statuses with each ${kind}`);
}

/** Each value of each field once, beside whatever the other fields have by then. */
function rightRows(
  fields: Readonly<Record<string, readonly string[]>>,
  effectOf: (saved: FormFields) => unknown,
): FormRow[] {
  let saved: FormFields = {};
  const rounds = Math.max(...Object.values(fields).map(({ length }) => length));
  return Array.from({ length: rounds }, (_, i) => i).flatMap((i) =>
    Object.entries(fields).flatMap(([field, values]): FormRow[] => {
      const value = values[i];
      if (value === undefined) return [];
      saved = { ...saved, [field]: value };
      return [[saved, effectOf(saved)]];
    }),
  );
}

/** Right values for the fields of any form. */
const FILLED: FormFields = {
  name: 'conf',
  uri: ADDRESSES.uri.right[1],
  origin: ADDRESSES.origin.right[1],
  url: 'https://shop.example/other',
  env: 'SANDBOX',
};

const filled = ({ fields }: ShownForm): FormFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, FILLED[name] ?? value]));

export const CONSOLE_CASES: readonly Case[] = [
  example(
    'addresses',
    ['redirects.registration', 'cors.most_origins', 'consent.redirect_exact', 'console.rejected'],
    'an app registers at most five redirect URIs and origins, of https or of its own machine, until they are removed',
    async (t) =>
      withNewApp(t, 'FULL', async (beside) =>
        withNewApp(t, 'FULL', async (app) => {
          for (const field of ['uri', 'origin'] as const) {
            const { right, wrong } = ADDRESSES[field];
            await register(t, beside.id, field, right[0]);
            const kept = right.slice(0, -1);
            const listed = () => registered(t, app, field);
            await tryForm(t, await formWithField(t, app.page, field), listed, [
              ...wrongRows({}, { [field]: wrong }),
              ...kept.map((value, i): FormRow => [{ [field]: ` ${value} ` }, kept.slice(0, i + 1)]),
              [{ [field]: kept[0] ?? '' }, kept],
              ...wrongRows({}, { [field]: right.slice(-1) }),
            ]);
            if (field === 'uri') t.equal(await accepted(t, app, right), kept, 'the redirect URIs that are accepted');
            const removal = await removalOf(t, app.page, field, right[0]);
            await tryForm(t, removal, listed, [[{}, kept.slice(1)], [{}]]);
            if (field === 'uri')
              t.equal(await accepted(t, app, right.slice(0, 2)), kept.slice(1, 2), 'the same once one is removed');
            t.equal(await registered(t, beside, field), [right[0]], 'the addresses of another app');
          }
        }),
      ),
  ),
  example(
    'credentials',
    ['keys.live_count', 'credentials.expiry', 'env.issued', 'console.rejected', 'console.saved', 'keys.revoked'],
    'an app has at most ten client ids and ten keys at a time, in the sandbox until it is approved',
    async (t) =>
      withNewApp(t, 'ADSR', async (app) => {
        const tab = await tabAt(t, app.page, 'credentials');
        const form = await openForm(t, tab, 'new');
        for (const kind of KINDS) {
          const count = async () => (await credentialsOn(t, tab, kind)).length;
          const right = { kind, env: 'SANDBOX', name: '', expiresAt: '' };
          const named = { ...right, name: 'x'.repeat(LONGEST_NAME) };
          const more = Array.from({ length: MOST_CREDENTIALS - 1 }, (_, i): FormRow => {
            return [[right, named, { ...right, expiresAt: dayOf(t, 1) }][i] ?? right, i + 2];
          });
          const pages = await tryForm(t, form, count, [
            ...wrongRows(right, { env: ['PRODUCTION'], name: WRONG_NAMES, expiresAt: wrongDays(t) }),
            ...more,
            [right],
          ]);
          const all = await credentialsOn(t, tab, kind);
          const nameAndDay = ({ name, expiresAt }: FormFields): string => `${name} ${expiresAt}`;
          const shown: string[] = [];
          for (const path of all)
            shown.push(nameAndDay((await openForm(t, new URL(`${path}edit`, tab).href, 'edit')).fields));
          const issued = [right, ...more.map(([fields]) => fields)].map(nameAndDay);
          t.equal(shown.toSorted(), issued.toSorted(), `the names and days of each ${kind}`);
          const [first = ''] = all;
          await tryForm(t, await openForm(t, tab, 'revoke', first), count, [[{}, MOST_CREDENTIALS - 1], [{}]]);
          pages.push(...(await tryForm(t, form, count, [[right, MOST_CREDENTIALS], [right]])));
          await expectAllWork(t, [app.created, ...pages], kind);
        }
      }),
  ),
  example(
    'edit',
    [
      'console.saved',
      'console.rejected',
      'keys.allowlist_entries',
      'keys.allowlist',
      'auth.ip_denied',
      'auth.allowlist',
    ],
    'a client id and a key keep the name, the day and the addresses that were saved last, and work from these addresses',
    async (t) =>
      withNewApp(t, 'ADSR', async (app) => {
        const tab = await tabAt(t, app.page, 'credentials');
        const [key = ''] = app.created.text.match(KEYS) ?? [];
        for (const kind of KINDS) {
          const status = async () => (kind === 'key' ? (await askWith(t, key)).status : statusWith(t, app));
          const [path = ''] = await credentialsOn(t, tab, kind);
          await press(t, tab, 'new', { kind, env: 'SANDBOX', name: 'beside' });
          const beside = (await credentialsOn(t, tab, kind)).find((other) => other !== path);
          const open = (one = path) => openForm(t, new URL(`${one}edit`, tab).href, 'edit');
          const wrong = { name: WRONG_NAMES, expiresAt: wrongDays(t), allowedIps: WRONG_LISTS };
          const right = {
            name: ['', 'x'.repeat(LONGEST_NAME), 'a & b', 'é'],
            expiresAt: ['', dayOf(t, 1), '2099-12-31'],
            allowedIps: [...LISTS_WITHOUT_CLIENT, ...LISTS_WITH_CLIENT, ...ownAddresses(t)],
          };
          const lookAt = async () => [await status(), (await open()).fields];
          await tryForm(t, await open(), lookAt, [
            ...wrongRows({ name: 'b', expiresAt: dayOf(t, 2), allowedIps: LISTS_WITHOUT_CLIENT[0] ?? '' }, wrong),
            ...rightRows(right, (saved) => {
              const unset = { name: '', expiresAt: '', allowedIps: '' };
              const fields = { ...unset, ...saved };
              const allowed = LISTS_WITHOUT_CLIENT.includes(fields.allowedIps) ? 403 : 200;
              return [allowed, fields];
            }),
          ]);
          const others = (await open(beside)).fields;
          t.equal(others, { name: 'beside', expiresAt: '', allowedIps: '' }, `the other ${kind}`);
        }
      }),
  ),
  example(
    'endpoints',
    ['webhooks.count', 'webhooks.url', 'webhooks.changes', 'console.saved', 'console.rejected'],
    'an app has up to five endpoints with different public URLs, and resources that it reads',
    async (t) =>
      withNewApp(t, 'ONLINE_ORDER', async (app) => {
        const endpoints = await EndpointsPage.of(t, app.id);
        const settings = async (most = 2) => {
          const found: FormFields[] = [];
          for (const page of (await endpoints.endpoints()).slice(0, most))
            found.push((await openForm(t, page, 'change')).fields);
          return found;
        };
        const right = Array.from(
          { length: MOST_ENDPOINTS },
          (_, n): FormFields => ({
            url: `https://shop.example/hooks?n=${n}`,
            resources: ['', 'items', 'menus\ncategories'][n % 3] ?? '',
          }),
        );
        const [first = {}, second = {}] = right;
        const wrong = { url: WRONG_HOOKS, resources: ['conf', 'items\nconf', 'items\nbrands'] };
        const sandbox = { env: 'SANDBOX' };
        const count = async () => (await endpoints.endpoints()).length;
        await tryForm(t, await formWithField(t, await tabAt(t, app.page, 'webhooks'), 'url'), count, [
          ...wrongRows({ ...first, ...sandbox }, { ...wrong, env: ['PRODUCTION'] }),
          ...right.map((fields, n): FormRow => [{ ...fields, ...sandbox }, n + 1]),
          [{ ...first, url: 'https://shop.example/sixth', ...sandbox }],
        ]);
        t.equal(await settings(MOST_ENDPOINTS), right, 'the settings of the endpoints');
        const [page = ''] = await endpoints.endpoints();
        const others = right.slice(1);
        const rows = [{ ...first, resources: 'items' }, { url: 'https://shop.example/', resources: 'items' }, first];
        await tryForm(t, await openForm(t, page, 'change'), settings, [
          ...wrongRows({ ...first, resources: 'stock' }, { ...wrong, url: [WRONG_HOOKS[1] ?? '', second.url ?? ''] }),
          ...rows.map((fields): FormRow => [fields, [fields, second]]),
        ]);
        const removal = await openForm(t, page, 'remove');
        await tryForm(t, removal, count, [[{}, others.length], [{}]]);
        const again = await formWithField(t, await tabAt(t, app.page, 'webhooks'), 'url');
        await tryForm(t, again, count, [
          [{ ...first, ...sandbox, url: second.url ?? '' }],
          [{ ...first, ...sandbox }, right.length],
        ]);
        const approved = await EndpointsPage.of(t, appIdOf(await t.as('other').token()));
        const opened: string[] = [];
        for (const env of ENVIRONMENTS) {
          for (const { url = '' } of right) {
            const added = await approved.add({ url, env });
            t.check(added.text.includes('whsec_'), `an endpoint of ${env} beside others is ${added.status}`, added);
            opened.push(added.sent.url);
          }
          const sixth = await approved.add({ url: 'https://shop.example/sixth', env });
          t.check(isRejected(sixth), `a sixth endpoint of ${env} is ${sixth.status}`, sixth);
        }
        for (const each of opened) await press(t, each, 'remove');
        const local = await approved.add({ url: 'http://localhost/hooks', env: 'PRODUCTION' });
        t.check(isRejected(local), `an endpoint of production on the server's own machine is ${local.status}`, local);
      }),
  ),
  example(
    'outdated',
    ['console.outdated', 'console.tenancy'],
    'no form works once what it is about is revoked, removed or archived, nor for an app of another organization',
    async (t) => {
      const foreign = appIdOf(await t.as('single', 'single').token());
      for (const [product, ...endings] of [
        ['FULL', 'archive'],
        ['ADSR', 'revoke', 'remove', 'archive'],
      ] as const)
        await withNewApp(t, product, async (app) => {
          const webhooks = await formWithField(t, await tabAt(t, app.page, 'webhooks'), 'url');
          await webhooks.send({ url: 'https://shop.example/hooks', env: 'SANDBOX' });
          for (const field of product === 'FULL' ? (['uri', 'origin'] as const) : [])
            await (await formWithField(t, app.page, field)).send({ [field]: ADDRESSES[field].right[0] });
          const forms = await formsOfApp(t, app);
          const expectRejected = async (form: ShownForm, what: string): Promise<void> => {
            const page = await form.send(filled(form));
            t.check(isRejected(page), `${what}: ${form.url.pathname} is ${page.status}`, page);
          };
          if (product === 'FULL')
            for (const form of forms) await expectRejected(form.about(`/${app.id}`, `/${foreign}`), "another's app");
          for (const ending of endings)
            for (const end of forms.filter(({ url }) => lastOf(url) === ending)) {
              t.expectStatus(await end.send(), 200);
              const about = end.url.pathname.slice(0, -ending.length);
              for (const form of forms)
                if (form.url.href.includes(about)) await expectRejected(form, `after ${end.url.pathname}`);
            }
        });
    },
  ),
];
