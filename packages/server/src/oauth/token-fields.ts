import { repeatedMember } from '../contract/json-bounds.ts';
import type { Body } from '../pipeline/body.ts';
import { parseJson } from '../pipeline/body.ts';
import { formPairs } from './form-encoding.ts';
import { invalidRequest } from './oauth-error.ts';

const CLIENT_FIELDS = ['client_id', 'client_secret'] as const;

/** Fields of the token endpoint. Others are ignored (RFC 6749 §3.2). */
export const GRANT_FIELDS = [
  ...CLIENT_FIELDS,
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'merchant_id',
] as const;

export const REVOCATION_FIELDS = [...CLIENT_FIELDS, 'token'] as const;

export type TokenField = (typeof GRANT_FIELDS | typeof REVOCATION_FIELDS)[number];
export type TokenFields = Readonly<Partial<Record<TokenField, string>>>;

const MAX_LENGTH = 4096;

/** Stands for a token that is not text; no real token looks like this. */
const MALFORMED_TOKEN = '-';

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
  if (typeof value === 'string' && value.length <= MAX_LENGTH && !value.includes('\0')) return value;
  if (field === 'token') return MALFORMED_TOKEN;
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
  return Object.entries(body).map(([name, value]) => [
    name,
    name === 'merchant_id' && typeof value === 'number' ? String(value) : value,
  ]);
}

export function required(fields: TokenFields, name: TokenField): string {
  const value = fields[name];
  if (value === undefined) throw invalidRequest(name);
  return value;
}
