import { type AuthorizingClient, isRegistered, type Query } from './client.ts';
import { ConsentError } from './refusals.ts';

/** Rejects a redirect URI unless it is exactly one of the app's (RFC 9700 §4.1.3). */
export async function checkRedirectUri(
  query: Query,
  { appId }: AuthorizingClient,
  redirectUri: string | undefined,
): Promise<string> {
  // The database would reject a NUL, which no registered URI has.
  const registered = redirectUri && !redirectUri.includes('\0') && (await isRegistered(query, appId, redirectUri));
  if (!registered) throw new ConsentError('oauth.redirect_uri_mismatch');
  return redirectUri;
}
