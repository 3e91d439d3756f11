import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './directory-error.ts';
import { lockMerchant, type Merchant } from './merchants.ts';
import { checkCharacters, normalName } from './text.ts';

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

const MAX_EMAIL_LENGTH = 254;

/** Normalizes an e-mail address for storage and comparison, whatever its case and Unicode form. */
export const normalEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');

/** The person with an e-mail address, which must be one. */
export async function findUser(tx: ControlTransaction, email: string): Promise<User | undefined> {
  return tx.one<User>('select id, email, name from control.users where email = $1', [checkedEmail(email)]);
}

export async function createUser(
  tx: ControlTransaction,
  { email, password, ...given }: { email: string; name: string; password: string },
): Promise<User> {
  const normal = checkedEmail(email);
  const name = normalName('The name of a person', given.name);
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new DirectoryError(`A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
  }
  const user = await tx.one<User>(
    `insert into control.users (email, name, password_hash, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning id, email, name`,
    [normal, name, await hash(password), tx.timestamp],
  );
  if (!user) throw new DirectoryError(`A user ${normal} already exists.`);
  await tx.audit('user.created', { userId: user.id });
  return user;
}

export function checkedEmail(text: string): string {
  const email = normalEmail(text);
  checkCharacters('An e-mail address', email);
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= MAX_EMAIL_LENGTH) return email;
  throw new DirectoryError(`${JSON.stringify(text)} is not an e-mail address.`);
}

/** Gives a person a role at a merchant. Returns the role that they had there before, if any. */
export async function addMember(
  tx: ControlTransaction,
  userId: number,
  companyId: number,
  role: Role,
): Promise<Role | undefined> {
  // Locked, so that the role that two changes at once find is the one that they replace.
  await lockMerchant(tx, companyId);
  const former = await roleAt(tx, userId, companyId);
  if (former === role) return role;
  if (former === 'owner') await requireOtherOwner(tx, userId, companyId);
  await tx.query(
    `insert into control.memberships (user_id, company_id, role) values ($1, $2, $3)
     on conflict (user_id, company_id) do update set role = excluded.role`,
    [userId, companyId, role],
  );
  await tx.audit('membership.set', { userId, companyId, details: { role, former: former ?? null } });
  return former;
}

/** A merchant keeps an owner, who alone can connect apps and disconnect them. The merchant must be locked. */
export async function requireOtherOwner(tx: ControlTransaction, userId: number, companyId: number): Promise<void> {
  const other = await tx.one(
    `select from control.memberships where company_id = $1 and role = 'owner' and user_id <> $2`,
    [companyId, userId],
  );
  if (other) return;
  throw new DirectoryError(
    `The user ${userId} is the only owner of merchant ${companyId}; make another person an owner first.`,
  );
}

export async function roleAt(tx: ControlTransaction, userId: number, companyId: number): Promise<Role | undefined> {
  const row = await tx.one<{ role: Role }>(
    'select role from control.memberships where user_id = $1 and company_id = $2',
    [userId, companyId],
  );
  return row?.role;
}

/** Verified for an unknown user, so that time does not tell who has an account. */
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
