import type { Body } from '../http/body.ts';
import { parseJson } from '../http/body.ts';
import { parseQuery } from '../http/query.ts';
import { invalidRequest } from './oauth-error.ts';

/** Fields that the token and revocation endpoints read; others are ignored (RFC 6749 §3.2). */
const FIELDS = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'client_id',
  'client_secret',
  'merchant_id',
  'token',
] as const;

export type TokenField = (typeof FIELDS)[number];
export type TokenFields = Readonly<Partial<Record<TokenField, string>>>;

const MAX_LENGTH = 4096;

const isField = (name: string): name is TokenField => (FIELDS as readonly string[]).includes(name);

/** The fields of a form or a JSON object. Empty is absent, and none may be sent twice (RFC 6749 §3.2). */
export function readFields({ media, text }: Body): TokenFields {
  const entries = media === 'application/json' ? jsonEntries(text) : formEntries(text);
  const fields: Partial<Record<TokenField, string>> = {};
  for (const [name, value] of entries) {
    if (!isField(name) || value === '') continue;
    if (typeof value !== 'string' || value.length > MAX_LENGTH || value.includes('\0')) throw invalidRequest(name);
    fields[name] = value;
  }
  return fields;
}

function formEntries(text: string): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (const [name, values] of parseQuery(text)) {
    if (values.length > 1) throw invalidRequest(name);
    entries.push([name, values[0]]);
  }
  return entries;
}

/** A merchant's id is a number in JSON. */
function jsonEntries(text: string): [string, unknown][] {
  const body = parseJson(text) ?? {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidRequest();
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
