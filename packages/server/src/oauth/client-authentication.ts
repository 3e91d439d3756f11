import { authenticateClient, type ProvedClient } from '../control/apps/credentials.ts';
import type { Control } from '../control/control.ts';
import { isWellFormed } from '../control/credentials/secrets.ts';
import { formDecode } from './form-encoding.ts';
import { invalidRequest, OAuthError } from './oauth-error.ts';
import type { TokenFields } from './token-fields.ts';

/** The client named by a request, with or without proof, for that app's log. */
export const namedBy = (clientId: string | undefined): { clientId: string } | undefined =>
  clientId !== undefined && isWellFormed('clientId', clientId) ? { clientId } : undefined;

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="partner-api", charset="UTF-8"' };

interface ClientSecret {
  readonly id: string;
  readonly secret: string;
}

/**
 * Authenticates the client of a token request and finds the request's token family. Unknown
 * clients, wrong secrets and revoked credentials are indistinguishable.
 */
export async function clientOf(
  { pool, clock }: Control,
  presented: ClientSecret | undefined,
  familyId: number | undefined,
): Promise<ProvedClient> {
  const proved =
    presented &&
    (await authenticateClient(pool, clock, { clientId: presented.id, clientSecret: presented.secret, familyId }));
  if (!proved) throw new OAuthError('developer.invalid_client', { headers: CHALLENGE });
  return proved;
}

/** Reads client id and secret from HTTP Basic or the body (RFC 6749 §2.3.1), but not both. */
export function presentedBy(authorization: string | undefined, fields: TokenFields): ClientSecret | undefined {
  const { client_id: id, client_secret: secret } = fields;
  if (authorization === undefined) {
    return id !== undefined && secret !== undefined ? { id, secret } : undefined;
  }
  if (secret !== undefined) throw invalidRequest('client_secret');
  const basic = parseBasic(authorization);
  // The body may repeat the id but not name a different one (RFC 6749 §3.2.1).
  if (basic && id !== undefined && id !== basic.id) throw invalidRequest('client_id');
  return basic;
}

/** Both parts are form-encoded before being joined (RFC 6749 §2.3.1, Appendix B). */
function parseBasic(authorization: string): ClientSecret | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const text = Buffer.from(encoded ?? '', 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const [id, secret] = [formDecode(text.slice(0, colon)), formDecode(text.slice(colon + 1))];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
