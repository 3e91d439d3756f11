import Router from '@koa/router';
import Koa from 'koa';
import type { Databases } from '../storage/database.ts';
import { isMigrated } from '../storage/migrate.ts';
import type { Metrics } from './metrics.ts';

/** The internal listener: is the process up, is it ready, how does it do. */
export function createOpsApp(deps: { databases: Databases; metrics: Metrics }): Koa {
  const router = new Router();
  router.get('/healthz', async function health(ctx) {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async function readiness(ctx) {
    const ready = await isMigrated(deps.databases).catch(() => false);
    ctx.status = ready ? 200 : 503;
    ctx.body = { status: ready ? 'ready' : 'not ready' };
  });
  router.get('/metrics', async function metrics(ctx) {
    ctx.type = deps.metrics.registry.contentType;
    ctx.body = await deps.metrics.registry.metrics();
  });
  const app = new Koa();
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}
