import { instant, type ListSource } from '../page.ts';
import type { Role } from './users.ts';

/** A person with all their roles. */
export interface UserDescription {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  /** False for people who signed up and have not confirmed their address. */
  readonly confirmed: boolean;
  readonly memberships: readonly { readonly companyId: number; readonly merchant: string; readonly role: Role }[];
  /** Organizations in which the person is a developer or admin. */
  readonly developerOf: readonly number[];
  readonly operator: boolean;
  readonly createdAt: string;
}

/** People who have not been removed. */
export const USERS: ListSource = {
  key: 'u.id',
  from: '(select * from control.users where removed_at is null) u',
  columns: `u.id as "userId", u.email, u.name, u.confirmed,
    coalesce((select json_agg(json_build_object('companyId', s.company_id, 'merchant', m.name, 'role', s.role) order by s.company_id)
      from control.memberships s join control.merchants m on m.company_id = s.company_id where s.user_id = u.id), '[]') as memberships,
    coalesce((select json_agg(organization_id order by organization_id) from control.developers where user_id = u.id), '[]')
      as "developerOf",
    exists (select from control.operators where user_id = u.id) as operator, ${instant('u.created_at')} as "createdAt"`,
};
