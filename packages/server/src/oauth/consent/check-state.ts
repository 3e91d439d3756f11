import type { Parameters } from './parameters.ts';
import { ConsentError } from './refusals.ts';

/** In code points, as the contract counts. */
const MAX_LENGTH = 2048;

/** Rejects a request without a state, or with a state that cannot be stored. */
export function checkState(parameters: Parameters): string {
  if (!parameters.has('state')) throw new ConsentError('oauth.state_required');
  const state = parameters.get('state');
  if (state === undefined || [...state].length > MAX_LENGTH || state.includes('\0')) {
    throw new ConsentError('oauth.invalid_request');
  }
  return state;
}
