import type { Pool } from 'pg';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './directory-error.ts';

export const DEVELOPER_ROLES = ['admin', 'developer'] as const;

/** Admins look after an organization's people, developers after its apps. */
export type DeveloperRole = (typeof DEVELOPER_ROLES)[number];

/** An organization that a person looks after. */
export interface Employment {
  readonly organizationId: number;
  readonly organization: string;
  readonly role: DeveloperRole;
}

/** The organizations that a person looks after, by name. */
export async function employmentsOf(db: Pool, userId: number): Promise<Employment[]> {
  const { rows } = await db.query<Employment>(
    `select o.id as "organizationId", o.name as organization, d.role
     from control.developers d join control.organizations o on o.id = d.organization_id
     where d.user_id = $1 order by o.name, o.id`,
    [userId],
  );
  return rows;
}

/** Makes a person a developer of an organization, who looks after its apps, or an admin of it. */
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
  const organization = await tx.one('select from control.organizations where id = $1', [organizationId]);
  if (!organization) throw new DirectoryError(`No such organization: ${organizationId}.`);
  throw new DirectoryError(`The user ${userId} is already a developer of organization ${organizationId}.`);
}

export async function removeDeveloper(tx: ControlTransaction, userId: number, organizationId: number): Promise<void> {
  const removed = await tx.query(
    'delete from control.developers where user_id = $1 and organization_id = $2 returning user_id',
    [userId, organizationId],
  );
  if (removed.length === 0) {
    throw new DirectoryError(`The user ${userId} is not a developer of organization ${organizationId}.`);
  }
  await tx.audit('developer.removed', { userId, organizationId });
}

/** Makes a person an operator of the service, who reviews apps and looks after merchants. */
export async function addOperator(tx: ControlTransaction, userId: number): Promise<void> {
  const added = await tx.query(
    'insert into control.operators (user_id, created_at) values ($1, $2) on conflict do nothing returning user_id',
    [userId, tx.timestamp],
  );
  if (added.length === 0) throw new DirectoryError(`The user ${userId} is already an operator.`);
  await tx.audit('operator.added', { userId });
}

export async function removeOperator(tx: ControlTransaction, userId: number): Promise<void> {
  const removed = await tx.query('delete from control.operators where user_id = $1 returning user_id', [userId]);
  if (removed.length === 0) throw new DirectoryError(`The user ${userId} is not an operator.`);
  await tx.audit('operator.removed', { userId });
}
