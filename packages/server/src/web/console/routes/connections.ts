import { developerOf } from '../../actors/require-developer.ts';
import { queryOf, type WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { recordId } from '../../record-id.ts';
import { sendPage } from '../../send-page.ts';
import { connectionsPage } from '../pages/connections-page.ts';

/** `GET /console/connections` */
export function showConnections(deps: WebDependencies): WebStage {
  return async function showConnectionsPage(ctx) {
    const developer = developerOf(ctx);
    const { operations, organizationId } = developer;
    const after = recordId(queryOf(ctx).get('after'));
    const page = await operations.call('connection.list', { organizationId, after, limit: 100 });
    sendPage(ctx, deps, 200, connectionsPage(developer, page));
  };
}
