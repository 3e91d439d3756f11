import type { Operations } from '../../directory/operations.ts';
import { membershipsOf } from '../../directory/people/users.ts';
import { originOf, queryOf, type WebContext } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { WebProblem } from '../kit/problems.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import type { CurrentMembership } from './merchant-switch.ts';

/** The merchant that a page of the back office is about; another's is a page that does not exist. */
export async function membershipOf(ctx: WebContext, { control }: WebDependencies): Promise<CurrentMembership> {
  const memberships = await membershipsOf(control.pool, sessionOf(ctx).user.id);
  if (memberships.length === 0) throw new WebProblem('noMerchant');
  const named = queryOf(ctx).get('company');
  const first = memberships.find(({ role }) => role === 'owner') ?? memberships[0];
  const membership = named === null ? first : memberships.find(({ merchant }) => String(merchant.companyId) === named);
  if (!membership) throw new WebProblem('notFound');
  return { ...membership, memberships };
}

export async function ownMembershipOf(ctx: WebContext, deps: WebDependencies): Promise<CurrentMembership> {
  const membership = await membershipOf(ctx, deps);
  if (membership.role !== 'owner') throw new WebProblem('ownersOnly');
  return membership;
}

/** The operations that a person of the merchant may call. */
export const operationsOf = (
  ctx: WebContext,
  { controlPlane }: WebDependencies,
  { role, merchant: { companyId } }: CurrentMembership,
): Operations => controlPlane.as({ kind: role, companyId }, originOf(ctx));
