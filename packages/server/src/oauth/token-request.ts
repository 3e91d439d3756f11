import type { IncomingMessage } from 'node:http';
import { repeatedMember } from '../contract/json-bounds.ts';
import { isWellFormed } from '../control/secrets.ts';
import { type Body, MAX_TOKEN_BODY_BYTES, parseJson, readBody } from '../pipeline/body.ts';
import { invalidRequest } from './errors.ts';

/** Decodes form-encoded text (RFC 6749 Appendix B); undefined if it is not percent-encoded UTF-8. */
function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Names and values of a query string or form, in order; undefined if it cannot be decoded. */
export const formPairs = (text: string) =>
  text.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    return [formDecode(name), formDecode(value)] as const;
  });

/** Fields of the token endpoint. Others are ignored (RFC 6749 §3.2). */
export const GRANT_FIELDS = [
  'client_id',
  'client_secret',
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'merchant_id',
] as const;

export const REVOCATION_FIELDS = ['client_id', 'client_secret', 'token'] as const;

export type TokenField = (typeof GRANT_FIELDS | typeof REVOCATION_FIELDS)[number];
export type TokenFields = Readonly<Partial<Record<TokenField, string>>>;

export const readTokenBody = (request: IncomingMessage): Promise<Body> =>
  readBody(request, ['application/json', 'application/x-www-form-urlencoded'], MAX_TOKEN_BODY_BYTES);

/** Known fields of a form or JSON object. Empty fields count as absent, and none may be repeated (RFC 6749 §3.2). */
export function readFields({ media, text }: Body, known: readonly TokenField[]): TokenFields {
  const entries = media === 'application/json' ? jsonEntries(text) : formEntries(text);
  const fields: Partial<Record<TokenField, string>> = {};
  for (const [name, value] of entries) {
    const field = known.find((one) => one === name);
    if (field && value !== '') fields[field] = textOf(field, value);
  }
  return fields;
}

/** A malformed token is revoked like an unknown one (RFC 7009 §2.2). Any other malformed field is rejected. */
function textOf(field: TokenField, value: unknown): string {
  if (typeof value === 'string' && value.length <= 4096 && !value.includes('\0')) return value;
  // No real token looks like this.
  if (field === 'token') return '-';
  throw invalidRequest(field);
}

function formEntries(text: string): Iterable<[string, unknown]> {
  const values = new Map<string, unknown>();
  for (const [name, value] of formPairs(text)) {
    if (name === undefined || name === '') continue;
    if (values.has(name)) throw invalidRequest(name);
    values.set(name, value);
  }
  return values;
}

/** Parses JSON. Null and empty members of an object count as absent, and none may occur twice, as in a form. */
export function parseMembers(text: string, refuseRepeated: (name: string) => Error): unknown {
  const body = parseJson(text);
  if (!isObject(body)) return body;
  const repeated = repeatedMember(text);
  if (repeated !== undefined) throw refuseRepeated(repeated);
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In JSON, merchant ids are numbers. */
function jsonEntries(text: string): Iterable<[string, unknown]> {
  const body = text === '' ? {} : parseMembers(text, invalidRequest);
  if (!isObject(body)) throw invalidRequest();
  return Object.entries(body).map(([name, value]) => {
    const isId = name === 'merchant_id' && typeof value === 'number';
    return [name, isId ? String(value) : value];
  });
}

export function required(fields: TokenFields, name: TokenField): string {
  const value = fields[name];
  if (value === undefined) throw invalidRequest(name);
  return value;
}

/** The client named by a request, with or without proof, for that app's log. */
export const namedBy = (clientId: string | undefined): { clientId: string } | undefined =>
  clientId !== undefined && isWellFormed('clientId', clientId) ? { clientId } : undefined;

interface ClientProof {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Reads client id and secret from HTTP Basic or the body (RFC 6749 §2.3.1), but not both. */
export function presentedBy(authorization: string | undefined, fields: TokenFields): ClientProof | undefined {
  const { client_id: clientId, client_secret: clientSecret } = fields;
  if (authorization === undefined) {
    return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : undefined;
  }
  if (clientSecret !== undefined) throw invalidRequest('client_secret');
  const basic = parseBasic(authorization);
  // The body may repeat the id but not name a different one (RFC 6749 §3.2.1).
  if (basic && clientId !== undefined && clientId !== basic.clientId) throw invalidRequest('client_id');
  return basic;
}

/** Both parts are form-encoded before being joined (RFC 6749 §2.3.1, Appendix B). */
function parseBasic(authorization: string): ClientProof | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const text = Buffer.from(encoded ?? '', 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const [clientId, clientSecret] = [formDecode(text.slice(0, colon)), formDecode(text.slice(colon + 1))];
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}
