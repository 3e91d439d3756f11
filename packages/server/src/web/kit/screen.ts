import { html } from 'hono/html';
import { DirectoryError } from '../../directory/directory-error.ts';
import { queryOf, redirect, type WebContext, type WebStage } from './context.ts';
import type { WebDependencies } from './dependencies.ts';
import { acceptForm, checkFormToken } from './form/accept-form.ts';
import { acceptUpload } from './form/accept-upload.ts';
import { formProblems, unshownProblems } from './form/fields.ts';
import { attempt, type FilledForm, fieldsOf, filledWith } from './form/filled-form.ts';
import type { Flash } from './form/flash.ts';
import { leaveFlash } from './form/flash-cookie.ts';
import type { Page } from './page/layout.ts';
import { sendPage } from './page/send-page.ts';
import { type View, viewOf } from './page/view.ts';
import { WebProblem } from './problems.ts';
import { pathId } from './record-id.ts';
import type { Route } from './routes.ts';

/**
 * Admits people to a group of screens and returns what the screens work with. Returns nothing after a redirect, for
 * example to sign in; throws a WebProblem for everyone who must not learn that the screens exist.
 */
export type Admit<Visitor> = (ctx: WebContext, deps: WebDependencies) => Promise<Visitor | undefined>;

/** The people a group of screens is for. */
export interface Audience<Visitor> {
  /** Name in the log, prefixed to the names of screens and forms. */
  readonly name: string;
  readonly admit: Admit<Visitor>;
  /** True if no session is required. The forms carry no token, or check it themselves. */
  readonly open?: boolean;
  /**
   * True for pages in several languages. Messages of the rules are English, so a rejection is shown
   * on a separate page instead of in the form.
   */
  readonly localised?: boolean;
}

/** One request for a screen by an admitted visitor. */
export type Visit<Visitor = unknown> = Visitor & {
  readonly ctx: WebContext;
  readonly deps: WebDependencies;
  readonly view: View;
  readonly query: URLSearchParams;
  /** Fields of the submitted form. */
  readonly fields: URLSearchParams;
  /** Returns a named parameter of the path. */
  param(name: string): string;
  /** The record's id in the path. Responds with 404 if it is missing or malformed. */
  id(name: string): number;
  /** The form that was just rejected. */
  readonly rejected: RejectedForm | undefined;
  /** The rejected form if it has one of these names, otherwise a form with these values. */
  form(names: string | readonly string[], values?: Readonly<Record<string, string>>): FilledForm;
};

/** A rejected form, with its name in the log. */
interface RejectedForm extends FilledForm {
  readonly name: string;
}

/** A page and the changes its forms make. `change` handles the form sent to the page's own path. */
export interface Screen<Visitor = unknown> extends Partial<Change<Visitor>> {
  readonly path: string;
  /** Name in the log, also of `change`. */
  readonly name: string;
  /**
   * Renders the page, including a form's problems. Responds with 404 if its record does not exist.
   * Returns nothing after sending a file or a redirect.
   */
  show(visit: Visit<Visitor>): Promise<Page | undefined> | Page;
  readonly forms?: Forms<Visitor>;
}

/** Forms by their names in the log. */
export type Forms<Visitor> = Readonly<Record<string, Form<Visitor>>>;

interface Form<Visitor> extends Change<Visitor> {
  /** Appended to the path of the screen. */
  readonly path?: string;
}

/** A change that a form makes. */
export interface Change<Visitor> {
  /** Largest form in bytes that can send a file; without it, the form sends none. */
  readonly upload?: number;
  /** Path of the screen that shows the outcome, good or bad; by default the form's own. */
  readonly outcomeOn?: string;
  /** Makes the change. If the rules reject it, the screen shows why. */
  change(visit: Visit<Visitor>): Promise<Done | Page>;
}

/** Outcome of a change, shown once on the next page. */
export interface Done {
  readonly message?: string;
  readonly secrets?: Flash['secrets'];
  /** Path of the next page; by default the screen that shows the outcome. */
  readonly to?: string;
}

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
  const accept = form.upload === undefined ? acceptForm : acceptUpload(form.upload);
  const explain = audience.localised ? rethrow : undefined;
  return async function takeForm(ctx) {
    const visitor = await admitForm(ctx, deps, audience, accept);
    if (!visitor) return;
    const outcome = await attempt(fieldsOf(ctx), () => form.change(visitOf(ctx, deps, visitor)), explain);
    if ('rejected' in outcome) {
      const { status = 400 } = outcome.rejected;
      return send(outcomeOn, visitOf(ctx, deps, visitor, { name, ...outcome.rejected }), status);
    }
    const { done } = outcome;
    if ('body' in done) return sendPage(ctx, deps, done.status ?? 200, done);
    if (done.message !== undefined) await leaveFlash(ctx, deps, done.message, done.secrets);
    redirect(ctx, done.to ?? pathOf(outcomeOn, ctx));
  };
}

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

/** Path of the screen, filled in with the request's ids. */
export const pathOf = <Visitor>({ path }: Pick<Screen<Visitor>, 'path'>, { params }: WebContext): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Shows a list searched by the page's query. An invalid search shows its problems and no list. */
export async function showSearch<Found>(
  query: URLSearchParams,
  find: () => Promise<Found>,
  page: (form: FilledForm, found: Found | undefined) => Page,
): Promise<Page> {
  const outcome = await attempt(query, find);
  if ('rejected' in outcome) return { ...page(outcome.rejected, undefined), status: 400 };
  return page({ values: query, problems: [] }, outcome.done);
}
