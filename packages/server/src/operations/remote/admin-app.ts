import Koa from 'koa';
import { dropBody } from '../../pipeline/drop-body.ts';
import { adminRouter, identifyOwner } from './admin-router.ts';
import { offerArchives } from './archives.ts';
import type { AdminDependencies, ArchiveDependencies } from './dependencies.ts';
import { offerImport } from './import-stream.ts';

/** Serves administration on the data folder's socket to the folder's owner. */
export function createAdminApp(deps: AdminDependencies & ArchiveDependencies): Koa {
  const router = adminRouter(deps, identifyOwner);
  offerImport(router, deps);
  offerArchives(router, deps);
  const app = new Koa();
  // Errors after the response has started, such as an interrupted command.
  app.on('error', (err) => deps.log.warn({ err }, 'not answered'));
  app.use(dropBody);
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}
