import { isEncoded, parsed } from '../body.ts';
import type { Request } from '../request.ts';
import { isObject } from '../shape.ts';
import { invalidRequest, Refusal } from './refusal.ts';

/** Fields of token requests, from JSON or a form. */

const MOST_BYTES = 16_384;
const MOST_CHARACTERS = 4_096;

const FORM = 'application/x-www-form-urlencoded';

/** The codes by which an endpoint rejects a body. */
export interface Codes {
  readonly malformed: string;
  readonly media: string;
  readonly encoded: string;
  readonly large: string;
  /** The requirement behind the first two. */
  readonly rule: string;
}

const OAUTH: Codes = {
  malformed: 'oauth.invalid_request',
  media: 'oauth.invalid_request',
  encoded: 'oauth.unsupported_media_type',
  large: 'oauth.body_too_large',
  rule: 'oauth.error.oauth.invalid_request',
};

export const MINT: Codes = {
  malformed: 'developer.invalid_request',
  media: 'developer.unsupported_media_type',
  encoded: 'developer.unsupported_media_type',
  large: 'developer.body_too_large',
  rule: 'mint.invalid_request',
};

/** Names and values as sent, without those that count as absent. */
export type Sent = ReadonlyMap<string, unknown>;

/** oauth.form, oauth.body_limit, oauth.repeated_fields, oauth.empty_fields, oauth.query_ignored */
export function readSent({ body = '', headers }: Request, codes: Codes): Sent {
  if (body === '') return new Map();
  const { 'content-type': type = '', 'content-encoding': encoding } = headers;
  if (isEncoded(encoding))
    throw new Refusal(codes.encoded, 'http.content_encodings', { headers: { 'accept-encoding': 'identity' } });
  const [media, ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-?8"?$/.test(one));
  if (!isUtf8 || (media !== FORM && media !== 'application/json'))
    throw new Refusal(codes.media, codes === MINT ? 'mint.form' : 'oauth.form');
  if (new TextEncoder().encode(body).length > MOST_BYTES) throw new Refusal(codes.large, 'oauth.body_limit');
  const entries = media === FORM ? ofForm(body, codes) : ofJson(body, codes);
  const names = entries.map(([name]) => name);
  if (new Set(names).size < names.length) throw new Refusal(codes.malformed, 'oauth.repeated_fields');
  return new Map(entries.filter(([, value]) => value !== '' && value !== null));
}

/** Half a surrogate pair stands for a byte that is not UTF-8. Undefined for text that cannot be decoded. */
export function formDecoded(text: string): string | undefined {
  try {
    return /\p{Cs}/u.test(text) ? undefined : decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Names and values of a form or query. */
export const pairsOf = (text: string): (readonly [name: string | undefined, value: string | undefined])[] =>
  text.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [formDecoded(name), formDecoded(value.join('='))];
  });

/** The mint rejects a form that cannot be decoded, the other endpoints only a field that they know. */
function ofForm(text: string, codes: Codes): [string, unknown][] {
  const pairs = pairsOf(text);
  if (codes === MINT && pairs.flat().includes(undefined)) throw new Refusal(codes.malformed, codes.rule);
  return pairs.flatMap(([name, value]) => (name ? [[name, value]] : []));
}

function ofJson(text: string, { malformed, rule }: Codes): [string, unknown][] {
  const body = parsed(text);
  if (!isObject(body)) throw new Refusal(malformed, rule);
  // Parsing keeps the last of several members with one name.
  const members = membersOf(text);
  return members.map((name, at) => [name, members.indexOf(name, at + 1) < 0 ? body[name] : undefined]);
}

/** Names of the members of a JSON object, in order, including repeated ones. */
function membersOf(text: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (name !== undefined && depth === 1) names.push(JSON.parse(name));
  }
  return names;
}

export type Fields = Readonly<Record<string, string>>;

/** Known fields as text; unknown ones are ignored. oauth.unknown_fields, oauth.error.oauth.invalid_request */
export function readFields(request: Request, known: readonly string[]): Fields {
  const sent = readSent(request, OAUTH);
  const fields = known.filter((name) => sent.has(name)).map((name) => [name, textOf(name, sent.get(name))] as const);
  return Object.fromEntries(fields);
}

function textOf(name: string, value: unknown): string {
  const text = name === 'merchant_id' && typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.length <= MOST_CHARACTERS && !text.includes('\0')) return text;
  // A malformed token is revoked like an unknown one. oauth.revoke_unknown
  if (name === 'token') return '-';
  throw invalidRequest();
}

export function required(fields: Fields, name: string): string {
  const { [name]: value } = fields;
  if (value === undefined) throw invalidRequest();
  return value;
}
