import type { AuthorizingClient } from './client.ts';
import { ConsentError } from './refusals.ts';

/** Rejects an app whose product has no consent screen: ADSR apps use keys (consent.adsr). */
export function checkProduct({ product }: AuthorizingClient): void {
  if (product === 'ADSR') throw new ConsentError('developer.use_api_key');
}
