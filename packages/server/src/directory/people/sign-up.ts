import type { ControlTransaction } from '../control.ts';
import { createOrganization } from '../people/organizations.ts';
import { insertAddressLink, requireConfirmedPerson } from './address-links.ts';
import { addDeveloper } from './staff.ts';
import { findUser, insertUser } from './users.ts';

/** A stranger who opens an account for an organization. The password has been checked and hashed. */
export interface Newcomer {
  readonly organization: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Outcome of a sign-up, for the owner of the address alone: others would learn from it who has an account. */
export type SignUp =
  | { readonly account: 'existing' }
  /** With the code of the link that confirms the address, if it has to be. */
  | { readonly account: 'created'; readonly code?: string };

/**
 * Creates an organization with its first admin, unless the address has a login, whose owner signs in to do the same. With
 * `mails`, the address has to be confirmed before the organization can do anything.
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

/** Creates a further organization of a person, who with `mails` must have confirmed their address. Returns its id. */
export async function addOwnOrganization(
  tx: ControlTransaction,
  name: string,
  { userId, mails }: { readonly userId: number; readonly mails: boolean },
): Promise<number> {
  if (mails) await requireConfirmedPerson(tx, userId);
  return foundOrganization(tx, name, userId);
}

/** Creates an organization with a person as its first admin. Returns its id. */
async function foundOrganization(tx: ControlTransaction, name: string, userId: number): Promise<number> {
  const organizationId = await createOrganization(tx, name);
  await addDeveloper(tx, userId, organizationId, 'admin');
  return organizationId;
}
