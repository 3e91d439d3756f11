import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { parametersOf } from '../../../src/command-line/operation-command.ts';
import { createProgram } from '../../../src/command-line/program.ts';
import { isFor, OPERATOR } from '../../../src/control/actor.ts';
import { inputFields, OPERATION_COMMANDS } from '../../../src/operations/commands.ts';
import { OPERATIONS } from '../../../src/operations/operations.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { CommandLine, sharedCommandLine } from '../../support/command-line.ts';

let line: CommandLine;

const tillgate = (...args: string[]): Promise<string> => line.run(args);
const json = (...args: string[]) => line.json(...args);
const inDatabase = <Row extends object>(sql: string) => line.query<Row>(sql);

const newApp = (organizationId: number, product: string, name = 'Sync') => [
  ...['app', 'create', '--organization', String(organizationId)],
  ...['--name', name, '--product', product],
];
const newMerchant = (name: string, currency = 'GBP') => [
  ...['merchant', 'create', '--name', name, '--region', 'UK', '--currency', currency],
];

/** Stores of the first merchant, which no command can create. */
const STORES = `insert into region_uk.stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
  values (700001, 11, 1, 'A', 'A', 'Europe/London', 'GBP', now(), now()),
    (700001, 12, 1, 'B', 'B', 'Europe/London', 'GBP', now(), now())`;

/** Every command, on an empty database. `CLIENT` stands for the client id printed last. */
const SCRIPT = `
organization create Acme
organization update 501 --name Northwind
organization list --search NORTH
organization show 501
developer add 501 --email dee@acme.example --name Dee
developer list 501
operator add --email opal@tillgate.example --name Opal
operator add --email dee@acme.example
operator list
operator remove 3002
operator remove 3002 --yes
operator remove 3001 --yes
app create --organization 501 --name Sync --product ADSR
app update 9001 --name Reports
app submit 9001
app submit 9001 --yes
app withdraw 9001
app submit 9001 --yes
review list
app reject 9001 --reason Logo
app show 9001
app submit 9001 --yes
app approve 9001
app approve 9001 --yes
app reviews 9001
app limit 9001 600
app list --state APPROVED
app redirect-uri add 9001 https://a.example/one
app redirect-uri add 9001 https://a.example/#part
app redirect-uri list 9001
app redirect-uri remove 9001 https://a.example/one --yes
app credential issue 9001 --env production --allow-ip 192.0.2.1 192.0.2.0/24
app credential list 9001
app credential show CLIENT
app credential allow CLIENT 198.51.100.0/24
app credential update CLIENT --name Shop --expires-at 2999-01-01
app credential rotate CLIENT --yes
app credential revoke CLIENT
app credential revoke CLIENT --yes
app key create 9001 --env production
app key allow 8002 192.0.2.1
app key update 8002 --name Report
app key list 9001
app key show 8002
app key revoke 8002 --yes
webhook add 9001 https://a.example/hooks --resource dailySales stores
webhook add 9001 http://a.example/hooks
webhook add 9001 https://b.example/hooks --resource items
webhook add 9001 https://a.example/hooks
webhook list 9001
webhook change 4001 --url https://b.example/hooks
webhook show 4001
webhook rotate-secret 4001 --yes
webhook disable 4001
webhook enable 4001
webhook merchants 4001
webhook attempts 4001 --failed
webhook resend 4001 1
webhook add 9001 http://127.0.0.1:1/hooks
webhook test 4003
webhook remove 4001
webhook remove 4001 --yes
merchant create --name Shop --region UK --currency GBP
merchant create --name Shop --region UK --currency ZZZ
merchant create --name Trial --region IN --currency INR --sandbox-of 501
merchant update 700001 --name Corner
merchant list --live
cell list
merchant move 700001 --to UK_2
merchant moves
merchant deactivate 700001
merchant deactivate 700001 --yes
merchant activate 700001
merchant show 700001
merchant add-user 700001 --email dee@acme.example --role owner
merchant add-user 700001 --email eve@shop.example --name Eve
merchant users 700001 --limit 1
merchant remove-user 700001 3001 --yes
merchant set-role 700001 3001 employee
merchant set-role 700001 3003 owner
merchant remove-user 700001 3003 --yes
merchant invite 700001 --email dan@shop.example
merchant invitations 700001
merchant withdraw-invitation 700001 1
user list --search acme
user show 3001
user update 3003 --name Ève
user reset-link 3003
user reset-link Eve@shop.example
user reset-link nobody@shop.example
user disable-second-factor 3003 --yes
user remove 3003 --yes
user show 3003
SQL
app request-access 9001 --company 700001 --store 11 7
app request-access 9001 --company 700001 --store 11 12
access-request create 9001 --company 700001 --store 11
access-request list --company 700001
access-request show 6001
access-request revoke 6001 --yes
connection list --app 9001
connection end --app 9001 --company 700001 --yes
keys list
keys rotate
keys rotate
admin-token create ci
admin-token list
admin-token revoke 1 --yes
audit --event app.rejected
app origin add 9001 https://a.example
app origin add 9001 https://a.example/shop
app origin list 9001
app origin remove 9001 https://a.example --yes
developer remove 501 3001 --yes
app archive 9001
app archive 9001 --yes
app submit 9001 --yes
app requests 9001 --status 4xx
app requests 9001 --status 7
app keep-bodies 9001
app keep-bodies 9001 --minutes 61
app bodies 9001 5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11
app usage 9001
app check 9001
app forge-callback 9001
app rehearse 9001 limit
app rehearsals 501
app rehearse 9001 limit --minutes 0
usage
developer add 501 --email dan@acme.example --name Dan --role developer
developer list 501
developer update 501 3004 --role admin
developer invite 501 --email ivy@acme.example
developer invitations 501
developer withdraw-invitation 501 1
app create --organization 501 --name Trends --product ADSR
app update 9002 --website https://trends.example --description Trends
app logo 9002
app submit 9002
app approve 9002 --yes
access-request create 9002 --company 700001 --store 11
access-request withdraw 6002
merchant create --name Try --region UK --currency GBP --sandbox-of 501 --demo-data
merchant stores 700003
merchant reset 700003
app token 9001 --merchant 1
data load nothing.csv --merchant 700003
scenario list
scenario run old-cursor --merchant 700003
scenario run disconnected --merchant 700003
till offer 700003 1
till price 700003 --store 1 --item 5
till receipts 700003 1
till sell 700003 --store 1 --item lots
till sell 700003 --store 1 --item 2x5
till open 700003 --store 1 --item 5
till pay 700003 till-1
till refund 700003 till-1
till void 700003 till-1
till day 700003 2026-03-01
till day 700003 2026-03-01
merchant reset 700001 --yes
merchant erase 700003
merchant erase 700003 --records --yes
merchant erase 700001 --yes
review show 9002
connection show --app 9002 --company 700001
webhook resync
webhook resync --yes
`
  .trim()
  .split('\n');

const masked = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/svc_(app|sk|ak|adm)_\w+/g, 'svc_$1')
    .replaceAll(/(password {2,})\S+/g, '$1PASSWORD')
    .replaceAll(/whsec_\S+/g, 'whsec_SECRET')
    .replaceAll(/(…|hint +)\w{4}\b/g, '$1HINT')
    .replaceAll(/[\w-]{43}/g, 'KID')
    .replaceAll(/localhost:\d+/g, 'localhost')
    .replaceAll(/ {2,}/g, '  ');

/** Output or error of each command of the script, without random values. Repeated commands are numbered. */
async function transcript(): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  let client = '';
  for (const [line, command] of SCRIPT.entries()) {
    if (command === 'SQL') {
      await inDatabase(STORES);
      continue;
    }
    const args = command.split(' ').map((word) => (word === 'CLIENT' ? client : word));
    const output = await tillgate(...args).catch((error) => {
      expect(error.message).not.toContain('\n');
      return `error: ${error.message}`;
    });
    client = /svc_app_\w+/.exec(output)?.[0] ?? client;
    const former = SCRIPT.slice(0, line).filter((other) => other === command).length;
    said[former === 0 ? command : `${command} (${former + 1})`] = masked(output);
  }
  return said;
}

/** Commands and groups of commands by their paths. */
const commandsOf = (command: Command, path = ''): [path: string, command: Command][] => [
  [path, command],
  ...command.commands.flatMap((child) => commandsOf(child, `${path} ${child.name()}`.trim())),
];
const ALL = commandsOf(createProgram({}, () => {}));
const LEAVES = ALL.filter(([, command]) => command.commands.length === 0).map(([path]) => path);

const OTHERS = [...['serve', 'migrate', 'seed', 'import', 'doctor', 'backup', 'export', 'restore']];

/** Values that say themselves what they are. */
const PLAIN = ['name', 'email', 'uri', 'client-id', 'correlation-id', 'role', 'channel', 'payment', 'scenario'];

const WORD = '[a-z]+(?:-[a-z]+)*';

/** What departs from the form that commands, arguments and options share. */
function flaws(path: string, command: Command): string[] {
  const isHelp = (text: string, name: string) =>
    text === '' ? PLAIN.includes(name) : /^\S.*[^.]$|^\S.*\. .*$/.test(text);
  const options = command.options.filter(({ long }) => long !== '--version');
  const valueIn = (flags: string) => new RegExp(`^--${WORD}(?: <(${WORD})(?:\\.\\.\\.)?>)?$`).exec(flags);
  return [
    ...(/^[A-Z].*\.$/.test(command.description()) ? [] : ['its summary is not a sentence']),
    ...(new RegExp(`^${WORD}$`).test(command.name()) ? [] : ['its name is not of lower-case words']),
    ...command.registeredArguments
      .filter((argument) => !isHelp(argument.description, argument.name()))
      .map((argument) => `${argument.name()} has no help`),
    ...options.filter(({ flags }) => !valueIn(flags)).map(({ flags }) => `${flags} is not a long option with a value`),
    ...options
      .filter(({ flags, description }) => !isHelp(description, valueIn(flags)?.[1] ?? ''))
      .map(({ flags }) => `${flags} has no help`),
  ].map((flaw) => `${path}: ${flaw}`);
}

describe('The commands', () => {
  test('have a summary each, help for every argument and option, and names of one form', () => {
    expect(ALL.flatMap(([path, command]) => flaws(path, command))).toEqual([]);
  });

  test('explain an option in the same words wherever it has the same values', () => {
    const paging = ALL.flatMap(([, command]) => command.options).filter(({ long }) =>
      /^--(limit|yes)$/.test(long ?? ''),
    );
    expect(new Set(paging.map(({ flags, description }) => `${flags}: ${description}`))).toEqual(
      new Set(['--limit <rows>: most rows to list, up to 200 (default: 50)', '--yes: do not ask for confirmation']),
    );
  });

  test('take every field of their operations', () => {
    const missing = OPERATION_COMMANDS.flatMap((text) => {
      const { input } = OPERATIONS[text.operation];
      const { args, options } = parametersOf(input, text);
      const typed = new Set([...args, ...options].map(({ field }) => field.name));
      return [...inputFields(input).keys()].filter((name) => !typed.has(name)).map((name) => `${text.path}: ${name}`);
    });
    expect(missing).toMatchInlineSnapshot(`
      [
        "review list: organizationId",
        "review list: state",
        "review list: waiting",
        "review list: product",
        "review list: search",
        "app token: isOfConsole",
        "app approve: profileVersion",
        "app approve: despite",
        "app reject: profileVersion",
        "scenario list: organizationId",
        "user reset-link: userId",
      ]
    `);
  });

  test('are these', () => {
    const groups = ALL.filter(([, command]) => command.commands.length > 0);
    const text = groups.map(([path, { commands }]) =>
      [`${path || 'tillgate'}:`, ...commands.map((one) => one.name())].join(' '),
    );
    expect(text.join('\n').replaceAll(/(?=.{90})(.{1,90}) /g, '$1\n    ')).toMatchInlineSnapshot(`
      "tillgate: serve migrate seed backup export restore import organization developer operator
          app review webhook access-request connection merchant till scenario cell user keys
          admin-token audit usage data doctor
      organization: list show create update
      developer: list add update invite invitations withdraw-invitation remove
      operator: list add remove
      app: list show token create update logo submit withdraw approve reject reviews archive
          limit requests keep-bodies bodies usage check forge-callback rehearse rehearsals
          redirect-uri origin credential key request-access
      app redirect-uri: list add remove
      app origin: list add remove
      app credential: list show issue rotate allow update revoke
      app key: list show create allow update revoke
      review: list show
      webhook: list show add change rotate-secret disable enable remove test merchants attempts
          resync resend
      access-request: list show create withdraw revoke
      connection: list show end
      merchant: list show create reset stores update move moves deactivate activate erase users
          add-user set-role remove-user invite invitations withdraw-invitation
      till: offer price receipts sell open pay refund void day
      scenario: list run
      cell: list
      user: list show update reset-link disable-second-factor remove
      keys: list rotate
      admin-token: list create revoke
      data: load"
    `);
  });

  test('call every operation that an operator may call, except what migrate, doctor and the pages call', () => {
    const called = new Set<string>(OPERATION_COMMANDS.map(({ operation }) => operation));
    const others = Object.entries(OPERATIONS).filter(
      ([name, { actors }]) => !called.has(name) && isFor(actors, OPERATOR),
    );
    expect(others.map(([name]) => name)).toEqual(['activity.list', 'deployment.show', 'deployment.check']);
  });

  test('are all in the script below, except those that call no operation', () => {
    const names = LEAVES.filter((name) => !OTHERS.includes(name));
    expect(names.filter((name) => !SCRIPT.some((command) => command.startsWith(name)))).toEqual([]);
  });
});

test('every command has the same output with a running server and without one', { timeout: 900_000 }, async () => {
  const said: Record<string, string>[] = [];
  for (const beside of [true, false]) {
    line = await CommandLine.open();
    try {
      // The first server to start creates the signing key.
      await line.serve();
      if (!beside) {
        await line.stop();
        await line.hold();
      }
      said.push(await transcript());
    } finally {
      await line.remove();
    }
  }
  const [besideServer = {}, alone = {}] = said;
  expect(alone).toEqual(besideServer);
  expect(besideServer).toMatchObject({
    'organization create Acme': 'Created organization 501, Acme.\n',
    'app submit 9001':
      'error: Submit app 9001 for review? An operator reviews its profile, its redirect URIs and how it keeps the rules for clients. You can withdraw it until the decision. Add --yes to confirm.',
    'app submit 9001 --yes': 'Submitted app 9001 for review.\n',
    'app withdraw 9001': 'Withdrew app 9001. It is a draft again.\n',
    'app approve 9001':
      'error: App 9001 fails checks of its review. It has no description. It links neither to a website nor to a privacy policy. Add --yes to confirm.',
    'app approve 9001 --yes': 'Approved app 9001. Merchants see its profile.\n',
    'app list --state APPROVED':
      'ID  NAME  PRODUCT  STATE  ORGANIZATION\n9001  Reports  ADSR  APPROVED  501 Northwind\n',
    'app credential revoke CLIENT':
      'error: Revoke the credential svc_app? No new tokens will be issued, not for its refresh tokens either. Access tokens already issued work for up to 15 minutes. This cannot be undone. Add --yes to confirm.',
    'merchant create --name Shop --region UK --currency ZZZ':
      'error: "ZZZ" is not a currency in use; give its ISO 4217 code, such as GBP.',
    'merchant move 700001 --to UK_2':
      'error: Moving a merchant requires PostgreSQL: an embedded database is the one cell of every region.',
    'merchant moves': 'None.\n',
    'merchant deactivate 700001':
      'error: Close merchant 700001? Its apps and people have no access until it is opened again. Its data is kept. Add --yes to confirm.',
    'operator remove 3002':
      'error: Remove user 3002 from the operators? They can no longer open the pages of operators. The login and its other roles stay. Add --yes to confirm.',
    'merchant users 700001 --limit 1':
      'USER  E-MAIL  NAME  ROLE\n3001  dee@acme.example  Dee  owner\n\nMore: add --after 3001.\n',
    'merchant remove-user 700001 3001 --yes':
      'error: The user 3001 is the only owner of merchant 700001; make another person an owner first.',
    'merchant set-role 700001 3001 employee':
      'error: The user 3001 is the only owner of merchant 700001; make another person an owner first.',
    'merchant invite 700001 --email dan@shop.example':
      'Invited dan@shop.example to merchant 700001 as an employee, until TIME.\n\nlink  http://localhost/invitations/KID\n\nStore the secret now. It is not shown again.\n',
    'merchant invitations 700001': 'ID  E-MAIL  ROLE  EXPIRES\n1  dan@shop.example  employee  TIME\n',
    'merchant erase 700003':
      'error: Erase merchant 700003? The merchant is closed and its connections end. People with no other role are erased, and so are open invitations, contact details of its suppliers, the log of requests for it, and addresses in its audit log. This cannot be undone. Add --yes to confirm.',
    'merchant erase 700003 --records --yes':
      'error: The merchant 700003 has not been closed for a minute. Close it with `tillgate merchant deactivate 700003`, and remove its records a minute later.',
    'merchant erase 700001 --yes': 'Erased merchant 700001: 0 people, 0 connections.\n',
    'user reset-link 3003':
      'User 3003, eve@shop.example, can set a new password until TIME.\n\nlink  http://localhost/new-password/KID\n\nStore the secret now. It is not shown again.\n',
    'user reset-link Eve@shop.example':
      'User 3003, eve@shop.example, can set a new password until TIME.\n\nlink  http://localhost/new-password/KID\n\nStore the secret now. It is not shown again.\n',
    'user reset-link nobody@shop.example': 'error: No such user: nobody@shop.example.',
    'user disable-second-factor 3003 --yes': 'error: eve@shop.example does not use two-step sign-in.',
    'user show 3003': 'error: No such user: 3003.',
    'app request-access 9001 --company 700001 --store 11 7': 'error: Merchant 700001 has no store 7.',
    'audit --event app.rejected':
      'ID  AT  EVENT  ABOUT  FROM  DETAILS\n17  TIME  app.rejected  organization 501, app 9001  command line  {"reason":"Logo"}\n',
    'app origin add 9001 https://a.example/shop':
      'error: The origin must be in the form that browsers send, without a path: https://a.example.',
    'app submit 9001 --yes (4)': 'error: The app 9001 is archived.',
    'app requests 9001 --status 4xx': 'None.\n',
    'app requests 9001 --status 7': 'error: status must be a status, such as 404, or a class of them, such as 4xx.',
  });
});

describe('With a running server, tillgate', () => {
  beforeAll(async () => {
    line = await sharedCommandLine();
  });

  test.each(['FULL', 'ADSR'])('gives a new %s app its sandbox credential, shown once', async (product) => {
    const { organizationId } = await json('organization', 'create', 'Owner');
    const app = await json(...newApp(organizationId, product), '--allow-ip', '192.0.2.1');
    expect(app).toMatchObject({
      organizationId,
      product,
      reviewState: 'DRAFT',
      clientId: expect.stringMatching(/^svc_app_sb_/),
      clientSecret: expect.stringMatching(/^svc_sk_sb_/),
    });
    expect(app.apiKey).toEqual(product === 'ADSR' ? expect.stringMatching(/^svc_ak_sb_/) : undefined);
    expect(JSON.stringify(await json('app', 'show', String(app.id)))).not.toContain(app.clientSecret);
    const lists = await inDatabase<{ ips: string }>(
      `select allowed_ips::text as ips from control.client_credentials where app_id = ${app.id}
       union all select allowed_ips::text from control.api_keys where app_id = ${app.id}`,
    );
    expect(lists.every(({ ips }) => ips === '{192.0.2.1}')).toBe(true);
    expect(await tillgate(...newApp(organizationId, product))).toMatch(
      /clientSecret +svc_sk_sb_\S+\n(.*\n)+Store the secret now\. It is not shown again/,
    );
  });

  test('adds a person to merchants: a new one by name, an existing one however the address is typed', async () => {
    const email = 'several@shop.example';
    const [first, second] = [(await json(...newMerchant('A'))).companyId, (await json(...newMerchant('B'))).companyId];
    const add = (companyId: number, ...flags: string[]) =>
      json('merchant', 'add-user', String(companyId), '--email', email, ...flags);
    await expect(add(first)).rejects.toThrow(`${email} is a new user; give their name too.`);
    const created = await add(first, '--name', 'Sam', '--role', 'owner');
    expect(created).toMatchObject({ account: 'created', membership: 'added', role: 'owner' });

    const users = 'select email, name, password_hash from control.users order by id';
    const before = await inDatabase(users);
    const added = await add(second, '--name', 'Other');
    expect(added).toMatchObject({
      ...{ userId: created.userId, name: 'Sam', role: 'employee', account: 'existing', membership: 'added' },
      note: 'The user signs in with their existing password.',
    });
    expect(added).not.toHaveProperty('password');
    expect(await add(first, '--email', ' SEVERAL@Shop.example')).toMatchObject({ membership: 'unchanged' });
    expect(await add(second, '--role', 'owner')).toMatchObject({ membership: 'changed from employee' });
    expect(await add(second)).toMatchObject({ membership: 'unchanged', role: 'owner' });
    expect(await inDatabase(users)).toEqual(before);
    const audit = await inDatabase(
      `select details from control.audit_log where event = 'membership.set' and company_id = ${second} order by id`,
    );
    expect(audit).toEqual([
      { details: { role: 'employee', former: null } },
      { details: { role: 'owner', former: 'employee' } },
    ]);
  });

  test('prints a name as it is stored: in NFC, without leading or trailing spaces', async () => {
    expect(await json('organization', 'create', ' Cafe\u0301 ')).toMatchObject({ name: 'Caf\u00e9' });
  });

  test('asks before what cannot be undone, and takes any reply but yes for no', async () => {
    const { organizationId } = await json('organization', 'create', 'Asked');
    const { id } = await json(...newApp(organizationId, 'FULL'));
    const archive = async (answer: string) => {
      const ask = vi.fn(async () => answer);
      const outcome = await line.run(['app', 'archive', String(id)], { ask }).catch((error) => error.message);
      expect(ask).toHaveBeenCalledWith(
        `Archive app ${id}? Its client ids, API keys and connections stop working at once, and it can never be changed or restored. Continue? [y/N] `,
      );
      return outcome;
    };
    for (const answer of ['', 'yep']) expect(await archive(answer)).toBe('Nothing was changed.');
    expect(await archive('Y')).toBe(`Archived app ${id}.\n`);
  });

  test('names the field and the rule of every wrong value', async () => {
    await expect(tillgate('audit', '--since', 'today', '--limit', '500')).rejects.toThrow(
      '"today" is neither a date that exists, such as 2026-07-01, nor an RFC 3339 instant. limit must be an integer from 1 to 200.',
    );
  });

  test('pages through a list to its end', async () => {
    for (const name of ['A', 'B', 'C']) await json('organization', 'create', `Paged ${name}`);
    const names: string[] = [];
    let next: number | null = 1;
    while (next !== null) {
      const page = await json('organization', 'list', '--search', 'paged', '--limit', '2', '--after', String(next));
      names.push(...page.data.map(({ name }: { name: string }) => name));
      next = page.next;
    }
    expect(names).toEqual(['Paged A', 'Paged B', 'Paged C']);
  });

  test('rolls back a rejected change: no user without a merchant', async () => {
    const person = ['--email', 'n@shop.example', '--name', 'N'];
    await expect(tillgate('merchant', 'add-user', '1', ...person)).rejects.toThrow('No such merchant: 1.');
    expect(await inDatabase(`select from control.users where email = 'n@shop.example'`)).toEqual([]);
  });

  test('finds nothing wrong, and the database up to date', async () => {
    const { findings } = await json('doctor');
    expect(findings.filter(({ status }: { status: string }) => status === 'failed')).toEqual([]);
    expect(findings.map(({ check }: { check: string }) => check)).toEqual(
      expect.arrayContaining([
        'server',
        'TILLGATE_DATA_DIR: migrations of region_in',
        'disk of the data folder',
        'Redis',
      ]),
    );
    expect(await tillgate('migrate')).toBe('The database is up to date: a server runs on it.\n');
    await expect(tillgate('seed', '--demo')).rejects.toThrow('A server runs on this database');
  });
});

describe('Without a server, tillgate', () => {
  beforeAll(async () => {
    line = await CommandLine.open();
  });
  afterEach(() => {
    line.env = {};
  });
  afterAll(() => line.remove());

  const READING = [['app', 'list'], ['app', 'show', '1'], ['merchant', 'list'], ['audit'], ['doctor']];

  test.each(READING)('%s %s reads without creating a database', async (...args) => {
    const empty = join(line.folder, 'none');
    line.env = { TILLGATE_DATA_DIR: empty };
    const message =
      args[0] === 'doctor' ? '1 check failed.' : `No database in ${empty}; run \`tillgate migrate\` first.`;
    const outcome = line.run(args.filter((arg) => arg !== undefined));
    await expect(outcome).rejects.toThrow(new StartError(message));
    expect(existsSync(empty)).toBe(false);
  });

  test('makes a first signing key that signs at once', async () => {
    await line.hold();
    const { signsFrom } = await json('keys', 'rotate');
    expect(Date.parse(signsFrom)).toBeLessThanOrEqual(Date.now());
    expect((await json('keys', 'list')).data).toMatchObject([{ state: 'signing' }]);
  });

  test('reads without migrating a database of an older version', async () => {
    const newest = 'select max(version) as version from control.migrations';
    const [{ version }] = await inDatabase<{ version: number }>(newest);
    await inDatabase(`delete from control.migrations where version = ${version}`);
    for (const args of READING.slice(0, 4))
      await expect(tillgate(...args)).rejects.toThrow('run `tillgate migrate` first');
    expect((await inDatabase<{ version: number }>(newest))[0].version).toBeLessThan(version);
    await line.stop();
    await expect(tillgate('doctor')).rejects.toThrow('1 check failed.');
    expect((await inDatabase<{ version: number }>(newest))[0].version).toBeLessThan(version);
  });
});
