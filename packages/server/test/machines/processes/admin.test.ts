import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AdminClient } from '../../../src/command-line/admin-client.ts';
import { openFolder } from '../../../src/database/embedded.ts';
import { removeStaleSocket, socketPathOf } from '../../../src/process/socket-path.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { CommandLine, sharedCommandLine } from '../../support/command-line.ts';
import { freePort } from '../../support/free-port.ts';
import { itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { killPrograms, MAIN, Program } from '../../support/program.ts';
import { startService } from '../../support/service.ts';

const SERVE = fileURLToPath(new URL('../../support/serve-folder.ts', import.meta.url));

const shared = await sharedCommandLine();
const { opsUrl, apiUrl } = shared.service;
const newMerchant = async (): Promise<number> =>
  (await shared.json('merchant', 'create', '--name', 'Shop', '--region', 'UK', '--currency', 'GBP')).companyId;

/** A data folder whose server tests stop and kill. */
let line: CommandLine;

beforeAll(async () => {
  line = await CommandLine.open();
});
afterEach(async () => {
  await killPrograms();
  line.env = {};
  shared.env = {};
  await line.stop();
});
afterAll(() => line.remove());

const socketOf = (folder: string) => join(folder, 'admin.sock');

const LINES = [storeLine('S'), itemLine('A'), saleLine('1', 'S', '2026-02-10T12:00:00Z')];
const textOf = (lines: readonly object[]) => lines.map((each) => `${JSON.stringify(each)}\n`).join('');

describe('The socket of a data folder', () => {
  test('is open to its owner only, and goes with the server', async () => {
    await line.serve();
    expect(statSync(socketOf(line.folder)).mode & 0o777).toBe(0o600);
    await line.stop();
    expect(existsSync(socketOf(line.folder))).toBe(false);
  });

  test('tells what became of each command when the server is killed, and is then no obstacle to the next', async () => {
    const server = new Program([SERVE, line.folder, 'running']);
    const { merchant } = JSON.parse((await server.until(/^\{.*\}\n/))[0]);
    const organizations = await line.json('organization', 'list');
    async function* chunks() {
      yield Buffer.from(textOf(LINES));
      await server.exit;
      yield Buffer.from('\n');
    }
    const importing = new AdminClient({ folder: line.folder })
      .importRecords(merchant.companyId, chunks(), {})
      .catch((error) => error);
    // A stopped process receives commands but does not handle them.
    server.child.kill('SIGSTOP');
    let sent = 0;
    const killAfterBoth = (message: unknown) => {
      if ((message as { request: ClientRequest }).request.path.includes('/operations/')) sent += 1;
      if (sent === 2) server.child.kill('SIGKILL');
    };
    subscribe('http.client.request.start', killAfterBoth);
    const commands = [
      ['organization', 'list'],
      ['organization', 'create', 'Acme'],
    ];
    const outcomes = await Promise.allSettled(commands.map((args) => line.run(args)));
    unsubscribe('http.client.request.start', killAfterBoth);
    expect([
      ...outcomes.map((outcome) => 'reason' in outcome && outcome.reason.message),
      (await importing).message,
    ]).toEqual([
      'The server stopped before it answered; run the command again.',
      'The server stopped before it answered: the change may have been made or not. Look before you repeat it.',
      'The server stopped during the import. Run it again to continue: no line is written twice.',
    ]);
    expect(existsSync(socketOf(line.folder))).toBe(true);
    expect(await line.json('organization', 'list')).toEqual(organizations);
    await line.serve();
    expect(await line.json('organization', 'list')).toEqual(organizations);
  });

  test('writes a backup and an export while the server has the database, into new files', async () => {
    const companyId = String(await newMerchant());
    const [backup, archive] = [join(shared.folder, 'all.gz'), join(shared.folder, 'shop.gz')];
    expect(await shared.run(['backup', backup])).toContain(`The backup is in ${backup}.`);
    expect(await shared.run(['export', '--merchant', companyId, archive])).toContain(`are in ${archive}.`);
    const lines = [backup, archive].map((file) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n'));
    expect(lines.map((all) => all[0]?.slice(0, 30))).toEqual([
      expect.stringContaining('tillgate backup 2'),
      expect.stringContaining('tillgate export'),
    ]);
    expect(lines.map((all) => JSON.parse(all.at(-1) ?? ''))).toMatchObject([
      ['end', lines[0]?.filter((one) => !one.startsWith('[')).length, expect.stringMatching(/^[0-9a-f]{64}$/)],
      { end: true, rows: (lines[1]?.length ?? 0) - 2 },
    ]);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    await expect(shared.run(['backup', backup])).rejects.toThrow(`${backup} exists already; name a new file.`);
    await expect(shared.run(['export', '--merchant', '1', `${archive}2`])).rejects.toThrow('No such merchant: 1.');
    await expect(shared.run(['backup', '/nowhere/all.gz'])).rejects.toThrow('its folder does not exist');
    expect(readdirSync(shared.folder).filter((name) => /partial|gz2/.test(name))).toEqual([]);
  });

  test('works where the path of the folder is longer than the address of a socket', async () => {
    const deep = join(line.folder, 'x'.repeat(120));
    await mkdir(deep);
    const databases = await openFolder(deep);
    expect(socketPathOf(deep)?.path).toMatch(/^\/proc\/self\/fd\/\d+\/admin\.sock$/);
    const service = await startService({ databases });
    try {
      line.env = { TILLGATE_DATA_DIR: deep };
      expect(await line.run(['organization', 'create', 'Deep'])).toBe('Created organization 501, Deep.\n');
      expect(statSync(socketOf(deep)).mode & 0o777).toBe(0o600);
    } finally {
      await service.stop();
    }
    expect(existsSync(socketOf(deep))).toBe(false);
  });

  test('has no path on Windows, nor where it is too long for other systems', () => {
    expect(socketPathOf('data', 'win32')).toBeUndefined();
    expect(socketPathOf(`/${'x'.repeat(120)}`, 'darwin')).toBeUndefined();
  });

  test('is missed in one line by a command whose server has just stopped', async () => {
    const call = new AdminClient({ folder: line.folder }).call('organization.list', {});
    await expect(call).rejects.toThrow(
      /^The server on \S+ has just stopped\. Nothing was done; run the command again\.$/,
    );
    await expect(call).rejects.toBeInstanceOf(StartError);
  });

  test('does not take the place of a file, which is left alone', async () => {
    const folder = join(line.folder, 'other');
    await mkdir(folder);
    await writeFile(socketOf(folder), 'mine');
    expect(() => removeStaleSocket(folder)).toThrow(`${socketOf(folder)} is not a socket; remove it.`);
    expect(existsSync(socketOf(folder))).toBe(true);
  });

  test('offers nothing but the operations', async () => {
    const client = new AdminClient({ folder: shared.folder });
    for (const name of ['toString', 'app.delete']) {
      await expect(client.call(name as 'app.list', {})).rejects.toThrow(`No such operation: ${name}.`);
    }
  });

  test('ends an import where the command is told to stop, between two batches', async () => {
    const stop = new AbortController();
    let written = 0;
    async function* chunks() {
      yield Buffer.from(textOf([...LINES, ...Array.from({ length: 1050 }, (_, n) => itemLine(`I${n}`))]));
      await vi.waitFor(() => expect(written).toBeGreaterThan(3), 60_000);
      stop.abort();
      yield Buffer.from('{"type":"it');
      yield Buffer.from('never sent');
    }
    const onProgress = (progress: { written: number }) => {
      written = progress.written;
    };
    const options = { onProgress, signal: stop.signal };
    const result = await new AdminClient({ folder: shared.folder }).importRecords(
      await newMerchant(),
      chunks(),
      options,
    );
    expect(result).toMatchObject({ stopped: true, problems: [], written });
  });
});

describe('An admin token', () => {
  test('lets a command line on another machine work through the operations listener, until it is revoked', async () => {
    const { adminToken, adminTokenId } = await shared.json('admin-token', 'create', 'ci');
    const remote = { TILLGATE_DATA_DIR: '/nowhere', TILLGATE_ADMIN_URL: opsUrl };
    shared.env = { ...remote, TILLGATE_ADMIN_TOKEN: adminToken };
    const { organizationId } = await shared.json('organization', 'create', 'Remote');
    const { data } = await shared.json('audit', '--organization', String(organizationId));
    expect(data).toMatchObject([{ event: 'organization.created', source: `admin token ${adminTokenId} (ci)` }]);
    expect(JSON.stringify(await shared.query('select * from control.admin_tokens'))).not.toContain(adminToken);
    await shared.run(['admin-token', 'revoke', String(adminTokenId), '--yes']);
    for (const token of [adminToken, `${adminToken}x`, 'x']) {
      shared.env = { ...remote, TILLGATE_ADMIN_TOKEN: token };
      const refused = 'The admin token is missing, invalid or revoked.';
      await expect(shared.run(['organization', 'list'])).rejects.toThrow(refused);
    }
    const importing = shared.run(['import', '--company', '1', MAIN]);
    await expect(importing).rejects.toThrow('does not go through TILLGATE_ADMIN_URL');
  });

  test('is required by the operations listener, and the API listener serves no administration', async () => {
    const post = (url: string) => fetch(`${url}/admin/operations/app.list`, { method: 'POST' });
    const answer = await post(opsUrl);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="administration"']);
    expect((await post(new URL(apiUrl).origin)).status).toBe(404);
  });

  test('is not sent to a server that cannot be reached, nor taken for one that is something else', async () => {
    const at = (url: string) => new AdminClient({ url, token: 'svc_adm_x' }).call('app.list', {});
    const other = 'This is not the operations listener of a Tillgate server';
    await expect(at(new URL(apiUrl).origin)).rejects.toThrow(other);
    await expect(at(`http://localhost:${await freePort()}`)).rejects.toThrow('Cannot reach http://localhost:');
  });
});
