import { queryOf, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { recordId } from '../kit/record-id.ts';
import { connectionsPage } from './connections-page.ts';
import { developerOf } from './require-developer.ts';

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
