import { setTimeout as pause } from 'node:timers/promises';
import { html } from 'hono/html';
import type { Next } from 'koa';
import { DirectoryError } from '../../control/errors.ts';
import { acceptForm, acceptUpload, checkFormToken, isFormToken, sessionMark } from './accept-form.ts';
import { pathId, queryOf, type Route, redirect, type WebContext, WebProblem, type WebStage } from './context.ts';
import { Cookies, sessionOf } from './cookies.ts';
import type { WebDependencies } from './dependencies.ts';
import { type Outcome as Attempted, attempt, fieldsOf, filledWith, formProblems, unshownProblems } from './fields.ts';
import { type Page, sendPage } from './layout.ts';
import { viewOf } from './page.ts';
import {
  type Audience,
  type Change,
  type Done,
  type Forms,
  pathOf,
  type RejectedForm,
  type Screen,
  type Visit,
} from './screen.ts';
import {
  type Flash,
  markOf,
  type Outcome,
  openFlash,
  SentBefore,
  Submission,
  sealFlash,
  submissionKey,
} from './submission.ts';

/** Reads the flash left by the last form. The page that shows it clears the cookie. */
export function loadFlash({ formKey, webUrl }: WebDependencies) {
  const cookies = new Cookies(webUrl);
  return async function loadFlashOfCookie(ctx: WebContext, next: Next): Promise<void> {
    const sealed = cookies.get(ctx, 'flash');
    const { session } = ctx.state;
    const flash = sealed && session && (await openFlash(formKey, sessionMark(formKey, session), sealed));
    if (flash) ctx.state.flash = flash;
    await next();
  };
}

/** Milliseconds that a second click waits for the first, and between two checks for its outcome. */
const PATIENCE = 30_000;
const PAUSE = 50;

interface Sent {
  readonly ctx: WebContext;
  readonly deps: WebDependencies;
  readonly form: Pick<Change<never>, 'again' | 'isElsewhere' | 'upload'>;
  /** Reads and checks the form. Returns false after a redirect. */
  admit(): Promise<boolean>;
  change(): Promise<Attempted<Done | Page>>;
  again(first: Outcome): Promise<Done | Page | undefined> | undefined;
}

/**
 * Makes the change of a form once, however often its button was clicked. A second click has the same form token and the
 * same values within ten seconds, in the same session or without one. Returns nothing after a redirect.
 */
async function withSecondClick(sent: Sent): Promise<Attempted<Done | Page> | undefined> {
  const { form } = sent;
  const { state } = sent.ctx;
  let isAdmitted: boolean | undefined;
  for (;;) {
    let [outcome, failure]: [Attempted<Done | Page> | undefined, unknown] = [undefined, undefined];
    try {
      isAdmitted ??= await sent.admit();
      if (isAdmitted) {
        state.submission ??= submissionOf(sent);
        const first = await answerOfFirst(sent, false);
        if (first) return { done: first };
        if (form.isElsewhere) await state.submission?.claimNow();
        outcome = await sent.change();
        if ('done' in outcome && !('body' in outcome.done && (outcome.done.status ?? 200) >= 400)) {
          await settle(sent, outcome.done);
          return outcome;
        }
      }
    } catch (error) {
      failure = error;
    }
    // The first click may have caused the failure.
    if (!isAdmitted) state.submission ??= await submissionOfOutsider(sent);
    const first = await answerOfFirst(sent, true);
    if (first) return { done: first };
    if (failure instanceof SentBefore) continue;
    await state.submission?.release();
    if (failure !== undefined) throw failure;
    return outcome;
  }
}

/** Remembers an outcome, but no page, which may contain secrets. The change is made, so a failure is only logged. */
async function settle({ ctx, deps }: Sent, done: Done | Page): Promise<void> {
  const outcome: Outcome =
    'body' in done
      ? { isPage: true }
      : { message: done.message, to: done.to, hadSecrets: (done.secrets ?? []).length > 0 };
  await ctx.state.submission
    ?.settle(outcome)
    .catch((err) => deps.log.warn({ err }, 'could not remember the outcome of a form'));
}

/** Responds to a second click once the first has its response. Undefined for a first click, or to repeat the change. */
async function answerOfFirst(sent: Sent, hasFailed: boolean): Promise<Done | Page | undefined> {
  const { ctx, deps, form } = sent;
  const { submission, flash } = ctx.state;
  for (let waited = 0; submission; waited += PAUSE) {
    const first = await submission.first();
    if (!first) return undefined;
    const { outcome } = first;
    if (outcome && form.again) return sent.again(outcome);
    if (outcome?.isPage) {
      submission.repeat();
      return hasFailed ? {} : undefined;
    }
    if (outcome || waited >= PATIENCE) {
      // Responds as to the first click, without its secrets. Without an outcome, the screen shows its current state.
      const { message, to, hadSecrets } = outcome ?? {};
      // The browser still has the first response's cookie, which the next page shows.
      if (hadSecrets && flash?.secrets.length) return { to };
      return { to, message: hadSecrets ? `${message} ${viewOf(ctx, deps).say.shownToFirst}` : message };
    }
    await pause(PAUSE);
  }
  return undefined;
}

/** The submission of a form whose token belongs to the browser's session or, once that has ended, to its visit. */
function submissionOf({ ctx, deps, form }: Sent): Submission | undefined {
  const { control, formKey, webUrl } = deps;
  const fields = fieldsOf(ctx);
  const token = fields.get('token') ?? '';
  const sessionId = new Cookies(webUrl).get(ctx, 'session') ?? '';
  const isOwn = isFormToken(formKey, sessionId, token) || isFormToken(formKey, '', token);
  const visit = sessionId === '' ? ctx.state.visit : undefined;
  if (!isOwn && !visit) return undefined;
  const key = submissionKey(formKey, [ctx.url, fields.toString(), ctx.state.upload ?? '']);
  const claims = isOwn && !form.again;
  return new Submission(control, key, { claims, ...(!isOwn && visit && { visit: markOf(visit) }) });
}

/** The submission of a visitor who may no longer see the screen, such as one signed out by the first click. */
async function submissionOfOutsider(sent: Sent): Promise<Submission | undefined> {
  if (sent.form.upload !== undefined) return undefined;
  try {
    if (!sent.ctx.state.form) await acceptForm(sent.ctx, sent.deps);
  } catch (error) {
    if (error instanceof WebProblem) return undefined;
    throw error;
  }
  return submissionOf(sent);
}

export const screenRoutes = <Visitor>(
  deps: WebDependencies,
  audience: Audience<Visitor>,
  screens: readonly Screen<Visitor>[],
): readonly Route[] => {
  const screenAt = (path: string): Screen<Visitor> => {
    const found = screens.find((screen) => screen.path === path);
    if (!found) throw new Error(`There is no screen at ${path}. Add it to the screens of the audience.`);
    return found;
  };
  return screens.flatMap((screen) => {
    const { path: at, name, change, forms, ...own } = screen;
    return [
      { path: at, name: `${audience.name}.${name}`, get: shows(deps, audience, screen) },
      ...Object.entries<Forms<Visitor>[string]>({ ...(change && { [name]: { ...own, change } }), ...forms }).map(
        ([formName, { path = '', ...form }]) => ({
          path: at + path,
          name: `${audience.name}.${formName}`,
          post: takes(deps, audience, formName, form, screenAt(form.outcomeOn ?? at)),
        }),
      ),
    ];
  });
};

function shows<Visitor>(deps: WebDependencies, audience: Audience<Visitor>, screen: Screen<Visitor>): WebStage {
  return async function showScreen(ctx) {
    const visitor = await audience.admit(ctx, deps);
    if (visitor) await show(audience, screen, visitOf(ctx, deps, visitor), 200);
  };
}

/** Handles every form: accepts it, makes its change, then redirects or shows the problems. */
function takes<Visitor>(
  deps: WebDependencies,
  audience: Audience<Visitor>,
  name: string,
  form: Change<Visitor>,
  outcomeOn: Screen<Visitor>,
): WebStage {
  const { open, admit, localised } = audience;
  const accept = form.upload === undefined ? acceptForm : acceptUpload(form.upload);
  const rethrow = (error: unknown): never => {
    throw error;
  };
  return async function takeForm(ctx) {
    let visitor: Visitor | undefined;
    const outcome = await withSecondClick({
      ctx,
      deps,
      form,
      // Where a session is required, it is checked first, and the form must carry its token.
      async admit() {
        if (open) await accept(ctx, deps);
        visitor = await admit(ctx, deps);
        if (!open && visitor) {
          await accept(ctx, deps);
          checkFormToken(ctx, deps);
        }
        return visitor !== undefined;
      },
      change: () =>
        attempt(
          fieldsOf(ctx),
          () => form.change(visitOf(ctx, deps, visitor as Visitor)),
          localised ? rethrow : undefined,
        ),
      again: (first) => form.again?.(visitOf(ctx, deps, {}), first),
    });
    if (!outcome) return;
    if ('rejected' in outcome) {
      const { status = 400 } = outcome.rejected;
      return show(audience, outcomeOn, visitOf(ctx, deps, visitor as Visitor, { name, ...outcome.rejected }), status);
    }
    const { done } = outcome;
    if ('body' in done) return send(audience, visitOf(ctx, deps, visitor as Visitor), done, 200);
    if (done.message !== undefined && ctx.state.session) await leaveFlash(ctx, deps, done.message, done.secrets);
    redirect(ctx, done.to ?? pathOf(outcomeOn, ctx));
  };
}

/**
 * Leaves a message, and secrets that are shown once, for the session's next page, which has to open within a minute.
 * They travel in an encrypted cookie, so that the server stores nothing.
 */
async function leaveFlash(
  ctx: WebContext,
  { formKey, webUrl }: WebDependencies,
  message: string,
  secrets: Flash['secrets'] = [],
): Promise<void> {
  const sealed = await sealFlash(formKey, sessionMark(formKey, sessionOf(ctx)), { message, secrets });
  new Cookies(webUrl).set(ctx, 'flash', sealed, 60);
}

function visitOf<Visitor>(
  ctx: WebContext,
  deps: WebDependencies,
  visitor: Visitor,
  rejected?: RejectedForm,
): Visit<Visitor> {
  return {
    ...visitor,
    ctx,
    deps,
    view: viewOf(ctx, deps),
    query: queryOf(ctx),
    fields: fieldsOf(ctx),
    param: (name) => ctx.params[name] ?? '',
    id: (name) => pathId(ctx, name),
    rejected,
    form: (names, values = {}) => (rejected && [names].flat().includes(rejected.name) ? rejected : filledWith(values)),
  };
}

/** Shows a screen. Problems of a rejected form that the page does not show itself appear above it. */
async function show<Visitor>(
  audience: Audience<Visitor>,
  screen: Screen<Visitor>,
  visit: Visit<Visitor>,
  status: number,
): Promise<void> {
  const { rejected } = visit;
  let page: Page | undefined;
  try {
    page = await screen.show(visit);
  } catch (error) {
    throw error instanceof DirectoryError ? new WebProblem('notFound', {}, { cause: error }) : error;
  }
  if (!page) return;
  const problems = rejected ? unshownProblems(rejected, String(page.body)) : [];
  const body =
    rejected && problems.length > 0 ? html`${formProblems({ ...rejected, problems }, [])}${page.body}` : page.body;
  send(audience, visit, { ...page, body }, status);
}

function send<Visitor>(audience: Audience<Visitor>, visit: Visit<Visitor>, page: Page, status: number): void {
  const navigation = page.navigation ?? audience.navigation?.(visit);
  sendPage(visit.ctx, visit.deps, page.status ?? status, { ...page, ...(navigation && { navigation }) });
}
