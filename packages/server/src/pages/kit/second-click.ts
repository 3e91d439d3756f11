import { setTimeout as pause } from 'node:timers/promises';
import type { WebContext } from './context.ts';
import type { WebDependencies } from './dependencies.ts';
import { acceptForm } from './form/accept-form.ts';
import { type Outcome as Attempted, fieldsOf } from './form/filled-form.ts';
import { isFormToken } from './form/form-token.ts';
import { markOf, type Outcome, SentBefore, Submission, submissionKey } from './form/submission.ts';
import type { Page } from './page/layout.ts';
import { viewOf } from './page/view.ts';
import { WebProblem } from './problems.ts';
import type { Change, Done } from './screen.ts';
import { Cookies } from './session/cookies.ts';

/** Milliseconds that a second click waits for the first, and between two looks at it. */
const PATIENCE = 30_000;
const PAUSE = 50;

interface Steps {
  /** Reads and checks the form. Returns false after a redirect. */
  admit(): Promise<boolean>;
  change(): Promise<Attempted<Done | Page>>;
  again(first: Outcome): Promise<Done | Page | undefined> | undefined;
}

type Form = Pick<Change<never>, 'again' | 'isElsewhere' | 'upload'>;

/**
 * Makes the change of a form once, however often its button was clicked. A second click is the same form token with the same values
 * within ten seconds, in the same session or without one. Returns nothing after a redirect.
 */
export async function withSecondClick(
  ctx: WebContext,
  deps: WebDependencies,
  form: Form,
  steps: Steps,
): Promise<Attempted<Done | Page> | undefined> {
  let isAdmitted: boolean | undefined;
  for (;;) {
    let [outcome, failure]: [Attempted<Done | Page> | undefined, unknown] = [undefined, undefined];
    try {
      isAdmitted ??= await steps.admit();
      if (isAdmitted) {
        ctx.state.submission ??= submissionOf(ctx, deps, form);
        const first = await answerOfFirst(ctx, deps, form, steps, false);
        if (first) return { done: first };
        if (form.isElsewhere) await ctx.state.submission?.claimNow();
        outcome = await steps.change();
        if (isGood(outcome)) {
          await settle(ctx, deps, outcomeOf(outcome.done));
          return outcome;
        }
      }
    } catch (error) {
      failure = error;
    }
    // The first click may be what stood in the way.
    if (!isAdmitted) ctx.state.submission ??= await submissionOfOutsider(ctx, deps, form);
    const first = await answerOfFirst(ctx, deps, form, steps, true);
    if (first) return { done: first };
    if (failure instanceof SentBefore) continue;
    await ctx.state.submission?.release();
    if (failure !== undefined) throw failure;
    return outcome;
  }
}

const isGood = (outcome: Attempted<Done | Page>): outcome is { done: Done | Page } =>
  'done' in outcome && !('body' in outcome.done && (outcome.done.status ?? 200) >= 400);

/** The change is made, so its answer does not depend on this. */
const settle = ({ state }: WebContext, { log }: WebDependencies, outcome: Outcome): Promise<void> | undefined =>
  state.submission?.settle(outcome).catch((err) => log.warn({ err }, 'could not remember the outcome of a form'));

/** What is remembered of an answer: never a page, which may have secrets. */
function outcomeOf(done: Done | Page): Outcome {
  if ('body' in done) return { isPage: true };
  const { message, secrets = [], to } = done;
  return { message, to, hadSecrets: secrets.length > 0 };
}

/** Answers as the first click was; a secret is not shown again. Without an outcome, the screen shows the present state. */
function asBefore(ctx: WebContext, deps: WebDependencies, outcome: Outcome): Done {
  const { message, to, hadSecrets } = outcome;
  // The browser still has the first answer's cookie, which the next page shows.
  if (hadSecrets && ctx.state.flash?.secrets.length) return { to };
  return { to, message: hadSecrets ? `${message} ${viewOf(ctx, deps).say.shownToFirst}` : message };
}

/** The answer to a second click, once the first is answered; undefined if this is the first, or has to be carried out again. */
async function answerOfFirst(
  ctx: WebContext,
  deps: WebDependencies,
  form: Form,
  steps: Steps,
  hasFailed: boolean,
): Promise<Done | Page | undefined> {
  const { submission } = ctx.state;
  for (let waited = 0; submission; waited += PAUSE) {
    const first = await submission.first();
    if (!first) return undefined;
    const { outcome } = first;
    if (outcome && form.again) return steps.again(outcome);
    if (outcome?.isPage) {
      submission.repeat();
      return hasFailed ? {} : undefined;
    }
    if (outcome || waited >= PATIENCE) return asBefore(ctx, deps, outcome ?? {});
    await pause(PAUSE);
  }
  return undefined;
}

/** The submission of a form whose token is of this browser, by its session or, once that has ended, by its authorization requests. */
function submissionOf(ctx: WebContext, deps: WebDependencies, { again }: Form): Submission | undefined {
  const { control, formKey, webUrl } = deps;
  const fields = fieldsOf(ctx);
  const token = fields.get('token') ?? '';
  const sessionId = new Cookies(webUrl).get(ctx, 'session') ?? '';
  const isOwn = isFormToken(formKey, sessionId, token) || isFormToken(formKey, '', token);
  const visit = sessionId === '' ? ctx.state.visit : undefined;
  if (!isOwn && !visit) return undefined;
  const key = submissionKey(formKey, [ctx.url, fields.toString(), ctx.state.upload ?? '']);
  return new Submission(control, key, { claims: isOwn && !again, ...(!isOwn && visit && { visit: markOf(visit) }) });
}

/** The same for a visitor who may no longer see the screen, for example because the first click has signed them out. */
async function submissionOfOutsider(
  ctx: WebContext,
  deps: WebDependencies,
  form: Form,
): Promise<Submission | undefined> {
  if (form.upload !== undefined) return undefined;
  try {
    if (!ctx.state.form) await acceptForm(ctx, deps);
  } catch (error) {
    if (error instanceof WebProblem) return undefined;
    throw error;
  }
  return submissionOf(ctx, deps, form);
}
