import type { AppDescription } from '../../../directory/apps/describe-app.ts';
import type { Operations } from '../../../directory/operations.ts';
import { queryOf, type WebContext } from '../../kit/context.ts';
import type { WebDependencies } from '../../kit/dependencies.ts';
import { attemptWith, textOf } from '../../kit/form/filled-form.ts';
import type { Page } from '../../kit/page/layout.ts';
import { sendPage } from '../../kit/page/send-page.ts';
import { docsUrlOf } from '../../kit/page/view.ts';
import type { Html } from '../../languages/html.ts';
import type { AppView, RequestsTab } from './app-view.ts';
import { requestsPage } from './requests-page.ts';
import { usagePage } from './usage-page.ts';

/** Who looks at an app, and in which frame. */
export interface Onlooker {
  readonly operations: Operations;
  readonly app: AppDescription;
  /** Path of the app's pages, without a slash at the end. */
  readonly path: string;
  /** How its limit is changed, by who looks. */
  readonly limitAdvice: Html;
  frame(tab: RequestsTab, content: Html): Page;
}

/** `GET …/apps/{appId}/requests` */
export async function showRequests(ctx: WebContext, deps: WebDependencies, onlooker: Onlooker): Promise<void> {
  const view = viewOf(deps, onlooker);
  const values = queryOf(ctx);
  const search = {
    status: textOf(values, 'status'),
    code: textOf(values, 'code'),
    operation: textOf(values, 'operation'),
    correlationId: textOf(values, 'correlationId'),
    after: requestId(values.get('after')),
  };
  const outcome = await attemptWith(values, () =>
    onlooker.operations.call('request.list', { appId: view.app.id, ...search }),
  );
  if ('rejected' in outcome) return sendPage(ctx, deps, 400, requestsPage(view, outcome.rejected, undefined));
  sendPage(ctx, deps, 200, requestsPage(view, { values, problems: [] }, outcome.done));
}

/** Ids of requests are longer than those of records. */
const requestId = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;

/** `GET …/apps/{appId}/usage` */
export async function showUsage(ctx: WebContext, deps: WebDependencies, onlooker: Onlooker): Promise<void> {
  const view = viewOf(deps, onlooker);
  const usage = await onlooker.operations.call('usage.show', { appId: view.app.id });
  sendPage(ctx, deps, 200, usagePage(view, usage));
}

const viewOf = ({ apiUrl, defaultLimit }: WebDependencies, onlooker: Onlooker): AppView => ({
  ...onlooker,
  apiUrl,
  docsUrl: docsUrlOf(apiUrl),
  defaultLimit,
});
