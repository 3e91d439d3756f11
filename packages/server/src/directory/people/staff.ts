import type { Pool } from 'pg';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';

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
  const role = await lockDeveloper(tx, userId, organizationId);
  if (role === 'admin') await requireOtherAdmin(tx, userId, organizationId);
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
  if (former === 'admin') await requireOtherAdmin(tx, userId, organizationId);
  await tx.query('update control.developers set role = $3 where user_id = $1 and organization_id = $2', [
    userId,
    organizationId,
    role,
  ]);
  await tx.audit('developer.role_changed', { userId, organizationId, details: { role, former } });
}

/** The person's role. Changes of one organization's people wait for each other. */
async function lockDeveloper(tx: ControlTransaction, userId: number, organizationId: number): Promise<DeveloperRole> {
  await lockOrganization(tx, organizationId);
  const row = await tx.one<{ role: DeveloperRole }>(
    'select role from control.developers where user_id = $1 and organization_id = $2',
    [userId, organizationId],
  );
  if (!row) throw new DirectoryError(`The user ${userId} is not a developer of organization ${organizationId}.`);
  return row.role;
}

/** Locks an organization for a change of its people. Returns its name. */
export async function lockOrganization(tx: ControlTransaction, organizationId: number): Promise<string> {
  const row = await tx.one<{ name: string }>('select name from control.organizations where id = $1 for no key update', [
    organizationId,
  ]);
  if (!row) throw new DirectoryError(`No such organization: ${organizationId}.`);
  return row.name;
}

/** An organization keeps an admin, who alone can invite people. The organization must be locked. */
async function requireOtherAdmin(tx: ControlTransaction, userId: number, organizationId: number): Promise<void> {
  const other = await tx.one(
    `select from control.developers where organization_id = $1 and role = 'admin' and user_id <> $2`,
    [organizationId, userId],
  );
  if (other) return;
  throw new DirectoryError(
    `The user ${userId} is the only admin of organization ${organizationId}; make another person an admin first.`,
  );
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

/** The service keeps an operator. */
export async function removeOperator(tx: ControlTransaction, userId: number): Promise<void> {
  await requireOtherOperator(tx, userId);
  const removed = await tx.query('delete from control.operators where user_id = $1 returning user_id', [userId]);
  if (removed.length === 0) throw new DirectoryError(`The user ${userId} is not an operator.`);
  await tx.audit('operator.removed', { userId });
}

/** Locks the operators, and rejects a change that would leave none of them. */
export async function requireOtherOperator(tx: ControlTransaction, userId: number): Promise<void> {
  const operators = await tx.query<{ userId: number }>('select user_id as "userId" from control.operators for update');
  if (operators.length !== 1 || operators[0]?.userId !== userId) return;
  throw new DirectoryError(`The user ${userId} is the only operator of the service; add another one first.`);
}
