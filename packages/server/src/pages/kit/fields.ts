import { html } from 'hono/html';
import { CalledTooOften, DirectoryError, InvalidInput, type Problem } from '../../control/errors.ts';
import { asciiDigits } from '../../control/text.ts';
import type { Html } from '../languages/html.ts';
import type { WebContext } from './context.ts';
import { notice } from './page.ts';

export interface FilledForm {
  readonly values: URLSearchParams;
  readonly problems: readonly Problem[];
  /** Status of the response; by default 400. */
  readonly status?: number;
}

export const URL_ATTRIBUTES = html`type="text" inputmode="url" maxlength="600" autocomplete="off" spellcheck="false" placeholder="https://"`;

export const filledWith = (values: Readonly<Record<string, string>>): FilledForm => ({
  values: new URLSearchParams(values),
  problems: [],
});

export const EMPTY_FORM = filledWith({});

export const fieldsOf = ({ state }: WebContext): URLSearchParams => state.form ?? new URLSearchParams();

/** `requestsAMinute` is "Requests a minute". */
export const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A trimmed field; undefined if it is empty. */
export const textOf = (fields: URLSearchParams, name: string): string | undefined =>
  fields.get(name)?.trim() || undefined;

/** Reads a number: NaN for anything but digits, which validation rejects. */
export function toNumber(text: string): number {
  const digits = asciiDigits(text);
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** The number in a field; undefined if it is empty. */
export function numberOf(fields: URLSearchParams, name: string): number | undefined {
  const text = textOf(fields, name);
  return text === undefined ? undefined : toNumber(text);
}

/** Non-blank entries of a field, which is repeated, or separated by line breaks or commas. */
export const linesOf = (fields: URLSearchParams, name: string): string[] =>
  fields
    .getAll(name)
    .flatMap((value) => value.split(/[\r\n,]+/))
    .map((line) => line.trim())
    .filter((line) => line !== '');

export type Outcome<T> = { readonly done: T } | { readonly rejected: FilledForm };

/** Shows the form again with these problems, worded as on its page. */
export class FormRejected extends Error {
  override name = 'FormRejected';
  readonly problems: readonly Problem[];
  readonly status: number;

  constructor(problems: readonly Problem[], status = 400) {
    super(problems.map(({ message }) => message).join(' '));
    this.problems = problems;
    this.status = status;
  }
}

/** Rejects one field of a form, or the form as a whole if the name is empty. */
export const rejectedField = (field: string, message: string, status?: number): FormRejected =>
  new FormRejected([{ field, message }], status);

/** Result of a change made through a link; undefined if the link is no longer valid. */
export async function ifStillValid<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof DirectoryError) return undefined;
    throw error;
  }
}

/** Runs a form's change or a search. If the rules reject it, the form is shown again. */
export async function attempt<T>(
  values: URLSearchParams,
  work: () => Promise<T>,
  explain: (error: unknown) => readonly Problem[] = problemsOf,
): Promise<Outcome<T>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof FormRejected) {
      const { problems, status } = error;
      return { rejected: { values, problems, status } };
    }
    const problems = explain(error);
    return { rejected: { values, problems, ...(error instanceof CalledTooOften && { status: 429 }) } };
  }
}

/** Turns a rejection into problems, of the whole form if it names no field. Rethrows any other error. */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof InvalidInput) return error.problems;
  if (error instanceof DirectoryError) return [{ field: '', message: error.message }];
  throw error;
}

/** A field of a form. Screen readers announce its hint and problems with it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | Html;
  readonly optional?: boolean;
  readonly attributes?: Html;
}

export type Options = readonly (readonly [value: string, text: string])[];

/** Checkboxes if it has choices, a select if it has options, a text area if it has several lines, otherwise a text field. */
export interface AnyField extends Field {
  readonly choices?: readonly string[];
  readonly options?: Options;
  readonly lines?: boolean;
}

/** A field with the submitted value, under its label. Passwords are never echoed. */
export function anyField(form: FilledForm, field: AnyField): Html {
  const given = form.values.get(field.name);
  if (field.choices) return checkboxes(form, field, field.choices);
  if (field.options) {
    const options = field.options.map(
      ([value, text]) => html`<option value="${value}" ${value === given && html`selected`}>${text}</option>`,
    );
    return labelled(form, field, (named, rest) => html`<select ${named} ${rest}>${options}</select>`);
  }
  if (field.lines)
    return labelled(form, field, (named, rest) => html`<textarea ${named} ${rest}>\n${given ?? ''}</textarea>`);
  const isSecret = String(field.attributes ?? '').includes('type="password"');
  const value = isSecret ? '' : (given ?? '');
  return labelled(form, field, (named, rest) => html`<input ${named} value="${value}" ${rest} />`);
}

/** The form's fields, after any problems that belong to no field. */
export function formFields(form: FilledForm, fields: readonly AnyField[]): Html {
  const names = fields.map(({ name }) => name);
  return html`${formProblems(form, names)}${fields.map((field) => anyField(form, field))}`;
}

export const textField = (form: FilledForm, field: Field): Html => anyField(form, field);
export const textArea = (form: FilledForm, field: Field): Html => anyField(form, { ...field, lines: true });
export const selectField = (form: FilledForm, field: Field, options: Options): Html =>
  anyField(form, { ...field, options });

/** A file field. The file has to be chosen again after a rejection. */
export const fileField = (form: FilledForm, field: Field): Html =>
  labelled(form, field, (named, rest) => html`<input ${named} type="file" ${rest} />`);

/**
 * Problems of the form as a whole, or of fields that it does not show. The summary repeats them for
 * forms with fields, which may be far down the page.
 */
export function formProblems({ problems }: FilledForm, shown: readonly string[]): Html | undefined {
  const others = problems.filter(({ field }) => !shown.includes(rootOf(field))).map(({ message }) => message);
  if (others.length === 0) return undefined;
  if (shown.length === 0) return html`${others.map((message) => notice('error', message))}`;
  return html`<p class="notice error" id="form-problem">${others.join(' ')}</p>`;
}

/** Problems that a rendered page does not show yet: neither at their fields nor above the form. */
export function unshownProblems({ problems }: FilledForm, page: string): FilledForm['problems'] {
  const isShown = ({ field, message }: FilledForm['problems'][number]) =>
    page.includes(`id="${rootOf(field)}-problem"`) || page.includes(String(html`${message}`));
  return problems.filter((problem) => !isShown(problem));
}

/** A problem with the control of this id. The layout repeats it in the summary at the top. */
export const fieldProblem = (id: string, text: string): Html => html`<p class="wrong" id="${id}-problem">${text}</p>`;

const PROBLEM = /<p class="(?:wrong|notice error)" id="([\w-]+)-problem">(.*?)<\/p>/gs;

/** Problems on a rendered page: the id of each element and its text as HTML. */
export const problemsOn = (page: string): { readonly id: string; readonly text: string }[] =>
  [...page.matchAll(PROBLEM)].map(([, id = '', text = '']) => ({ id: id === 'form' ? 'form-problem' : id, text }));

/** A control with its label, hint and problems, which its ARIA attributes reference. */
function labelled(form: FilledForm, field: Field, control: (named: Html, rest: Html) => Html): Html {
  const { name, label, hint, optional, attributes } = field;
  const problem = problemOf(form, field);
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const state = html`${!optional && html`required`} ${problem && html`aria-invalid="true"`} ${described && html`aria-describedby="${described}"`}`;
  return html`<div class="field">
  <label for="${name}">${label}${optional && html` <span class="optional">optional</span>`}</label>
  ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  ${control(html`id="${name}" name="${name}"`, html`${attributes} ${state}`)}
  ${problem && fieldProblem(name, problem)}
</div>`;
}

/** A group of checkboxes, of which the first has the id of the field. */
function checkboxes(form: FilledForm, field: Field, choices: readonly string[]): Html {
  const { name, label, hint } = field;
  const chosen = linesOf(form.values, name);
  const problem = problemOf(form, field);
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const box = (choice: string, at: number) =>
    html`<label class="choice"><input type="checkbox" name="${name}" value="${choice}" ${at === 0 && html`id="${name}"`}
      ${chosen.includes(choice) && html`checked`} /> ${choice}</label>`;
  return html`<fieldset ${described && html`aria-describedby="${described}"`}><legend>${label}</legend>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <div class="boxes">${choices.map(box)}</div>
    ${problem && fieldProblem(name, problem)}
  </fieldset>`;
}

/** Joins the problems of a field and its entries, worded with the field's label. */
const problemOf = ({ problems }: FilledForm, { name, label }: Field): string =>
  problems
    .filter((one) => rootOf(one.field) === name)
    .map((one) => (one.message.startsWith(`${one.field} `) ? label + one.message.slice(one.field.length) : one.message))
    .join(' ');

const rootOf = (field: string): string => field.split('.')[0] ?? field;
