import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SigningKeys } from '../../../src/control/signing-keys.ts';
import type { Databases } from '../../../src/database/database.ts';
import { openFolder } from '../../../src/database/embedded.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openSecrets, serverKey } from '../../../src/database/secrets.ts';
import { systemClock } from '../../../src/process/time.ts';
import { freshDatabases } from '../../support/databases.ts';

const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map((text) => Buffer.alloc(32, text)) as [Buffer, Buffer, Buffer];

/** The signing key and the key for list cursors, as a server with these settings reads them. */
async function secretsWith(databases: Databases, ...keys: Buffer[]) {
  const secrets = await openSecrets(keys, databases);
  const { kid } = await (await SigningKeys.open(secrets, systemClock)).signer();
  return { kid, cursor: (await serverKey(secrets, 'cursor')).toString('hex') };
}

describe('Secrets in the database', () => {
  let databases: Databases;
  beforeEach(async () => {
    databases = await freshDatabases();
  });
  afterEach(() => databases?.close());

  const rows = async () =>
    (
      await databases.control.query(
        `select private_jwk::text as clear, sealed from control.signing_keys
         union all select encode(value, 'hex'), sealed from control.server_keys`,
      )
    ).rows;

  test('are encrypted, each so that it opens as itself alone', async () => {
    const { cursor } = await secretsWith(databases, OLD);
    const stored = await rows();
    expect(stored.map(({ clear, sealed }) => [clear, sealed.split('.').length])).toEqual([
      [null, 5],
      [null, 5],
    ]);
    expect(JSON.stringify(stored)).not.toContain(cursor);
    await databases.control.query(
      `update control.server_keys set sealed = (select sealed from control.signing_keys) where name = 'cursor'`,
    );
    await expect(secretsWith(databases, OLD)).rejects.toThrow(/^The server key cursor holds the signing key /);
  });

  test('from before are encrypted at the next start, and stay the same', async () => {
    const { sealing } = await openSecrets([OLD], databases);
    const before = await secretsWith(databases, OLD);
    const { rows: keys } = await databases.control.query('select kid, sealed from control.signing_keys');
    const clear = (await sealing.open(`signing key ${keys[0].kid}`, keys[0].sealed)).toString();
    await databases.control.query('update control.signing_keys set sealed = null, private_jwk = $1', [clear]);
    await databases.control.query('update control.server_keys set sealed = null, value = $1', [
      Buffer.from(before.cursor, 'hex'),
    ]);
    expect(await secretsWith(databases, NEW)).toEqual(before);
    expect((await rows()).map((row) => row.clear)).toEqual([null, null]);
  });

  test('follow the first key, so that the one before it can be withdrawn', async () => {
    const before = await secretsWith(databases, OLD);
    expect(await secretsWith(databases, OLD, NEW)).toEqual(before);
    expect(await secretsWith(databases, NEW, OLD)).toEqual(before);
    expect(await secretsWith(databases, NEW)).toEqual(before);
    await expect(secretsWith(databases, OTHER, OLD)).rejects.toThrow(
      /^The signing key \S+ is encrypted with the key [\da-f]{16}, which is neither in TILLGATE_KEY nor in the data folder/,
    );
    expect(await secretsWith(databases, NEW)).toEqual(before);
  });
});

describe('A data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillgate-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function start(...keys: Buffer[]) {
    const databases = await openFolder(folder);
    try {
      await migrate(databases);
      return await secretsWith(databases, ...keys);
    } finally {
      await databases.close();
    }
  }

  test('has a separate key that only its owner can read, until TILLGATE_KEY replaces it', async () => {
    const file = join(folder, 'key');
    const before = await start();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = readFileSync(file, 'utf8');
    expect(await start()).toEqual(before);
    expect(await start(NEW)).toEqual(before);
    expect(readFileSync(file, 'utf8')).toBe(key);
    rmSync(file);
    await expect(start()).rejects.toThrow(/which is neither in TILLGATE_KEY nor in the data folder/);
    expect(await start(NEW)).toEqual(before);
  });
});
