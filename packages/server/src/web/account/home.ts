import { goOn, queryOf, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { recordId } from '../kit/record-id.ts';
import { HOMES } from '../kit/session/audiences.ts';
import { choicePage, homePage } from './account-pages.ts';

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
