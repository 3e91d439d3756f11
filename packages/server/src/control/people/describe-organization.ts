import { instant, type ListSource } from '../page.ts';
import type { DeveloperRole } from './staff.ts';

export interface OrganizationSummary {
  readonly organizationId: number;
  readonly name: string;
  /** Counts apps that are not archived, active sandbox merchants, and developers. */
  readonly apps: number;
  readonly sandboxMerchants: number;
  readonly developers: number;
  readonly createdAt: string;
}

export const ORGANIZATIONS: ListSource = {
  key: 'o.id',
  from: 'control.organizations o',
  columns: `o.id as "organizationId", o.name,
    (select count(*) from control.apps where organization_id = o.id and archived_at is null) as apps,
    (select count(*) from control.merchants where organization_id = o.id and active) as "sandboxMerchants",
    (select count(*) from control.developers where organization_id = o.id) as developers,
    ${instant('o.created_at')} as "createdAt"`,
};

/** A developer or an operator. */
export interface StaffMember {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly since: string;
}

const PERSON = `u.id as "userId", u.email, u.name, ${instant('s.created_at')} as since`;

/** A person of an organization. */
export interface DeveloperSummary extends StaffMember {
  readonly role: DeveloperRole;
}

export const DEVELOPERS: ListSource = {
  key: 'u.id',
  columns: `${PERSON}, s.role`,
  from: 'control.developers s join control.users u on u.id = s.user_id',
};

export const OPERATORS: ListSource = {
  key: 'u.id',
  columns: PERSON,
  from: 'control.operators s join control.users u on u.id = s.user_id',
};
