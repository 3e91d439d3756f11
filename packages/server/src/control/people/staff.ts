import type { Pool } from 'pg';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { admin, OPERATOR, requireOtherHolder } from './last-holder.ts';

export const DEVELOPER_ROLES = ['admin', 'developer'] as const;

/** Admins manage an organization's people, developers its apps. */
export type DeveloperRole = (typeof DEVELOPER_ROLES)[number];

/** An organization in which a person is a developer or admin. */
export interface Employment {
  readonly organizationId: number;
  readonly organization: string;
  readonly role: DeveloperRole;
}

/** Organizations in which a person is a developer or admin, by name. */
export async function employmentsOf(db: Pool, userId: number): Promise<Employment[]> {
  const { rows } = await db.query<Employment>(
    `select o.id as "organizationId", o.name as organization, d.role
     from control.developers d join control.organizations o on o.id = d.organization_id
     where d.user_id = $1 order by o.name, o.id`,
    [userId],
  );
  return rows;
}

/** Adds a developer or admin to an organization. */
export async function addDeveloper(
  tx: ControlTransaction,
  userId: number,
  organizationId: number,
  role: DeveloperRole = 'admin',
): Promise<void> {
  const added = await tx.query(
    `insert into control.developers (user_id, organization_id, role, created_at)
     select $1, id, $4, $3 from control.organizations where id = $2 on conflict do nothing returning user_id`,
    [userId, organizationId, tx.timestamp, role],
  );
  if (added.length === 0) await refuseDeveloper(tx, userId, organizationId);
  await tx.audit('developer.added', { userId, organizationId, details: { role } });
}

async function refuseDeveloper(tx: ControlTransaction, userId: number, organizationId: number): Promise<never> {
  await tx.require(
    'select from control.organizations where id = $1',
    [organizationId],
    `No such organization: ${organizationId}.`,
  );
  throw new DirectoryError(`The user ${userId} is already a developer of organization ${organizationId}.`);
}

export async function removeDeveloper(tx: ControlTransaction, userId: number, organizationId: number): Promise<void> {
  const role = await lockDeveloper(tx, userId, organizationId);
  if (role === 'admin') await requireOtherHolder(tx, userId, admin(organizationId));
  await tx.query('delete from control.developers where user_id = $1 and organization_id = $2', [
    userId,
    organizationId,
  ]);
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
  await tx.query('update control.developers set role = $3 where user_id = $1 and organization_id = $2', [
    userId,
    organizationId,
    role,
  ]);
  await tx.audit('developer.role_changed', { userId, organizationId, details: { role, former } });
}

/** Locks the organization and returns the person's role in it. */
async function lockDeveloper(tx: ControlTransaction, userId: number, organizationId: number): Promise<DeveloperRole> {
  await lockOrganization(tx, organizationId);
  const { role } = await tx.require<{ role: DeveloperRole }>(
    'select role from control.developers where user_id = $1 and organization_id = $2',
    [userId, organizationId],
    `The user ${userId} is not a developer of organization ${organizationId}.`,
  );
  return role;
}

/** Locks an organization before its people change. Returns its name. */
export async function lockOrganization(tx: ControlTransaction, organizationId: number): Promise<string> {
  const { name } = await tx.require<{ name: string }>(
    'select name from control.organizations where id = $1 for no key update',
    [organizationId],
    `No such organization: ${organizationId}.`,
  );
  return name;
}

/** Makes a person an operator of the service. */
export async function addOperator(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.require(
    'insert into control.operators (user_id, created_at) values ($1, $2) on conflict do nothing returning user_id',
    [userId, tx.timestamp],
    `The user ${userId} is already an operator.`,
  );
  await tx.audit('operator.added', { userId });
}

export async function removeOperator(tx: ControlTransaction, userId: number): Promise<void> {
  await requireOtherHolder(tx, userId, OPERATOR);
  await tx.require(
    'delete from control.operators where user_id = $1 returning user_id',
    [userId],
    `The user ${userId} is not an operator.`,
  );
  await tx.audit('operator.removed', { userId });
}
