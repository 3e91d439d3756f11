/// <reference path="./negotiator.d.ts" />

import Negotiator from 'negotiator';
import { LINES } from '../contract/contract.ts';
import type { FieldError } from '../errors.ts';
import type { RouteContext } from './context.ts';
import type { RawQuery } from './query.ts';

/** True if the client prefers lines to JSON (RFC 9110 §12.5.1), without regard to case and parameters. A client without a preference gets JSON. */
export function prefersLines(ctx: RouteContext): boolean {
  ctx.vary('Accept');
  const { accept = '' } = ctx.req.headers;
  if (!/ndjson/i.test(accept)) return false;
  const headers = { accept: accept.replaceAll(PARAMETER, '') };
  return new Negotiator({ headers }).mediaType(['application/json', LINES]) === LINES;
}

/** A parameter of a media range other than its weight, such as `;charset=utf-8`. */
const PARAMETER = /;\s*(?!q\s*=)[^\s;,="]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?\s*(?=[;,]|$)/gi;

/** A stream has all records, so the parameters of pages would be ignored. */
export const pagingErrors = (query: RawQuery): FieldError[] =>
  ['page', 'limit']
    .filter((name) => query.has(name))
    .map((path) => ({ in: 'query', path, rule: 'exclusive', message: MESSAGE }));

const MESSAGE = `cannot be combined with Accept: ${LINES}, which returns all records: omit it, or accept application/json`;
