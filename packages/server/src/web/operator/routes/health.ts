import { operatorOf } from '../../actors/require-operator.ts';
import type { WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { sendPage } from '../../send-page.ts';
import { healthPage } from '../pages/health-page.ts';

/** `GET /operator` */
export function showHealth(deps: WebDependencies): WebStage {
  return async function showHealthPage(ctx) {
    const operations = operatorOf(ctx);
    const { version } = await operations.call('deployment.show', {});
    const { findings } = await operations.call('deployment.check', {});
    const { data } = await operations.call('app.list', { state: 'SUBMITTED', limit: 200 });
    sendPage(ctx, deps, 200, healthPage({ version, findings, submitted: data.length }));
  };
}
