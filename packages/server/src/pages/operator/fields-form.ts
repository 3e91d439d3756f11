import { html } from 'hono/html';
import { type AnyField, anyField, formProblems } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import { ownForm } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';

interface FieldsForm {
  readonly action: string;
  readonly form: FilledForm;
  readonly fields: readonly AnyField[];
  /** Text of the button. */
  readonly submit: string;
  /** True for the main form of its page. */
  readonly isMain?: true;
}

/** A form of fields, after any problems that belong to no field. */
export function fieldsForm(view: View, { action, form, fields, submit, isMain }: FieldsForm): Html {
  const names = fields.map(({ name }) => name);
  const content = html`${fields.map((field) => anyField(form, field))}
    <p class="actions"><button${!isMain && html` class="secondary"`}>${submit}</button></p>`;
  return html`${formProblems(form, names)}${ownForm(view, action, content)}`;
}
