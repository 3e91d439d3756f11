import { asciiDigits } from '../../directory/text.ts';
import { goOn, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { attempt, EMPTY_FORM, type FilledForm, fieldsOf, linesOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { recordId } from '../kit/record-id.ts';
import { accessRequestsPage } from './access-requests-page.ts';
import { appPath } from './app-layout.ts';
import { appIdOf, shownApp } from './app-overview.ts';

/** `GET /console/apps/{appId}/access-requests` */
export function showAccessRequests(deps: WebDependencies): WebStage {
  return async function showAccessRequestsPage(ctx) {
    await sendRequests(ctx, deps, EMPTY_FORM);
  };
}

async function sendRequests(ctx: WebContext, deps: WebDependencies, form: FilledForm): Promise<void> {
  const shown = await shownApp(ctx);
  const { data } = await shown.developer.operations.call('access-request.list', { appId: shown.app.id, limit: 200 });
  const page = accessRequestsPage(viewOf(ctx, deps), { ...shown, requests: data, now: deps.clock() }, form);
  sendPage(ctx, deps, form.problems.length > 0 ? 400 : 200, page);
}

/** `POST /console/apps/{appId}/access-requests` */
export function requestAccess(deps: WebDependencies): WebStage {
  return async function requestAccessByForm(ctx) {
    const { developer } = await shownApp(ctx);
    const fields = fieldsOf(ctx);
    const wish = {
      appId: appIdOf(ctx),
      companyId: numberOf(fields.get('companyId')),
      storeIds: linesOf(fields, 'storeIds').map(numberOf),
    };
    const outcome = await attempt(ctx, () => developer.operations.call('access-request.create', wish));
    if ('rejected' in outcome) return sendRequests(ctx, deps, outcome.rejected);
    await leaveFlash(ctx, deps, 'The request was sent. The merchant’s owner decides.');
    goOn(ctx, appPath({ id: wish.appId }, '/access-requests'));
  };
}

/** What is no number breaks the rule of its field. */
const numberOf = (text: string | null): number => recordId(text && asciiDigits(text.trim())) ?? 0;

/** `POST /console/apps/{appId}/access-requests/withdraw` */
export function withdrawRequest(deps: WebDependencies): WebStage {
  return async function withdrawRequestByForm(ctx) {
    const { developer, app } = await shownApp(ctx);
    const accessRequestId = numberOf(fieldsOf(ctx).get('accessRequestId'));
    const outcome = await attempt(ctx, () => developer.operations.call('access-request.withdraw', { accessRequestId }));
    if ('rejected' in outcome) return sendRequests(ctx, deps, outcome.rejected);
    await leaveFlash(ctx, deps, 'The request is withdrawn.');
    goOn(ctx, appPath(app, '/access-requests'));
  };
}
