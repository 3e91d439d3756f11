import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** A key of this deployment, made at first use and kept in the control plane, so that all instances have the same. */
export async function serverKey(control: Pool, name: string): Promise<Buffer> {
  await control.query('insert into control.server_keys (name, value) values ($1, $2) on conflict do nothing', [
    name,
    randomBytes(32),
  ]);
  const { rows } = await control.query<{ value: Buffer }>('select value from control.server_keys where name = $1', [
    name,
  ]);
  const [row] = rows;
  if (!row) throw new Error(`The server key ${name} was not stored.`);
  return row.value;
}
