import { toTimestamp } from '../process/time.ts';
import { type Statement, statement, type TenantScope } from './statement.ts';

/** Milliseconds for which an outcome is stored (time.idempotency). */
export const IDEMPOTENCY_LIFETIME = 24 * 60 * 60 * 1000;

export interface IdempotencyRequest {
  readonly operationId: string;
  readonly key: string;
  readonly fingerprint: string;
}

export const KEY_TAKEN = 'idempotency_keys_pkey';

/** Sent together with the commit. A used key turns the commit into a rollback. */
const REMEMBER = statement(
  'idempotency.remember',
  `insert into region.idempotency_keys (company_id, app_id, operation, key, fingerprint, status, headers, body, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

export const RECALL = statement(
  'idempotency.recall',
  `select fingerprint, status, headers, body from region.idempotency_keys
   where company_id = $1 and app_id = $2 and operation = $3 and key = $4 and created_at > $5`,
);

export const FORGET = statement(
  'idempotency.forget',
  `delete from region.idempotency_keys
   where company_id = $1 and app_id = $2 and operation = $3 and key = $4 and created_at <= $5`,
);

/** The stored outcome of a write, which the database does not interpret. */
export interface Outcome {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Remembered extends Outcome {
  readonly fingerprint: string;
}

/** Outcome of a write, either of this request or of the first one with its key. */
export interface OnceWritten<O extends Outcome> {
  readonly outcome: O;
  readonly isRepeated: boolean;
}

export class KeyReused extends Error {
  override name = 'KeyReused';

  constructor() {
    super('This Idempotency-Key was used for a different request.');
  }
}

export class KeyInUse extends Error {
  override name = 'KeyInUse';

  constructor() {
    super('A request under this Idempotency-Key is still running.');
  }
}

/** Advisory lock held while a request with this key is running. */
export const lockName = ({ companyId, appId }: TenantScope, { operationId, key }: IdempotencyRequest): string =>
  `idempotency ${companyId} ${appId} ${operationId} ${key}`;

export const recallValues = (
  { appId }: TenantScope,
  { operationId, key }: IdempotencyRequest,
  now: number,
): unknown[] => [appId, operationId, key, toTimestamp(now - IDEMPOTENCY_LIFETIME)];

export function remember(
  { appId }: TenantScope,
  { operationId, key, fingerprint }: IdempotencyRequest,
  outcome: Outcome,
  now: number,
): { sql: Statement; values: readonly unknown[] } {
  const headers = JSON.stringify(outcome.headers ?? {});
  const values = [appId, operationId, key, fingerprint, outcome.status, headers, outcome.body, toTimestamp(now)];
  return { sql: REMEMBER, values };
}
