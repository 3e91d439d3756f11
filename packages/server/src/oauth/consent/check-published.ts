import type { AuthorizingClient } from './client.ts';
import { ConsentError } from './refusals.ts';

/** Rejects an app that is not, or no longer, approved for live merchants. */
export function checkPublished({ env, approved, archived }: AuthorizingClient): void {
  if (env === 'PRODUCTION' && (!approved || archived)) throw new ConsentError('oauth.app_not_published');
}
