import * as v from 'valibot';
import { PRODUCTS } from '../../credentials/products.ts';
import { goOn, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { attempt, EMPTY_FORM, type FilledForm, fieldsOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { appPath } from './app-layout.ts';
import { appsPage, newAppPage } from './apps-page.ts';
import { developerOf } from './require-developer.ts';

/** `GET /console` */
export function showApps(deps: WebDependencies): WebStage {
  return async function showAppsPage(ctx) {
    const developer = developerOf(ctx);
    const { organizationId, operations } = developer;
    const { data } = await operations.call('app.list', { organizationId, limit: 200 });
    sendPage(ctx, deps, 200, appsPage(viewOf(ctx, deps), developer, data));
  };
}

/** `GET /console/apps/new` */
export function showNewApp(deps: WebDependencies): WebStage {
  return async function showNewAppPage(ctx) {
    sendNewApp(ctx, deps, 200, EMPTY_FORM);
  };
}

/** `POST /console/apps/new` */
export function createApp(deps: WebDependencies): WebStage {
  return async function registerApp(ctx) {
    const { operations, organizationId } = developerOf(ctx);
    const fields = fieldsOf(ctx);
    const name = fields.get('name') ?? '';
    const product = productOf(fields);
    const outcome = await attempt(ctx, () => operations.call('app.create', { organizationId, name, product }));
    if ('rejected' in outcome) return sendNewApp(ctx, deps, 400, outcome.rejected);
    const { id } = outcome.done;
    await leaveFlash(ctx, deps, `${outcome.done.name} is ready for the sandbox.`, secretsOf(outcome.done));
    goOn(ctx, appPath({ id }));
  };
}

/** A choice of our own form; anything else was not chosen there. */
const productOf = (fields: URLSearchParams) => v.parse(v.fallback(v.picklist(PRODUCTS), 'FULL'), fields.get('product'));

function sendNewApp(ctx: WebContext, deps: WebDependencies, status: 200 | 400, form: FilledForm): void {
  sendPage(ctx, deps, status, newAppPage(viewOf(ctx, deps), developerOf(ctx), form));
}
