import { type Membership, membershipsOf } from '../../control/people/users.ts';
import type { Operations } from '../../operations/operations.ts';
import { originOf, queryOf, type WebContext } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { WebProblem } from '../kit/problems.ts';
import type { Audience, Screen, Visit } from '../kit/screen.ts';
import { sessionOrSignIn } from '../kit/session/load-session.ts';

/** A person of a merchant, with their role at the merchant shown. */
export interface MerchantVisitor extends Membership {
  /** All merchants the person belongs to, including this one. */
  readonly memberships: readonly Membership[];
  readonly operations: Operations;
}

export type MerchantScreen = Screen<MerchantVisitor>;
export type MerchantVisit = Visit<MerchantVisitor>;

/** Everyone with a role at the merchant. */
export const MEMBERS: Audience<MerchantVisitor> = { name: 'web', localised: true, admit: admitMember };

export const OWNERS: Audience<MerchantVisitor> = {
  ...MEMBERS,
  async admit(ctx, deps) {
    const visitor = await admitMember(ctx, deps);
    if (visitor) requireOwner(visitor);
    return visitor;
  },
};

export function requireOwner({ role }: Membership): void {
  if (role !== 'owner') throw new WebProblem('ownersOnly');
}

/** Selects the merchant named by `?company=`, or the person's first. Another's merchant responds with 404. */
async function admitMember(ctx: WebContext, deps: WebDependencies): Promise<MerchantVisitor | undefined> {
  const session = sessionOrSignIn(ctx);
  if (!session) return undefined;
  const memberships = await membershipsOf(deps.control.pool, session.user.id);
  if (memberships.length === 0) throw new WebProblem('noMerchant');
  const named = queryOf(ctx).get('company');
  const first = memberships.find(({ role }) => role === 'owner') ?? memberships[0];
  const membership = named === null ? first : memberships.find(({ merchant }) => String(merchant.companyId) === named);
  if (!membership) throw new WebProblem('notFound');
  const actor = { kind: membership.role, companyId: membership.merchant.companyId };
  return { ...membership, memberships, operations: deps.controlPlane.as(actor, originOf(ctx)) };
}
