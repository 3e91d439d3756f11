import { html } from 'hono/html';
import { formProblems, textField } from '../kit/form/fields.ts';
import { textOf } from '../kit/form/filled-form.ts';
import { pathOf } from '../kit/screen.ts';
import { name as nameText } from '../languages/html.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { operatorNavigation, type Section } from './navigation.ts';
import { changeForm } from './parts.ts';

/** A record whose name an operator can change. */
interface Renamed {
  /** Its own screen, to which the new name leads. */
  readonly of: OperatorScreen;
  /** Name in the log. */
  readonly name: string;
  readonly section: Section;
  find(visit: OperatorVisit): Promise<{ readonly name: string }>;
  /** Returns the notice. */
  rename(visit: OperatorVisit, name: string): Promise<string>;
}

/** A screen that changes the name of a record. */
export const renameScreen = ({ of, name, section, find, rename }: Renamed): OperatorScreen => ({
  path: `${of.path}/name`,
  name,
  async show(visit) {
    const { name: current } = await find(visit);
    const [filled, path] = [visit.form(name, { name: current }), pathOf(of, visit.ctx)];
    const fields = html`${textField(filled, { name: 'name', label: 'Name' })}<p class="actions"><button>Rename</button></p>`;
    const body = html`<p><a class="back" href="${path}">${nameText(current)}</a></p><h1>Rename</h1>
    <section class="card">${formProblems(filled, ['name'])}${changeForm(visit.view, `${path}/name`, fields)}</section>`;
    return { title: `Rename ${current}`, body, navigation: operatorNavigation(section) };
  },
  forms: {
    [name]: {
      async change(visit) {
        const message = await rename(visit, textOf(visit.fields, 'name') ?? '');
        return { message, to: pathOf(of, visit.ctx) };
      },
    },
  },
});
