import type { Answer as Actual } from '../../http/send.ts';
import type { Answer } from '../../specification/answer.ts';
import { operationAt } from '../operations.ts';
import { bodyDifferences } from './bodies.ts';
import type { Difference } from './difference.ts';
import { headerDifferences } from './headers.ts';
import { detailDifference, outcomeDifference } from './outcomes.ts';
import { valueAt } from './request-rules.ts';

/** Compares the two answers to one request whole. */
export function differences(predicted: Answer, actual: Actual, baseUrl: string): Difference[] {
  const outcome = outcomeDifference(predicted, actual);
  if (outcome) return [outcome];
  const headers = headerDifferences(predicted, actual, baseUrl);
  if (predicted.status >= 400) return [...detailDifference(predicted, actual), ...headers];
  return [...bodyDifferences(predicted, actual).map((one) => withProperty(one, actual)), ...headers];
}

/** A property that was sent has its part in what a write responds with. */
function withProperty(difference: Difference, { sent }: Actual): Difference {
  const { id } = operationAt(sent.method, sent.url) ?? {};
  const [, name = ''] = difference.at.split('/');
  if (id === undefined || sent.body === undefined || valueAt(`/${name}`, sent.body) === undefined) return difference;
  return { ...difference, rules: [...difference.rules, `op.${id}.body.${name}`] };
}
