import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupCommand, restoreCommand } from '../../../src/command-line/backup.ts';
import { readConfig } from '../../../src/config.ts';
import { dump, writeArchive } from '../../../src/database/backup.ts';
import { openFolder } from '../../../src/database/embedded.ts';
import { load } from '../../../src/database/restore.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { openDatabases } from '../../../src/runtime.ts';
import type { Caller } from '../../support/api-caller.ts';
import { freshDatabases, freshPostgresUrl, storage, templateName } from '../../support/databases.ts';
import { startService } from '../../support/service.ts';

let folder: string;
let source: string;
let file: string;
let caller: Caller;
let lines: string[];
const drops: (() => Promise<void>)[] = [];

/** A merchant with stock from a purchase order. Its deployment is backed up. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-backup-'));
  source = join(folder, 'source');
  file = join(folder, 'tillgate.backup');
  const service = await startService({ databases: await openFolder(source), settings: { TILLGATE_KEY: '' } });
  caller = await service.connect();
  const storeId = await service.newStore(caller.merchant);
  const supplierId = await service.newSupplier(caller.merchant);
  const item = await caller.create('/items', { name: 'Crème brûlée', price: '3.10', barcodes: ['5012345678900'] });
  const lines = [{ itemId: item.id, quantity: '2.5', unitCost: '1.2345' }];
  await caller.create('/purchase-orders?receive=true', { supplierId, storeId, orderDate: '2026-03-01', lines });
  await caller.create('/brands', { name: 'House', description: 'Two lines\u2028in one' });
  await service.stop();
  await backupCommand({ TILLGATE_DATA_DIR: source }, file);
});
beforeAll(async () => {
  lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n');
});
afterAll(async () => {
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

/** Settings of an empty deployment with the key of the old one. */
async function emptyDeployment(): Promise<Record<string, string>> {
  if (storage === 'postgres') {
    const { url, drop } = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    drops.push(drop);
    return { DATABASE_URL: url, TILLGATE_KEY: (await readFile(join(source, 'key'), 'utf8')).trim() };
  }
  const target = await mkdtemp(join(folder, 'target-'));
  await copyFile(join(source, 'key'), join(target, 'key'));
  return { TILLGATE_DATA_DIR: target };
}

async function* each(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

describe('A backup', () => {
  /** Lines of a backup, except those of what a restore skips. */
  const kept = (all: readonly string[]) =>
    all
      .slice(1, -1)
      .filter((line) => !/^\["sequence"|^\{"(?:database|company_id":\d+,"(?:first|kind":"\w+","last))"/.test(line))
      .sort();

  test('has every row once it is restored, and the restored deployment serves', async () => {
    const env = await emptyDeployment();
    expect(await restoreCommand(env, file)).toBe(
      `Restored ${lines.filter((line) => line.startsWith('{')).length} rows.`,
    );
    const databases = await openDatabases(readConfig(env));
    const again: string[] = [];
    for await (const line of dump(databases, '0.0.0')) again.push(line);
    expect(kept(again)).toEqual(kept(lines));

    const service = await startService({ databases, settings: { TILLGATE_KEY: '', ...env } });
    const restored = await service.connectTo(caller.partner, caller.merchant);
    const { body } = await restored.get('/items?search=creme');
    expect(body.data).toMatchObject([{ name: 'Crème brûlée', price: '3.10', cost: '1.2345' }]);
    expect((await restored.post('/items', { name: 'New', barcodes: ['5012345678900'] })).status).toBe(409);
    // Ids that may have been given out after the backup are skipped.
    expect((await restored.create('/brands', { name: 'After the restore' })).id).toBeGreaterThan(1_000_000);
    await service.stop();
    await expect(restoreCommand(env, file)).rejects.toThrow('The database is not empty; a backup needs an empty one.');
  });

  describe('that is', () => {
    const row = () => lines.findIndex((line) => line.includes('Crème'));
    const altered = (from: string | RegExp, to: string) => lines.map((line) => line.replace(from, to));
    const packed = (content: readonly string[]) => gzipSync(content.map((line) => `${line}\n`).join(''));
    const whole = () => packed(lines);
    const flipped = () => {
      const bytes = whole();
      const middle = bytes.length >> 1;
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 4, middle);
      return bytes;
    };
    test.each<[string, () => Buffer, RegExp]>([
      ['without its end', () => packed(lines.slice(0, -1)), /it ends early/],
      ['followed by a line', () => packed([...lines, '{}']), /something follows its end/],
      ['without a row', () => packed(lines.toSpliced(row(), 1)), /it is damaged/],
      ['with a doubled row', () => packed(lines.toSpliced(row(), 0, lines[row()] as string)), /it is damaged/],
      ['with a changed value', () => packed(altered('Crème', 'Creme')), /it is damaged/],
      [
        'with two rows swapped',
        () => packed([...lines.slice(0, 2), ...lines.slice(2, -1).reverse(), ...lines.slice(-1)]),
        /it is damaged/,
      ],
      ['with a flipped bit', flipped, /damaged/],
      ['cut in its bytes', () => whole().subarray(0, -20), /its gzip data is damaged or incomplete/],
      ['empty', () => Buffer.alloc(0), /damaged|not a backup/],
      ['not gzipped', () => Buffer.from('a line'), /its gzip data is damaged or incomplete/],
      ['something else', () => packed(['["something else"]']), /it is not a backup/],
      ['of other schemas', () => packed(altered(/"region":\d+/, '"region":1')), /restore it with that version/],
      [
        'of the format without a digest',
        () => packed(altered('backup 2', 'backup 1')),
        /without a digest; restore it with that version/,
      ],
    ])('%s is rejected before anything is opened', async (_, content, reason) => {
      const target = await mkdtemp(join(folder, 'damaged-'));
      await copyFile(join(source, 'key'), join(target, 'key'));
      const archive = join(target, 'damaged.backup');
      await writeFile(archive, content());
      const error = await restoreCommand({ TILLGATE_DATA_DIR: target }, archive).catch((e) => e);
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toMatch(reason);
      expect(error.message).toMatch(/^The backup cannot be restored: [^\n]+\.$/);
      expect((await readdir(target)).toSorted()).toEqual(['damaged.backup', 'key']);
    });

    test('whole, but does not fit the database, is rejected and leaves it empty', async () => {
      const databases = await freshDatabases();
      const attempts: [string[], RegExp][] = [
        [lines.toSpliced(row(), 0, lines[row()] as string), /its rows do not fit/],
        [lines.toSpliced(row(), 1), /its rows do not fit/],
        [altered('["table","control.apps",["id"', '["table","control.apps",["ident"'), /control\.apps differs/],
      ];
      for (const [content, reason] of attempts) await expect(load(each(content), databases)).rejects.toThrow(reason);
      expect((await databases.control.query('select from control.organizations')).rowCount).toBe(0);
      await databases.close();
    });
  });

  test('is readable by its owner only, whatever an interrupted backup or another user has left', async () => {
    const lines = async function* () {
      yield 'a line';
    };
    const [left, archive] = [join(folder, 'left'), join(folder, 'archive')];
    await writeFile(left, '', { mode: 0o666 });
    await chmod(left, 0o666);
    await symlink(left, `${archive}.partial`);
    await writeArchive(lines(), archive);
    expect([(await lstat(archive)).mode & 0o777, await readFile(left, 'utf8')]).toEqual([0o600, '']);
    expect(gunzipSync(await readFile(archive)).toString()).toBe('a line\n');
  });

  test('is not written over a file, and not restored without the key', async () => {
    await expect(backupCommand({ TILLGATE_DATA_DIR: source }, file)).rejects.toThrow('exists already');
    const keyless = join(folder, 'keyless');
    await mkdir(keyless);
    await expect(restoreCommand({ TILLGATE_DATA_DIR: keyless }, file)).rejects.toThrow(/Copy the key/);
  });
});
