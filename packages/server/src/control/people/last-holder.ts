import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';

/** A role that must never be without a holder: only its holders can assign roles. */
interface Position {
  /** Selects `user_id` of the holders. */
  readonly holders: string;
  readonly values: readonly number[];
  /** End of the error message. */
  readonly last: string;
}

/** The merchant must be locked. */
export const owner = (companyId: number): Position => ({
  holders: `select user_id from control.memberships where company_id = $1 and role = 'owner'`,
  values: [companyId],
  last: `only owner of merchant ${companyId}; make another person an owner first`,
});

/** The organization must be locked. */
export const admin = (organizationId: number): Position => ({
  holders: `select user_id from control.developers where organization_id = $1 and role = 'admin'`,
  values: [organizationId],
  last: `only admin of organization ${organizationId}; make another person an admin first`,
});

/** Locks the operators. */
export const OPERATOR: Position = {
  holders: 'select user_id from control.operators for update',
  values: [],
  last: 'only operator of the service; add another one first',
};

/** A change that would leave a role without a holder. */
export class LastHolder extends DirectoryError {
  override name = 'LastHolder';
}

/** Throws a LastHolder if the person is the only holder of the role. */
export async function requireOtherHolder(tx: ControlTransaction, userId: number, position: Position): Promise<void> {
  const holders = await tx.query<{ user_id: number }>(position.holders, position.values);
  if (holders.length !== 1 || holders[0]?.user_id !== userId) return;
  throw new LastHolder(`The user ${userId} is the ${position.last}.`);
}
