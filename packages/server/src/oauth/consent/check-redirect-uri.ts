import { type AuthorizingClient, isRegistered, type Query } from './client.ts';
import { ConsentError } from './refusals.ts';

/** Rejects a redirect URI that does not exactly match one of the app's (RFC 9700 §4.1.3). */
export async function checkRedirectUri(
  query: Query,
  { appId }: AuthorizingClient,
  redirectUri: string | undefined,
): Promise<string> {
  // A NUL would be rejected by the database, and no registered URI has one.
  const registered = redirectUri && !redirectUri.includes('\0') && (await isRegistered(query, appId, redirectUri));
  if (!registered) throw new ConsentError('oauth.redirect_uri_mismatch');
  return redirectUri;
}
