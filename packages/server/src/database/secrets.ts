import { randomBytes } from 'node:crypto';
import type { Databases } from './database.ts';
import { openSealing, type Sealing } from './encryption.ts';
import type { DatabasePool } from './pool.ts';
import { transaction } from './transaction.ts';

/** An arbitrary constant. Instances that start together queue on this lock. */
const LOCK = 7_411_003;

interface Row {
  readonly id: string;
  /** A secret in clear text, from the time before secrets were encrypted. */
  readonly clear: Buffer | null;
  readonly sealed: string | null;
}

export const signingKeyName = (kid: string): string => `signing key ${kid}`;
const serverKeyName = (name: string): string => `server key ${name}`;

export const secondFactorName = (userId: string | number): string => `second factor of user ${userId}`;

export const webhookSecretName = (id: string | number): string => `webhook secret ${id}`;

/** A table of secrets. Older deployments stored some of them in clear text. */
interface SecretTable {
  readonly table: string;
  readonly id: string;
  readonly clear?: { readonly column: string; readonly bytes: string };
  nameOf(id: string): string;
}

const SECRETS: readonly SecretTable[] = [
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

/** The control plane, which stores the secrets, and their encryption. */
export interface SecretStore {
  readonly control: DatabasePool;
  readonly sealing: Sealing;
}

/** Opens these databases' secrets with the keys from the settings, and encrypts any that are not. */
export async function openSecrets(
  keys: readonly Buffer[],
  databases: Pick<Databases, 'kind' | 'folder' | 'control'>,
): Promise<SecretStore> {
  const { control } = databases;
  const sealing = openSealing(keys, databases);
  await sealSecrets({ control, sealing });
  return { control, sealing };
}

/** Encrypts every secret that is in clear text or under an old key. */
async function sealSecrets({ control, sealing }: SecretStore): Promise<void> {
  await transaction(control, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    for (const { table, id, clear, nameOf } of SECRETS) {
      const { rows } = await client.query<Row>(
        `select ${id} as id, ${clear?.bytes ?? 'null::bytea'} as clear, sealed from control.${table}`,
      );
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
