import { speakEnglish } from '../languages/choose-language.ts';
import type { Html } from '../languages/html.ts';
import type { WebContext } from './context.ts';
import { sessionOrSignIn } from './cookies.ts';
import type { WebDependencies } from './dependencies.ts';
import { attempt, type FilledForm, formProblems } from './fields.ts';
import type { Navigation, Page } from './layout.ts';
import { confirmation, type Step, type View } from './page.ts';
import type { Session } from './sessions.ts';
import type { Flash, Outcome } from './submission.ts';

/** The people a group of screens is for. */
export interface Audience<Visitor> {
  /** Name in the log, prefixed to the names of screens and forms. */
  readonly name: string;
  /**
   * Admits people and returns the visitor that the screens work with. Returns nothing after a redirect, for example to
   * sign in. Throws a WebProblem for everyone who must not learn that the screens exist.
   */
  readonly admit: (ctx: WebContext, deps: WebDependencies) => Promise<Visitor | undefined>;
  /** Navigation of pages that set none. */
  navigation?(visit: Visit<Visitor>): Navigation;
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
  readonly fields: URLSearchParams;
  param(name: string): string;
  /** The record's id in the path. Responds with 404 if it is missing or malformed. */
  id(name: string): number;
  readonly rejected: RejectedForm | undefined;
  /** The rejected form if it has one of these names, otherwise a form with these values. */
  form(names: string | readonly string[], values?: Readonly<Record<string, string>>): FilledForm;
};

/** A rejected form, with its name in the log. */
export interface RejectedForm extends FilledForm {
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

/** Forms by their names in the log. Their paths are appended to that of the screen. */
export type Forms<Visitor> = Readonly<Record<string, Change<Visitor> & { readonly path?: string }>>;

export interface Change<Visitor> {
  /** Maximum bytes of a form with a file. Absent if the form sends no file. */
  readonly upload?: number;
  /** Path of the screen that shows the outcome, good or bad; by default the form's own. */
  readonly outcomeOn?: string;
  /** Makes the change. If the rules reject it, the screen shows why. */
  change(visit: Visit<Visitor>): Promise<Done | Page>;
  /** True for a change outside the control plane, whose transaction cannot claim the form. */
  readonly isElsewhere?: boolean;
  /**
   * Responds to a second click on a form whose change remembered `first`; by default with the first response. Forms
   * with a password or a code need it, because these are verified again. Returns nothing if the change is to be made
   * again.
   */
  again?(visit: Visit, first: Outcome): Promise<Done | Page | undefined>;
}

/** Outcome of a change, shown once on the next page. */
export interface Done {
  readonly message?: string | undefined;
  readonly secrets?: Flash['secrets'];
  /** Path of the next page; by default the screen that shows the outcome. */
  readonly to?: string | undefined;
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

export interface SignedIn {
  readonly session: Session;
}

/** Everyone, signed in or not. */
export const EVERYONE: Audience<object> = {
  name: 'web',
  open: true,
  localised: true,
  async admit() {
    return {};
  },
};

/** Developers who do not have an account yet. */
export const NEWCOMERS: Audience<object> = {
  name: 'web',
  open: true,
  async admit(ctx) {
    speakEnglish(ctx);
    return {};
  },
};

/** People with a session. Others are sent to sign in first; the query names the page they return to. */
export const signedIn = (
  queryOf: (params: Readonly<Record<string, string>>) => string = () => '',
): Audience<SignedIn> => ({
  name: 'web',
  localised: true,
  async admit(ctx) {
    const session = sessionOrSignIn(ctx, queryOf(ctx.params));
    return session && { session };
  },
});

/** Question asked before a change that cannot be undone. */
export interface Question extends Omit<Step, 'title' | 'action' | 'problems'>, Pick<Page, 'title' | 'navigation'> {
  /** Defaults to the title of the page. */
  readonly heading?: string | Html;
  /** Defaults to the path of the screen. */
  readonly action?: string;
}

/** A screen that asks before a change. Without `change`, `action` is the path of another screen's form. */
export const confirmScreen = <Visitor>({
  ask,
  ...screen
}: Omit<Screen<Visitor>, 'show' | 'forms'> & {
  ask(visit: Visit<Visitor>): Promise<Question> | Question;
}): Screen<Visitor> => ({
  ...screen,
  async show(visit) {
    const { title, heading = title, navigation, action = pathOf(screen, visit.ctx), ...step } = await ask(visit);
    const problems = formProblems(visit.form(screen.name), []);
    const body = confirmation(visit.view, { ...step, title: heading, action, problems });
    return { title, body, ...(navigation && { navigation }) };
  },
});
