import type { Answer as Actual } from '../../http/send.ts';
import type { Answer } from '../../specification/answer.ts';
import { isObject } from '../../specification/shape.ts';
import { detailsOf } from './errors.ts';
import { ruleOfHeader } from './headers.ts';
import { ruleOfRejection } from './outcomes.ts';
import { ruleAt } from './property-rules.ts';
import { requested, valueAt } from './requested.ts';
import { rowsOf, ruleOfFilter, ruleOfOrder, ruleOfRows } from './row-rules.ts';

/** Rules of a response that equals the predicted one: those that a difference would name. */
export function keptBy(predicted: Answer, { sent }: Actual): ReadonlySet<string> {
  const { rule, status, headers, body } = predicted;
  const request = requested(sent);
  const kept = new Set([rule]);
  for (const name of Object.keys(headers)) kept.add(ruleOfHeader(name, status) ?? rule);
  if (status >= 400) {
    kept.add(ruleOfRejection(predicted, request));
    if (detailsOf(body).length > 1) kept.add('http.every_detail');
    return kept;
  }
  for (const name of request.query.keys()) kept.add(ruleOfFilter(name, request) ?? rule);
  if (rowsOf(body).length > 1) kept.add(ruleOfOrder(body, body, request));
  if (rowsOf(body).length > 0) kept.add(ruleOfRows(predicted, body, request));
  for (const at of placesIn(body, '')) {
    const [expected, got] = [valueAt(at, body), valueAt(at, request.body)];
    kept.add(ruleAt({ at, expected, got: got === expected ? undefined : got }, rule, request));
  }
  return kept;
}

/** JSON Pointers to the properties of a body, in lists to those of the first entry. */
function placesIn(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return placesIn(value[0], `${at}/0`);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${at}/${name}`, ...placesIn(member, `${at}/${name}`)]);
}
