import type { Answer as Actual } from '../../http/send.ts';
import type { Answer } from '../../specification/answer.ts';
import { isObject } from '../../specification/shape.ts';
import { ruleOfShape } from './error-rules.ts';
import { sortedDetails } from './errors.ts';
import { ruleOfHeader } from './headers.ts';
import { ruleOfDetails, ruleOfRejection } from './outcomes.ts';
import { ruleAt } from './property-rules.ts';
import { type Requested, requested, valueAt } from './requested.ts';
import { rowsIn, ruleOfFilter, ruleOfOrder, ruleOfRows } from './row-rules.ts';

/** Rules of a response that equals the predicted one: those that a difference would name. */
export function keptBy(predicted: Answer, { sent }: Actual): ReadonlySet<string> {
  const { rule, status, headers, body } = predicted;
  const request = requested(sent);
  const ofHeaders = Object.keys(headers).map((name) => ruleOfHeader(name, status, rule));
  const ofBody = status >= 400 ? keptByRejection(predicted, request) : keptBySuccess(predicted, request);
  const ofRows = Array.isArray(body) || Array.isArray(valueAt('/data', body)) ? keptByRows(predicted, request) : [];
  return new Set([rule, ...ofHeaders, ...ofBody, ...ofRows]);
}

/** As if an error were missing, or were at another place. */
function keptByRejection(predicted: Answer, request: Requested): string[] {
  const details = sortedDetails(predicted.body);
  const [first, ...others] = details;
  const kept = [ruleOfRejection(predicted, request)];
  if (!first) return kept;
  if (others.length > 0) kept.push(ruleOfDetails(details, others, predicted, request));
  const elsewhere = { ...first, path: `${first.path}/other` };
  return [...kept, ruleOfDetails(details, [elsewhere, ...others], predicted, request)];
}

/** As if the request were rejected, or a property had another value; in lists one of the first entry. */
function keptBySuccess({ rule, body }: Answer, request: Requested): string[] {
  const wrong = request.method === 'PATCH' ? ruleOfShape(NOT_WRITABLE, request) : undefined;
  const kept = ['http.accepts_what_it_documents', ...(wrong ? [wrong] : [])];
  for (const name of request.query.keys()) {
    const ofShape = ruleOfShape({ in: 'query', path: name, rule: 'type' }, request);
    kept.push(ruleOfFilter(name, request) ?? rule, ofShape ?? rule);
  }
  for (const at of placesIn(body, '')) {
    const [expected, sent] = [valueAt(at, body), valueAt(at, request.body)];
    kept.push(ruleAt({ at, expected, got: sent === expected ? other(expected) : sent }, rule, request));
  }
  return kept;
}

const NOT_WRITABLE = { in: 'body', path: '/updatedAt', rule: 'unknown' } as const;

/** As if a row were missing, added, another merchant's, or at another place. */
function keptByRows(predicted: Answer, request: Requested): string[] {
  const { body } = predicted;
  const rows = rowsIn(body);
  const kept = ['tenancy.lists', ruleOfRows(predicted, rows.length > 0 ? body : [{}], request)];
  const sort = request.query.get('sort') ?? '';
  const tie = rows.findIndex((row, i) => row[sort] !== undefined && row[sort] === rows[i + 1]?.[sort]);
  for (const at of rows.length > 1 ? [0, Math.max(tie, 0)] : [])
    kept.push(ruleOfOrder(body, rows.with(at, rows[at + 1] ?? {}).with(at + 1, rows[at] ?? {}), request));
  return kept;
}

/** Another text of the same kind; no value in place of others. */
function other(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  return /^-?\d/.test(value) ? `${value}7` : `${value} other`;
}

/** JSON Pointers to the properties of a body, in lists to those of the first entry. */
function placesIn(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return placesIn(value[0], `${at}/0`);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${at}/${name}`, ...placesIn(member, `${at}/${name}`)]);
}
