import type { ControlTransaction } from '../../control/control.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import type { Sealing } from '../../database/encryption.ts';
import { webhookSecretName } from '../../database/secrets.ts';
import { toTimestamp } from '../../process/clock.ts';
import { newWebhookSecret } from '../sending/signature.ts';
import { noteRotation } from './endpoints.ts';

/** Milliseconds for which a replaced secret still signs (webhooks.secret_overlap). */
const OVERLAP = 24 * 60 * 60 * 1000;

/** Maximum number of secrets that sign at once. */
const MAX_SECRETS = 5;

/** Creates the secret of an endpoint. It is shown once. */
export async function addSecret(tx: ControlTransaction, sealing: Sealing, endpointId: number): Promise<string> {
  const secret = newWebhookSecret();
  const { id } = (await tx.one<{ id: number }>(
    `select nextval(pg_get_serial_sequence('control.webhook_secrets', 'id')) as id`,
  )) as { id: number };
  await tx.query('insert into control.webhook_secrets (id, endpoint_id, sealed, created_at) values ($1, $2, $3, $4)', [
    id,
    endpointId,
    await sealing.seal(webhookSecretName(id), Buffer.from(secret)),
    tx.timestamp,
  ]);
  return secret;
}

export interface RotatedSecret {
  readonly endpointId: number;
  /** Shown once. */
  readonly secret: string;
  /** Instant until which requests are signed with the former secret too. */
  readonly formerSecretUntil: string;
}

/** Replaces the secret. Requests of the next 24 hours are signed with both. */
export async function rotateEndpointSecret(
  tx: ControlTransaction,
  sealing: Sealing,
  endpointId: number,
): Promise<RotatedSecret> {
  const until = toTimestamp(tx.now + OVERLAP);
  await noteRotation(tx, endpointId, until);
  const signing = 'control.webhook_secrets where endpoint_id = $1 and (expires_at is null or expires_at > $2)';
  if ((await tx.count(signing, [endpointId, tx.timestamp])) >= MAX_SECRETS) {
    throw new DirectoryError(
      `Requests to the endpoint ${endpointId} are signed with ${MAX_SECRETS} secrets at present; wait until one of them has ended.`,
    );
  }
  await tx.query('update control.webhook_secrets set expires_at = least(expires_at, $2) where endpoint_id = $1', [
    endpointId,
    until,
  ]);
  return { endpointId, secret: await addSecret(tx, sealing, endpointId), formerSecretUntil: until };
}
