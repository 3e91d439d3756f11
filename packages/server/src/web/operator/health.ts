import process from 'node:process';
import type { WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { healthPage, type ProcessState } from './health-page.ts';
import { shows } from './operator-stages.ts';

/** `GET /operator` */
export const showHealth = (deps: WebDependencies): WebStage =>
  shows(deps, async ({ operations }) => {
    const { version } = await operations.call('deployment.show', {});
    const { findings } = await operations.call('deployment.check', {});
    const { data } = await operations.call('app.list', { state: 'SUBMITTED', limit: 200 });
    return healthPage({ version, findings, submitted: data.length, process: stateOf(deps) });
  });

function stateOf({ counters: { sharing }, requestLog }: WebDependencies): ProcessState {
  const redis = sharing && (sharing.up ? 'up' : 'away');
  return { pid: process.pid, redis, log: { ...requestLog.counts, waiting: requestLog.waiting } };
}
