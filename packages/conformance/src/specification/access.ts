import { Rejection } from './answer.ts';
import type { Operation } from './contract.ts';
import type { Request } from './request.ts';
import type { Credential, State } from './state.ts';

/** Who may call an operation. */

/** auth.token_required, auth.token_invalid */
export function authenticated({ credentials }: State, { headers }: Request): Credential {
  const { authorization } = headers;
  if (authorization === undefined) throw new Rejection('partner.token_missing', 'auth.token_required');
  const credential = credentials.get(authorization);
  if (!credential) throw new Rejection('partner.token_invalid', 'auth.token_invalid');
  return credential;
}

/** auth.product_bundle: a token has the scopes of its app's product. */
export function requireScope({ app }: Credential, { products }: Operation): void {
  if (!products.includes(app.product)) throw new Rejection('partner.scope_denied', 'auth.scope');
}
