import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Every response has a correlation id: the request's own, or a new one. */
export function checkCorrelation({ answer, request, memory }: Seen): Finding[] {
  const id = answer.headers['x-correlation-id'] ?? '';
  if (!UUID.test(id))
    return [finding('http.correlation_id', `X-Correlation-Id is ${JSON.stringify(id)}, not a UUID`, answer)];
  const brought = (request.headers?.['X-Correlation-Id'] ?? '').toLowerCase();
  if (UUID.test(brought)) {
    return brought === id ? [] : [finding('http.correlation_id_kept', `brought ${brought}, answered ${id}`, answer)];
  }
  const repeated = memory.correlationIds.has(id);
  memory.correlationIds.add(id);
  return repeated ? [finding('http.correlation_id', `the correlation id ${id} was used before`, answer)] : [];
}
