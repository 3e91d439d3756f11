import { changeControl } from '../../directory/control.ts';
import { goOn, originOf, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { fieldsOf } from '../kit/form/filled-form.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { endSessions, sessionsOf } from '../kit/session/sessions.ts';
import { ownAccountPage } from './own-account-page.ts';

/** `GET /account` */
export function showAccount(deps: WebDependencies): WebStage {
  const { pool, clock } = deps.control;
  return async function showAccountPage(ctx) {
    const session = sessionOf(ctx);
    const sessions = await sessionsOf(pool, session.user.id, clock());
    sendPage(ctx, deps, 200, ownAccountPage(viewOf(ctx, deps), session, sessions));
  };
}

/** `POST /account/sessions`: ends one of the person's other sessions, or all of them. */
export function endOwnSessions(deps: WebDependencies): WebStage {
  return async function endSessionsOfPerson(ctx) {
    const { user, number } = sessionOf(ctx);
    const { account: say } = ctx.state.language.say;
    const end = fieldsOf(ctx).get('end');
    const one = recordId(end);
    if (end !== 'others' && !one) throw new WebProblem('forged');
    const which = one ? { number: one } : { except: number };
    await changeControl(deps.control, originOf(ctx), (tx) => endSessions(tx, user.id, which));
    await leaveFlash(ctx, deps, one ? say.ended : say.endedOthers);
    goOn(ctx, '/account');
  };
}
