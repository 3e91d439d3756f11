import { type Connection, connectionsOf, endedConnection } from '../../directory/access/connections.ts';
import { goOn, queryOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { pathId, recordId } from '../kit/record-id.ts';
import { activityAt } from './activity.ts';
import { connectionsPage, disconnectPage } from './connection-pages.ts';
import { membershipOf, operationsOf, ownMembershipOf } from './membership.ts';
import type { CurrentMembership } from './merchant-switch.ts';

/** `GET /connections` */
export function showConnections(deps: WebDependencies): WebStage {
  const { pool, clock } = deps.control;
  return async function showConnectionsPage(ctx) {
    const membership = await membershipOf(ctx, deps);
    const connections = await connectionsOf(pool, membership.merchant.companyId, clock());
    const endedId = recordId(queryOf(ctx).get('ended'));
    const ended = endedId && (await endedConnection(pool, membership.merchant.companyId, endedId));
    const activity = membership.role === 'owner' ? { activity: await activityAt(ctx, deps, membership) } : {};
    const shown = { connections, ...activity, ...(ended && { ended }) };
    sendPage(ctx, deps, 200, connectionsPage(viewOf(ctx, deps), membership, shown));
  };
}

/** `GET /connections/{appId}/disconnect` */
export function askToDisconnect(deps: WebDependencies): WebStage {
  return async function showDisconnectPage(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    const connection = await connectionOf(ctx, deps, membership);
    sendPage(ctx, deps, 200, disconnectPage(viewOf(ctx, deps), membership, connection));
  };
}

/** `POST /connections/{appId}/disconnect` */
export function endConnection(deps: WebDependencies): WebStage {
  return async function disconnectApp(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    const appId = pathId(ctx, 'appId');
    const { companyId } = membership.merchant;
    await operationsOf(ctx, deps, membership).call('connection.end', { companyId, appId });
    goOn(ctx, `/connections?company=${companyId}&ended=${appId}`);
  };
}

async function connectionOf(
  ctx: WebContext,
  { control }: WebDependencies,
  { merchant }: CurrentMembership,
): Promise<Connection> {
  const connections = await connectionsOf(control.pool, merchant.companyId, control.clock());
  const connection = connections.find(({ appId }) => appId === recordId(ctx.params.appId));
  if (!connection) throw new WebProblem('notFound');
  return connection;
}
