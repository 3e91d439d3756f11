import { html } from 'hono/html';
import type { Html } from '../../languages/html.ts';
import { notice } from '../page/parts.ts';
import type { FilledForm } from './filled-form.ts';

/** A field of a form. Screen readers announce its hint and problems with it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | Html;
  readonly optional?: boolean;
  /** Attributes of the control, such as its type. */
  readonly attributes?: Html;
}

/** A select if it has options, a text area if it has several lines, otherwise a text field. */
export interface AnyField extends Field {
  readonly options?: Options;
  readonly lines?: true;
}

export const anyField = (form: FilledForm, field: AnyField): Html => {
  if (field.options) return selectField(form, field, field.options);
  return field.lines ? textArea(form, field) : textField(form, field);
};

/** The form's fields, after any problems that belong to no field. */
export function formFields(form: FilledForm, fields: readonly AnyField[]): Html {
  const names = fields.map(({ name }) => name);
  return html`${formProblems(form, names)}${fields.map((field) => anyField(form, field))}`;
}

/** A text field with the submitted value. Passwords are never echoed. */
export function textField(form: FilledForm, field: Field): Html {
  const isSecret = String(field.attributes ?? '').includes('type="password"');
  const value = isSecret ? '' : (form.values.get(field.name) ?? '');
  return labelled(
    form,
    field,
    html`<input id="${field.name}" name="${field.name}" value="${value}" ${field.attributes} ${stateOf(form, field)} />`,
  );
}

/** A file field. The file has to be chosen again after a rejection. */
export const fileField = (form: FilledForm, field: Field): Html =>
  labelled(
    form,
    field,
    html`<input id="${field.name}" name="${field.name}" type="file" ${field.attributes} ${stateOf(form, field)} />`,
  );

export const textArea = (form: FilledForm, field: Field): Html =>
  labelled(
    form,
    field,
    html`<textarea id="${field.name}" name="${field.name}" ${field.attributes} ${stateOf(form, field)}>
${form.values.get(field.name) ?? ''}</textarea>`,
  );

export type Options = readonly (readonly [value: string, text: string])[];

export function selectField(form: FilledForm, field: Field, options: Options): Html {
  const chosen = form.values.get(field.name);
  const option = ([value, text]: Options[number]) =>
    html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`;
  return labelled(
    form,
    field,
    html`<select id="${field.name}" name="${field.name}" ${field.attributes} ${stateOf(form, field)}>${options.map(option)}</select>`,
  );
}

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

const labelled = (form: FilledForm, field: Field, control: Html): Html => html`<div class="field">
  <label for="${field.name}">${field.label}${field.optional && html` <span class="optional">optional</span>`}</label>
  ${field.hint && html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`}
  ${control}
  ${problemsOf(form, field).map((text) => fieldProblem(field.name, text))}
</div>`;

/** Attributes that mark a field as required or invalid and link the texts that describe it. */
function stateOf(form: FilledForm, { name, hint, optional }: Field): Html {
  const wrong = problemsOf(form, { name, label: name }).length > 0;
  const described = [hint && `${name}-hint`, wrong && `${name}-problem`].filter(Boolean).join(' ');
  return html`${!optional && html`required`} ${wrong && html`aria-invalid="true"`} ${described && html`aria-describedby="${described}"`}`;
}

/** Problems of a field and its entries in one text, under the field's label. */
function problemsOf({ problems }: FilledForm, { name, label }: Pick<Field, 'name' | 'label'>): string[] {
  const own = problems.filter(({ field }) => rootOf(field) === name);
  const texts = own.map(({ field, message }) =>
    message.startsWith(`${field} `) ? label + message.slice(field.length) : message,
  );
  return texts.length > 0 ? [texts.join(' ')] : [];
}

const rootOf = (field: string): string => field.split('.')[0] ?? field;
