import { LINES } from '../contract/contract.ts';
import type { FieldError } from '../errors.ts';
import type { RouteContext } from './context.ts';
import type { RawQuery } from './query.ts';

/** True if the client prefers lines to JSON (RFC 9110 §12.5.1). A client without a preference gets JSON. */
export function prefersLines(ctx: RouteContext): boolean {
  ctx.vary('Accept');
  return Boolean(ctx.req.headers.accept?.includes('ndjson')) && ctx.accepts('application/json', LINES) === LINES;
}

/** A stream has all records, so the parameters of pages would be ignored. */
export const pagingErrors = (query: RawQuery): FieldError[] =>
  ['page', 'limit']
    .filter((name) => query.has(name))
    .map((path) => ({ in: 'query', path, rule: 'exclusive', message: MESSAGE }));

const MESSAGE = `cannot be combined with Accept: ${LINES}, which returns all records: omit it, or accept application/json`;
