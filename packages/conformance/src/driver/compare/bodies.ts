import { isDeepStrictEqual } from 'node:util';
import type { Answer as Actual } from '../../http/send.ts';
import type { Answer, Fields } from '../../specification/answer.ts';
import { isObject } from '../../specification/shape.ts';
import type { Difference } from './difference.ts';
import { OF_DETAILS } from './error-rules.ts';
import { codeOf, sortedDetails } from './errors.ts';
import { type Deviation, ruleAt } from './property-rules.ts';
import { type Requested, valueAt } from './requested.ts';
import { filtersIn, keyOfRow, rowsIn, ruleOfOrder, ruleOfRows } from './row-rules.ts';

/** Compares bodies: the rows of a list first, then every property. */

export function bodyDifferences(predicted: Answer, actual: Actual, request: Requested): Difference[] {
  const { body, rule } = predicted;
  if (body === undefined) return actual.text === '' ? [] : [{ at: '', expected: body, got: actual.body, rule }];
  const rows = rowDifference(predicted, actual, request) ?? extentDifference(predicted, actual, request);
  if (rows) return [rows];
  return compared(withoutMessages(body), withoutMessages(actual.body), '').map((deviation) => ({
    ...deviation,
    rule: ruleOfResult(deviation, body) ?? ruleAt(deviation, rule, request),
  }));
}

/** The rule of an error that an operation of a batch was to have. */
function ruleOfResult({ at }: Deviation, body: unknown): string | undefined {
  const [, result] = /^(\/results\/\d+)\/(?:status|error|item)/.exec(at) ?? [];
  const rule = result && valueAt(`${result}/error/details/0/rule`, body);
  return OF_DETAILS[String(rule)];
}

/** Batch results without human-readable messages, errors sorted. */
function withoutMessages(body: unknown): unknown {
  const { results } = (body ?? {}) as { results?: unknown };
  if (!Array.isArray(results)) return body;
  const shownResult = ({ error, ...result }: Fields): Fields =>
    error ? { ...result, error: { code: codeOf(error), details: sortedDetails(error) } } : result;
  return { ...(body as Fields), results: results.map(shownResult) };
}

/** Other rows, or the rows in another order. Their properties are compared only when the rows are the same. */
function rowDifference(predicted: Answer, { body }: Actual, request: Requested): Difference | undefined {
  const [expected, got] = [idsOf(predicted.body), idsOf(body)];
  if (!expected || !got || isDeepStrictEqual(expected, got)) return undefined;
  const isOrder = isDeepStrictEqual(expected.toSorted(), got.toSorted());
  const rule = isOrder ? ruleOfOrder(predicted.body, body, request) : ruleOfRows(predicted, body, request);
  return { at: Array.isArray(predicted.body) ? '' : '/data', expected, got, rule };
}

/** The same rows on this page, but more or fewer on all pages. Without filters the total alone may be wrong. */
function extentDifference(predicted: Answer, { body }: Actual, request: Requested): Difference | undefined {
  const [expected, got] = [paginationOf(predicted.body), paginationOf(body)];
  if (!expected?.totalIsExact || !got?.totalIsExact || expected.total === got.total) return undefined;
  if (expected.hasMore === got.hasMore && filtersIn(request.query).length === 0) return undefined;
  return { at: '/pagination', expected, got, rule: ruleOfRows(predicted, body, request) };
}

const paginationOf = (body: unknown): Fields | undefined =>
  (body as { pagination?: Fields | null } | undefined)?.pagination ?? undefined;

/** Ids of the records of a list, as a page or as lines. */
function idsOf(body: unknown): unknown[] | undefined {
  if (!Array.isArray(body) && !Array.isArray((body as { data?: unknown } | undefined)?.data)) return undefined;
  return rowsIn(body).map(keyOfRow);
}

function compared(expected: unknown, got: unknown, at: string): Deviation[] {
  const areLists = Array.isArray(expected) && Array.isArray(got) && expected.length === got.length;
  if (!areLists && !(isObject(expected) && isObject(got)))
    return isDeepStrictEqual(expected, got) ? [] : [{ at, expected, got }];
  const [one, other] = [expected as Fields, got as Fields];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => compared(one[name], other[name], `${at}/${name}`));
}
