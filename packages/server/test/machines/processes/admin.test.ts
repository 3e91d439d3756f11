import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AdminClient } from '../../../src/admin/admin-client.ts';
import { sendImport } from '../../../src/admin/send-import.ts';
import { removeStaleSocket, socketPathOf } from '../../../src/listeners/socket-path.ts';
import { openFolder } from '../../../src/storage/embedded.ts';
import { CommandLine } from '../../support/command-line.ts';
import { freePort } from '../../support/free-port.ts';
import { itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { startService } from '../../support/service.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const SERVE = fileURLToPath(new URL('../../support/serve-folder.ts', import.meta.url));

let line: CommandLine;
const children: ChildProcess[] = [];

beforeAll(async () => {
  line = await CommandLine.open();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  line.env = {};
  await line.stop();
});
afterAll(() => line.remove());

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const socketOf = (folder: string) => join(folder, 'admin.sock');

/** Starts a server in another process; resolves once it is up. */
async function serveApart(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [SERVE, line.folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** Starts another process or several servers, so slow machines need more time. */
const SLOW = { timeout: 600_000 };

describe('The socket of a data folder', SLOW, () => {
  test('is open to its owner only, and goes with the server', async () => {
    await line.serve();
    expect(statSync(socketOf(line.folder)).mode & 0o777).toBe(0o600);
    await line.stop();
    expect(existsSync(socketOf(line.folder))).toBe(false);
  });

  test('left by a killed server is no obstacle to commands and to the next server', async () => {
    await kill(await serveApart());
    expect(existsSync(socketOf(line.folder))).toBe(true);
    const alone = await line.run(['organization', 'list']);
    expect(alone).toContain('Northwind Apps');
    await line.serve();
    expect(await line.run(['organization', 'list'])).toBe(alone);
  });

  test('writes a backup and an export while the server has the database, into new files', async () => {
    await line.serve();
    const { companyId } = await line.json(
      'merchant',
      'create',
      '--name',
      'Shop',
      '--region',
      'UK',
      '--currency',
      'GBP',
    );
    const [backup, archive] = [join(line.folder, 'all.gz'), join(line.folder, 'shop.gz')];
    expect(await line.run(['backup', backup])).toContain(`The backup is in ${backup}.`);
    expect(await line.run(['export', '--merchant', String(companyId), archive])).toContain(`are in ${archive}.`);
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
    await expect(line.run(['backup', backup])).rejects.toThrow(`${backup} exists already; name a new file.`);
    await expect(line.run(['export', '--merchant', '1', `${archive}2`])).rejects.toThrow('No such merchant: 1.');
    await expect(line.run(['backup', '/nowhere/all.gz'])).rejects.toThrow('its folder does not exist');
    expect(readdirSync(line.folder).filter((name) => /partial|gz2/.test(name))).toEqual([]);
  });

  test.each([
    [['organization', 'list'], 'The server stopped before it answered; run the command again.'],
    [
      ['organization', 'create', 'Acme'],
      'The server stopped before it answered: the change may have been made or not. Look before you repeat it.',
    ],
  ])('says what became of `%s` when the server is killed in the middle of it', async (args, message) => {
    const child = await serveApart();
    // A stopped process receives the command but does not handle it.
    child.kill('SIGSTOP');
    const kill = () => child.kill('SIGKILL');
    subscribe('http.client.request.start', kill);
    try {
      await expect(line.run(args)).rejects.toThrow(message);
    } finally {
      unsubscribe('http.client.request.start', kill);
    }
  });

  test('works where the path of the folder is longer than the address of a socket', async () => {
    const deep = join(line.folder, 'x'.repeat(120));
    await mkdir(deep);
    await (await openFolder(deep)).close();
    expect(socketPathOf(deep)?.path).toMatch(/^\/proc\/self\/fd\/\d+\/admin\.sock$/);
    const service = await startService({ databases: await openFolder(deep) });
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

  test('does not take the place of a file, which is left alone', async () => {
    const folder = join(line.folder, 'other');
    await mkdir(folder);
    await writeFile(socketOf(folder), 'mine');
    expect(() => removeStaleSocket(folder)).toThrow(`${socketOf(folder)} is not a socket; remove it.`);
    expect(existsSync(socketOf(folder))).toBe(true);
  });

  test('offers nothing but the operations', async () => {
    await line.serve();
    const client = new AdminClient({ folder: line.folder });
    for (const name of ['toString', 'app.delete']) {
      await expect(client.call(name as 'app.list', {})).rejects.toThrow(`No such operation: ${name}.`);
    }
  });
});

describe('An admin token', SLOW, () => {
  test('lets a command line on another machine work through the operations listener, until it is revoked', async () => {
    const { opsUrl } = await line.serve();
    const { adminToken, adminTokenId } = await line.json('admin-token', 'create', 'ci');
    line.env = { TILLGATE_DATA_DIR: '/nowhere', TILLGATE_ADMIN_URL: opsUrl, TILLGATE_ADMIN_TOKEN: adminToken };
    const { organizationId } = await line.json('organization', 'create', 'Remote');
    const { data } = await line.json('audit', '--organization', String(organizationId));
    expect(data).toMatchObject([{ event: 'organization.created', source: `admin token ${adminTokenId} (ci)` }]);
    expect(JSON.stringify(await line.query('select * from control.admin_tokens'))).not.toContain(adminToken);
    await line.run(['admin-token', 'revoke', String(adminTokenId), '--yes']);
    const refused = 'The admin token is missing, invalid or revoked.';
    for (const token of [adminToken, `${adminToken}x`, 'x']) {
      line.env = { ...line.env, TILLGATE_ADMIN_TOKEN: token };
      await expect(line.run(['organization', 'list'])).rejects.toThrow(refused);
    }
    await expect(line.run(['import', '--company', '1', MAIN])).rejects.toThrow(
      'does not go through TILLGATE_ADMIN_URL',
    );
  });

  test('is required by the operations listener, and the API listener serves no administration', async () => {
    const { opsUrl, apiUrl } = await line.serve();
    const post = (url: string) => fetch(`${url}/admin/operations/app.list`, { method: 'POST' });
    const answer = await post(opsUrl);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="administration"']);
    expect((await post(new URL(apiUrl).origin)).status).toBe(404);
  });

  test('is not sent to a server that cannot be reached, nor taken for one that is something else', async () => {
    const { apiUrl } = await line.serve();
    const token = 'svc_adm_x';
    const at = (url: string) => new AdminClient({ url, token }).call('app.list', {});
    await expect(at(new URL(apiUrl).origin)).rejects.toThrow(
      'This is not the operations listener of a Tillgate server',
    );
    await expect(at(`http://localhost:${await freePort()}`)).rejects.toThrow('Cannot reach http://localhost:');
  });
});

describe('tillgate import to a running server', SLOW, () => {
  const lines = [storeLine('S'), itemLine('A'), saleLine('1', 'S', '2026-02-10T12:00:00Z')];
  const textOf = (all: readonly object[]) => all.map((each) => `${JSON.stringify(each)}\n`).join('');
  let company: number;
  let file: string;
  beforeEach(async () => {
    await line.serve();
    company = (await line.json('merchant', 'create', '--name', 'Shop', '--region', 'UK', '--currency', 'GBP'))
      .companyId;
    file = join(line.folder, 'sales.ndjson');
  });

  test('imports a file, plain or gzip, and reports what was new', async () => {
    await writeFile(file, textOf(lines));
    const run = () => line.run(['import', '--company', String(company), file]);
    expect(await run()).toBe('Lines imported: 3; new or changed: 3, unchanged: 0.\n');
    await writeFile(file, gzipSync(textOf([...lines, itemLine('B')])));
    expect(await run()).toBe('Lines imported: 4; new or changed: 1, unchanged: 3.\n');
  });

  test('names the wrong lines, and an unknown merchant', async () => {
    await writeFile(file, textOf([...lines, {}]));
    const run = (to: number) => line.json('import', '--company', String(to), file);
    await expect(run(company)).rejects.toThrow('1 problem, listed above. Lines imported: 2;');
    await expect(run(1)).rejects.toThrow('No such company: 1.');
  });

  test('stops where it is told to, between two batches', async () => {
    const stop = new AbortController();
    async function* chunks() {
      yield Buffer.from(textOf([...lines, ...Array.from({ length: 1050 }, (_, n) => itemLine(`I${n}`))]));
      await vi.waitFor(() => expect(written).toBeGreaterThan(3), 60_000);
      stop.abort();
      yield Buffer.from('{"type":"it');
      yield Buffer.from('never sent');
    }
    let written = 0;
    const onProgress = (progress: { written: number }) => {
      written = progress.written;
    };
    const result = await sendImport({ folder: line.folder }, company, chunks(), { onProgress, signal: stop.signal });
    expect(result).toMatchObject({ stopped: true, problems: [], written });
  });

  test('names the way to continue when the server stops before its end', async () => {
    await line.stop();
    const child = await serveApart();
    async function* chunks() {
      yield Buffer.from(textOf(lines));
      child.kill('SIGKILL');
      await once(child, 'exit');
      yield Buffer.from('\n');
    }
    await expect(sendImport({ folder: line.folder }, company, chunks(), {})).rejects.toThrow(
      'The server stopped during the import. Run it again to continue: no line is written twice.',
    );
  });
});
