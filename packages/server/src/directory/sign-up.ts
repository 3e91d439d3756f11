import { createOrganization } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { addDeveloper } from './staff.ts';
import { findUser, insertUser } from './users.ts';

/** A stranger who opens an account for an organization. The password has been checked and hashed. */
export interface Newcomer {
  readonly organization: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Creates an organization with its first admin, unless the address has a login, whose owner signs in to do the same. The
 * outcome is for that owner alone: telling it to who asked would tell strangers who has an account.
 */
export async function signUp(
  tx: ControlTransaction,
  { organization, ...person }: Newcomer,
): Promise<'created' | 'existing'> {
  if (await findUser(tx, person.email)) {
    await tx.audit('user.sign_up_refused', {});
    return 'existing';
  }
  const { id } = await insertUser(tx, person);
  await foundOrganization(tx, organization, id);
  return 'created';
}

/** Creates an organization with a person as its first admin. Returns its id. */
export async function foundOrganization(tx: ControlTransaction, name: string, userId: number): Promise<number> {
  const organizationId = await createOrganization(tx, name);
  await addDeveloper(tx, userId, organizationId, 'admin');
  return organizationId;
}
