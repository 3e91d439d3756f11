import { describe, expect, test } from 'vitest';
import { APP_ORIGINS, APP_REDIRECT_URIS, checkOrigin, checkRedirectUri } from '../../../src/control/app-addresses.ts';
import { approveApp, REVIEW_CHECKS, rejectApp, submitApp, withdrawApp } from '../../../src/control/app-review.ts';
import { archiveApp, setRateLimit } from '../../../src/control/apps.ts';
import type { ControlTransaction } from '../../../src/control/control.ts';
import { DirectoryError } from '../../../src/control/errors.ts';
import {
  describeKey,
  issueCredential,
  registerApp,
  revokeKey,
  rotateSecret,
  setAllowlist,
  updateKey,
} from '../../../src/control/keys.ts';
import { createMerchant } from '../../../src/control/merchants.ts';
import { createOrganization } from '../../../src/control/organizations.ts';
import { authenticateUser, createUser } from '../../../src/control/users.ts';
import { auditOf } from '../../support/oauth.ts';
import { PASSWORD } from '../../support/secrets.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const SHOP = { region: 'UK', demo: false, currency: 'GBP', organizationId: null } as const;
const organizationId = await service.control((tx) => createOrganization(tx, 'Northwind'));

type Change = (tx: ControlTransaction, appId: number) => Promise<unknown>;

/** A new app after these changes, made in one transaction each. */
async function appAfter(...changes: Change[]): Promise<number> {
  const { id } = await service.control((tx) => registerApp(tx, { organizationId, name: 'Sync', product: 'FULL' }));
  for (const change of changes) await service.control((tx) => change(tx, id));
  return id;
}
const add =
  (uri: string): Change =>
  (tx, appId) =>
    APP_REDIRECT_URIS.add(tx, appId, uri);
const change = <Result>(appId: number, one: (tx: ControlTransaction, appId: number) => Promise<Result>) =>
  service.control((tx) => one(tx, appId));

/** An origin of this length, whose labels are as long as they may be. */
const longOrigin = (length: number): string =>
  `https://${'x'.repeat(length - 16).replaceAll(/x{64}/g, (label) => `${label.slice(1)}.`)}.example`;

test.each<[rule: string, origins: string]>([
  ['must be at most 255 characters long', longOrigin(256)],
  ['must not have a wildcard', 'https://*.shop.example *'],
  ['must be a scheme and a host', 'shop.example null https://'],
  ['must begin with https://', 'http://shop.example ftp://localhost'],
  ['must be in the form that browsers send', 'https://shop.example/ https://shop.example/till https://Shop.example'],
  ['must be in the form that browsers send', 'https://shop.example:443 https://user@shop.example'],
  ['must have a valid host name', 'https://.example.com https://a..example https://a-.example https://xn--'],
  ['must have a valid host name', "https://o'hara.example"],
])('An origin %s, unlike %s', async (rule, origins) => {
  for (const origin of origins.split(' '))
    await expect(appAfter((tx, id) => APP_ORIGINS.add(tx, id, origin))).rejects.toThrow(`The origin ${rule}`);
});

test('An origin may be on the machine of its developer, and have a port and 255 characters', async () => {
  const origins = ['http://localhost:8080', 'http://127.0.0.1', 'https://shop.example:8443', longOrigin(255)];
  const id = await appAfter(
    ...origins.map(
      (origin): Change =>
        (tx, appId) =>
          APP_ORIGINS.add(tx, appId, origin),
    ),
  );
  expect(await service.control((tx) => APP_ORIGINS.list(tx, id))).toEqual(origins.toSorted());
});

test('An origin that was registered before a rule can be removed', async () => {
  const id = await appAfter();
  const columns = 'app_id, origin, created_at';
  await service.databases.control.query(`insert into control.app_origins (${columns}) values ($1, $2, now())`, [
    id,
    'https://a-.example',
  ]);
  expect(() => checkOrigin('https://a-.example')).not.toThrow();
  await change(id, (tx, appId) => APP_ORIGINS.remove(tx, appId, 'https://a-.example'));
});

describe('A redirect URI', () => {
  test('is stored unchanged', async () => {
    const uris = [
      'https://app.example:8443/a/b/',
      'https://app.example/a%2Fb?return=a@b.example',
      'http://localhost/callback',
      'http://127.0.0.1:4000',
      'https://xn--bcher-kva.example/',
    ];
    const id = await appAfter(...uris.map(add));
    expect(await service.control((tx) => APP_REDIRECT_URIS.list(tx, id))).toEqual(uris.toSorted());
  });

  /** Rules, each with URIs that break it, apart by spaces. */
  const RULES: [rule: string, uris: string][] = [
    [
      'must begin with https://',
      'http://localhost.evil.example/ http://127.0.0.2/ http://[::1]/ ftp://app.example/ myapp://callback',
    ],
    ['must be an absolute URI', 'https:app.example //app.example/callback /callback javascript:alert(1)'],
    ['must be an absolute URI whose scheme and host are in lower case', 'HTTPS://app.example/'],
    ['must contain only printable ASCII', 'https://bücher.example/ https://app.example/\n https://app.example/\t'],
    ['must contain only printable ASCII', 'https://app.example/\0'],
    ['must not have a fragment', 'https://app.example/#part https://app.example/#'],
    ['must not have a wildcard', 'https://*.example/callback'],
    ['must not have a user name', 'https://user:secret@app.example/ https://@app.example/ https://user@app.example'],
    ['must not have a backslash', 'https://app.example\\@evil.example/ https://app.example/a\\b'],
    ['must have two hexadecimal digits', 'https://app.example/%zz https://app.example/100% https://app.example/?a=%2'],
    ['must be at most 512 characters long', `https://app.example/${'a'.repeat(512 - 19)}`],
    ['must be in the form that browsers send: https://app.example/', 'https:///app.example/ https://app.example:/'],
    ['must be in the form that browsers send: https://app.example/a', 'https://App.example/a'],
    ['must be in the form that browsers send: https://app.example/b', 'https://app.example/a/%2e%2e/b'],
    ['must be in the form that browsers send: https://app.example/%22', 'https://app.example/"'],
    ['must be in the form that browsers send: https://127.0.0.1/', 'https://0x7f.1/'],
    ['must be in the form that browsers send: http://127.0.0.1:4000/', 'http://127.1:4000/'],
    ['must have a valid host name', `https://.example.com/ https://a..example/ https://-a.example/ https://a.b-/`],
    ['must have a valid host name', `https://o'hara.example/ https://${'a'.repeat(64)}.example/ https://a&b.example/`],
    ...['code', 'state', 'error', 'iss', 'merchant_id'].map((name): [string, string] => [
      `must not have ${name} in its query`,
      `https://app.example/?${name}=1 https://app.example?a=1&${name} https://app.example/?%${name.charCodeAt(0).toString(16)}${name.slice(1)}=`,
    ]),
  ];
  test.each(RULES)('%s, unlike %j', async (rule, uris) => {
    for (const uri of uris.split(' ')) await expect(appAfter(add(uri))).rejects.toThrow(`The redirect URI ${rule}`);
  });

  test('that was registered before a rule stays registered and can be removed', async () => {
    const uri = 'https://app.example/old?code=1';
    const id = await appAfter();
    await service.databases.control.query(
      'insert into control.redirect_uris (app_id, uri, created_at) values ($1, $2, now())',
      [id, uri],
    );
    await change(id, add(uri));
    expect(await service.control((tx) => APP_REDIRECT_URIS.list(tx, id))).toEqual([uri]);
    expect(() => checkRedirectUri(uri)).not.toThrow();
    await change(id, (tx, appId) => APP_REDIRECT_URIS.remove(tx, appId, uri));
  });

  test('is one of at most 5 when ten are added concurrently', async () => {
    const id = await appAfter();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => change(id, add(`https://app.example/${n}`))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});

test.each([
  ['redirect URI', APP_REDIRECT_URIS, (n: number) => `https://app.example/${n}`],
  ['origin', APP_ORIGINS, (n: number) => `https://shop-${n}.example`],
] as const)(
  'An app has at most 5 addresses of the kind %s, and registering one twice changes nothing',
  async (noun, of, nth) => {
    const adding =
      (n: number): Change =>
      (tx, appId) =>
        of.add(tx, appId, nth(n));
    const removal: Change = (tx, appId) => of.remove(tx, appId, nth(3));
    const id = await appAfter(...[1, 2, 3, 4, 5, 1].map(adding));
    await expect(change(id, adding(6))).rejects.toThrow('at most 5');
    await change(id, removal);
    await change(id, adding(6));
    await expect(change(id, removal)).rejects.toThrow(`has no ${noun}`);
    expect((await service.control((tx) => of.list(tx, id))).toSorted()).toEqual([1, 2, 4, 5, 6].map(nth));
  },
);

const approve: Change = (tx, appId) => approveApp(tx, appId, { despite: REVIEW_CHECKS });
const reject: Change = (tx, appId) => rejectApp(tx, appId, { reason: 'A logo is missing.' });

describe('A review', () => {
  test.each<[string, Change[], string]>([
    ['submitted', [submitApp], 'SUBMITTED'],
    ['approved', [submitApp, approve], 'APPROVED'],
    ['rejected', [submitApp, reject], 'REJECTED'],
    ['withdrawn', [submitApp, withdrawApp], 'DRAFT'],
    ['submitted again', [submitApp, reject, submitApp], 'SUBMITTED'],
  ])('leaves an app %s', async (_, changes, state) => {
    const id = await appAfter(...changes);
    const { rows } = await service.databases.control.query('select review_state from control.apps where id = $1', [id]);
    expect(rows[0].review_state).toBe(state);
  });

  test.each<[string, Change[]]>([
    ['approve a draft', [approve]],
    ['reject a draft', [reject]],
    ['withdraw a draft', [withdrawApp]],
    ['withdraw what was approved', [submitApp, approve, withdrawApp]],
    ['submit twice', [submitApp, submitApp]],
    ['approve what was rejected', [submitApp, reject, approve]],
    ['reject what was approved', [submitApp, approve, reject]],
    ['submit what was approved', [submitApp, approve, submitApp]],
    ['submit what was archived', [archiveApp, submitApp]],
    ['archive twice', [archiveApp, archiveApp]],
  ])('does not %s', async (_, changes) => {
    await expect(appAfter(...changes)).rejects.toThrow(/cannot become|is archived/);
  });

  test('allows production credentials once approved', async () => {
    const id = await appAfter();
    const issue = () => change(id, (tx, appId) => issueCredential(tx, appId, 'PRODUCTION'));
    await expect(issue()).rejects.toThrow('only an APPROVED app');
    await change(id, submitApp);
    await expect(issue()).rejects.toThrow('only an APPROVED app');
    await change(id, approve);
    expect(await issue()).toEqual({
      clientId: expect.stringMatching(/^svc_app_pk_[0-9A-Za-z]{36}$/),
      clientSecret: expect.stringMatching(/^svc_sk_pk_[0-9A-Za-z]{36}$/),
    });
  });
});

describe('A credential', () => {
  test('is one of at most ten of its app, and has at most five secrets that work', async () => {
    const id = await appAfter();
    const issue = () => service.control((tx) => issueCredential(tx, id, 'SANDBOX'));
    const { clientId } = await issue();
    // The app already has one from its registration.
    for (let i = 2; i < 10; i += 1) await issue();
    await expect(issue()).rejects.toThrow('already has 10 SANDBOX credentials');
    const rotate = () => change(id, (tx) => rotateSecret(tx, clientId));
    for (let i = 1; i < 5; i += 1) await rotate();
    await expect(rotate()).rejects.toThrow('5 secrets of');
    service.advance(24 * 60 * 60 * 1000);
    await rotate();
  });

  test('keeps what a change does not name', async () => {
    const id = await appAfter();
    const [first, later] = ['2998-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];
    const { clientId } = await change(id, (tx) =>
      issueCredential(tx, id, 'SANDBOX', { name: 'Till', expiresAt: first }),
    );
    const described = () => describeKey(service.databases.control, 'client', clientId);
    await change(id, (tx) => updateKey(tx, 'client', clientId, { name: 'Shop' }));
    expect(await described()).toMatchObject({ name: 'Shop', expiresAt: first });
    await change(id, (tx) => updateKey(tx, 'client', clientId, { expiresAt: later }));
    expect(await described()).toMatchObject({ name: 'Shop', expiresAt: later });
  });

  test('cannot be changed once it is revoked', async () => {
    const id = await appAfter();
    const { clientId } = await service.control((tx) => issueCredential(tx, id, 'SANDBOX'));
    await change(id, (tx) => revokeKey(tx, 'client', clientId));
    await expect(change(id, (tx) => rotateSecret(tx, clientId))).rejects.toThrow('is revoked');
    await expect(change(id, (tx) => setAllowlist(tx, 'client', clientId, []))).rejects.toThrow('is revoked');
    await expect(change(id, (tx) => revokeKey(tx, 'client', clientId))).rejects.toThrow('is revoked');
    await expect(change(id, (tx) => rotateSecret(tx, 'svc_app_sb_x'))).rejects.toThrow('No such client');
  });
});

describe('The audit log', () => {
  test('has every change of an app in order', async () => {
    const id = await appAfter(add('https://app.example'), submitApp, approve);
    const { clientId } = await service.control((tx) => issueCredential(tx, id, 'SANDBOX'));
    await change(id, (tx) => rotateSecret(tx, clientId));
    await change(id, (tx) => setAllowlist(tx, 'client', clientId, ['192.0.2.1']));
    await change(id, (tx) => revokeKey(tx, 'client', clientId));
    await change(id, (tx, appId) => setRateLimit(tx, appId, 600));
    await change(id, archiveApp);
    expect(await auditOf(service, id)).toEqual([
      'app.created',
      'credential.issued',
      'app.redirect_uri_added',
      'app.submitted',
      'app.approved',
      'credential.issued',
      'credential.secret_rotated',
      'credential.allowlist_set',
      'credential.revoked',
      'app.rate_limit_set',
      'app.archived',
    ]);
  });

  test('has no entry for a rejected change', async () => {
    const id = await appAfter();
    await expect(change(id, approve)).rejects.toThrow();
    expect(await auditOf(service, id)).toEqual(['app.created', 'credential.issued']);
  });
});

describe('Names', () => {
  const NAMED: [string, (tx: ControlTransaction, name: string) => Promise<unknown>, string][] = [
    ['an organization', createOrganization, 'control.organizations'],
    ['an app', (tx, name) => registerApp(tx, { organizationId, name, product: 'FULL' }), 'control.apps'],
    ['a merchant', (tx, name) => createMerchant(tx, { ...SHOP, name }), 'control.merchants'],
    [
      'a person',
      (tx, name) => createUser(tx, { email: `${Date.now()}@b.example`, name, password: PASSWORD }),
      'control.users',
    ],
  ];

  test.each(NAMED)('of %s are stored in NFC, without leading or trailing spaces', async (_, create, table) => {
    const longest = `\u00e9${'\u{1f95f}'.repeat(254)}`;
    await service.control((tx) => create(tx, ` e\u0301${'\u{1f95f}'.repeat(254)}\t`));
    const { rows } = await service.databases.control.query(`select from ${table} where name = $1`, [longest]);
    expect(rows).toHaveLength(1);
  });

  test.each(NAMED)('of %s have 1 to 255 visible characters', async (what, create) => {
    const rules = {
      'must not be empty': ['', ' \t', '\u200b'],
      'must be at most 255 characters long': ['x'.repeat(256)],
      'must not contain control characters or bidirectional overrides': [
        'a\nb',
        'a\0b',
        'a\u0007b',
        'a\u009fb',
        '\u202ecod',
        'a\u2066b',
        'a\u2028b',
      ],
    };
    for (const [rule, names] of Object.entries(rules))
      for (const name of names) {
        const created = service.control((tx) => create(tx, name));
        await expect(created).rejects.toThrow(new DirectoryError(`The name of ${what} ${rule}.`));
      }
  });
});

test('The currency of a merchant is one in use, and neither a former one, a metal nor made up', async () => {
  const create = (currency: string) => service.control((tx) => createMerchant(tx, { ...SHOP, name: 'Shop', currency }));
  for (const code of ['GBP', 'JPY', 'KWD', 'INR', 'AED']) expect(await create(code)).toMatchObject({ currency: code });
  for (const code of ['ZZZ', 'gbp', 'GBPX', '', 'DEM', 'HRK', 'XAU', 'XTS'])
    await expect(create(code)).rejects.toThrow(`${JSON.stringify(code)} is not a currency in use`);
});

describe('A user', () => {
  test('signs in with the e-mail address in any case and the exact password', async () => {
    const email = 'Olivia@Shop.example';
    await service.control((tx) => createUser(tx, { email, name: 'Olivia', password: PASSWORD }));
    const { control } = service.databases;
    expect(await authenticateUser(control, ' olivia@shop.EXAMPLE', PASSWORD)).toMatchObject({ name: 'Olivia' });
    expect(await authenticateUser(control, email, 'Correct horse battery')).toBeUndefined();
    expect(await authenticateUser(control, 'nobody@shop.example', PASSWORD)).toBeUndefined();
    expect(await authenticateUser(control, email, 'x'.repeat(100_000))).toBeUndefined();
    const again = service.control((tx) => createUser(tx, { email, name: 'Other', password: PASSWORD }));
    await expect(again).rejects.toThrow('already');
    const { rows } = await control.query('select password_hash from control.users');
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$/);
  });

  test.each([
    [
      'an address',
      ['olivia', 'a b@shop.example', 'a\0b@shop.example', 'a\u202eb@shop.example', `${'x'.repeat(251)}@a.b`],
    ],
    [
      'a password',
      ['short', 'fourteen chars', 'Password 1234567890!', 'abcabcabcabcabcabc', 'x'.repeat(257), 'somebody-else-2026'],
    ],
  ])('cannot be created with %s like %j', async (kind, texts) => {
    for (const text of texts) {
      const person = { email: 'somebody.else@shop.example', name: 'X', password: PASSWORD };
      const wrong = kind === 'an address' ? { ...person, email: text } : { ...person, password: text };
      await expect(service.control((tx) => createUser(tx, wrong))).rejects.toThrow(DirectoryError);
    }
  });

  test('signs in with the e-mail address in any Unicode form', async () => {
    await service.control((tx) =>
      createUser(tx, { email: 'jose\u0301@shop.example', name: 'Jos\u00e9', password: PASSWORD }),
    );
    const { control } = service.databases;
    for (const email of ['jos\u00e9@shop.example', 'JOSE\u0301@shop.example']) {
      expect(await authenticateUser(control, email, PASSWORD)).toMatchObject({ email: 'jos\u00e9@shop.example' });
    }
  });
});
