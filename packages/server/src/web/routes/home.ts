import { goOn, queryOf, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { homePage } from '../pages/account-pages.ts';
import { sendPage } from '../send-page.ts';
import { viewOf } from '../view.ts';
import { recordId } from './membership.ts';

/** `GET /` */
export function showHome(deps: WebDependencies): WebStage {
  return async function showStartPage(ctx) {
    const companyId = recordId(queryOf(ctx).get('company'));
    if (ctx.state.session) goOn(ctx, companyId ? `/connections?company=${companyId}` : '/connections');
    else sendPage(ctx, deps, 200, homePage(viewOf(ctx, deps)));
  };
}
