import { html } from 'hono/html';
import { textOf } from '../kit/form/filled-form.ts';
import { pathOf } from '../kit/screen.ts';
import { name as nameText } from '../languages/html.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { fieldsForm } from './fields-form.ts';
import { operatorNavigation, type Section } from './navigation.ts';

/** A record whose name an operator can change. */
interface Renamed {
  /** The record's screen; renaming returns to it. */
  readonly of: OperatorScreen;
  /** Name in the log. */
  readonly name: string;
  readonly section: Section;
  find(visit: OperatorVisit): Promise<{ readonly name: string }>;
  /** Renames the record and returns the notice. */
  rename(visit: OperatorVisit, name: string): Promise<string>;
}

/** A screen that changes the name of a record. */
export const renameScreen = ({ of, name, section, find, rename }: Renamed): OperatorScreen => ({
  path: `${of.path}/name`,
  name,
  async show(visit) {
    const { name: current } = await find(visit);
    const path = pathOf(of, visit.ctx);
    const renaming = fieldsForm(visit.view, {
      action: `${path}/name`,
      form: visit.form(name, { name: current }),
      fields: [{ name: 'name', label: 'Name' }],
      submit: 'Rename',
      isMain: true,
    });
    const body = html`<p><a class="back" href="${path}">${nameText(current)}</a></p><h1>Rename</h1>
    <section class="card">${renaming}</section>`;
    return { title: `Rename ${current}`, body, navigation: operatorNavigation(section) };
  },
  async change(visit) {
    const message = await rename(visit, textOf(visit.fields, 'name') ?? '');
    return { message, to: pathOf(of, visit.ctx) };
  },
});
