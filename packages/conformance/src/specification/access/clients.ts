import type { Request } from '../request.ts';
import { type Fields, formDecoded } from './fields.ts';
import { invalidRequest, Refusal } from './refusal.ts';
import type { AccessState, Client } from './state.ts';

/** How clients prove who they are. */

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

interface Proof {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** auth.basic_form_decoded: both parts are form-encoded before they are joined. */
function basicOf(authorization: string): Proof | undefined {
  const [, encoded = ''] = BASIC.exec(authorization) ?? [];
  const text = textOf(encoded);
  const colon = text.indexOf(':');
  const [clientId, clientSecret] = [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))];
  return colon < 0 || clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

function textOf(base64: string): string {
  const digits = base64.replace(/=+$/, '');
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return new TextDecoder().decode(Uint8Array.from(atob(whole), (character) => character.charCodeAt(0)));
}

/** auth.basic_or_body, auth.credentials_once, auth.header_once */
function proofIn({ headers, repeated = [] }: Request, fields: Fields): Proof | undefined {
  if (repeated.includes('authorization')) throw invalidRequest('auth.header_once');
  const { client_id: clientId, client_secret: clientSecret } = fields;
  const { authorization } = headers;
  if (authorization === undefined)
    return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
  if (clientSecret !== undefined) throw invalidRequest('auth.credentials_once');
  const basic = basicOf(authorization);
  if (basic && clientId !== undefined && clientId !== basic.clientId) throw invalidRequest('auth.credentials_once');
  return basic;
}

/** The client of a token request. Throws a Refusal that does not say what is wrong. */
export function authenticated(state: AccessState, request: Request, fields: Fields): Client {
  const proof = proofIn(request, fields);
  const client = proof && provedBy(state, proof.clientId, proof.clientSecret);
  if (client) return client;
  throw new Refusal('developer.invalid_client', 'oauth.error.developer.invalid_client', {
    headers: { 'www-authenticate': 'Basic' },
  });
}

export function provedBy({ clients }: AccessState, clientId: string, clientSecret: string): Client | undefined {
  const client = clients.get(clientId);
  return client && !client.isRevoked && client.clientSecret === clientSecret ? client : undefined;
}
