import type { Parameters } from './parameters.ts';
import { ConsentError } from './refusals.ts';

const MAX_LENGTH = 2048;

/** Rejects a request without a state, or with a state that cannot be returned unchanged. */
export function checkState(parameters: Parameters): string {
  if (!parameters.has('state')) throw new ConsentError('oauth.state_required');
  const state = parameters.get('state');
  if (state === undefined || state.length > MAX_LENGTH || /\p{Cc}/u.test(state)) {
    throw new ConsentError('oauth.invalid_request');
  }
  return state;
}
