import type { Parameters } from './parameters.ts';
import { CallbackError } from './refusals.ts';

/** Rejects every response type but `code`. */
export function checkResponseType(parameters: Parameters): void {
  const type = parameters.get('response_type');
  if (!type) throw new CallbackError('invalid_request', 'response_type is required.');
  if (type !== 'code') throw new CallbackError('unsupported_response_type', 'response_type must be code.');
}
