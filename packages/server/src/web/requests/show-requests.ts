import type { Operations } from '../../control/operations.ts';
import { queryOf, type WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { attemptWith, textOf } from '../forms/filled-form.ts';
import type { Office } from '../pages/layout.ts';
import { recordId } from '../record-id.ts';
import { sendPage } from '../send-page.ts';
import type { AppView } from './app-pages.ts';
import { requestsPage } from './requests-page.ts';
import { usagePage } from './usage-page.ts';

/** Who looks at an app, in which frame, and where the app's pages are. */
export interface Onlooker {
  readonly operations: Operations;
  readonly office: Office;
  /** Path of all apps' pages. */
  readonly apps: string;
}

/** `GET …/apps/{appId}/requests` */
export async function showRequests(ctx: WebContext, deps: WebDependencies, onlooker: Onlooker): Promise<void> {
  const view = await viewOfApp(ctx, deps, onlooker);
  const values = queryOf(ctx);
  const search = {
    status: textOf(values, 'status'),
    code: textOf(values, 'code'),
    operation: textOf(values, 'operation'),
    correlationId: textOf(values, 'correlationId'),
    after: recordNumber(values.get('after')),
  };
  const outcome = await attemptWith(values, () =>
    onlooker.operations.call('request.list', { appId: view.app.id, ...search }),
  );
  if ('rejected' in outcome) return sendPage(ctx, deps, 400, requestsPage(view, outcome.rejected, undefined));
  sendPage(ctx, deps, 200, requestsPage(view, { values, problems: [] }, outcome.done));
}

/** Ids of requests are longer than those of records. */
const recordNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;

/** `GET …/apps/{appId}/usage` */
export async function showUsage(ctx: WebContext, deps: WebDependencies, onlooker: Onlooker): Promise<void> {
  const view = await viewOfApp(ctx, deps, onlooker);
  const usage = await onlooker.operations.call('usage.show', { appId: view.app.id });
  sendPage(ctx, deps, 200, usagePage(view, usage));
}

async function viewOfApp(
  ctx: WebContext,
  { apiUrl, defaultLimit }: WebDependencies,
  { operations, office, apps }: Onlooker,
): Promise<AppView> {
  const app = await operations.call('app.show', { appId: recordId(ctx.params.appId) ?? 0 });
  return { app, office, path: `${apps}/${app.id}`, apiUrl, defaultLimit };
}
