import { type Answer, Rejection } from './answer.ts';
import type { Call } from './call.ts';
import type { Merchant } from './state.ts';

/** Idempotency-Key: a repeated request gets the first response again, for a day. */

const DAY = 24 * 60 * 60_000;

/** Key of a write; undefined for a read or a dry run. http.idempotency_scope */
export function keyOf({ operation, app, headers, query }: Call): string | undefined {
  const key = headers['idempotency-key'];
  if (operation.method === 'GET' || key === undefined || query.dryRun === true) return undefined;
  return `${app.id} ${operation.id} ${key}`;
}

/** The stored response, if the request repeats one. http.idempotency_replay, http.idempotency_mismatch, time.idempotency */
export function replayed({ replays }: Merchant, key: string, request: string, now: number): Answer | undefined {
  const first = replays.get(key);
  if (!first || now - first.at >= DAY) return undefined;
  if (first.request !== request) throw new Rejection('partner.idempotency_mismatch', 'http.idempotency_mismatch');
  const headers = { ...first.answer.headers, 'idempotent-replayed': 'true' };
  return { ...first.answer, headers, rule: 'http.idempotency_replay' };
}
