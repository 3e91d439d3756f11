import { toTimestamp } from '../clock.ts';
import { PartnerError } from '../errors.ts';
import type { Reply } from '../reply.ts';
import { type Statement, statement } from './statement.ts';
import type { TenantScope } from './tenant.ts';

/** How long an outcome is remembered, in milliseconds (design.md §3). */
export const IDEMPOTENCY_LIFETIME = 24 * 60 * 60 * 1000;

export interface IdempotencyRequest {
  readonly operationId: string;
  readonly key: string;
  /** Digest of everything that makes the request what it is. */
  readonly fingerprint: string;
}

/** The constraint that a write breaks when its key is taken. */
export const KEY_TAKEN = 'idempotency_keys_pkey';

/** Sent with the commit: a taken key turns it into a rollback. */
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

export interface Remembered {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Names the key for an advisory lock, which shows a request under it that is still running. */
export const lockName = ({ companyId, appId }: TenantScope, { operationId, key }: IdempotencyRequest): string =>
  `idempotency ${companyId} ${appId} ${operationId} ${key}`;

/** Values of RECALL and FORGET. */
export const recallValues = (
  { appId }: TenantScope,
  { operationId, key }: IdempotencyRequest,
  now: number,
): unknown[] => [appId, operationId, key, toTimestamp(now - IDEMPOTENCY_LIFETIME)];

/** The statement that stores a reply under its key. */
export function remember(
  { appId }: TenantScope,
  { operationId, key, fingerprint }: IdempotencyRequest,
  reply: Reply,
  now: number,
): { sql: Statement; values: readonly unknown[] } {
  const headers = JSON.stringify(reply.headers ?? {});
  const values = [appId, operationId, key, fingerprint, reply.status, headers, reply.body, toTimestamp(now)];
  return { sql: REMEMBER, values };
}

/** The reply that the request under this key was given first. */
export function replay(row: Remembered, { fingerprint }: IdempotencyRequest): Reply {
  if (row.fingerprint !== fingerprint) {
    throw new PartnerError('partner.idempotency_mismatch', 'This Idempotency-Key was used for a different request.');
  }
  return { status: row.status, body: row.body, headers: { ...row.headers, 'Idempotent-Replayed': 'true' } };
}

export const inProgress = () =>
  new PartnerError('partner.idempotency_in_progress', 'A request under this Idempotency-Key is still running.');
