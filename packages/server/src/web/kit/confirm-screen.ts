import type { Html } from '../languages/html.ts';
import { formProblems } from './form/fields.ts';
import { confirmation, type Step } from './page/confirmation.ts';
import type { Page } from './page/layout.ts';
import { type Form, pathOf, type Screen, type Visit } from './screen.ts';

/** What a visitor is asked before a change that cannot be undone. */
export interface Question extends Omit<Step, 'title' | 'action' | 'problems'>, Pick<Page, 'title' | 'navigation'> {
  /** By default the title of the page. */
  readonly heading?: string | Html;
  /** By default the path of the screen. */
  readonly action?: string;
}

/** A change that a visitor is asked about on a page of its own. */
interface ConfirmedChange<Visitor> extends Pick<Screen<Visitor>, 'path' | 'name'>, Omit<Form<Visitor>, 'path'> {
  ask(visit: Visit<Visitor>): Promise<Question> | Question;
}

/** A screen that asks before it makes a change. */
export function confirmScreen<Visitor>(confirmed: ConfirmedChange<Visitor>): Screen<Visitor> {
  const { path, name, ask, ...form } = confirmed;
  return {
    path,
    name,
    async show(visit) {
      const { title, heading = title, navigation, action = pathOf({ path }, visit.ctx), ...step } = await ask(visit);
      const problems = formProblems(visit.form(name), []);
      const body = confirmation(visit.view, { ...step, title: heading, action, problems });
      return { title, body, ...(navigation && { navigation }) };
    },
    forms: { [name]: form },
  };
}
