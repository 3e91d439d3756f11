import { DirectoryError } from '../../directory/directory-error.ts';
import type { Operations } from '../../directory/operations.ts';
import { goOn, queryOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { attempt, attemptWith, EMPTY_FORM, type FilledForm, fieldsOf } from '../kit/form/filled-form.ts';
import type { Flash } from '../kit/form/flash.ts';
import { leaveFlash } from '../kit/form/flash-cookie.ts';
import type { Page } from '../kit/page/layout.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { type View, viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { operatorOf } from './require-operator.ts';

/** What a page for operators is made from. */
export interface Occasion {
  readonly operations: Operations;
  readonly params: Readonly<Record<string, string>>;
  readonly view: View;
}

export const occasionOf = (ctx: WebContext, deps: WebDependencies): Occasion => ({
  operations: operatorOf(ctx),
  params: ctx.params,
  view: viewOf(ctx, deps),
});

type Render = (occasion: Occasion, form: FilledForm) => Promise<Page>;

/** Shows a page. */
export function shows(deps: WebDependencies, render: Render): WebStage {
  return async function showOperatorPage(ctx) {
    sendPage(ctx, deps, 200, await existing(render(occasionOf(ctx, deps), EMPTY_FORM)));
  };
}

/** What is read of a record; one that nobody has is a page that does not exist. */
export async function existing<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof DirectoryError ? new WebProblem('notFound') : error;
  }
}

/** Shows a list that the page's own query searches. */
export function searches<T>(
  deps: WebDependencies,
  {
    find,
    render,
  }: {
    find(operations: Operations, query: URLSearchParams): Promise<T>;
    /** Without a list where the search was wrong. */
    render(form: FilledForm, found: T | undefined): Page;
  },
): WebStage {
  return async function showSearchPage(ctx) {
    const values = queryOf(ctx);
    const outcome = await attemptWith(values, () => find(operatorOf(ctx), values));
    if ('rejected' in outcome) return sendPage(ctx, deps, 400, render(outcome.rejected, undefined));
    sendPage(ctx, deps, 200, render({ values, problems: [] }, outcome.done));
  };
}

/** Where a change leads, and what it says there. */
export interface Done {
  readonly to: string;
  readonly message: string;
  readonly secrets?: Flash['secrets'];
}

/** Makes the change of a form; what its rules reject is shown on the form's page. */
export function changes(
  deps: WebDependencies,
  { change, render }: { change(occasion: Occasion, fields: URLSearchParams): Promise<Done>; render: Render },
): WebStage {
  return async function makeChange(ctx) {
    const occasion = occasionOf(ctx, deps);
    const outcome = await attempt(ctx, () => change(occasion, fieldsOf(ctx)));
    if ('rejected' in outcome) return sendPage(ctx, deps, 400, await existing(render(occasion, outcome.rejected)));
    const { to, message, secrets } = outcome.done;
    await leaveFlash(ctx, deps, message, secrets);
    goOn(ctx, to);
  };
}

/** The number in a path; 0, which no record has, for what cannot be one. */
export const idIn = ({ params }: Pick<Occasion, 'params'>, name: string): number => recordId(params[name]) ?? 0;
