import { randomBytes } from 'node:crypto';
import { type ControlTransaction, changeControl } from '../../control/control.ts';
import { addMember } from '../../control/members.ts';
import { addDeveloper, addOperator } from '../../control/organizations.ts';
import { createUser } from '../../control/users.ts';
import type { Databases } from '../../database/database.ts';
import type { Clock } from '../../process/time.ts';

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
}

/** Logins of a merchant. The owner can connect apps, the employee cannot. */
export type MerchantLogins = Readonly<Record<'owner' | 'employee', DemoLogin>>;

export type StaffLogins = Readonly<Record<'developer' | 'operator', DemoLogin>>;

const DEVELOPER = { email: 'dev@northwind-apps.example', name: 'Devi Developer' };
const OPERATOR = { email: 'operator@tillgate.example', name: 'Otto Operator' };

export const ORIGIN = { source: 'demo' };

export async function seedMembers(
  tx: ControlTransaction,
  { companyId, name }: { readonly companyId: number; readonly name: string },
): Promise<MerchantLogins> {
  const host = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
  const owner = { email: `owner@${host}`, name: 'Olivia Owner' };
  const employee = { email: `till@${host}`, name: 'Elliot Employee' };
  return {
    owner: await seedLogin(tx, owner, (userId) => addMember(tx, userId, companyId, 'owner')),
    employee: await seedLogin(tx, employee, (userId) => addMember(tx, userId, companyId, 'employee')),
  };
}

export const seedDeveloper = (tx: ControlTransaction, organizationId: number): Promise<DemoLogin> =>
  seedLogin(tx, DEVELOPER, (userId) => addDeveloper(tx, userId, organizationId));

export const seedOperator = (tx: ControlTransaction): Promise<DemoLogin> =>
  seedLogin(tx, OPERATOR, (userId) => addOperator(tx, userId));

async function seedLogin(
  tx: ControlTransaction,
  { email, name }: typeof OPERATOR,
  grant: (userId: number) => Promise<unknown>,
): Promise<DemoLogin> {
  const password = randomBytes(12).toString('base64url');
  const { id } = await createUser(tx, { email, name, password });
  await grant(id);
  return { email, password };
}

/** Finds the client's organization if it has no developer, and whether the operator is missing. */
const MISSING_PEOPLE = `
  select (select a.organization_id from control.client_credentials c join control.apps a on a.id = c.app_id
    where c.client_id = $1 and not exists (select from control.developers d where d.organization_id = a.organization_id)
      and not exists (select from control.users where email = $2)) as "organizationId",
    not exists (select from control.operators) and not exists (select from control.users where email = $3) as operator`;

/**
 * Adds the developer and the operator to a demo from a version without them. `save` receives their passwords before the
 * commit.
 */
export async function addMissingPeople(
  { databases: { control: pool }, clock }: { readonly databases: Databases; readonly clock: Clock },
  clientId: string,
  save: (added: Partial<StaffLogins>) => Promise<void>,
): Promise<void> {
  const values = [clientId, DEVELOPER.email, OPERATOR.email];
  const { rows } = await pool.query<{ organizationId: number | null; operator: boolean }>(MISSING_PEOPLE, values);
  const { organizationId = null, operator = false } = rows[0] ?? {};
  if (organizationId === null && !operator) return;
  await changeControl({ pool, clock }, ORIGIN, async (tx) => {
    await save({
      ...(organizationId !== null && { developer: await seedDeveloper(tx, organizationId) }),
      ...(operator && { operator: await seedOperator(tx) }),
    });
  });
}
