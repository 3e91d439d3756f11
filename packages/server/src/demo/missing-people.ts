import type { DatabasePool } from '../storage/pool.ts';

/** People of the demo who belong to no merchant. */
export const DEVELOPER = { email: 'dev@northwind-apps.example', name: 'Devi Developer' };
export const OPERATOR = { email: 'operator@tillgate.example', name: 'Otto Operator' };

/** People that the demo of an earlier version came without. */
export interface MissingPeople {
  /** The demo's organization, if it has no developer; null if it has. */
  readonly organizationId: number | null;
  /** True if the service has no operator. */
  readonly operator: boolean;
}

/** Finds out who is missing in the organization of a client, and in the service. An address that is taken stays its owner's. */
export async function findMissingPeople(control: DatabasePool, clientId: string): Promise<MissingPeople> {
  const { rows } = await control.query<MissingPeople>(
    `select (select a.organization_id from control.client_credentials c join control.apps a on a.id = c.app_id
       where c.client_id = $1 and not exists (select from control.developers d where d.organization_id = a.organization_id)
         and not exists (select from control.users where email = $2)) as "organizationId",
       not exists (select from control.operators) and not exists (select from control.users where email = $3) as operator`,
    [clientId, DEVELOPER.email, OPERATOR.email],
  );
  return rows[0] ?? { organizationId: null, operator: false };
}
