import { toTimestamp } from '../../clock.ts';
import type { LoggedRequest, RecordedRequest } from './logged-request.ts';
import { MOST_LOGGED } from './logged-request.ts';

/** A recorded request with its id and its app. */
export type NumberedRequest = RecordedRequest & { readonly id: number; readonly appId: number };

/** The requests of one app, as one row of `request_batches`. */
interface RequestBatch {
  readonly appId: number;
  readonly lastId: number;
  readonly lastAt: string;
  readonly size: number;
  readonly requests: readonly LoggedRequest[];
}

/** A row of `usage_minutes`. */
interface MinuteCount {
  readonly appId: number;
  readonly merchantId: number;
  readonly minute: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string;
  requests: number;
  counted: number;
  milliseconds: number;
}

export function batchesOf(requests: readonly NumberedRequest[]): RequestBatch[] {
  const byApp = Map.groupBy(requests, ({ appId }) => appId);
  return [...byApp].map(([appId, all]) => {
    const kept = all.slice(-MOST_LOGGED).map(toLogged);
    const last = kept.at(-1) as LoggedRequest;
    return { appId, lastId: last.id, lastAt: last.at, size: kept.length, requests: kept };
  });
}

/** Named one by one: a rest of an object takes several times as long, and this is done for every request. */
const toLogged = (request: NumberedRequest): LoggedRequest => ({
  id: request.id,
  at: toTimestamp(request.at),
  correlationId: request.correlationId,
  method: request.method,
  path: request.path,
  query: request.query,
  operation: request.operation,
  companyId: request.companyId,
  status: request.status,
  code: request.code,
  milliseconds: request.milliseconds,
  problems: request.problems,
});

const MINUTE = 60_000;

/** The counts of the requests, in one order for all processes: so their rows are locked in one order. */
export function minutesOf(requests: readonly NumberedRequest[]): MinuteCount[] {
  const counts = new Map<string, MinuteCount>();
  for (const request of requests) {
    const { appId, merchant, at, operation, status, code } = request;
    const minute = Math.floor(at / MINUTE);
    const key = `${appId} ${minute} ${merchant?.companyId ?? 0} ${operation} ${status} ${code}`;
    const count = counts.get(key) ?? emptyCount(request, minute);
    count.requests += 1;
    count.counted += Number(request.counted);
    count.milliseconds += request.milliseconds;
    counts.set(key, count);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

const emptyCount = ({ appId, merchant, operation, status, code }: NumberedRequest, minute: number): MinuteCount => ({
  appId,
  merchantId: merchant?.companyId ?? 0,
  minute: toTimestamp(minute * MINUTE),
  operation,
  status,
  code: code ?? '',
  requests: 0,
  counted: 0,
  milliseconds: 0,
});
