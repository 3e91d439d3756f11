import type { ControlTransaction } from './control.ts';

/** Makes a person a developer of an organization, who looks after its apps. */
export async function addDeveloper(tx: ControlTransaction, userId: number, organizationId: number): Promise<void> {
  await tx.query('insert into control.developers (user_id, organization_id, created_at) values ($1, $2, $3)', [
    userId,
    organizationId,
    tx.timestamp,
  ]);
  await tx.audit('developer.added', { userId, organizationId });
}

/** Makes a person an operator of the service, who reviews apps and looks after merchants. */
export async function addOperator(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.query('insert into control.operators (user_id, created_at) values ($1, $2)', [userId, tx.timestamp]);
  await tx.audit('operator.added', { userId });
}
