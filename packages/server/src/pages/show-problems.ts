import type { Next } from 'koa';
import { AccessRequestDecided, AccessRequestExpired } from '../control/access/decide-access-request.ts';
import { DirectoryError } from '../control/directory-error.ts';
import { PartnerError } from '../errors.ts';
import { RequestGone } from '../oauth/consent/decide.ts';
import { ConsentError } from '../oauth/consent/refusals.ts';
import { toPartnerError } from '../pipeline/shape-errors.ts';
import type { WebContext } from './kit/context.ts';
import type { WebDependencies } from './kit/dependencies.ts';
import { consentErrorPage, problemPage } from './kit/page/problem-pages.ts';
import { sendPage } from './kit/page/send-page.ts';
import { viewOf } from './kit/page/view.ts';
import { WebProblem } from './kit/problems.ts';

/** Turns every error into a page, without a stack trace. */
export function showProblems(deps: WebDependencies) {
  return async function showProblemPage(ctx: WebContext, next: Next): Promise<void> {
    try {
      await next();
    } catch (error) {
      if (error instanceof ConsentError) return showConsentError(ctx, deps, error);
      const problem = toProblem(error);
      if (problem.status >= 500) deps.log.error({ err: error, correlationId: ctx.state.correlationId }, 'failed');
      ctx.set(problem.headers);
      sendPage(ctx, deps, problem.status, problemPage(viewOf(ctx, deps), problem.problem, ctx.state.correlationId));
    }
  };
}

/** The header helps developers who test an app. */
function showConsentError(ctx: WebContext, deps: WebDependencies, { code }: ConsentError): void {
  const requestId = ctx.params?.id;
  ctx.set('X-Tillgate-Error', code);
  sendPage(ctx, deps, 400, consentErrorPage(viewOf(ctx, deps), code, requestId));
}

function toProblem(error: unknown): WebProblem {
  if (error instanceof WebProblem) return error;
  if (error instanceof RequestGone) return new WebProblem('gone');
  if (error instanceof AccessRequestExpired) return new WebProblem('expired');
  if (error instanceof AccessRequestDecided) return new WebProblem('decided');
  if (error instanceof DirectoryError) return new WebProblem('changed');
  const failure = toPartnerError(error);
  const away = failure instanceof PartnerError && failure.status === 503;
  return away ? new WebProblem('unavailable', { 'Retry-After': '5' }) : new WebProblem('failed');
}
