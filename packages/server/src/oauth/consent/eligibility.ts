import type { Merchant } from '../../control/merchants/merchants.ts';
import type { Membership } from '../../control/people/users.ts';
import type { AuthorizingClient } from './client.ts';

type Reach = Pick<AuthorizingClient, 'env' | 'organizationId'>;

/** Production reaches live companies; the sandbox reaches its organization's demo companies (env.enforced). */
export const isEligible = ({ env, organizationId }: Reach, merchant: Merchant): boolean =>
  env === 'PRODUCTION' ? !merchant.demo : merchant.demo && merchant.organizationId === organizationId;

export interface Eligible {
  readonly owned: readonly Merchant[];
  readonly employed: readonly Merchant[];
}

export function eligibleOf(client: Reach, memberships: readonly Membership[]): Eligible {
  const eligible = memberships.filter(({ merchant }) => isEligible(client, merchant));
  const withRole = (role: Membership['role']) => eligible.filter((m) => m.role === role).map((m) => m.merchant);
  return { owned: withRole('owner'), employed: withRole('employee') };
}
