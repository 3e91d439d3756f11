import type { ControlTransaction } from '../control.ts';
import { insertAddressLink, requireConfirmedPerson } from './address-links.ts';
import { createOrganization } from './organizations.ts';
import { addDeveloper } from './staff.ts';
import { findUser, insertUser } from './users.ts';

/** A person who signs up with an organization. The password has been checked and hashed. */
export interface Newcomer {
  readonly organization: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Outcome of a sign-up. Only the owner of the address may learn it, since it reveals which accounts exist. */
export type SignUp =
  | { readonly account: 'existing' }
  /** The code of the confirmation link, if the address has to be confirmed. */
  | { readonly account: 'created'; readonly code?: string };

/**
 * Creates an organization and its first admin, unless the address already has a login. With
 * `mails`, the address must be confirmed before the organization can do anything.
 */
export async function signUp(
  tx: ControlTransaction,
  { organization, ...person }: Newcomer,
  { mails }: { readonly mails: boolean },
): Promise<SignUp> {
  if (await findUser(tx, person.email)) {
    await tx.audit('user.sign_up_refused', {});
    return { account: 'existing' };
  }
  const { id } = await insertUser(tx, { ...person, confirmed: false });
  await foundOrganization(tx, organization, id);
  if (!mails) return { account: 'created' };
  return { account: 'created', code: await insertAddressLink(tx, id) };
}

/** Creates another organization for a person. With `mails`, they must have confirmed their address. Returns its id. */
export async function addOwnOrganization(
  tx: ControlTransaction,
  name: string,
  { userId, mails }: { readonly userId: number; readonly mails: boolean },
): Promise<number> {
  if (mails) await requireConfirmedPerson(tx, userId);
  return foundOrganization(tx, name, userId);
}

/** Creates an organization with the person as its first admin. Returns its id. */
async function foundOrganization(tx: ControlTransaction, name: string, userId: number): Promise<number> {
  const organizationId = await createOrganization(tx, name);
  await addDeveloper(tx, userId, organizationId, 'admin');
  return organizationId;
}
