import type { Pool } from 'pg';
import { instant, type Page, type PageRequest, readOne, readPage } from '../page.ts';
import type { Role } from './users.ts';

/** A person with all their roles. */
export interface UserDescription {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  /** False for a person who signed up and has not confirmed their address. */
  readonly confirmed: boolean;
  readonly memberships: readonly { readonly companyId: number; readonly merchant: string; readonly role: Role }[];
  /** Organizations whose apps they look after. */
  readonly developerOf: readonly number[];
  readonly operator: boolean;
  readonly createdAt: string;
}

const USERS = {
  key: 'u.id',
  from: '(select * from control.users where removed_at is null) u',
  columns: `u.id as "userId", u.email, u.name, u.confirmed,
    coalesce((select json_agg(json_build_object('companyId', s.company_id, 'merchant', m.name, 'role', s.role) order by s.company_id)
      from control.memberships s join control.merchants m on m.company_id = s.company_id where s.user_id = u.id), '[]') as memberships,
    coalesce((select json_agg(organization_id order by organization_id) from control.developers where user_id = u.id), '[]')
      as "developerOf",
    exists (select from control.operators where user_id = u.id) as operator, ${instant('u.created_at')} as "createdAt"`,
} as const;

export interface UserFilter {
  readonly companyId?: number | undefined;
  readonly search?: string | undefined;
}

/** People who have not been removed. */
export const listUsers = (
  db: Pool,
  { companyId, search }: UserFilter,
  page: PageRequest,
): Promise<Page<UserDescription>> =>
  readPage(
    db,
    USERS,
    {
      'exists (select from control.memberships s where s.user_id = u.id and s.company_id = $)': companyId,
      'position(lower($) in lower(u.name || chr(10) || u.email)) > 0': search,
    },
    page,
  );

export const describeUser = (db: Pool, userId: number): Promise<UserDescription> =>
  readOne(db, USERS, { 'u.id = $': userId }, `No such user: ${userId}.`);
