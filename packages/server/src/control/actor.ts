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

const OF_APP = 'join control.apps a on a.id = r.app_id';

/** Noun, table and key of each kind of record, and the columns of the organization and merchant that own it. */
const OWNERS = {
  organizationId: ['organization', 'organizations r', 'r.id', 'r.id', 'null'],
  companyId: ['merchant', 'merchants r', 'r.company_id', 'r.organization_id', 'r.company_id'],
  appId: ['app', 'apps r', 'r.id', 'r.organization_id', 'null'],
  clientId: ['client', `client_credentials r ${OF_APP}`, 'r.client_id', 'a.organization_id', 'null'],
  apiKeyId: ['API key', `api_keys r ${OF_APP}`, 'r.id', 'a.organization_id', 'null'],
  endpointId: ['webhook endpoint', `webhook_endpoints r ${OF_APP}`, 'r.id', 'a.organization_id', 'null'],
  accessRequestId: ['access request', `access_requests r ${OF_APP}`, 'r.id', 'a.organization_id', 'r.company_id'],
} as const;

export type Subject = {
  readonly [Kind in keyof typeof OWNERS]?: (Kind extends 'clientId' ? string : number) | undefined;
};

const KINDS = Object.keys(OWNERS) as (keyof Subject)[];

/** Records that an input names, in the `about` fields or in any field. */
export const subjectOf = (input: Subject, about: readonly (keyof Subject)[] = KINDS): Subject =>
  Object.fromEntries(about.map((field) => [field, input[field]]));

/**
 * Throws a DirectoryError unless at least one record belongs to the actor's organization or merchant and none belongs
 * to another. Another's record is reported as absent, as if unknown.
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
    const [noun, from, key, organization, company] = OWNERS[kind];
    absent = `No such ${noun}: ${id}.`;
    const { rows } = await pool.query<Record<typeof side, number | null>>(
      `select ${organization} as "organizationId", ${company} as "companyId" from control.${from} where ${key} = $1`,
      [id],
    );
    const [owners] = rows;
    if (!owners || (owners[side] !== null && owners[side] !== own)) throw new DirectoryError(absent);
    mine ||= owners[side] === own;
  }
  if (!mine) throw new DirectoryError(absent);
}
