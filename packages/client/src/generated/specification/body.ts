// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { inBody, Rejection } from './answer.ts';

/** Checks of a body before its shape. */

const MOST_BYTES = 1024 * 1024;
const MOST_DEPTH = 32;

/** More values than any body of the contract, even with lists several times too long. */
const MOST_VALUES = 400_000;

/** The JSON of a body, undefined if there is none. */
export function readBody(text: string, headers: Readonly<Record<string, string>>, most = MOST_BYTES): unknown {
  if (text === '') return undefined;
  if (isEncoded(headers['content-encoding']))
    throw new Rejection('partner.unsupported_media_type', 'http.content_encodings', undefined, {
      'accept-encoding': 'identity',
    });
  const type = headers['content-type'] ?? '';
  if (!isJson(type)) throw new Rejection('partner.unsupported_media_type', mediaTypeRule(type));
  if (new TextEncoder().encode(text).length > most) throw new Rejection('partner.body_too_large', 'http.body_limit');
  if (depthOf(text) > MOST_DEPTH)
    throw new Rejection('partner.validation_failed', 'http.body_depth', [inBody('', 'maxDepth')]);
  if (text.split(',').length > MOST_VALUES)
    throw new Rejection('partner.validation_failed', 'http.body_values', [inBody('', 'maxValues')]);
  const body = parsed(text);
  if (body === undefined) throw new Rejection('partner.malformed_json', 'http.malformed_json');
  return body;
}

export const isEncoded = (codings = 'identity'): boolean =>
  codings.split(',').some((coding) => coding.trim().toLowerCase() !== 'identity');

/** Types that resemble the right one have their own rule. */
const mediaTypeRule = (type: string): string => (/json/i.test(type) ? 'http.media_types_alike' : 'http.media_types');

/** application/json in UTF-8, with any other parameters. http.media_types_alike */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

/** The largest number of lists and objects within each other, even if the text is not JSON. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/**
 * A byte order mark before the JSON is ignored (RFC 8259 §8.1). Half a surrogate pair stands for a byte that is not UTF-8.
 * Undefined for text that is no JSON.
 */
export function parsed(text: string): unknown {
  try {
    return /\p{Cs}/u.test(text) ? undefined : JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
