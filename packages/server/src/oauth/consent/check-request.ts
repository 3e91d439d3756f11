import { checkClient } from './check-client.ts';
import { checkPkce } from './check-pkce.ts';
import { checkProduct } from './check-product.ts';
import { checkPublished } from './check-published.ts';
import { checkRedirectUri } from './check-redirect-uri.ts';
import { checkRepeated } from './check-repeated.ts';
import { checkResponseType } from './check-response-type.ts';
import { checkState } from './check-state.ts';
import type { AuthorizingClient, Query } from './client.ts';
import type { Parameters } from './parameters.ts';
import { CallbackError, type CallbackRefusal } from './refusals.ts';

/** An authorization request whose app, redirect URI and state are valid. */
export interface CheckedRequest {
  readonly client: AuthorizingClient;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string | null;
  /** Error to send to the app in place of a code. */
  readonly refusal: CallbackRefusal | null;
}

/**
 * Runs all checks of an authorization request in order. Throws a ConsentError if the error is to be shown on a page.
 */
export async function checkRequest(query: Query, parameters: Parameters): Promise<CheckedRequest> {
  const client = await checkClient(query, parameters.get('client_id'));
  checkProduct(client);
  const redirectUri = await checkRedirectUri(query, client, parameters.get('redirect_uri'));
  const state = checkState(parameters);
  checkPublished(client);
  const answerable = { client, redirectUri, state };
  try {
    checkRepeated(parameters);
    const codeChallenge = checkPkce(parameters);
    checkResponseType(parameters);
    return { ...answerable, codeChallenge, refusal: null };
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    return { ...answerable, codeChallenge: null, refusal: error.refusal };
  }
}
