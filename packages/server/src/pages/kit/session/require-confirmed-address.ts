import { isConfirmed } from '../../../control/people/address-links.ts';
import { rejectedField } from '../form/filled-form.ts';
import type { Visit } from '../screen.ts';
import { changeLogin } from './change-login.ts';

/** Rejects the form of a person who has not confirmed their address. Skipped without a mail server. */
export async function requireConfirmedAddress(visit: Visit, userId: number): Promise<void> {
  if (!visit.deps.mailer) return;
  const isDone = await changeLogin(visit, (tx) => isConfirmed(tx, userId));
  if (!isDone) throw rejectedField('', visit.view.say.confirmFirst, 409);
}
