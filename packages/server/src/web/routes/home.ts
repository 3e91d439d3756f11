import { goOn, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { homePage } from '../pages/account-pages.ts';
import { sendPage, viewOf } from '../view.ts';

/** `GET /` */
export function showHome(deps: WebDependencies): WebStage {
  return async function showStartPage(ctx) {
    if (ctx.state.session) goOn(ctx, '/connections');
    else sendPage(ctx, deps, 200, homePage(viewOf(ctx, deps)));
  };
}
