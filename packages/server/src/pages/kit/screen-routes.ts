import { html } from 'hono/html';
import { DirectoryError } from '../../control/directory-error.ts';
import { queryOf, redirect, type WebContext, type WebStage } from './context.ts';
import type { WebDependencies } from './dependencies.ts';
import { acceptForm, checkFormToken } from './form/accept-form.ts';
import { acceptUpload } from './form/accept-upload.ts';
import { formProblems, unshownProblems } from './form/fields.ts';
import { attempt, type FilledForm, fieldsOf, filledWith } from './form/filled-form.ts';
import { leaveFlash } from './form/flash-cookie.ts';
import type { Page } from './page/layout.ts';
import { sendPage } from './page/send-page.ts';
import { viewOf } from './page/view.ts';
import { WebProblem } from './problems.ts';
import { pathId } from './record-id.ts';
import type { Route } from './routes.ts';
import {
  type Audience,
  type Change,
  type Forms,
  pathOf,
  type RejectedForm,
  type Screen,
  type Visit,
} from './screen.ts';
import { withSecondClick } from './second-click.ts';

/** Routes for an audience's screens. */
export const screenRoutes = <Visitor>(
  deps: WebDependencies,
  audience: Audience<Visitor>,
  screens: readonly Screen<Visitor>[],
): readonly Route[] =>
  screens.flatMap((screen) => [
    { path: screen.path, name: `${audience.name}.${screen.name}`, get: shows(deps, audience, screen) },
    ...Object.entries(formsOf(screen)).map(([name, { path = '', ...form }]) => ({
      path: screen.path + path,
      name: `${audience.name}.${name}`,
      post: takes(deps, audience, name, form, screenAt(screens, form.outcomeOn ?? screen.path)),
    })),
  ]);

const formsOf = <Visitor>({ name, path: _, change, forms, ...own }: Screen<Visitor>): Forms<Visitor> => ({
  ...(change && { [name]: { ...own, change } }),
  ...forms,
});

function screenAt<Visitor>(screens: readonly Screen<Visitor>[], path: string): Screen<Visitor> {
  const found = screens.find((screen) => screen.path === path);
  if (!found) throw new Error(`There is no screen at ${path}. Add it to the screens of the audience.`);
  return found;
}

function shows<Visitor>(deps: WebDependencies, { admit }: Audience<Visitor>, screen: Screen<Visitor>): WebStage {
  return async function showScreen(ctx) {
    const visitor = await admit(ctx, deps);
    if (visitor) await send(screen, visitOf(ctx, deps, visitor), 200);
  };
}

/** The cycle of every form: accept it, make its change, then redirect or show what was rejected. */
function takes<Visitor>(
  deps: WebDependencies,
  audience: Audience<Visitor>,
  name: string,
  form: Change<Visitor>,
  outcomeOn: Screen<Visitor>,
): WebStage {
  const explain = audience.localised ? rethrow : undefined;
  return async function takeForm(ctx) {
    let visitor: Visitor | undefined;
    const outcome = await withSecondClick(ctx, deps, form, {
      async admit() {
        visitor = await admitForm(ctx, deps, audience, acceptorOf(form));
        return visitor !== undefined;
      },
      change: () => attempt(fieldsOf(ctx), () => form.change(visitOf(ctx, deps, visitor as Visitor)), explain),
      again: (first) => form.again?.(visitOf(ctx, deps, {}), first),
    });
    if (!outcome) return;
    if ('rejected' in outcome) {
      const { status = 400 } = outcome.rejected;
      return send(outcomeOn, visitOf(ctx, deps, visitor as Visitor, { name, ...outcome.rejected }), status);
    }
    const { done } = outcome;
    if ('body' in done) return sendPage(ctx, deps, done.status ?? 200, done);
    if (done.message !== undefined && ctx.state.session) await leaveFlash(ctx, deps, done.message, done.secrets);
    redirect(ctx, done.to ?? pathOf(outcomeOn, ctx));
  };
}

const acceptorOf = ({ upload }: Pick<Change<never>, 'upload'>): typeof acceptForm =>
  upload === undefined ? acceptForm : acceptUpload(upload);

/**
 * Where a session is required, the visitor is admitted before the form is read, and the form must
 * carry the session's token.
 */
async function admitForm<Visitor>(
  ctx: WebContext,
  deps: WebDependencies,
  { open, admit }: Audience<Visitor>,
  accept: typeof acceptForm,
): Promise<Visitor | undefined> {
  if (open) await accept(ctx, deps);
  const visitor = await admit(ctx, deps);
  if (open || !visitor) return visitor;
  await accept(ctx, deps);
  checkFormToken(ctx, deps);
  return visitor;
}

function rethrow(error: unknown): never {
  throw error;
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

async function send<Visitor>(screen: Screen<Visitor>, visit: Visit<Visitor>, status: number): Promise<void> {
  const page = await existing(async () => screen.show(visit));
  if (page) sendPage(visit.ctx, visit.deps, page.status ?? status, withProblems(page, visit.rejected));
}

/** Adds what is wrong with a rejected form that the page itself has no place for. */
function withProblems(page: Page, rejected: FilledForm | undefined): Page {
  const problems = rejected ? unshownProblems(rejected, String(page.body)) : [];
  if (!rejected || problems.length === 0) return page;
  return { ...page, body: html`${formProblems({ ...rejected, problems }, [])}${page.body}` };
}

async function existing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof DirectoryError ? new WebProblem('notFound', {}, { cause: error }) : error;
  }
}
