import type { Member } from '../../control/merchants/describe-merchant.ts';
import type { Operations, OutputOf } from '../../operations/operations.ts';
import { WebProblem } from '../kit/problems.ts';
import type { Visit } from '../kit/screen.ts';

/** A person of a merchant. Responds with 404 if the merchant has no such person. */
export async function memberOf(operations: Operations, companyId: number, userId: number): Promise<Member> {
  const page = { companyId, limit: 1, ...(userId > 1 && { after: userId - 1 }) };
  const { data } = await operations.call('member.list', page);
  const member = data.find((one) => one.userId === userId);
  if (!member) throw new WebProblem('notFound');
  return member;
}

/** Mails an invitation if there is a mail server. */
export function mailInvitation(
  { deps, view }: Pick<Visit, 'deps' | 'view'>,
  { email, merchant, link }: OutputOf<'invitation.create'>,
): void {
  const { subject, text } = view.say.mail.invitation;
  const { name: service } = deps.brand;
  deps.mailer?.post({ to: email, subject: subject(merchant, service), text: text(merchant, service, link) });
}
