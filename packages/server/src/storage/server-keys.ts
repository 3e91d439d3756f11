import { randomBytes } from 'node:crypto';
import { type SecretStore, serverKeyName } from './sealed-secrets.ts';

/** A key of this deployment, made at first use and kept sealed in the control plane, so that all instances have the same. */
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
