import { contentPolicy } from '../../secure-pages.ts';
import type { WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { Cookies } from '../session/cookies.ts';
import { isScripted, type Page, renderPage } from './layout.ts';
import { viewOf } from './view.ts';

export function sendPage(ctx: WebContext, deps: WebDependencies, status: number, page: Page): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', contentPolicy({ returnsTo: page.returnsTo, scripted: isScripted(page) }));
  if (page.navigation && ctx.state.flash) new Cookies(deps.webUrl).clear(ctx, 'flash');
  ctx.body = renderPage(viewOf(ctx, deps), page, status >= 400);
}
