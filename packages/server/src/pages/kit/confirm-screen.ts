import type { Html } from '../languages/html.ts';
import { formProblems } from './form/fields.ts';
import { confirmation, type Step } from './page/confirmation.ts';
import type { Page } from './page/layout.ts';
import { type Change, pathOf, type Screen, type Visit } from './screen.ts';

/** Question asked before a change that cannot be undone. */
export interface Question extends Omit<Step, 'title' | 'action' | 'problems'>, Pick<Page, 'title' | 'navigation'> {
  /** Defaults to the title of the page. */
  readonly heading?: string | Html;
  /** Defaults to the path of the screen. */
  readonly action?: string;
}

/** A change that is confirmed on a separate page. */
interface ConfirmedChange<Visitor> extends Pick<Screen<Visitor>, 'path' | 'name'>, Change<Visitor> {
  ask(visit: Visit<Visitor>): Promise<Question> | Question;
}

/** A screen that asks for confirmation before a change. */
export const confirmScreen = <Visitor>({ ask, ...screen }: ConfirmedChange<Visitor>): Screen<Visitor> => ({
  ...screen,
  async show(visit) {
    const { title, heading = title, navigation, action = pathOf(screen, visit.ctx), ...step } = await ask(visit);
    const problems = formProblems(visit.form(screen.name), []);
    const body = confirmation(visit.view, { ...step, title: heading, action, problems });
    return { title, body, ...(navigation && { navigation }) };
  },
});
