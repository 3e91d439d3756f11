import type { AuthorizingClient } from './client.ts';
import { ConsentError } from './refusals.ts';

/** Rejects live merchants to an app that is not, or no longer, approved. */
export function checkPublished({ env, approved, archived }: AuthorizingClient): void {
  if (env === 'PRODUCTION' && (!approved || archived)) throw new ConsentError('oauth.app_not_published');
}
