import { isDeepStrictEqual } from 'node:util';
import type { Answer as Actual } from '../../http/send.ts';
import type { Answer, Fields, Parts } from '../../specification/answer.ts';
import type { Difference } from './difference.ts';
import { codeOf, sortedDetails } from './errors.ts';
import { rulesAt } from './property-rules.ts';

/** Compares bodies: the rows of a list first, then every property. */

export function bodyDifferences(predicted: Answer, actual: Actual): Difference[] {
  if (predicted.body === undefined) return actual.text === '' ? [] : [whole(predicted, actual)];
  const rows = rowDifference(predicted, actual);
  return rows ? [rows] : compared(withoutMessages(predicted.body), withoutMessages(actual.body), '', predicted);
}

/** The results of a batch without texts for people, and with errors in an order that does not depend on the service's. */
function withoutMessages(body: unknown): unknown {
  const { results } = (body ?? {}) as { results?: unknown };
  if (!Array.isArray(results)) return body;
  const shownResult = ({ error, ...result }: Fields): Fields =>
    error ? { ...result, error: { code: codeOf(error), details: sortedDetails(error) } } : result;
  return { ...(body as Fields), results: results.map(shownResult) };
}

const whole = ({ body, rule }: Answer, actual: Actual): Difference => ({
  at: '',
  expected: body,
  got: actual.body,
  rules: [rule].flat(),
});

const orderRules = ({ order = ['lists.sort', 'lists.ties'] }: Parts = {}): string[] => [order].flat();

/** Other rows, or the rows in another order. Their properties are compared only when the rows are the same. */
function rowDifference({ body, rule, parts }: Answer, actual: Actual): Difference | undefined {
  const [expected, got] = [idsOf(body), idsOf(actual.body)];
  if (!expected || !got || isDeepStrictEqual(expected, got)) return undefined;
  const isOrder = isDeepStrictEqual(expected.toSorted(), got.toSorted());
  const isStream = Array.isArray(body);
  const rules = [rule].flat();
  const ofOrder = [...orderRules(parts), ...rules.filter((id) => id.startsWith('streams.'))];
  return { at: isStream ? '' : '/data', expected, got, rules: isOrder ? ofOrder : rules };
}

/** Properties that tell apart rows without an id. */
const KEY = ['storeId', 'date', 'itemId', 'variantId', 'currency'];

/** Ids of the records of a list, as a page or as lines. */
function idsOf(body: unknown): unknown[] | undefined {
  const rows = Array.isArray(body) ? body : (body as { data?: unknown } | undefined)?.data;
  return Array.isArray(rows)
    ? rows.map(({ id, ...row }: Fields) => id ?? JSON.stringify(KEY.map((name) => row[name])))
    : undefined;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function compared(expected: unknown, got: unknown, at: string, predicted: Answer): Difference[] {
  if (Array.isArray(expected) !== Array.isArray(got) || !isObject(expected) || !isObject(got))
    return isDeepStrictEqual(expected, got)
      ? []
      : [{ at, expected, got, rules: rulesAt(at, expected, got, predicted) }];
  if (Array.isArray(expected) && Array.isArray(got) && expected.length !== got.length)
    return [{ at, expected, got, rules: rulesAt(at, expected, got, predicted) }];
  const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
  return [...names].flatMap((name) => compared(expected[name], got[name], `${at}/${name}`, predicted));
}
