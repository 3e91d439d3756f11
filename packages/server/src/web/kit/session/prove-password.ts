import { authenticateUser } from '../../../directory/people/users.ts';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { sessionOf } from './load-session.ts';
import { isThrottled } from './throttle.ts';

export type PasswordProof = 'right' | 'wrong' | 'throttled';

/** Asks the person of the session for their password again, throttled like a sign-in. */
export async function provePassword(ctx: WebContext, deps: WebDependencies, password: string): Promise<PasswordProof> {
  const { email } = sessionOf(ctx).user;
  if (await isThrottled(ctx, deps, email)) return 'throttled';
  return (await authenticateUser(deps.control.pool, email, password)) ? 'right' : 'wrong';
}
