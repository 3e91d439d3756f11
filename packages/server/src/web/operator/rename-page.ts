import { html } from 'hono/html';
import { formProblems, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, type FilledForm, filledWith } from '../kit/form/filled-form.ts';
import type { Navigation, Page } from '../kit/page/layout.ts';
import type { View } from '../kit/page/view.ts';
import { name } from '../languages/html.ts';
import { changeForm } from './operator-parts.ts';

/** A record whose name is to be changed, and the path of its page. */
export interface Renamed {
  readonly name: string;
  readonly path: string;
  readonly navigation: Navigation;
}

export function renamePage(view: View, renamed: Renamed, form: FilledForm): Page {
  const filled = form === EMPTY_FORM ? filledWith({ name: renamed.name }) : form;
  const fields = html`${textField(filled, { name: 'name', label: 'Name' })}<p class="actions"><button>Rename</button></p>`;
  const body = html`<p><a class="back" href="${renamed.path}">${name(renamed.name)}</a></p><h1>Rename</h1>
    <section class="card">${formProblems(filled, ['name'])}${changeForm(view, `${renamed.path}/name`, fields)}</section>`;
  return { title: `Rename ${renamed.name}`, body, navigation: renamed.navigation };
}
