import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { DiskSpace, RESERVE } from '../../../src/database/data-folder.ts';
import { openFolder } from '../../../src/database/embedded.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { openDatabases } from '../../../src/runtime.ts';
import { json } from '../../support/api-caller.ts';
import { credentials, OAuthClient } from '../../support/oauth.ts';
import { killPrograms, Program } from '../../support/program.ts';
import { type Partner, type Service, startService } from '../../support/service.ts';

const SERVE = fileURLToPath(new URL('../../support/serve-folder.ts', import.meta.url));
const EMBEDDED = new URL('../../../src/database/embedded.ts', import.meta.url).href;

/** Opens a data folder and keeps it, or prints why it cannot. */
const OPEN = `import { openFolder } from '${EMBEDDED}';
  await openFolder(process.argv[1]).then(() => console.log('opened'), (error) => console.log(String(error)));
  setInterval(() => {}, 1000);`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-folder-'));
});
afterEach(killPrograms);
afterAll(() => rm(folder, { recursive: true }));

const REFUSED = /^StartError: The data folder \S+ is in use by process \d+; stop it or set TILLGATE_DATA_DIR\.\n$/;

const DAMAGED =
  /^The database in \S+ is damaged; restore that folder from a backup, or remove it to start with an empty/;

/** Creates a data folder that contains a file of nonsense. */
async function made(name: string, file?: string): Promise<string> {
  const target = join(folder, name);
  await mkdir(dirname(join(target, file ?? 'x')), { recursive: true });
  if (file) await writeFile(join(target, file), 'nonsense');
  return name.endsWith('/lock') ? dirname(target) : target;
}

/** Starts a process as an unprivileged user, since file permissions do not restrict root. */
function asOther<T>(begin: () => Promise<T>): Promise<T> {
  const root = process.getuid?.() === 0;
  if (root) process.seteuid?.(65_534);
  try {
    return begin();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

describe('A data folder', () => {
  test('is taken by one of three processes that start concurrently, and by another once that has ended', async () => {
    const programs = [1, 2, 3].map(() => new Program(['--input-type=module', '-e', OPEN, folder]));
    await Promise.all(programs.map((program) => program.until(/\n/)));
    expect(programs.filter(({ out }) => REFUSED.test(out))).toHaveLength(2);
    const [holder] = programs.filter(({ out }) => out === 'opened\n');
    const message = `The data folder ${folder} is in use by process ${holder?.child.pid}; stop it or set TILLGATE_DATA_DIR.`;
    await expect(openFolder(folder)).rejects.toThrow(message);
    await holder?.end('SIGKILL');
    await (await openFolder(folder)).close();
  });

  test('is taken over from a process that has ended, even if its lock is empty', async () => {
    for (const left of ['', '4194304999', 'not a number']) {
      await writeFile(join(folder, 'lock'), left);
      const databases = await openFolder(folder);
      await databases.close();
    }
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['is a file', async () => `${folder}/file`, /^The data folder \S+ is a file; remove it or set TILLGATE_DATA_DIR /],
    ['lies below a file', async () => `${folder}/file/data`, /^The data folder \S+ is a file or lies below one; set/],
    ['has a folder for its lock', () => made('held/lock'), /^The data folder \S+ cannot be used \(.+\); set TILLGATE/],
    ['has a file for its database', () => made('x', 'database'), /^The data folder \S+ is a file or lies below one/],
    ['lost the version of its database', () => made('left', 'database/left'), DAMAGED],
    ['has a database that is none', () => made('none', 'database/PG_VERSION'), DAMAGED],
  ])('is rejected in one line if it %s', async (_, arrange, message) => {
    await writeFile(join(folder, 'file'), '');
    const target = await arrange();
    const error = await openFolder(target).catch((refusal) => refusal);
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
    expect(existsSync(join(target, 'lock')) && statSync(join(target, 'lock')).isFile()).toBe(false);
  });

  test('is rejected in one line if it is not writable', async () => {
    await chmod(folder, 0o555);
    try {
      for (const target of [folder, join(folder, 'data')]) {
        const error = await asOther(() => openFolder(target)).catch((refusal) => refusal);
        expect(error).toEqual(
          new StartError(
            `The data folder ${target} cannot be written to; give this user write access to it or set TILLGATE_DATA_DIR to another folder.`,
          ),
        );
      }
    } finally {
      await chmod(folder, 0o755);
    }
  });
});

test('A data folder on a full disk is not called damaged, and is opened when there is room', async () => {
  const [target, broken] = [join(folder, 'new'), await made('full', 'database/PG_VERSION')];
  const open = (path: string, free: number) => openFolder(path, undefined, new DiskSpace(path, () => free));
  for (const path of [target, broken])
    await expect(open(path, RESERVE - 1)).rejects.toThrow(/is full; free 48 MiB of it/);
  expect(existsSync(join(target, 'database'))).toBe(false);
  await (await open(target, RESERVE)).close();
});

test('A data folder that a command uses is opened when the command has ended', async () => {
  const command = new Program(['--input-type=module', '-e', OPEN, folder]);
  await command.until(/opened/);
  const opening = openDatabases(readConfig({ TILLGATE_DATA_DIR: folder }));
  const soon = delay(500).then(() => command.end('SIGKILL'));
  await (await opening).close();
  await soon;
});

test.skipIf(process.platform !== 'linux')(
  'A data folder that no system would create is rejected in one line',
  async () => {
    await expect(openFolder('/proc/none/data')).rejects.toThrow(
      'The data folder /proc/none/data cannot be created there; set TILLGATE_DATA_DIR to another folder.',
    );
  },
);

describe('A data folder whose server was killed', () => {
  interface Scene {
    readonly apiUrl: string;
    readonly token: string;
    readonly refreshToken: string;
    readonly partner: Partner;
    readonly merchant: Merchant;
  }

  const acknowledged = new Map<number, string>();
  let killed: string;
  let scene: Scene;
  let lost: { readonly refresh_token: string };
  let service: Service;

  /** Kills the server in the middle of writes, after it has refreshed a token whose response is lost. */
  beforeAll(async () => {
    killed = await mkdtemp(join(tmpdir(), 'tillgate-killed-'));
    const server = new Program([SERVE, killed]);
    scene = JSON.parse((await server.until(/^\{.*\}\n/))[0]);
    const { apiUrl, token, refreshToken, partner } = scene;
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, ...credentials(partner) };
    lost = await fetch(`${apiUrl}/oauth/token`, { method: 'POST', ...json(fields) }).then(
      (r) => r.json() as Promise<typeof lost>,
    );
    const createUntilKilled = async (worker: number): Promise<void> => {
      for (let i = 0; ; i += 1) {
        const code = `${worker}-${i}`;
        const item = { name: `Item ${code}`, itemCode: code, barcodes: [`A${code}`, `B${code}`] };
        const init = { method: 'POST', ...json(item, { Authorization: `Bearer ${token}`, 'Idempotency-Key': code }) };
        const answer = await fetch(`${apiUrl}/items`, init).then((response) => response.text());
        acknowledged.set(JSON.parse(answer).id, answer);
        if (acknowledged.size === 60) server.child.kill('SIGKILL');
      }
    };
    const workers = await Promise.allSettled(Array.from({ length: 8 }, (_, worker) => createUntilKilled(worker)));
    expect(workers.every(({ status }) => status === 'rejected')).toBe(true);
    await server.exit;
    service = await startService({ databases: await openFolder(killed) });
  });
  afterAll(async () => {
    await service?.stop();
    await rm(killed, { recursive: true });
  });

  test('has every acknowledged record, complete', async () => {
    const caller = await service.connectTo(scene.partner, scene.merchant);
    const select = async <Row extends object>(sql: string) => (await service.databases.regions.UK.query<Row>(sql)).rows;
    const rows = await select<{ id: number; doc: string }>('select id, doc from region_uk.items');
    const stored = new Map(rows.map(({ id, doc }) => [id, doc]));
    for (const [id, answer] of acknowledged) expect(stored.get(id)).toBe(answer);
    expect((await caller.get('/items')).body.pagination.total).toBe(stored.size);
    const halves = await select(
      `select i.id from region_uk.items i where 3 <> (select count(*) from region_uk.item_identifiers d where d.item_id = i.id)
         or 1 <> (select count(*) from region_uk.item_stock s where s.item_id = i.id)
         or 1 <> (select count(*) from region_uk.idempotency_keys k where k.key = i.item_code and k.body = i.doc)
       union all select 0 from region_uk.idempotency_keys k
         where not exists (select 1 from region_uk.items i where i.doc = k.body)`,
    );
    expect(halves).toEqual([]);
    expect((await caller.post('/items', { name: 'Afterwards' })).status).toBe(201);
  });

  test('repeats a refresh whose response was lost with the process', async () => {
    const client = new OAuthClient(service, scene.partner);
    const again = await client.refresh(scene.refreshToken);
    expect([again.status, again.body.refresh_token]).toEqual([200, lost.refresh_token]);
    expect((await client.refresh(again.body.refresh_token)).status).toBe(200);
  });
});
