import type { Pool } from 'pg';
import type { Origin } from './control.ts';
import { DirectoryError } from './errors.ts';

/**
 * Caller of an operation: an operator of the service, or a person who acts for one organization or
 * merchant. Admins manage the organization's people and may do everything its developers may.
 */
export type Actor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'admin' | 'developer'; readonly organizationId: number }
  | { readonly kind: 'owner' | 'employee'; readonly companyId: number };

export type ActorKind = Actor['kind'];

export const isFor = (actors: readonly ActorKind[], { kind }: Actor): boolean =>
  actors.includes(kind) || (kind === 'admin' && actors.includes('developer'));

export const OPERATOR: Actor = { kind: 'operator' };

/** Commands act as the operator. The machine's own log tells which person ran them. */
export const COMMAND_LINE: Origin = { source: 'command line' };

/** Ids of the records that an operation is about. */
export interface Subject {
  readonly organizationId?: number | undefined;
  readonly companyId?: number | undefined;
  readonly appId?: number | undefined;
  readonly clientId?: string | undefined;
  readonly apiKeyId?: number | undefined;
  readonly endpointId?: number | undefined;
  readonly accessRequestId?: number | undefined;
}

interface Owners {
  readonly organizationId: number | null;
  readonly companyId: number | null;
}

/** Statements that find the organization and merchant owning a record. */
const OWNERS: Readonly<Record<keyof Subject, { readonly noun: string; readonly sql: string }>> = {
  organizationId: {
    noun: 'organization',
    sql: 'select id as "organizationId", null as "companyId" from control.organizations where id = $1',
  },
  companyId: {
    noun: 'merchant',
    sql: `select organization_id as "organizationId", company_id as "companyId" from control.merchants where company_id = $1`,
  },
  appId: {
    noun: 'app',
    sql: 'select organization_id as "organizationId", null as "companyId" from control.apps where id = $1',
  },
  clientId: {
    noun: 'client',
    sql: `select a.organization_id as "organizationId", null as "companyId"
      from control.client_credentials c join control.apps a on a.id = c.app_id where c.client_id = $1`,
  },
  apiKeyId: {
    noun: 'API key',
    sql: `select a.organization_id as "organizationId", null as "companyId"
      from control.api_keys k join control.apps a on a.id = k.app_id where k.id = $1`,
  },
  endpointId: {
    noun: 'webhook endpoint',
    sql: `select a.organization_id as "organizationId", null as "companyId"
      from control.webhook_endpoints e join control.apps a on a.id = e.app_id where e.id = $1`,
  },
  accessRequestId: {
    noun: 'access request',
    sql: `select a.organization_id as "organizationId", r.company_id as "companyId"
      from control.access_requests r join control.apps a on a.id = r.app_id where r.id = $1`,
  },
};

const KINDS = Object.keys(OWNERS) as (keyof Subject)[];

/** Records that an input names, in the given fields or in any field. */
export const subjectOf = (input: Subject, about: readonly (keyof Subject)[] = KINDS): Subject =>
  Object.fromEntries(about.map((field) => [field, input[field]]));

/**
 * Throws a DirectoryError unless at least one record belongs to the actor's organization or
 * merchant and none belongs to another. Another's record is reported as absent, as if unknown.
 */
export async function requireOwn(pool: Pool, actor: Actor, subject: Subject): Promise<void> {
  if (actor.kind === 'operator') return;
  const [side, own] =
    'organizationId' in actor
      ? (['organizationId', actor.organizationId] as const)
      : (['companyId', actor.companyId] as const);
  let mine = false;
  let absent = 'Name one of your own records.';
  for (const kind of KINDS) {
    const id = subject[kind];
    // A merchant's people do not belong to an organization, so an organization in their input is only a filter.
    if (id === undefined || (kind === 'organizationId' && side === 'companyId')) continue;
    const { noun, sql } = OWNERS[kind];
    absent = `No such ${noun}: ${id}.`;
    const owners = (await pool.query<Owners>(sql, [id])).rows[0];
    if (!owners || (owners[side] !== null && owners[side] !== own)) throw new DirectoryError(absent);
    mine ||= owners[side] === own;
  }
  if (!mine) throw new DirectoryError(absent);
}
