import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { StartError } from '../process/start-error.ts';
import type { Databases } from './database.ts';
import type { DatabasePool } from './pool.ts';
import { transaction } from './transaction.ts';

interface NamedKey {
  readonly kid: string;
  readonly bytes: Uint8Array;
}

/**
 * Encrypts the secrets in the database with A256GCM, under a key the database never sees (RFC 7516,
 * `dir`). The first key encrypts and all of them decrypt, so that a key can be replaced.
 */
export class Sealing {
  readonly #current: NamedKey;
  readonly #keys: ReadonlyMap<string, NamedKey>;

  constructor(first: Uint8Array, ...others: readonly Uint8Array[]) {
    this.#current = named(first);
    this.#keys = new Map([...others.map(named), this.#current].map((key) => [key.kid, key]));
  }

  /** The ciphertext can only be decrypted under the same name. */
  seal(name: string, secret: Uint8Array): Promise<string> {
    const { kid, bytes } = this.#current;
    return new CompactEncrypt(secret).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid, sub: name }).encrypt(bytes);
  }

  /** Throws a StartError if none of the keys encrypted it. */
  async open(name: string, sealed: string): Promise<Buffer> {
    const { kid, sub } = decodeProtectedHeader(sealed);
    const key = this.#keys.get(String(kid));
    if (!key) {
      throw new StartError(
        `The ${name} is encrypted with the key ${kid}, which is neither in TILLGATE_KEY nor in the data folder; restore that key.`,
      );
    }
    if (sub !== name) throw new Error(`The ${name} holds the ${sub}.`);
    const { plaintext } = await compactDecrypt(sealed, key.bytes, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return Buffer.from(plaintext);
  }

  isCurrent(sealed: string): boolean {
    return decodeProtectedHeader(sealed).kid === this.#current.kid;
  }
}

/** Identifies a key without revealing anything about it. */
const named = (bytes: Uint8Array): NamedKey => ({
  kid: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  bytes,
});

/** AES-256. */
const KEY_BYTES = 32;

/** Reads a key from base64 or base64url; undefined for other text. */
export function readKey(text: string): Buffer | undefined {
  const key = /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
  return key?.length === KEY_BYTES ? key : undefined;
}

/**
 * Opens the encryption of secrets with the keys from the settings, then the key in the data folder,
 * which is created if there is no other. PostgreSQL requires a key in the settings.
 */
function openSealing(keys: readonly Buffer[], { kind, folder }: Pick<Databases, 'kind' | 'folder'>): Sealing {
  const inFolder = folder && folderKey(folder, keys.length === 0);
  const [first, ...others] = inFolder ? [...keys, inFolder] : keys;
  if (first) return new Sealing(first, ...others);
  // A database in memory is lost together with its secrets and everything they protect.
  if (kind === 'embedded') return new Sealing(randomBytes(KEY_BYTES));
  throw new StartError(
    'With DATABASE_URL, set TILLGATE_KEY to the key that encrypts secrets in the database: 32 random bytes in base64, as `openssl rand -base64 32` prints.',
  );
}

/** Key in the data folder of an embedded database, readable only by its owner. */
function folderKey(folder: string, make: boolean): Buffer | undefined {
  const file = `${folder}/key`;
  if (!existsSync(file)) {
    if (!make) return undefined;
    writeFileSync(`${file}.new`, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  const key = readKey(readFileSync(file, 'utf8').trim());
  if (!key) throw new StartError(`The file ${file} is not a key; restore it from a backup.`);
  return key;
}

/** An arbitrary constant. Instances that start together queue on this lock. */
const LOCK = 7_411_003;

export const signingKeyName = (kid: string): string => `signing key ${kid}`;
const serverKeyName = (name: string): string => `server key ${name}`;

export const secondFactorName = (userId: string | number): string => `second factor of user ${userId}`;

export const webhookSecretName = (id: string | number): string => `webhook secret ${id}`;

/** Tables of secrets. Older deployments stored some of them in clear text. */
const SECRETS: readonly {
  readonly table: string;
  readonly id: string;
  readonly clear?: { readonly column: string; readonly bytes: string };
  nameOf(id: string): string;
}[] = [
  {
    table: 'signing_keys',
    id: 'kid',
    clear: { column: 'private_jwk', bytes: "convert_to(private_jwk::text, 'UTF8')" },
    nameOf: signingKeyName,
  },
  { table: 'server_keys', id: 'name', clear: { column: 'value', bytes: 'value' }, nameOf: serverKeyName },
  { table: 'webhook_secrets', id: 'id', nameOf: webhookSecretName },
  { table: 'second_factors', id: 'user_id', nameOf: secondFactorName },
];

export interface SecretStore {
  readonly control: DatabasePool;
  readonly sealing: Sealing;
}

/** Opens these databases' secrets with the keys from the settings. Encrypts any in clear text or under an old key. */
export async function openSecrets(
  keys: readonly Buffer[],
  databases: Pick<Databases, 'kind' | 'folder' | 'control'>,
): Promise<SecretStore> {
  const { control } = databases;
  const sealing = openSealing(keys, databases);
  await transaction(control, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    for (const { table, id, clear, nameOf } of SECRETS) {
      const { rows } = await client.query<{
        readonly id: string;
        readonly clear: Buffer | null;
        readonly sealed: string | null;
      }>(`select ${id} as id, ${clear?.bytes ?? 'null::bytea'} as clear, sealed from control.${table}`);
      for (const row of rows) {
        if (row.sealed && sealing.isCurrent(row.sealed)) continue;
        const name = nameOf(row.id);
        const secret = row.sealed ? await sealing.open(name, row.sealed) : (row.clear as Buffer);
        const cleared = clear ? `, ${clear.column} = null` : '';
        await client.query(`update control.${table} set sealed = $2${cleared} where ${id} = $1`, [
          row.id,
          await sealing.seal(name, secret),
        ]);
      }
    }
  });
  return { control, sealing };
}

/**
 * A key of this deployment. Created on first use and stored encrypted in the control plane, so that
 * all instances share it.
 */
export async function serverKey({ control, sealing }: SecretStore, name: string): Promise<Buffer> {
  const purpose = serverKeyName(name);
  await control.query('insert into control.server_keys (name, sealed) values ($1, $2) on conflict do nothing', [
    name,
    await sealing.seal(purpose, randomBytes(32)),
  ]);
  const { rows } = await control.query<{ sealed: string }>('select sealed from control.server_keys where name = $1', [
    name,
  ]);
  const [row] = rows;
  if (!row) throw new Error(`The ${purpose} was not stored.`);
  return sealing.open(purpose, row.sealed);
}
