import type { Actor } from '../../directory/actor.ts';
import { hasConfirmed } from '../../directory/people/address-links.ts';
import { type Employment, employmentsOf } from '../../directory/people/staff.ts';
import type { DatabasePool } from '../../storage/pool.ts';
import { originOf, queryOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { speakEnglish } from '../languages/choose-language.ts';
import type { Developer } from './developer.ts';

/**
 * Lets developers in. The organization is the one of the app or the sandbox merchant in the path, the one that
 * `?organization=` names, or the person's first. Another's record is a page that does not exist.
 */
export function requireDeveloper({ control, controlPlane, mailer }: WebDependencies): WebStage {
  return async function requireDeveloperOfOrganization(ctx, next) {
    speakEnglish(ctx);
    const employments = await employmentsOf(control.pool, sessionOf(ctx).user.id);
    const named = await organizationOf(ctx, control.pool);
    const employment = named === undefined ? employments[0] : employments.find((each) => each.organizationId === named);
    if (!employment) throw new WebProblem('notFound');
    const operations = controlPlane.as(actorOf(employment), originOf(ctx));
    const confirmed = mailer === undefined || (await hasConfirmed(control.pool, employment.organizationId));
    ctx.state.developer = { ...employment, employments, confirmed, operations };
    await next();
  };
}

const actorOf = ({ role, organizationId }: Employment): Actor => ({ kind: role, organizationId });

/** The organization that the request names; 0, which none has, for one that cannot be. */
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

/** The developer of a page that requires one. */
export function developerOf({ state }: WebContext): Developer {
  if (!state.developer) throw new Error('This route does not require a developer.');
  return state.developer;
}
