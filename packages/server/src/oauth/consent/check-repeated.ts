import type { Parameters } from './parameters.ts';
import { CallbackError } from './refusals.ts';

/** Parameters not read by an earlier check. Unknown ones are ignored (RFC 6749 §3.1). */
const KNOWN = ['response_type', 'code_challenge', 'code_challenge_method', 'scope'];

/** Rejects parameters that are repeated (RFC 6749 §3.1) or not percent-encoded UTF-8. */
export function checkRepeated(parameters: Parameters): void {
  const name = KNOWN.find((candidate) => parameters.isMalformed(candidate));
  if (name) throw new CallbackError('invalid_request', `${name} must be sent once, as percent-encoded UTF-8.`);
}
