import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './directory-error.ts';
import type { Merchant } from './merchants.ts';

export type Role = 'owner' | 'employee';

/** A person of one or more merchants. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

export interface Membership {
  readonly merchant: Merchant;
  readonly role: Role;
}

const MIN_PASSWORD_LENGTH = 10;
/** argon2 reads all of it, so what a stranger may send is bounded. */
export const MAX_PASSWORD_LENGTH = 256;

/** As addresses are compared: people type them in any case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

export async function createUser(
  tx: ControlTransaction,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<User> {
  const normal = normalEmail(email);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(normal) || normal.length > 254) {
    throw new DirectoryError(`${email} is not an e-mail address.`);
  }
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new DirectoryError(`A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
  }
  const user = await tx.one<User>(
    `insert into control.users (email, name, password_hash, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning id, email, name`,
    [normal, name, await hash(password), tx.timestamp],
  );
  if (!user) throw new DirectoryError(`There is a user ${normal} already.`);
  await tx.audit('user.created', { userId: user.id });
  return user;
}

export async function addMember(tx: ControlTransaction, userId: number, companyId: number, role: Role): Promise<void> {
  const added = await tx.one(
    `insert into control.memberships (user_id, company_id, role)
     select $1, company_id, $3 from control.merchants where company_id = $2
     on conflict (user_id, company_id) do update set role = excluded.role returning user_id`,
    [userId, companyId, role],
  );
  if (!added) throw new DirectoryError(`No merchant ${companyId}.`);
}

/** Verified when there is no such user, so that time does not tell who has an account. */
let decoy: Promise<string> | undefined;

/** The user with this e-mail and password. */
export async function authenticateUser(db: Pool, email: string, password: string): Promise<User | undefined> {
  if (password.length > MAX_PASSWORD_LENGTH) return undefined;
  const { rows } = await db.query<User & { passwordHash: string }>(
    'select id, email, name, password_hash as "passwordHash" from control.users where email = $1',
    [normalEmail(email)],
  );
  const [row] = rows;
  decoy ??= hash('nobody has this password');
  const matches = await verify(row?.passwordHash ?? (await decoy), password);
  return row && matches ? { id: row.id, email: row.email, name: row.name } : undefined;
}

/** The active companies that a user works for, by name. */
export async function membershipsOf(db: Pool, userId: number): Promise<Membership[]> {
  const { rows } = await db.query<Merchant & { role: Role }>(
    `select m.company_id as "companyId", m.name, m.region, m.demo, m.currency, m.organization_id as "organizationId",
       m.active, s.role
     from control.memberships s join control.merchants m on m.company_id = s.company_id
     where s.user_id = $1 and m.active order by m.name, m.company_id`,
    [userId],
  );
  return rows.map(({ role, ...merchant }) => ({ merchant, role }));
}
