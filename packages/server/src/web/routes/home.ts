import { HOMES } from '../actors/audiences.ts';
import { goOn, queryOf, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { choicePage, homePage } from '../pages/account-pages.ts';
import { recordId } from '../record-id.ts';
import { sendPage } from '../send-page.ts';
import { viewOf } from '../view.ts';

/** `GET /`: leads people to what they are, and asks those who are several things. */
export function showHome(deps: WebDependencies): WebStage {
  return async function showStartPage(ctx) {
    const { session } = ctx.state;
    const companyId = recordId(queryOf(ctx).get('company'));
    if (!session) return sendPage(ctx, deps, 200, homePage(viewOf(ctx, deps)));
    if (companyId) return goOn(ctx, `/connections?company=${companyId}`);
    const [first = 'merchant', ...others] = session.audiences;
    if (others.length === 0) return goOn(ctx, HOMES[first]);
    sendPage(ctx, deps, 200, choicePage(viewOf(ctx, deps)));
  };
}
