import { changeControl } from '../../../directory/control.ts';
import { isConfirmed } from '../../../directory/people/address-links.ts';
import { originOf } from '../context.ts';
import { rejectedField } from '../form/filled-form.ts';
import type { Visit } from '../screen.ts';

/** Rejects the form of a person who has not confirmed their address. Without a mail server, no address is confirmed. */
export async function requireConfirmedAddress({ ctx, deps, view }: Visit, userId: number): Promise<void> {
  if (!deps.mailer) return;
  const isDone = await changeControl(deps.control, originOf(ctx), (tx) => isConfirmed(tx, userId));
  if (!isDone) throw rejectedField('', view.say.confirmFirst, 409);
}
