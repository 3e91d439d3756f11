import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import { instant } from '../database/statement.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { insertAddressLink, requireConfirmedPerson } from './mailed-links.ts';
import { type ListSource, rowsOf } from './page.ts';
import { normalName } from './text.ts';
import { admin, findUser, insertUser, type NewUser, OPERATOR, requireOtherHolder } from './users.ts';

export const organizationName = (text: string): string => normalName('The name of an organization', text);

export async function createOrganization(tx: ControlTransaction, text: string): Promise<number> {
  const name = organizationName(text);
  const organizationId = await tx.insert(sql`insert into control.organizations (name, created_at)
    values (${name}, ${tx.timestamp}) returning id`);
  await tx.audit('organization.created', { organizationId, details: { name } });
  return organizationId;
}

export async function renameOrganization(tx: ControlTransaction, organizationId: number, text: string): Promise<void> {
  const name = organizationName(text);
  const row = await tx.require<{ former: string }>(
    sql`update control.organizations o set name = ${name}
      from (select id, name from control.organizations where id = ${organizationId} for update) was
      where o.id = was.id returning was.name as former`,
    `No such organization: ${organizationId}.`,
  );
  await tx.audit('organization.renamed', { organizationId, details: { name, former: row.former } });
}

export const DEVELOPER_ROLES = ['admin', 'developer'] as const;

/** Admins manage an organization's people, developers its apps. */
export type DeveloperRole = (typeof DEVELOPER_ROLES)[number];

export interface Employment {
  readonly organizationId: number;
  readonly organization: string;
  readonly role: DeveloperRole;
}

/** Organizations in which a person is a developer or admin, by name. */
export const employmentsOf = (db: Pool, userId: number): Promise<Employment[]> =>
  rowsOf<Employment>(
    db,
    sql`select o.id as "organizationId", o.name as organization, d.role
      from control.developers d join control.organizations o on o.id = d.organization_id
      where d.user_id = ${userId} order by o.name, o.id`,
  );

export async function addDeveloper(
  tx: ControlTransaction,
  userId: number,
  organizationId: number,
  role: DeveloperRole = 'admin',
): Promise<void> {
  const added = await tx.query(sql`insert into control.developers (user_id, organization_id, role, created_at)
    select ${userId}, id, ${role}, ${tx.timestamp} from control.organizations where id = ${organizationId}
    on conflict do nothing returning user_id`);
  if (added.length === 0) {
    await tx.require(
      sql`select from control.organizations where id = ${organizationId}`,
      `No such organization: ${organizationId}.`,
    );
    throw new DirectoryError(`The user ${userId} is already a developer of organization ${organizationId}.`);
  }
  await tx.audit('developer.added', { userId, organizationId, details: { role } });
}

export async function removeDeveloper(tx: ControlTransaction, userId: number, organizationId: number): Promise<void> {
  const role = await lockDeveloper(tx, userId, organizationId);
  if (role === 'admin') await requireOtherHolder(tx, userId, admin(organizationId));
  await tx.query(sql`delete from control.developers where user_id = ${userId} and organization_id = ${organizationId}`);
  await tx.audit('developer.removed', { userId, organizationId });
}

export async function changeDeveloperRole(
  tx: ControlTransaction,
  userId: number,
  organizationId: number,
  role: DeveloperRole,
): Promise<void> {
  const former = await lockDeveloper(tx, userId, organizationId);
  if (former === role) return;
  if (former === 'admin') await requireOtherHolder(tx, userId, admin(organizationId));
  await tx.query(sql`update control.developers set role = ${role}
    where user_id = ${userId} and organization_id = ${organizationId}`);
  await tx.audit('developer.role_changed', { userId, organizationId, details: { role, former } });
}

/** Locks the organization and returns the person's role in it. */
async function lockDeveloper(tx: ControlTransaction, userId: number, organizationId: number): Promise<DeveloperRole> {
  await lockOrganization(tx, organizationId);
  const { role } = await tx.require<{ role: DeveloperRole }>(
    sql`select role from control.developers where user_id = ${userId} and organization_id = ${organizationId}`,
    `The user ${userId} is not a developer of organization ${organizationId}.`,
  );
  return role;
}

/** Locks an organization before its people change. Returns its name. */
export async function lockOrganization(tx: ControlTransaction, organizationId: number): Promise<string> {
  const { name } = await tx.require<{ name: string }>(
    sql`select name from control.organizations where id = ${organizationId} for no key update`,
    `No such organization: ${organizationId}.`,
  );
  return name;
}

export async function addOperator(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.require(
    sql`insert into control.operators (user_id, created_at) values (${userId}, ${tx.timestamp}) on conflict do nothing
      returning user_id`,
    `The user ${userId} is already an operator.`,
  );
  await tx.audit('operator.added', { userId });
}

export async function removeOperator(tx: ControlTransaction, userId: number): Promise<void> {
  await requireOtherHolder(tx, userId, OPERATOR);
  await tx.require(
    sql`delete from control.operators where user_id = ${userId} returning user_id`,
    `The user ${userId} is not an operator.`,
  );
  await tx.audit('operator.removed', { userId });
}

export interface OrganizationSummary {
  readonly organizationId: number;
  readonly name: string;
  /** Counts apps that are not archived, active sandbox merchants, and developers. */
  readonly apps: number;
  readonly sandboxMerchants: number;
  readonly developers: number;
  readonly createdAt: string;
}

export const ORGANIZATIONS: ListSource = {
  key: 'o.id',
  from: 'control.organizations o',
  columns: `o.id as "organizationId", o.name,
    (select count(*) from control.apps where organization_id = o.id and archived_at is null) as apps,
    (select count(*) from control.merchants where organization_id = o.id and active) as "sandboxMerchants",
    (select count(*) from control.developers where organization_id = o.id) as developers,
    ${instant('o.created_at')} as "createdAt"`,
};

/** A developer or an operator. */
export interface StaffMember {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly since: string;
}

const PERSON = `u.id as "userId", u.email, u.name, ${instant('s.created_at')} as since`;

export interface DeveloperSummary extends StaffMember {
  readonly role: DeveloperRole;
}

export const DEVELOPERS: ListSource = {
  key: 'u.id',
  columns: `${PERSON}, s.role`,
  from: 'control.developers s join control.users u on u.id = s.user_id',
};

export const OPERATORS: ListSource = {
  key: 'u.id',
  columns: PERSON,
  from: 'control.operators s join control.users u on u.id = s.user_id',
};

/**
 * Creates an organization and its first admin, unless the address already has a login. With `mails`, the address must
 * be confirmed before the organization can do anything; `code` is the confirmation link's. Only the owner of the
 * address may learn the outcome, since it reveals which accounts exist.
 */
export async function signUp(
  tx: ControlTransaction,
  { organization, ...person }: NewUser & { readonly organization: string },
  { mails }: { readonly mails: boolean },
): Promise<{ readonly account: 'existing' } | { readonly account: 'created'; readonly code?: string }> {
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
