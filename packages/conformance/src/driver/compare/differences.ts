import type { Answer as Actual } from '../../http/send.ts';
import type { Answer } from '../../specification/answer.ts';
import { bodyDifferences } from './bodies.ts';
import type { Difference } from './difference.ts';
import { headerDifferences } from './headers.ts';
import { detailDifference, outcomeDifference } from './outcomes.ts';
import { requested } from './requested.ts';

/** Compares the two answers to one request whole. */
export function differences(predicted: Answer, actual: Actual, baseUrl: string): Difference[] {
  const request = requested(actual.sent);
  const outcome = outcomeDifference(predicted, actual, request);
  if (outcome) return [outcome];
  const headers = headerDifferences(predicted, actual, baseUrl);
  const ofBody = predicted.status >= 400 ? detailDifference : bodyDifferences;
  return [...ofBody(predicted, actual, request), ...headers];
}
