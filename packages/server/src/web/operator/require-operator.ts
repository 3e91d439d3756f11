import { OPERATOR } from '../../directory/actor.ts';
import type { Operations } from '../../directory/operations.ts';
import { originOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { WebProblem } from '../kit/problems.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { speakEnglish } from '../languages/choose-language.ts';

/** Lets operators of the service in. To anybody else the page does not exist. */
export function requireOperator({ controlPlane }: WebDependencies): WebStage {
  return async function requireOperatorOfService(ctx, next) {
    speakEnglish(ctx);
    if (!sessionOf(ctx).audiences.includes('operator')) throw new WebProblem('notFound');
    ctx.state.operator = controlPlane.as(OPERATOR, originOf(ctx));
    await next();
  };
}

/** The operations of a page that requires an operator. */
export function operatorOf({ state }: WebContext): Operations {
  if (!state.operator) throw new Error('This route does not require an operator.');
  return state.operator;
}
