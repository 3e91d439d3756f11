import type { Pool } from 'pg';
import { contains, instant, type Page, type PageRequest, readOne, readPage } from '../page.ts';
import type { DeveloperRole } from './staff.ts';

export interface OrganizationSummary {
  readonly organizationId: number;
  readonly name: string;
  /** Numbers of its apps that are not archived, of its active sandbox merchants and of its developers. */
  readonly apps: number;
  readonly sandboxMerchants: number;
  readonly developers: number;
  readonly createdAt: string;
}

const ORGANIZATIONS = {
  key: 'o.id',
  from: 'control.organizations o',
  columns: `o.id as "organizationId", o.name,
    (select count(*) from control.apps where organization_id = o.id and archived_at is null) as apps,
    (select count(*) from control.merchants where organization_id = o.id and active) as "sandboxMerchants",
    (select count(*) from control.developers where organization_id = o.id) as developers,
    ${instant('o.created_at')} as "createdAt"`,
} as const;

export const listOrganizations = (
  db: Pool,
  search: string | undefined,
  page: PageRequest,
): Promise<Page<OrganizationSummary>> => readPage(db, ORGANIZATIONS, { [contains('o.name')]: search }, page);

export const describeOrganization = (db: Pool, organizationId: number): Promise<OrganizationSummary> =>
  readOne(db, ORGANIZATIONS, { 'o.id = $': organizationId }, `No such organization: ${organizationId}.`);

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

export const listDevelopers = (db: Pool, organizationId: number, page: PageRequest): Promise<Page<DeveloperSummary>> =>
  readPage(
    db,
    {
      key: 'u.id',
      columns: `${PERSON}, s.role`,
      from: 'control.developers s join control.users u on u.id = s.user_id',
    },
    { 's.organization_id = $': organizationId },
    page,
  );

export const listOperators = (db: Pool, page: PageRequest): Promise<Page<StaffMember>> =>
  readPage(
    db,
    { key: 'u.id', columns: PERSON, from: 'control.operators s join control.users u on u.id = s.user_id' },
    {},
    page,
  );
