import { checkAuthUrl } from './reach/check-auth-url.ts';
import { checkBaseUrl } from './reach/check-base-url.ts';
import { checkClock, readClock } from './reach/check-clock.ts';
import { checkCredentials } from './reach/check-credentials.ts';
import { checkMerchants } from './reach/check-merchants.ts';
import type { Session } from './session.ts';

/**
 * Checks before the first case that the target is the deployment of its configuration. Throws CannotRun, whose
 * message begins with the wrong field of the configuration.
 */
export async function reach(session: Session): Promise<void> {
  session.version = await checkBaseUrl(session);
  await readClock(session);
  await checkCredentials(session);
  const token = await checkMerchants(session);
  await checkClock(session, token);
  await checkAuthUrl(session);
}
