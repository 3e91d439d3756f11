import type { Operations } from '../../directory/operations.ts';
import { type Membership, membershipsOf } from '../../directory/people/users.ts';
import { originOf, queryOf, type WebContext } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { WebProblem } from '../kit/problems.ts';
import type { Audience, Screen, Visit } from '../kit/screen.ts';
import { sessionOrSignIn } from '../kit/session/load-session.ts';

/** A person of a merchant, in their role at the merchant that the page is about. */
export interface MerchantVisitor extends Membership {
  /** All of the person's merchants, this one too. */
  readonly memberships: readonly Membership[];
  readonly operations: Operations;
}

export type MerchantScreen = Screen<MerchantVisitor>;
export type MerchantVisit = Visit<MerchantVisitor>;

/** Everyone at a merchant. */
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

/** The merchant is the one that `?company=` names, or the person's first. Another's is a page that does not exist. */
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
