import type { Actor } from '../../control/actor.ts';
import type { Environment } from '../../control/credentials/products.ts';
import { hasConfirmed } from '../../control/people/address-links.ts';
import { type DeveloperRole, type Employment, employmentsOf } from '../../control/people/staff.ts';
import type { DatabasePool } from '../../database/pool.ts';
import type { Operations } from '../../operations/operations.ts';
import { originOf, queryOf, type WebContext } from '../kit/context.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import type { Audience, Forms, Screen, Visit } from '../kit/screen.ts';
import { sessionOrSignIn } from '../kit/session/load-session.ts';
import { speakEnglish } from '../languages/choose-language.ts';

/** A person of an organization, and what they may do there. */
export interface Developer {
  readonly organizationId: number;
  readonly organization: string;
  readonly role: DeveloperRole;
  /** False until someone in the organization has confirmed their address; it can do nothing before that. */
  readonly confirmed: boolean;
  /** All organizations the person belongs to, including this one. */
  readonly employments: readonly Employment[];
  readonly operations: Operations;
  /** Environment of what the page is about, if it is about one. */
  readonly environment?: Environment | undefined;
}

export type ConsoleScreen = Screen<Developer>;
export type ConsoleForms = Forms<Developer>;
export type ConsoleVisit = Visit<Developer>;

/**
 * People of organizations. The organization is the owner of the app or sandbox merchant in the path, the one named by
 * `?organization=`, or the person's first. Another organization's records respond with 404.
 */
export const DEVELOPERS: Audience<Developer> = {
  name: 'console',
  async admit(ctx, { control, controlPlane, mailer }) {
    const session = sessionOrSignIn(ctx);
    if (!session) return undefined;
    speakEnglish(ctx);
    const employments = await employmentsOf(control.pool, session.user.id);
    const named = await organizationOf(ctx, control.pool);
    const employment = named === undefined ? employments[0] : employments.find((each) => each.organizationId === named);
    if (!employment) throw new WebProblem('notFound');
    const operations = controlPlane.as(actorOf(employment), originOf(ctx));
    const confirmed = mailer === undefined || (await hasConfirmed(control.pool, employment.organizationId));
    return { ...employment, employments, confirmed, operations };
  },
};

const actorOf = ({ role, organizationId }: Employment): Actor => ({ kind: role, organizationId });

/** The organization that the request names. An invalid id becomes 0, which no organization has. */
async function organizationOf(ctx: WebContext, pool: DatabasePool): Promise<number | undefined> {
  const { appId, companyId } = ctx.params;
  if (appId !== undefined) return ownerOf(pool, 'select organization_id as id from control.apps where id = $1', appId);
  if (companyId !== undefined) {
    return ownerOf(pool, 'select organization_id as id from control.merchants where company_id = $1', companyId);
  }
  const query = queryOf(ctx).get('organization');
  return query === null ? undefined : (recordId(query) ?? 0);
}

async function ownerOf(pool: DatabasePool, sql: string, id: string): Promise<number> {
  const { rows } = await pool.query<{ id: number | null }>(sql, [recordId(id) ?? 0]);
  return rows[0]?.id ?? 0;
}
