import { PartnerError } from '../../errors.ts';
import { toPartnerError } from '../../http/shape-errors.ts';
import type { WebContext } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import type { Activity } from './activity-table.ts';
import { operationsOf } from './membership.ts';
import type { CurrentMembership } from './merchant-switch.ts';

/** What apps did with the merchant's data. An owner can disconnect an app also while that cannot be looked up. */
export async function activityAt(
  ctx: WebContext,
  deps: WebDependencies,
  membership: CurrentMembership,
): Promise<Activity> {
  try {
    const { companyId } = membership.merchant;
    return (await operationsOf(ctx, deps, membership).call('activity.list', { companyId })).data;
  } catch (error) {
    const failure = toPartnerError(error);
    if (failure instanceof PartnerError && failure.status === 503) return undefined;
    throw error;
  }
}
